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

	resize sync.RWMutex // held for reading during a batch of inserts
}

// firstSlots is the size that a table starts with: 64 kilobytes.
const firstSlots = 1 << 13

// New makes an empty set of states of so many words.
func New(words int, seed uint64) (*Exact, error) {
	e := &Exact{arena: newArena(words), words: words, seed: seed}
	return e, e.setTable(firstSlots)
}

func (e *Exact) setTable(slots uint64) error {
	t, err := mem.Words(int(slots))
	if err != nil {
		return err
	}
	e.table, e.size, e.limit = t, slots, slots/100*85
	return nil
}

// Free gives all memory back. The set must not be used afterwards.
func (e *Exact) Free() {
	mem.Free(e.table)
	e.arena.free()
	e.table = nil
}

// Len is the number of state numbers handed out so far; every state inserted
// later gets a number that is not less.
func (e *Exact) Len() uint64 { return e.arena.next.Load() }

// Bytes is the memory that the set uses.
func (e *Exact) Bytes() uint64 {
	return e.size*8 + e.arena.next.Load()*uint64(e.words)*8
}

// State is the packed state with the given number.
func (e *Exact) State(number uint64) []uint64 {
	return unsafe.Slice((*uint64)(e.arena.at(number)), e.words)
}

func (e *Exact) home(h uint64) uint64 {
	hi, _ := bits.Mul64(h, e.size)
	return hi
}

// Reserve makes room for so many states in all, with the help of so many
// goroutines. It must not run beside inserts.
func (e *Exact) Reserve(states uint64, workers int) error {
	if states <= e.limit {
		return nil
	}
	slots := e.size
	for slots/100*85 < states {
		slots = grown(slots)
	}
	return e.rehash(slots, workers)
}

// grown is the next size of a table: fourfold while memory is no matter, then
// by half.
func grown(slots uint64) uint64 {
	if slots < 8<<20 {
		return slots * 4
	}
	return slots + slots/2
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

// moveBatch entries are moved at a time, their states prefetched together.
const moveBatch = 64

func (e *Exact) move(old []uint64) {
	const forgetEvery = 8 << 20 / 8 // words
	var batch [moveBatch]uint64
	n, kept := 0, 0
	for i, slot := range old {
		if slot != 0 {
			batch[n] = slot
			prefetch(e.arena.at(slot&numberMask - 1))
			if n++; n == moveBatch {
				e.place(batch[:n])
				n = 0
			}
		}
		if i-kept >= forgetEvery {
			mem.Forget(old[kept:i])
			kept = i
		}
	}
	e.place(batch[:n])
}

func (e *Exact) place(batch []uint64) {
	for _, slot := range batch {
		i := e.home(Hash(e.State(slot&numberMask-1), e.seed))
		for !atomic.CompareAndSwapUint64(&e.table[i], 0, slot) {
			if i++; i == e.size {
				i = 0
			}
		}
	}
}
