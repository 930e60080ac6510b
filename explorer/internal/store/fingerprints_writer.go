package store

import (
	"sync/atomic"
	"unsafe"

	"mc/explorer/internal/parts"
)

// fingerprintWriter inserts states into Fingerprints.
type fingerprintWriter struct {
	_      [16]uint64 // no cache line in common with another writer
	f      *Fingerprints
	folder parts.Folder
	file   *parts.Writer // of the level at hand

	waiting *stage            // a batch whose lines are being fetched
	high    [BatchSize]uint64 // the other halves of its hashes, if wide

	alone   bool // there is no other writer
	created []int64
	added   uint64
	err     error
	_       [16]uint64
}

// Writer makes a writer for a model with so many rules, the same for all.
func (f *Fingerprints) Writer(rules int) Writer {
	w := &fingerprintWriter{f: f, folder: f.files, created: apart(rules)}
	w.waiting = &stage{states: make([]uint64, BatchSize*f.files.Words)}
	w.folder.Next = uint64(f.writers) << 32 // names of its own
	f.writers++
	f.rules = max(f.rules, uint64(rules))
	return w
}

func (w *fingerprintWriter) Begin(uint64)  { w.alone = w.f.writers == 1 }
func (w *fingerprintWriter) End() error    { return w.err }
func (w *fingerprintWriter) Added() uint64 { return w.added }
func (w *fingerprintWriter) Err() error    { return w.err }

// Insert takes over the states of b. They reach the table one batch later, or
// by Flush.
func (w *fingerprintWriter) Insert(b *Batch) {
	w.f.resize.RLock()
	w.insertAll(w.waiting)
	w.waiting.take(b)
	w.fetch(w.waiting)
	w.f.resize.RUnlock()
}

// Flush inserts what is on its way.
func (w *fingerprintWriter) Flush() {
	w.f.resize.RLock()
	w.insertAll(w.waiting)
	w.f.resize.RUnlock()
}

// fetch hashes the states and fetches their home lines.
func (w *fingerprintWriter) fetch(s *stage) {
	f := w.f
	states := s.states
	for i := range s.n {
		h := Hash(states[:f.files.Words], f.seed)
		s.hashes[i], s.homes[i] = h, f.home(h)
		if f.wide {
			w.high[i] = max(1, Hash(states[:f.files.Words], f.seed^0x5bd1e9955bd1e995))
		}
		states = states[f.files.Words:]
	}
	prefetchLines(&f.table[0], &s.homes[0], s.n)
	if f.wide {
		prefetchLines(&f.high[0], &s.homes[0], s.n)
	}
	s.lines = f.lines
}

// makeRoom makes sure, under the lock for reading, that a batch fits, and turns
// a stage to the table if that has grown since.
func (w *fingerprintWriter) makeRoom(s *stage) {
	f := w.f
	for f.count.Load()+BatchSize*uint64(f.writers) > f.limit && w.err == nil {
		f.resize.RUnlock()
		w.growNow()
		f.resize.RLock()
	}
	if s.lines != f.lines {
		for i, h := range s.hashes[:s.n] {
			s.homes[i] = f.home(h)
		}
		s.lines = f.lines
	}
}

func (w *fingerprintWriter) growNow() {
	w.f.resize.Lock()
	defer w.f.resize.Unlock()
	f := w.f
	if f.count.Load()+BatchSize*uint64(f.writers) <= f.limit {
		return
	}
	slots := f.affordable(grown(f.size))
	if slots <= f.size+f.size/32 {
		w.err = ErrFull
		return
	}
	w.err = f.rehash(slots, 1)
}

// insertAll inserts the states of a stage and empties it. Mostly what seek has
// found is still so, and then the line need not be searched again.
func (w *fingerprintWriter) insertAll(s *stage) {
	if s.n == 0 {
		return
	}
	f, before := w.f, w.added
	if w.makeRoom(s); w.err != nil {
		s.n = 0
		return
	}
	seek(&f.table[0], s)
	for i, words := 0, f.files.Words; i < s.n; i++ {
		if w.insert(s, i) {
			w.keep(s.states[i*words : (i+1)*words])
			w.created[s.rules[i]]++
			w.added++
		}
	}
	if w.added > before {
		f.count.Add(w.added - before)
		if w.file != nil {
			w.file.Plain(f.hasRoom())
		}
	}
	s.n = 0
}

