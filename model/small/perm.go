package small

import (
	"bytes"
	"fmt"
	"unsafe"
)

// Widest is how many numbers a permutation may move.
const Widest = 8

// Perm is a permutation of the numbers from 0 to 7. The zero value moves none.
type Perm[E ~uint8] struct {
	by [Widest]E // what is to be added to each number, modulo 8
}

// Perms are all permutations of the numbers from 0 to n-1, which leave the
// others where they are; the first moves none.
func Perms[E ~uint8](n int) (all []Perm[E]) {
	if n > Widest {
		panic(fmt.Sprintf("small: a permutation moves %d numbers at most, not %d", Widest, n))
	}
	var fill func(place int, p Perm[E], left Set8[E])
	fill = func(place int, p Perm[E], left Set8[E]) {
		if place == n {
			all = append(all, p)
			return
		}
		for e := range left.All {
			p.by[place] = (e - E(place)) % Widest
			fill(place+1, p, left.Without(e))
		}
	}
	fill(0, Perm[E]{}, Below[uint8, E](n))
	return all
}

// Of is where e goes.
func (p Perm[E]) Of(e E) E { return (e + p.by[e]) % Widest }

// Inverse takes back what p does.
func (p Perm[E]) Inverse() (back Perm[E]) {
	for e := range E(Widest) {
		to := p.Of(e)
		back.by[to] = (e - to) % Widest
	}
	return back
}

// Then is p, and q after it.
func (p Perm[E]) Then(q Perm[E]) (both Perm[E]) {
	for e := range E(Widest) {
		both.by[e] = (q.Of(p.Of(e)) - e) % Widest
	}
	return both
}

// String lists where the numbers go that are moved: "0→2, 2→0".
func (p Perm[E]) String() string {
	text := ""
	for e := range E(Widest) {
		if to := p.Of(e); to != e {
			text += fmt.Sprintf(", %v→%v", e, to)
		}
	}
	if text == "" {
		return "none moves"
	}
	return text[2:]
}

// Least makes a model's Canonical: of all that a state becomes by the given
// renamings it takes the least, byte by byte. That is exact, and costs a
// renaming for each; where a participant has a part of the state to itself,
// sorting these parts is as exact and faster. The renamings must be a group:
// with each its inverse, and with two what they do together.
func Least[S comparable, P any](renamings []P, rename func(s *S, by P) S) func(s *S) {
	return func(s *S) {
		least := *s
		for _, by := range renamings {
			if other := rename(s, by); bytes.Compare(bytesOf(&other), bytesOf(&least)) < 0 {
				least = other
			}
		}
		*s = least
	}
}

func bytesOf[S any](s *S) []byte { return unsafe.Slice((*byte)(unsafe.Pointer(s)), unsafe.Sizeof(*s)) }
