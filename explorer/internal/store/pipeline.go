package store

import (
	"sync/atomic"
	"unsafe"
)

// pipeline holds the batches that are on their way into a table. What they
// will touch is fetched in the meantime: first the lines, then the states that
// the lines point to.
type pipeline struct {
	latest  *stage // its lines are being fetched
	earlier *stage // its states are
	spare   []uint64
	hashes  [BatchSize]uint64 // of those that do not wait
}

// stage is a batch in a pipeline. Its layout is known to the assembly.
type stage struct {
	hashes [BatchSize]uint64
	homes  [BatchSize]uint64 // lines of a table
	lines  uint64            // of that table
	n      int
	states []uint64
	rules  [BatchSize]uint8
	found  [BatchSize]uint8 // by look
}

func (p *pipeline) open(words int) {
	states := func() []uint64 { return make([]uint64, BatchSize*words) }
	p.latest, p.earlier, p.spare = &stage{states: states()}, &stage{states: states()}, states()
}

// take moves the states of b to the stage.
func (s *stage) take(b *Batch) {
	s.n, s.rules = b.N, b.Rules
	s.states, b.States = b.States, s.states
	b.N = 0
}

// Insert takes over the states of b. They reach the table two batches later,
// or by Flush, in the order in which they came.
func (w *exactWriter) Insert(b *Batch) {
	if w.latest == nil {
		w.open(w.e.words)
	}
	if !w.held {
		w.e.resize.RLock()
		w.held = true
	}
	w.makeRoom()
	if w.err == nil {
		w.insertAll(w.earlier)
		w.fetchStates(w.latest)
	}
	w.latest, w.earlier = w.earlier, w.latest
	w.latest.take(b)
	w.fetchLines(w.latest)
}

// Flush inserts what is on its way, and gives up the lock on the table.
func (w *exactWriter) Flush() {
	if w.latest == nil {
		return
	}
	none := Batch{States: w.spare}
	for range 2 {
		w.Insert(&none)
	}
	w.spare = none.States
	w.e.resize.RUnlock()
	w.held = false
}

// fetchLines hashes the states and fetches their home lines, and the part of
// the arena that they may be written to.
func (w *exactWriter) fetchLines(s *stage) {
	e := w.e
	states := s.states
	for i := range s.n {
		h := Hash(states[:e.words], e.seed)
		states = states[e.words:]
		s.hashes[i], s.homes[i] = h, e.home(h)
	}
	prefetchLines(&e.table[0], &s.homes[0], s.n)
	s.lines = e.lines
	if w.next < w.end {
		p := e.arena.at(w.next)
		for at := 0; at < s.n*e.words*8; at += 64 {
			prefetch(unsafe.Add(p, at))
		}
	}
}

// fetchStates looks for the states in the lines that have arrived, and
// fetches those that they may be.
func (w *exactWriter) fetchStates(s *stage) {
	w.e.follow(s)
	v := w.e.view()
	look(&v, s)
}

// follow turns a stage to the table, if that has grown since.
func (e *Exact) follow(s *stage) {
	if s.lines == e.lines {
		return
	}
	for i, h := range s.hashes[:s.n] {
		s.homes[i], s.found[i] = e.home(h), unknown
	}
	s.lines = e.lines
}

// insertAll inserts the states of a stage and empties it. Mostly what look has
// found is still so, and then the line need not be searched again.
func (w *exactWriter) insertAll(s *stage) {
	e := w.e
	e.follow(s)
	words := e.words
	for i := range s.n {
		state := s.states[i*words : (i+1)*words : (i+1)*words]
		at, detour := s.homes[i], uint64(0)
		if found := s.found[i]; found < elsewhere {
			p := &e.line(at)[found%lineSlots]
			slot, tag := atomic.LoadUint64(p), tagOf(s.hashes[i])
			if slot == 0 {
				if w.claim(p, tag<<tagShift, state, s.rules[i]) {
					continue
				}
			} else if number := slot&numberMask - 1; slot>>tagShift == tag && same(e.arena.at(number), state) {
				if number >= w.base {
					w.credit(p, slot, s.rules[i])
				}
				continue
			}
		} else if found == elsewhere {
			at, detour = e.after(at), 1
		}
		w.insert(state, s.hashes[i], at, detour, s.rules[i])
	}
	s.n = 0
}

// lookAhead hashes the first n of the states and fetches their home lines, for
// those that cannot wait in the pipeline.
func (w *exactWriter) lookAhead(states []uint64, n int) {
	e := w.e
	for i := range n {
		h := Hash(states[:e.words], e.seed)
		states = states[e.words:]
		w.hashes[i] = h
		prefetch(unsafe.Pointer(e.line(e.home(h))))
	}
}
