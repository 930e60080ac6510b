package store

import (
	"sync/atomic"
	"unsafe"
)

// batchSize candidates are inserted at a time, so that the misses of their
// slots and states overlap.
const batchSize = 64

// Range is a run of consecutive state numbers.
type Range struct{ From, To uint64 }

// Writer inserts states into an Exact on behalf of one goroutine. Candidates
// are gathered and inserted in batches; Flush inserts the rest.
type Writer struct {
	e    *Exact
	base uint64 // numbers from here on are new in this level

	n      int
	states []uint64 // batchSize packed states
	hashes [batchSize]uint64
	rules  [batchSize]uint8

	next, end uint64 // numbers taken and not yet used
	take      uint64 // how many to take at a time
	from      uint64 // first number used of the current stretch

	// New counts, by rule, the states that are credited to it: those that no
	// earlier rule of the model reaches in the same level.
	New []int64
	// Added counts the states that this writer was the first to insert.
	Added uint64
	// Ranges are the numbers of the states inserted in this level.
	Ranges []Range
	err    error
}

// NewWriter makes a writer for a model with so many rules.
func (e *Exact) NewWriter(rules int) *Writer {
	return &Writer{e: e, states: make([]uint64, batchSize*e.words), New: make([]int64, rules)}
}

// Begin starts a level: states inserted from now on are new in it. take is
// the number of state numbers to set aside at a time.
func (w *Writer) Begin(take uint64) {
	w.base, w.take = w.e.Len(), take
	w.next, w.end, w.from = 0, 0, 0
	w.Ranges = w.Ranges[:0]
}

// End finishes a level: Ranges is complete afterwards.
func (w *Writer) End() error {
	w.Flush()
	w.closeRange()
	w.next, w.end = 0, 0
	return w.err
}

func (w *Writer) closeRange() {
	if w.next > w.from {
		w.Ranges = append(w.Ranges, Range{w.from, w.next})
	}
	w.from = w.next
}

// Slot is where the next candidate's words are to be written, before Add.
func (w *Writer) Slot() *uint64 { return &w.states[w.n*w.e.words] }

// Words is the state written at Slot.
func (w *Writer) Words() []uint64 {
	i := w.n * w.e.words
	return w.states[i : i+w.e.words : i+w.e.words]
}

// Add takes the state at Slot as a candidate, reached by the given rule.
func (w *Writer) Add(rule uint16) {
	w.hashes[w.n], w.rules[w.n] = Hash(w.Words(), w.e.seed), uint8(rule)
	if w.n++; w.n == batchSize {
		w.Flush()
	}
}

// Flush inserts the candidates gathered so far.
func (w *Writer) Flush() {
	if w.n == 0 {
		return
	}
	w.e.resize.RLock()
	for w.e.Len()+batchSize > w.e.limit && w.err == nil {
		w.e.resize.RUnlock()
		w.growNow()
		w.e.resize.RLock()
	}
	if w.err == nil {
		w.lookAhead()
		for i := range w.n {
			w.insert(i)
		}
	}
	w.e.resize.RUnlock()
	w.n = 0
}

// growNow makes the table larger in the middle of a level, which Reserve
// could not foresee.
func (w *Writer) growNow() {
	w.e.resize.Lock()
	defer w.e.resize.Unlock()
	if w.e.Len()+batchSize > w.e.limit {
		w.err = w.e.rehash(grown(w.e.size), 1)
	}
}

// lookAhead fetches the slots of the candidates, then the states that they are
// likely to be compared with.
func (w *Writer) lookAhead() {
	e := w.e
	for i := range w.n {
		prefetch(unsafe.Pointer(&e.table[e.home(w.hashes[i])]))
	}
	for i := range w.n {
		h := w.hashes[i]
		slot := atomic.LoadUint64(&e.table[e.home(h)])
		if slot != 0 && slot>>tagShift == h<<(64-tagBits)>>(64-tagBits) {
			prefetch(e.arena.at(slot&numberMask - 1))
		}
	}
}

const tagBits = 64 - tagShift

// insert puts candidate i into the set, or credits the state that is already
// there to the candidate's rule.
func (w *Writer) insert(i int) {
	e := w.e
	h := w.hashes[i]
	state := w.states[i*e.words : (i+1)*e.words]
	tag := h << (64 - tagBits) >> (64 - tagBits)
	at := e.home(h)
	for {
		slot := atomic.LoadUint64(&e.table[at])
		switch {
		case slot == 0:
			if w.claim(at, tag, state, w.rules[i]) {
				return
			}
			continue // somebody took the slot: look at it again
		case slot>>tagShift == tag && same(e.arena.at(slot&numberMask-1), state):
			if slot&numberMask > w.base {
				w.credit(at, slot, w.rules[i])
			}
			return
		}
		if at++; at == e.size {
			at = 0
		}
	}
}

func same(p unsafe.Pointer, state []uint64) bool {
	for _, x := range state {
		if *(*uint64)(p) != x {
			return false
		}
		p = unsafe.Add(p, 8)
	}
	return true
}

// claim writes the state under the next free number and publishes it in the
// empty slot at; it fails if another writer was first.
func (w *Writer) claim(at, tag uint64, state []uint64, rule uint8) bool {
	if w.next == w.end {
		w.closeRange()
		first, err := w.e.arena.take(w.take)
		if err != nil {
			w.err = err
			return true // the search stops at the error
		}
		w.next, w.end, w.from = first, first+w.take, first
	}
	copy(w.e.State(w.next), state)
	slot := tag<<tagShift | uint64(rule)<<numberBits | (w.next + 1)
	if !atomic.CompareAndSwapUint64(&w.e.table[at], 0, slot) {
		return false
	}
	w.next++
	w.Added++
	w.New[rule]++
	return true
}

// credit moves a state of this level to an earlier rule, so that the counts
// do not depend on which worker came first.
func (w *Writer) credit(at, slot uint64, rule uint8) {
	for {
		had := uint8(slot >> numberBits & ruleMask)
		if had <= rule {
			return
		}
		moved := slot&^(ruleMask<<numberBits) | uint64(rule)<<numberBits
		if atomic.CompareAndSwapUint64(&w.e.table[at], slot, moved) {
			w.New[had]--
			w.New[rule]++
			return
		}
		slot = atomic.LoadUint64(&w.e.table[at])
	}
}

// Err is the first failure of this writer.
func (w *Writer) Err() error { return w.err }
