package model

import "math/bits"

// Budget bounds how much of something there is in a run: how often it happens,
// how high it counts, how many it takes. A constant of the model sets it.
type Budget struct {
	Constant string
	Limit    int

	// Without says what a limit of 0 leaves out, as people say it: "power
	// failures".
	Without string
}

// Budgets is a set of budgets of a model: bit i is Model.Budgets[i]. A model
// has 32 at most.
type Budgets uint32

// Only is the set of the one budget i.
func Only(i int) Budgets { return 1 << i }

// Has reports whether budget i is a member.
func (b Budgets) Has(i int) bool { return b>>i&1 != 0 }

// First is the least member of a set that has any.
func (b Budgets) First() int { return bits.TrailingZeros32(uint32(b)) }

// Alone reports whether the set has no more than one member.
func (b Budgets) Alone() bool { return b&(b-1) == 0 }

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
