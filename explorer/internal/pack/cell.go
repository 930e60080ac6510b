package pack

import "unsafe"

// Cell holds a state where it may be read and written by whole words.
type Cell[S comparable] struct {
	_     [0]uint64
	State S
	_     [8]byte
}

// WordsOf are the bytes of a state that lies in a Cell or in a model.Gatherer:
// also the order among states that decides which of several counterexamples is
// shown.
func WordsOf[S comparable](s *S) []uint64 {
	return unsafe.Slice((*uint64)(unsafe.Pointer(s)), (unsafe.Sizeof(*s)+7)/8)
}
