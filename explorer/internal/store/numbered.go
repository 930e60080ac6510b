package store

import (
	"fmt"
	"unsafe"
)

// Numbered is an exact set for one goroutine that hands out the numbers of its
// states, from 0 without gaps, and keeps with each state where it was found:
// its parent and its depth.
type Numbered struct {
	e *Exact
	w *exactWriter
}

// Root is the parent of a state that has none.
const Root = ^uint64(0)

// A link is the number of the parent plus one, and the depth above it.
const (
	parentBits = numberBits + 1
	parentMask = 1<<parentBits - 1
	maxDepth   = 1<<(64-parentBits) - 1
)

// NewNumbered makes an empty set of states of so many words.
func NewNumbered(words int) (*Numbered, error) {
	e, err := newExact(words, 1, 0)
	if err != nil {
		return nil, err
	}
	return &Numbered{e: e, w: &exactWriter{e: e, created: make([]int64, 1), take: BatchSize}}, nil
}

// Limit bounds the memory of the set and what else used counts.
func (n *Numbered) Limit(bytes uint64, used func() uint64) {
	n.e.spend.most, n.e.spend.used = bytes, used
}

// Number is the number of a state and whether the state is new. A new one is
// a successor of parent, or has none, and is at depth.
func (n *Numbered) Number(state []uint64, parent, depth uint64) (number uint64, fresh bool, err error) {
	n.e.resize.RLock()
	n.w.makeRoom()
	defer n.e.resize.RUnlock()
	if n.w.err != nil {
		return 0, false, n.w.err
	}
	before := n.w.added
	h := Hash(state, n.e.seed)
	number = n.w.insert(state, h, n.e.home(h), 0, 0)
	if n.w.added == before || n.w.err != nil {
		return number, false, n.w.err
	}
	if depth > maxDepth {
		return 0, false, fmt.Errorf("store: a state is found after more than %d steps; bound the depth", uint64(maxDepth))
	}
	*n.link(number) = (parent + 1) | depth<<parentBits
	return number, true, nil
}

func (n *Numbered) link(number uint64) *uint64 {
	return (*uint64)(unsafe.Add(n.e.arena.at(number), n.e.words*8))
}

// State is the packed state with the given number.
func (n *Numbered) State(number uint64) []uint64 { return n.e.state(number) }

// Depth is the depth at which a state was found.
func (n *Numbered) Depth(number uint64) uint64 { return *n.link(number) >> parentBits }

// Parent is the state that a state was found from, or Root.
func (n *Numbered) Parent(number uint64) uint64 { return (*n.link(number) & parentMask) - 1 }

// Len is the number of states.
func (n *Numbered) Len() uint64 { return n.w.added }

// Bytes is the memory in use.
func (n *Numbered) Bytes() uint64 { return n.e.Bytes() }

// Free gives all memory back.
func (n *Numbered) Free() { n.e.Free() }
