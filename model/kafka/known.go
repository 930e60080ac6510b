package kafka

// Known is a number that may be unknown. A state keeps it in the bits of the
// number: 0 is unknown, and a number is kept as one more than it is, so that
// known numbers compare as they are and every one is more than unknown.
type Known[T ~uint8] uint8

// Know is the known number v.
func Know[T ~uint8](v T) Known[T] { return Known[T](v + 1) }

// Known reports whether there is a number.
func (k Known[T]) Known() bool { return k != 0 }

// Value is the number; ask Known first.
func (k Known[T]) Value() T { return T(k - 1) }

// Int is the number, or -1 if it is unknown, as Kafka's own messages have it.
func (k Known[T]) Int() int { return int(k) - 1 }

// Is reports whether the number is known to be v.
func (k Known[T]) Is(v T) bool { return k == Know(v) }

// AtLeast reports whether the number is known to be v or more.
func (k Known[T]) AtLeast(v T) bool { return k > Known[T](v) }
