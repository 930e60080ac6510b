package store

import (
	"sync/atomic"
	"unsafe"
)

// exactWriter inserts states into an Exact.
type exactWriter struct {
	_    [16]uint64 // no cache line in common with another writer
	e    *Exact
	base uint64 // numbers from here on are new in this level

	pipeline
	held  bool // the lock on the table
	alone bool // there is no other writer

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
	e.writers++
	return &exactWriter{e: e, created: apart(rules)}
}

// apart makes n counters that share no cache line with others.
func apart(n int) []int64 { return make([]int64, n+32)[16 : n+16] }

// Begin starts a level. Numbers set aside in the level before are given up,
// so that all of this level's are above base.
func (w *exactWriter) Begin(take uint64) {
	w.base, w.take = w.e.arena.next.Load(), take
	w.next, w.end, w.from = 0, 0, 0
	w.alone = w.e.writers == 1
	w.ranges = w.ranges[:0]
	clear(w.created)
}

// End finishes the writer's part of the level. Numbers that were set aside last
// of all are given back: in small levels they would be most of all.
func (w *exactWriter) End() error {
	w.closeRange()
	if w.next < w.end {
		w.e.arena.next.CompareAndSwap(w.end, w.next)
	}
	w.next, w.end = 0, 0
	return w.err
}

func (w *exactWriter) Added() uint64 { return w.added }
func (w *exactWriter) Err() error    { return w.err }

func (w *exactWriter) closeRange() {
	switch n := len(w.ranges); {
	case w.next == w.from:
	case n > 0 && w.ranges[n-1].To == w.from:
		w.ranges[n-1].To = w.next
	default:
		w.ranges = append(w.ranges, Portion{w.from, w.next})
	}
	w.from = w.next
}

// makeRoom makes sure, under the lock for reading, that a batch fits. It gives
// the lock up for a moment to whoever has to grow the table.
func (w *exactWriter) makeRoom() {
	e := w.e
	if e.growing.Load() > 0 {
		e.resize.RUnlock()
		e.resize.RLock()
	}
	for e.arena.next.Load()+BatchSize > e.limit && w.err == nil {
		e.resize.RUnlock()
		w.growNow()
		e.resize.RLock()
	}
}

// growNow makes the table larger in the middle of a level, which Reserve
// could not foresee.
func (w *exactWriter) growNow() {
	e := w.e
	e.growing.Add(1)
	e.resize.Lock()
	defer e.resize.Unlock()
	e.growing.Add(-1)
	if e.arena.next.Load()+BatchSize <= e.limit {
		return
	}
	slots := e.affordable(e.within(grown(e.size), e.arena.next.Load()+BatchSize))
	if slots <= e.size+e.size/32 {
		w.err = ErrFull
		return
	}
	w.err = e.rehash(slots, 1)
}

// insert puts a state with hash h into the set, or credits the one that is
// already there to the rule. It looks from line at on, which is so many lines
// behind the state's home. It returns the state's number.
func (w *exactWriter) insert(state []uint64, h, at, detour uint64, rule uint8) uint64 {
	e := w.e
	for tag := tagOf(h); ; detour++ {
		line := e.line(at)
		for k := uint64(0); k < lineSlots; {
			p := &line[k]
			slot := atomic.LoadUint64(p)
			if slot == 0 {
				if w.claim(p, tag<<tagShift|min(detour, far)<<detourShift, state, rule) {
					return w.next - 1
				}
				continue // somebody took the slot: look at it again
			}
			if slot>>tagShift == tag && same(e.arena.at(slot&numberMask-1), state) {
				number := slot&numberMask - 1
				if number >= w.base {
					w.credit(p, slot, rule)
				}
				return number
			}
			k++
		}
		at = e.after(at)
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
func (w *exactWriter) claim(at *uint64, slot uint64, state []uint64, rule uint8) bool {
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
	slot |= uint64(rule)<<numberBits | (w.next + 1)
	if !w.publish(at, slot) {
		return false
	}
	w.next++
	w.added++
	w.created[rule]++
	return true
}

// publish writes a slot that is empty; it fails if another writer was first. Who
// is alone needs no locked instruction for it.
func (w *exactWriter) publish(at *uint64, slot uint64) bool {
	if !w.alone {
		return atomic.CompareAndSwapUint64(at, 0, slot)
	}
	if *at != 0 {
		return false
	}
	*at = slot
	return true
}

// credit moves a state of this level to an earlier rule, so that the counts
// do not depend on which worker came first.
func (w *exactWriter) credit(at *uint64, slot uint64, rule uint8) {
	for {
		had := uint8(slot >> numberBits & ruleMask)
		if had <= rule {
			return
		}
		moved := slot&^(ruleMask<<numberBits) | uint64(rule)<<numberBits
		if atomic.CompareAndSwapUint64(at, slot, moved) {
			w.created[had]--
			w.created[rule]++
			return
		}
		slot = atomic.LoadUint64(at)
	}
}
