package store

import (
	"math/bits"
	"sync"
	"sync/atomic"
	"unsafe"

	"mc/explorer/internal/mem"
)

// Layout of a slot, from the low end: number+1 (0 = empty), rule, detour, tag.
const (
	numberBits = 34
	ruleBits   = 7
	detourBits = 2 // how many lines behind its home line the slot is
	tagBits    = 64 - numberBits - ruleBits - detourBits

	numberMask  = 1<<numberBits - 1
	ruleMask    = 1<<ruleBits - 1
	detourShift = numberBits + ruleBits
	far         = 1<<detourBits - 1 // this much or more
	tagShift    = detourShift + detourBits
	tagMask     = 1<<tagBits - 1

	// MaxRules is the number of rules that a slot can tell apart.
	MaxRules = 1 << ruleBits
)

// lineSlots slots are a cache line. A state is looked for in all of its home
// line before the next is fetched.
const lineSlots = 8

// The high placeBits bits of a hash are a state's place. It decides the home
// line, and its low end is the tag: so the whole place follows from the home
// line and the tag, if there are lines enough, and with it where the state
// belongs in a table of another size.
const (
	placeBits  = 38
	manyLines  = 1 << (placeBits - tagBits)
	placeShift = 64 - placeBits
)

// Exact is a set of packed states without any omission.
type Exact struct {
	arena *arena
	words int
	seed  uint64

	table []uint64 // slots
	size  uint64   // len(table)
	lines uint64   // of the table
	limit uint64   // states at which the table grows
	most  uint64   // slots beyond which it grows no more than it must; 0 = no limit
	spend *budget

	writers int // that were made

	resize  sync.RWMutex // held for reading while inserting
	growing atomic.Int32 // goroutines that want it for writing
}

// firstSlots is the size that a table starts with: 64 kilobytes.
const firstSlots = 1 << 13

// NewExact makes an empty set of states of so many words.
func NewExact(words int, seed uint64) (*Exact, error) { return newExact(words, 0, seed) }

// newExact makes an empty set that keeps so many words more with each state.
func newExact(words, more int, seed uint64) (*Exact, error) {
	e := &Exact{arena: newArena(words + more), words: words, seed: seed}
	e.spend = &budget{used: e.Bytes}
	return e, e.setTable(firstSlots)
}

// Limit bounds the memory of the set; it must not run beside inserts.
func (e *Exact) Limit(bytes uint64) { e.spend.most = bytes }

func (e *Exact) setTable(slots uint64) error {
	slots = (slots + lineSlots - 1) &^ (lineSlots - 1)
	t, err := mem.Words(int(slots))
	if err != nil {
		return err
	}
	e.table, e.lines, e.limit = t, slots/lineSlots, capacity(slots)
	atomic.StoreUint64(&e.size, slots) // Bytes may be asked for at any time
	return nil
}

// capacity is the number of states that so many slots hold before the table
// grows: a load of 7/8.
func capacity(slots uint64) uint64 { return slots - slots/8 }

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
	return atomic.LoadUint64(&e.size)*8 + e.arena.next.Load()*uint64(e.arena.words)*8
}

// state is the packed state with the given number.
func (e *Exact) state(number uint64) []uint64 {
	return unsafe.Slice((*uint64)(e.arena.at(number)), e.words)
}

// home is the line in which a state with this hash is looked for first.
func (e *Exact) home(h uint64) uint64 { return lineOf(h, e.lines) }

func lineOf(h, lines uint64) uint64 {
	hi, _ := bits.Mul64(h>>placeShift<<placeShift, lines)
	return hi
}

// after is the line behind line i.
func (e *Exact) after(i uint64) uint64 {
	if i++; i == e.lines {
		return 0
	}
	return i
}

// tagOf is the part of a hash that a slot keeps.
func tagOf(h uint64) uint64 { return h >> placeShift & tagMask }

// line is a line of the table.
func (e *Exact) line(i uint64) *[lineSlots]uint64 {
	return (*[lineSlots]uint64)(unsafe.Pointer(&e.table[i*lineSlots]))
}

// Reserve grows the table if it has no room for the next level.
func (e *Exact) Reserve(next, later uint64, workers int) error {
	states := e.arena.next.Load()
	if enough(e.limit, states+next, later) {
		return nil
	}
	slots := e.affordable(e.within(wish(e.size, states+next, later), states+next))
	if slots <= e.size {
		return nil // the guess may be too high; a writer will see
	}
	return e.rehash(slots, workers)
}

// affordable is the size that was wished for, or what memory allows.
func (e *Exact) affordable(wish uint64) uint64 {
	return e.spend.afford(wish, e.Bytes(), 8, capacity(8)*uint64(e.arena.words)*8)
}

// enough tells whether a table with that limit need not grow yet for so many
// states and perhaps more later. While memory is no matter it grows early: the
// fewer states there are, the less it costs.
func enough(limit, states, later uint64) bool {
	return states <= limit && (limit > smallTable || states+later <= limit)
}

// smallTable is the number of slots up to which memory is no matter.
const smallTable = 4 << 20

// wish is the size to which a table of so many slots should grow that is to
// hold so many states, and later perhaps more: with room for those, but no
// more than four times as large on a guess.
func wish(slots, states, later uint64) uint64 {
	return max(slotsFor(states), min(slotsFor(states+later), 4*slots), grown(slots))
}

// slotsFor is the least number of slots for so many states.
func slotsFor(states uint64) uint64 { return states/7*8 + firstSlots }

// grown is the next size of a table: fourfold while memory is no matter, then
// by a half, then by a quarter.
func grown(slots uint64) uint64 {
	switch {
	case slots < smallTable:
		return slots * 4
	case slots < 64<<20:
		return slots + slots/2
	}
	return slots + slots/4
}

// within is the size that was wished for, or, if memory does not allow that,
// what so many states need and a little more.
func (e *Exact) within(wish, states uint64) uint64 {
	if e.most == 0 || wish <= e.most {
		return wish
	}
	return max(e.most, slotsFor(states), e.size+e.size/4)
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
