package store

import (
	"sync/atomic"
	"unsafe"
)

// exactWriter inserts states into an Exact.
type exactWriter struct {
	_      [16]uint64 // no cache line in common with another writer
	e      *Exact
	base   uint64 // numbers from here on are new in this level
	hashes [BatchSize]uint64
	homes  [BatchSize]uint64

	next, end uint64 // numbers taken and not yet used
	take      uint64 // how many to take at a time
	from      uint64 // first number used of the current stretch
	ranges    []Portion

	created []int64
	added   uint64
	err     error
	_       [16]uint64
}

// Writer makes a writer for a model with so many rules.
func (e *Exact) Writer(rules int) Writer {
	return &exactWriter{e: e, created: apart(rules)}
}

// apart makes n counters that share no cache line with others.
func apart(n int) []int64 { return make([]int64, n+32)[16 : n+16] }

// Begin starts a level. Numbers set aside in the level before are given up,
// so that all of this level's are above base.
func (w *exactWriter) Begin(take uint64) {
	w.base, w.take = w.e.arena.next.Load(), take
	w.next, w.end, w.from = 0, 0, 0
	w.ranges = w.ranges[:0]
	clear(w.created)
}

// End finishes the writer's part of the level.
func (w *exactWriter) End() error {
	w.closeRange()
	w.next, w.end = 0, 0
	return w.err
}

func (w *exactWriter) Added() uint64 { return w.added }
func (w *exactWriter) Err() error    { return w.err }

func (w *exactWriter) closeRange() {
	if w.next > w.from {
		w.ranges = append(w.ranges, Portion{w.from, w.next})
	}
	w.from = w.next
}

// Insert adds the states of b in three passes over the batch: fetch the
// slots, fetch the states that the slots point to, insert.
func (w *exactWriter) Insert(b *Batch) {
	n := b.N
	b.N = 0
	w.makeRoom()
	if w.err == nil {
		w.lookAhead(b.States, n)
		for i := range n {
			w.insert(b.State(i), w.hashes[i], w.homes[i], b.Rules[i])
		}
	}
	w.e.resize.RUnlock()
}

// makeRoom takes the lock under which a batch is inserted, with room for it.
func (w *exactWriter) makeRoom() {
	w.e.resize.RLock()
	for w.e.arena.next.Load()+BatchSize > w.e.limit && w.err == nil {
		w.e.resize.RUnlock()
		w.growNow()
		w.e.resize.RLock()
	}
}

// growNow makes the table larger in the middle of a level, which Reserve
// could not foresee.
func (w *exactWriter) growNow() {
	w.e.resize.Lock()
	defer w.e.resize.Unlock()
	if w.e.arena.next.Load()+BatchSize > w.e.limit {
		w.err = w.e.rehash(w.e.within(grown(w.e.size), w.e.arena.next.Load()+BatchSize), 1)
	}
}

// lookAhead hashes the first n of the states and fetches what inserting them
// will touch.
func (w *exactWriter) lookAhead(states []uint64, n int) {
	e := w.e
	for i := range n {
		h := Hash(states[:e.words], e.seed)
		states = states[e.words:]
		at := e.home(h)
		w.hashes[i], w.homes[i] = h, at
		prefetch(unsafe.Pointer(&e.table[at]))
	}
	for i := range n {
		slot := atomic.LoadUint64(&e.table[w.homes[i]])
		if slot != 0 && slot>>tagShift == tagOf(w.hashes[i]) {
			prefetch(e.arena.at(slot&numberMask - 1))
		}
	}
}

// tagOf is the part of a hash that a slot keeps.
func tagOf(h uint64) uint64 { return h & (1<<tagBits - 1) }

// insert puts a state with hash h, at home in slot at, into the set, or
// credits the one that is already there to the rule. It returns the state's
// number.
func (w *exactWriter) insert(state []uint64, h, at uint64, rule uint8) uint64 {
	e := w.e
	tag := tagOf(h)
	for {
		slot := atomic.LoadUint64(&e.table[at])
		switch {
		case slot == 0:
			if w.claim(at, tag, state, rule) {
				return w.next - 1
			}
			continue // somebody took the slot: look at it again
		case slot>>tagShift == tag && same(e.arena.at(slot&numberMask-1), state):
			number := slot&numberMask - 1
			if number >= w.base {
				w.credit(at, slot, rule)
			}
			return number
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
func (w *exactWriter) claim(at, tag uint64, state []uint64, rule uint8) bool {
	if w.next == w.end {
		w.closeRange()
		first, err := w.e.arena.take(w.take)
		if err != nil {
			w.err = err
			return true // the search stops at the error
		}
		w.next, w.end, w.from = first, first+w.take, first
	}
	p := w.e.arena.at(w.next)
	for _, x := range state { // not copy: a call would cost more than the words
		*(*uint64)(p) = x
		p = unsafe.Add(p, 8)
	}
	slot := tag<<tagShift | uint64(rule)<<numberBits | (w.next + 1)
	if !atomic.CompareAndSwapUint64(&w.e.table[at], 0, slot) {
		return false
	}
	w.next++
	w.added++
	w.created[rule]++
	return true
}

// credit moves a state of this level to an earlier rule, so that the counts
// do not depend on which worker came first.
func (w *exactWriter) credit(at, slot uint64, rule uint8) {
	for {
		had := uint8(slot >> numberBits & ruleMask)
		if had <= rule {
			return
		}
		moved := slot&^(ruleMask<<numberBits) | uint64(rule)<<numberBits
		if atomic.CompareAndSwapUint64(&w.e.table[at], slot, moved) {
			w.created[had]--
			w.created[rule]++
			return
		}
		slot = atomic.LoadUint64(&w.e.table[at])
	}
}
