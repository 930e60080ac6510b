package byhand

import (
	"errors"
	"fmt"
	"math/bits"
)

// Counts are what a run found.
type Counts struct {
	Distinct, Generated uint64
	Depth               int
}

const (
	batchSize  = 64
	numberBits = 40
	numberMask = 1<<numberBits - 1
)

// explorer is the set, the frontier and the loop in one.
type explorer struct {
	Constants
	states    []state  // in the order found: a level is a stretch of them
	table     []uint64 // a tag above the state's number plus one
	generated uint64

	batch  [batchSize]state
	hashes [batchSize]uint64
	n      int
	sink   uint64 // keeps the loads that warm the cache from being left out
}

// Explore visits every state, and holds each against both claims about the
// ISR if check is set.
func Explore(c Constants, check bool) (Counts, error) {
	if c.LogSize > 3 || c.MaxRecords > 3 || c.MaxLeaderEpoch > 3 {
		return Counts{}, fmt.Errorf("byhand: the layout has no room for %+v; every bound is at most 3", c)
	}
	x := &explorer{Constants: c, table: words(1 << 16)}
	x.emit(state{b: (1<<brokers - 1) << isrShift})
	x.flush()
	depth := 0
	for from := 0; from < len(x.states); depth++ {
		to := len(x.states)
		for _, s := range x.states[from:to] {
			if check && !s.sound() {
				return Counts{}, errors.New("byhand: a claim is violated")
			}
			x.expand(s)
		}
		x.flush()
		from = to
	}
	return Counts{uint64(len(x.states)), x.generated, depth}, nil
}

func (x *explorer) emit(s state) {
	x.generated++
	x.batch[x.n] = s
	if x.n++; x.n == batchSize {
		x.flush()
	}
}

func hash(s state) uint64 {
	hi, lo := bits.Mul64(s.a^0x9e3779b97f4a7c15, 0xd6e8feb86659fd93)
	h := hi ^ lo ^ bits.RotateLeft64(s.a, 32)
	hi, lo = bits.Mul64(s.b^h, 0xd6e8feb86659fd93)
	h = hi ^ lo ^ bits.RotateLeft64(s.b, 32)
	hi, lo = bits.Mul64(h^0xa0761d6478bd642f, 0xe7037ed1a0b428db)
	return hi ^ lo
}

// home is where a state's slot is looked for first: the high bits.
func (x *explorer) home(h uint64) uint64 { return h >> (65 - uint(bits.Len(uint(len(x.table))))) }

// flush inserts the batch: first the slots are touched, all at once, then the
// states they point to, then each state is looked up.
func (x *explorer) flush() {
	if (len(x.states)+batchSize)*100 > len(x.table)*85 {
		x.grow()
	}
	for i, s := range x.batch[:x.n] {
		x.hashes[i] = hash(s)
	}
	var slots [batchSize]uint64
	for i, h := range x.hashes[:x.n] {
		slots[i] = x.table[x.home(h)]
	}
	warm := uint64(0)
	for i, h := range x.hashes[:x.n] {
		if slots[i] != 0 && (slots[i]^h<<numberBits)>>numberBits == 0 {
			warm += x.states[slots[i]&numberMask-1].a
		}
	}
	x.sink += warm
	for i, s := range x.batch[:x.n] {
		x.insert(s, x.hashes[i])
	}
	x.n = 0
}

func (x *explorer) insert(s state, h uint64) {
	mask := uint64(len(x.table) - 1)
	tag := h << numberBits
	for at := x.home(h); ; at = (at + 1) & mask {
		slot := x.table[at]
		if slot == 0 {
			x.append(s)
			x.table[at] = tag | uint64(len(x.states))
			return
		}
		if (slot^tag)>>numberBits == 0 && x.states[slot&numberMask-1] == s {
			return
		}
	}
}

func (x *explorer) append(s state) {
	if len(x.states) == cap(x.states) {
		x.states = larger(x.states)
	}
	x.states = append(x.states, s)
}

// grow doubles the table.
func (x *explorer) grow() {
	old := x.table
	x.table = words(2 * len(old))
	mask := uint64(len(x.table) - 1)
	for _, slot := range old {
		if slot == 0 {
			continue
		}
		at := x.home(hash(x.states[slot&numberMask-1]))
		for x.table[at] != 0 {
			at = (at + 1) & mask
		}
		x.table[at] = slot
	}
	free(old)
}
