package model

// Unsigned are the numbers that a state counts with.
type Unsigned interface {
	~uint8 | ~uint16 | ~uint32 | ~uint64
}

// Up is n plus one, or most if that is less: a counter that stops at its end
// instead of wrapping to 0.
func Up[T Unsigned](n, most T) T {
	if n >= most {
		return most
	}
	return n + 1
}

// Down is n minus one, or 0 if n is 0.
func Down[T Unsigned](n T) T {
	if n == 0 {
		return 0
	}
	return n - 1
}
