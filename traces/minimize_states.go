package traces

import (
	"hash/maphash"
	"unsafe"
)

// stateSet numbers states in the order in which they come, each kept once and
// never moved.
type stateSet[S comparable] struct {
	seed   maphash.Seed
	chunks [][]S
	first  map[uint64]uint32 // by hash: the number of the last state that has it, plus one
	others []uint32          // by number: the one before with the same hash, plus one
}

func newStateSet[S comparable]() *stateSet[S] {
	return &stateSet[S]{seed: maphash.MakeSeed(), first: map[uint64]uint32{}}
}

const chunkStates = 256

func (t *stateSet[S]) len() int { return len(t.others) }

// at is the state of a number.
func (t *stateSet[S]) at(number uint32) *S {
	return &t.chunks[number/chunkStates][number%chunkStates]
}

// find is the number of a state.
func (t *stateSet[S]) find(s *S) (number uint32, known bool) {
	return t.among(t.first[maphash.Comparable(t.seed, *s)], s)
}

func (t *stateSet[S]) among(list uint32, s *S) (number uint32, known bool) {
	for ; list > 0; list = t.others[list-1] {
		if *t.at(list - 1) == *s {
			return list - 1, true
		}
	}
	return 0, false
}

// add is find, and keeps a state that is new.
func (t *stateSet[S]) add(s *S) (number uint32, fresh bool) {
	hash := maphash.Comparable(t.seed, *s)
	list := t.first[hash]
	if number, known := t.among(list, s); known {
		return number, false
	}
	number = uint32(len(t.others))
	if number%chunkStates == 0 {
		t.chunks = append(t.chunks, make([]S, 0, chunkStates))
	}
	last := &t.chunks[len(t.chunks)-1]
	*last = append(*last, *s)
	t.others = append(t.others, list)
	t.first[hash] = number + 1
	return number, true
}

// entryBytes is about what a map takes for a few words, and slices that grow
// for one.
const entryBytes = 64

// each is about what a state takes with all that is kept by its number.
func (t *stateSet[S]) each() uint64 {
	var s S
	return uint64(unsafe.Sizeof(s)) + 2*entryBytes
}
