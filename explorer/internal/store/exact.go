package store

import (
	"fmt"
	"math/bits"
	"sync"
	"sync/atomic"
	"unsafe"

	"mc/explorer/internal/mem"
)

// Layout of a slot, from the low end: number+1 (0 = empty), rule, tag.
const (
	numberBits = 34
	ruleBits   = 7
	numberMask = 1<<numberBits - 1
	ruleMask   = 1<<ruleBits - 1
	tagShift   = numberBits + ruleBits
	tagBits    = 64 - tagShift

	// MaxRules is the number of rules that a slot can tell apart.
	MaxRules = 1 << ruleBits
)

// Exact is a set of packed states without any omission.
type Exact struct {
	arena *arena
	words int
	seed  uint64

	table []uint64 // slots
	size  uint64   // len(table)
	limit uint64   // states at which the table grows
	most  uint64   // slots beyond which it grows no more than it must; 0 = no limit

	resize sync.RWMutex // held for reading during a batch of inserts
}

// firstSlots is the size that a table starts with: 64 kilobytes.
const firstSlots = 1 << 13

// NewExact makes an empty set of states of so many words.
func NewExact(words int, seed uint64) (*Exact, error) {
	e := &Exact{arena: newArena(words), words: words, seed: seed}
	return e, e.setTable(firstSlots)
}

func (e *Exact) setTable(slots uint64) error {
	t, err := mem.Words(int(slots))
	if err != nil {
		return err
	}
	e.table, e.size, e.limit = t, slots, capacity(slots)
	return nil
}

// capacity is the number of states that so many slots hold before the table
// grows: a load of 0.85.
func capacity(slots uint64) uint64 { return slots / 100 * 85 }

// Name is "exact".
func (e *Exact) Name() string { return "exact" }

// Omission is 0: states are compared whole.
func (e *Exact) Omission() float64 { return 0 }

// Free gives all memory back.
func (e *Exact) Free() {
	mem.Free(e.table)
	e.arena.free()
	e.table = nil
}

// Bytes is the memory of table and arena.
func (e *Exact) Bytes() uint64 {
	return atomic.LoadUint64(&e.size)*8 + e.arena.next.Load()*uint64(e.words)*8
}

// state is the packed state with the given number.
func (e *Exact) state(number uint64) []uint64 {
	return unsafe.Slice((*uint64)(e.arena.at(number)), e.words)
}

func (e *Exact) home(h uint64) uint64 {
	hi, _ := bits.Mul64(h, e.size)
	return hi
}

// Reserve grows the table if so many more states would overfill it.
func (e *Exact) Reserve(more uint64, workers int) error {
	states := e.arena.next.Load()
	if states+more <= e.limit {
		return nil
	}
	return e.rehash(e.within(max(roomFor(states, more), grown(e.size)), states+more), workers)
}

// roomFor is the number of slots for a set of so many states that is about to
// get more. Each growth moves every entry, so there is room to spare; less of
// it where memory counts.
func roomFor(states, more uint64) uint64 {
	spare := 3 * more
	if states > 8<<20 {
		spare = more / 4
	}
	return (states + more + spare) / 85 * 100
}

// grown is the next size of a table: fourfold while memory is no matter, then
// by a quarter.
func grown(slots uint64) uint64 {
	if slots < 4<<20 {
		return slots * 4
	}
	return slots + slots/4
}

// within is the size that was wished for, or, if memory does not allow that,
// what so many states need and a little more.
func (e *Exact) within(wish, states uint64) uint64 {
	if e.most == 0 || wish <= e.most {
		return wish
	}
	return max(e.most, states/85*100+firstSlots, e.size+e.size/4)
}

// rehash moves every entry to a table of the given size. Entries keep their
// order, so both tables are walked from front to back and the pages behind
// are given up as soon as they are done with.
func (e *Exact) rehash(slots uint64, workers int) error {
	old := e.table
	if err := e.setTable(slots); err != nil {
		return fmt.Errorf("store: growing the table to %d slots: %w", slots, err)
	}
	if len(old) < 1<<16 {
		workers = 1
	}
	var wg sync.WaitGroup
	part := (len(old) + workers - 1) / workers
	for from := 0; from < len(old); from += part {
		piece := old[from:min(from+part, len(old))]
		wg.Go(func() { e.move(piece) })
	}
	wg.Wait()
	mem.Free(old)
	return nil
}

// forgetEvery words of an old table, its pages are given back.
const forgetEvery = 8 << 20 / 8

// moveBatch entries are moved at a time: their states are fetched together,
// then the places they go to.
const moveBatch = 64

func (e *Exact) move(old []uint64) {
	var batch, homes [moveBatch]uint64
	n, kept := 0, 0
	for i, slot := range old {
		if slot != 0 {
			batch[n] = slot
			prefetch(e.arena.at(slot&numberMask - 1))
			if n++; n == moveBatch {
				e.place(&batch, &homes, n)
				n = 0
			}
		}
		if i-kept >= forgetEvery {
			mem.Forget(old[kept:i])
			kept = i
		}
	}
	e.place(&batch, &homes, n)
}

func (e *Exact) place(batch, homes *[moveBatch]uint64, n int) {
	for k := range n {
		homes[k] = e.home(Hash(e.state(batch[k]&numberMask-1), e.seed))
		prefetch(unsafe.Pointer(&e.table[homes[k]]))
	}
	for k := range n {
		i := homes[k]
		for !atomic.CompareAndSwapUint64(&e.table[i], 0, batch[k]) {
			if i++; i == e.size {
				i = 0
			}
		}
	}
}

// arenaLevel is a level whose states lie in an arena.
type arenaLevel struct {
	arena *arena
	parts []Portion // of state numbers
	size  uint64
}

// EndLevel collects the numbers that the writers used.
func (e *Exact) EndLevel(writers []Writer) (Level, []int64, error) {
	l := &arenaLevel{arena: e.arena}
	var created []int64
	for _, w := range writers {
		x := w.(*exactWriter)
		l.parts = append(l.parts, x.ranges...)
		x.ranges = nil
		if created == nil {
			created = make([]int64, len(x.created))
		}
		for i, n := range x.created {
			created[i] += n
		}
	}
	for _, p := range l.parts {
		l.size += p.To - p.From
	}
	return l, created, nil
}

// Size is the number of states.
func (l *arenaLevel) Size() uint64 { return l.size }

// Cut divides the level so that no portion crosses from one chunk of the
// arena to the next.
func (l *arenaLevel) Cut(max uint64) (portions []Portion) {
	for _, p := range l.parts {
		for from := p.From; from < p.To; {
			to := min(from+max, p.To, (from|l.arena.mask)+1)
			portions = append(portions, Portion{from, to})
			from = to
		}
	}
	return portions
}

// Read returns the states in place.
func (l *arenaLevel) Read(p Portion, _ []uint64) ([]uint64, error) {
	return unsafe.Slice((*uint64)(l.arena.at(p.From)), int(p.To-p.From)*l.arena.words), nil
}
