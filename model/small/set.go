package small

import (
	"fmt"
	"math/bits"
	"strings"
)

// Word is what the members of a set are bits of.
type Word interface {
	uint8 | uint16 | uint32 | uint64
}

// Set is a set of small numbers of one type, a bit for each. The zero value is
// the empty set; two sets with the same members are equal.
type Set[E ~uint8, W Word] struct{ bits W }

// Sets by the number of members that they have room for. One of 8 is a byte,
// and brings no padding into a state.
type (
	Set8[E ~uint8]  = Set[E, uint8]
	Set16[E ~uint8] = Set[E, uint16]
	Set32[E ~uint8] = Set[E, uint32]
	Set64[E ~uint8] = Set[E, uint64]
)

// FromBits is the set whose members are the bits of a word: what Bits gave.
func FromBits[E ~uint8, W Word](bits W) Set[E, W] { return Set[E, W]{bits} }

// Bits is the set as a word. A Set8 can so be an argument of an action.
func (s Set[E, W]) Bits() W { return s.bits }

// Has reports whether e is a member.
func (s Set[E, W]) Has(e E) bool { return s.bits>>e&1 != 0 }

// With is the set with e. It panics if there is no room: a state is never cut
// silently.
func (s Set[E, W]) With(e E) Set[E, W] {
	bit := W(1) << e
	if bit == 0 {
		most := bits.Len64(uint64(^W(0))) - 1
		panic(fmt.Sprintf("small: %v, which is %d, is in no set with room for 0 to %d", e, uint8(e), most))
	}
	return Set[E, W]{s.bits | bit}
}

// Without is the set without e.
func (s Set[E, W]) Without(e E) Set[E, W] { return Set[E, W]{s.bits &^ (W(1) << e)} }

// Or has the members of either set.
func (s Set[E, W]) Or(t Set[E, W]) Set[E, W] { return Set[E, W]{s.bits | t.bits} }

// And has the members of both sets.
func (s Set[E, W]) And(t Set[E, W]) Set[E, W] { return Set[E, W]{s.bits & t.bits} }

// Minus has the members of s that t lacks.
func (s Set[E, W]) Minus(t Set[E, W]) Set[E, W] { return Set[E, W]{s.bits &^ t.bits} }

// In reports whether every member of s is one of t.
func (s Set[E, W]) In(t Set[E, W]) bool { return s.bits&^t.bits == 0 }

// Empty reports whether there is no member.
func (s Set[E, W]) Empty() bool { return s.bits == 0 }

// Len is the number of members.
func (s Set[E, W]) Len() int { return bits.OnesCount64(uint64(s.bits)) }

// All are the members, the least first: for e := range s.All. It is an
// iterator itself and returns none, so that a rule's loop allocates nothing.
func (s Set[E, W]) All(yield func(E) bool) {
	for rest := s.bits; rest != 0; rest &= rest - 1 {
		if !yield(E(bits.TrailingZeros64(uint64(rest)))) {
			return
		}
	}
}

// Map is the set of what f makes of the members.
func (s Set[E, W]) Map(f func(E) E) (out Set[E, W]) {
	for e := range s.All {
		out = out.With(f(e))
	}
	return out
}

// Swap is the set with e and f in each other's place.
func (s Set[E, W]) Swap(e, f E) Set[E, W] {
	if s.Has(e) == s.Has(f) {
		return s
	}
	if s.Has(e) {
		return s.Without(e).With(f)
	}
	return s.Without(f).With(e)
}

// String lists the members as they print: "{rm1, rm3}".
func (s Set[E, W]) String() string {
	var names []string
	for e := range s.All {
		names = append(names, fmt.Sprint(e))
	}
	return "{" + strings.Join(names, ", ") + "}"
}

// Of is the set of the given members.
func Of[W Word, E ~uint8](members ...E) (s Set[E, W]) {
	for _, e := range members {
		s = s.With(e)
	}
	return s
}

// Below is the set of the numbers from 0 to n-1.
func Below[W Word, E ~uint8](n int) (s Set[E, W]) {
	for e := range n {
		s = s.With(E(e))
	}
	return s
}

// Subsets are all sets of members of s, the empty one first and s last: for some
// := range s.Subsets.
func (s Set[E, W]) Subsets(yield func(Set[E, W]) bool) {
	for some := W(0); yield(Set[E, W]{some}) && some != s.bits; {
		some = (some - s.bits) & s.bits
	}
}
