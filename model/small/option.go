package small

import "fmt"

// Option is a small number, or none. It is kept as one more than it is, so that
// the zero value is none and none is less than any: a < b compares options
// as ballots are compared.
type Option[E ~uint8] uint8

// Some is the option that is e. It panics for 255, which has no room.
func Some[E ~uint8](e E) Option[E] {
	if uint8(e) == 255 {
		panic(fmt.Sprintf("small: %v, which is 255, is no option", e))
	}
	return Option[E](e) + 1
}

// None reports whether there is no number.
func (o Option[E]) None() bool { return o == 0 }

// Is reports whether the option is e.
func (o Option[E]) Is(e E) bool { return o != 0 && E(o-1) == e }

// Get is the number; it panics if there is none.
func (o Option[E]) Get() E {
	if o == 0 {
		panic("small: an option that is none was asked for its value")
	}
	return E(o - 1)
}

// Map is the option of what f makes of the number; none stays none.
func (o Option[E]) Map(f func(E) E) Option[E] {
	if o == 0 {
		return o
	}
	return Some(f(E(o - 1)))
}

// String is the number as it prints, or "none".
func (o Option[E]) String() string {
	if o == 0 {
		return "none"
	}
	return fmt.Sprint(o.Get())
}
