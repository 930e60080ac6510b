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

// A link is the number of the parent plus one, the mark above it, and the depth
// above that.
const (
	parentBits = numberBits + 1
	parentMask = 1<<parentBits - 1
	markBits   = 2
	markMask   = 1<<markBits - 1
	depthShift = parentBits + markBits
	maxDepth   = 1<<(64-depthShift) - 1
)

// NewNumbered makes an empty set of states of so many words.
func NewNumbered(words int, seed uint64) (*Numbered, error) {
	e, err := newExact(words, 1, seed)
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
	*n.link(number) = (parent + 1) | depth<<depthShift
	return number, true, nil
}

func (n *Numbered) link(number uint64) *uint64 {
	return (*uint64)(unsafe.Add(n.e.arena.at(number), n.e.words*8))
}

// State is the packed state with the given number.
func (n *Numbered) State(number uint64) []uint64 { return n.e.state(number) }

// Depth is the depth at which a state was found.
func (n *Numbered) Depth(number uint64) uint64 { return *n.link(number) >> depthShift }

// Parent is the state that a state was found from, or Root.
func (n *Numbered) Parent(number uint64) uint64 { return (*n.link(number) & parentMask) - 1 }

// Nearer notes that a state is also a successor of parent, at depth, if that is
// nearer than where it was found before.
func (n *Numbered) Nearer(number, parent, depth uint64) bool {
	if depth >= n.Depth(number) {
		return false
	}
	*n.link(number) = (parent + 1) | n.Mark(number)<<parentBits | depth<<depthShift
	return true
}

// Mark is what was noted of a state last: 0 to 3, and 0 to begin with.
func (n *Numbered) Mark(number uint64) uint64 { return *n.link(number) >> parentBits & markMask }

// SetMark notes something of a state.
func (n *Numbered) SetMark(number, mark uint64) {
	link := n.link(number)
	*link = *link&^(markMask<<parentBits) | mark<<parentBits
}

// Len is the number of states.
func (n *Numbered) Len() uint64 { return n.w.added }

// Bytes is the memory in use.
func (n *Numbered) Bytes() uint64 { return n.e.Bytes() }

// Free gives all memory back.
func (n *Numbered) Free() { n.e.Free() }