// insert adds a hash, or credits the one that is there to the rule.
func (w *fingerprintWriter) insert(s *stage, i int) (fresh bool) {
	f, found, print := w.f, s.found[i], printOf(s.hashes[i])
	if found >= elsewhere {
		return w.search(s, i, f.after(s.homes[i], print), print+1)
	}
	at := s.homes[i]*lineSlots + uint64(found)
	p := &f.table[at]
	slot, mark := atomic.LoadUint64(p), f.fresh+uint64(s.rules[i])
	if slot>>printMarkBits == print && slot != 0 && (!f.wide || f.highAt(at) == w.high[i]) {
		if slot&printMarkMask > mark {
			w.credit(p, slot, mark)
		}
		return false
	}
	if slot == 0 && w.publish(p, print<<printMarkBits|mark) {
		if f.wide {
			atomic.StoreUint64(&f.high[at], w.high[i])
		}
		return true
	}
	return w.search(s, i, s.homes[i], print)
}

// search is insert from a line on, in which the slot would have so much above
// its mark.
func (w *fingerprintWriter) search(s *stage, i int, line, print uint64) (fresh bool) {
	f, mark := w.f, w.f.fresh+uint64(s.rules[i])
	for ; ; line, print = f.after(line, print), print+1 {
		for k := uint64(0); k < lineSlots; k++ {
			at := line*lineSlots + k
			p := &f.table[at]
			slot := atomic.LoadUint64(p)
			if slot == 0 {
				if w.publish(p, print<<printMarkBits|mark) {
					if f.wide {
						atomic.StoreUint64(&f.high[at], w.high[i])
					}
					return true
				}
				slot = atomic.LoadUint64(p)
			}
			if slot>>printMarkBits == print && (!f.wide || f.highAt(at) == w.high[i]) {
				w.credit(p, slot, mark)
				return false
			}
		}
		if print&printDetourMask == printDetourMask {
			w.err = ErrFull
			return false
		}
	}
}

// highAt is the other half of an occupied slot; it waits for the one who
// occupied it.
func (f *Fingerprints) highAt(at uint64) uint64 {
	for {
		if h := atomic.LoadUint64(&f.high[at]); h != 0 {
			return h
		}
	}
}

// publish writes a slot that is empty; it fails if another writer was first. Who
// is alone needs no locked instruction for it.
func (w *fingerprintWriter) publish(p *uint64, slot uint64) bool {
	if w.alone {
		*p = slot
		return true
	}
	return atomic.CompareAndSwapUint64(p, 0, slot)
}

// credit moves a state of this level to an earlier rule.
func (w *fingerprintWriter) credit(p *uint64, slot, mark uint64) {
	for slot&printMarkMask > mark {
		if atomic.CompareAndSwapUint64(p, slot, slot&^printMarkMask|mark) {
			w.created[slot&printMarkMask-w.f.fresh]--
			w.created[mark-w.f.fresh]++
			return
		}
		slot = atomic.LoadUint64(p)
	}
}

// plainBytes is how much of the levels is written as it is: compressing states and
// reading them again takes a tenth of the time of a run, and a disk has so much
// room. What follows is a quarter to a half as large.
const plainBytes = 1 << 29

// hasRoom tells whether the levels have not grown beyond that.
func (f *Fingerprints) hasRoom() bool {
	return f.count.Load()*uint64(f.files.Words)*8 < f.plain
}

// keep writes a new state to the level's file.
func (w *fingerprintWriter) keep(state []uint64) {
	if w.file == nil {
		if w.file, w.err = w.folder.Create("level", parts.Saved{}); w.err != nil {
			return
		}
		w.file.Plain(w.f.hasRoom())
	}
	if err := w.file.Add(state, 0); err != nil && w.err == nil {
		w.err = err
	}
}

// seekPlain finds out where the states of a stage stand in their home lines:
// in the slot that has their hash, or else the first that is empty.
func seekPlain(table *uint64, s *stage) {
	for i := range s.n {
		line := (*[lineSlots]uint64)(unsafe.Add(unsafe.Pointer(table), s.homes[i]*lineSlots*8))
		print := printOf(s.hashes[i])
		s.found[i] = elsewhere
		for k := range line {
			if slot := atomic.LoadUint64(&line[k]); slot == 0 || slot>>printMarkBits == print {
				s.found[i] = uint8(k)
				break
			}
		}
	}
}
