package store

import (
	"slices"
	"sync/atomic"
	"unsafe"

	"mc/explorer/internal/runs"
)

// view is what look has to know of an Exact. Its layout is known to the
// assembly.
type view struct {
	table  unsafe.Pointer
	chunks unsafe.Pointer // of the arena
	shift  uint64
	mask   uint64
	stride uint64 // bytes of a state
}

func (e *Exact) view() view {
	a := e.arena
	return view{unsafe.Pointer(&e.table[0]), unsafe.Pointer(&a.chunks[0]), uint64(a.shift), a.mask, uint64(a.words) * 8}
}

// What look has found of a state: the first slot of its home line that has its
// tag, or else the first that is empty; or that the line is full of others.
const (
	elsewhere = lineSlots + iota
	unknown   // the table has grown since
)

func lookPlain(v *view, s *stage) {
	for i := range s.n {
		line := (*[lineSlots]uint64)(unsafe.Add(v.table, s.homes[i]*lineSlots*8))
		tag := tagOf(s.hashes[i])
		found := uint8(elsewhere)
		for k := range line {
			slot := atomic.LoadUint64(&line[k])
			if slot == 0 {
				found = uint8(k)
				break
			}
			if slot>>tagShift == tag {
				number := slot&numberMask - 1
				chunk := *(*unsafe.Pointer)(unsafe.Add(v.chunks, number>>v.shift*8))
				prefetch(unsafe.Add(chunk, number&v.mask*v.stride))
				found = uint8(k)
				break
			}
		}
		s.found[i] = found
	}
}

// Nobody is what Find gives for a state that is not in the set.
const Nobody = ^uint64(0)

// Top is a number that is above that of every state. Not every number below is
// a state's.
func (e *Exact) Top() uint64 { return e.arena.next.Load() }

// State is the packed state with the given number.
func (e *Exact) State(number uint64) []uint64 { return e.state(number) }

// Find appends to numbers that of each of some packed states, one behind the
// other. It must not run beside inserts.
func (e *Exact) Find(states []uint64, numbers []uint64) []uint64 {
	for len(states) > 0 {
		n := min(len(states), BatchSize*e.words)
		numbers = e.find(states[:n], numbers)
		states = states[n:]
	}
	return numbers
}

// find looks for a batch: what it will touch is fetched before it is needed.
func (e *Exact) find(states []uint64, numbers []uint64) []uint64 {
	var hashes [BatchSize]uint64
	n := 0
	for rest := states; len(rest) > 0; rest = rest[e.words:] {
		hashes[n] = Hash(rest[:e.words], e.seed)
		prefetch(unsafe.Pointer(e.line(e.home(hashes[n]))))
		n++
	}
	for i := range n {
		e.ahead(hashes[i])
	}
	for i := range n {
		numbers = append(numbers, e.number(states[i*e.words:(i+1)*e.words], hashes[i]))
	}
	return numbers
}

// ahead fetches the state that a hash's home line most likely points to.
func (e *Exact) ahead(h uint64) {
	tag := tagOf(h)
	for _, slot := range e.line(e.home(h)) {
		if slot == 0 {
			return
		}
		if slot>>tagShift == tag {
			prefetch(e.arena.at(slot&numberMask - 1))
			return
		}
	}
}

// number is that of a state with hash h.
func (e *Exact) number(state []uint64, h uint64) uint64 {
	tag := tagOf(h)
	for at := e.home(h); ; at = e.after(at) {
		for _, slot := range e.line(at) {
			if slot == 0 {
				return Nobody
			}
			if slot>>tagShift == tag && same(e.arena.at(slot&numberMask-1), state) {
				return slot&numberMask - 1
			}
		}
	}
}

// Copy makes an exact set of the states of some levels, with levels of its own,
// in so much memory; 0 is no limit.
func Copy(levels []Level, words int, memory uint64) (*Exact, []Level, error) {
	e, err := NewExact(words, 0)
	if err != nil {
		return nil, nil, err
	}
	e.Limit(memory)
	copies, err := e.copied(levels)
	if err != nil {
		e.Free()
		return nil, nil, err
	}
	return e, copies, nil
}

// copied adds levels of another set.
func (e *Exact) copied(levels []Level) (copies []Level, err error) {
	words := e.arena.words
	w, b := e.Writer(1), NewBatch(words)
	buf := make([]uint64, runs.BlockRecords*words) // a portion of a file is a block
	for _, level := range levels {
		w.Begin(min(1024, max(16, level.Size()/64)))
		for _, p := range level.Cut(BatchSize) {
			states, err := level.Read(p, buf)
			if err != nil {
				return nil, err
			}
			for batch := range slices.Chunk(states, BatchSize*words) {
				b.N = copy(b.States, batch) / words
				w.Insert(b)
			}
		}
		w.Flush()
		if err := w.End(); err != nil {
			return nil, err
		}
		one, _, err := e.EndLevel([]Writer{w})
		if err != nil {
			return nil, err
		}
		copies = append(copies, one)
	}
	return copies, nil
}
