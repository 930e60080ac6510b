package store

import (
	"fmt"
	"math/bits"
	"sync"
	"sync/atomic"

	"mc/explorer/internal/mem"
)

// rehash moves every entry to a table of the given size. Home lines keep their
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
	lines := uint64(len(old) / lineSlots)
	part := (lines + uint64(workers) - 1) / uint64(workers)
	for from := uint64(0); from < lines; from += part {
		wg.Go(func() { e.move(old, from, min(from+part, lines)) })
	}
	wg.Wait()
	mem.Free(old)
	return nil
}

// forgetEvery lines of an old table, its pages are given back, if that saves
// much: each time all processors have to be told.
const forgetEvery = 8 << 20 / 64

// move takes over the lines from..to-1 of an old table.
func (e *Exact) move(old []uint64, from, to uint64) {
	p := places{lines: uint64(len(old) / lineSlots)}
	kept := from
	for l := from; l < to; l++ {
		p.next(l)
		for _, slot := range old[l*lineSlots : (l+1)*lineSlots] {
			if slot == 0 {
				continue
			}
			place, known := p.of(slot, l-from)
			if !known {
				place = Hash(e.state(slot&numberMask-1), e.seed) >> placeShift
			}
			e.settle(place, slot)
		}
		if l-kept == forgetEvery && p.lines > 4*forgetEvery {
			mem.Forget(old[kept*lineSlots : l*lineSlots])
			kept = l
		}
	}
}

// places works out the places of slots from where they lie in a table.
type places struct {
	lines uint64      // of the table
	least [far]uint64 // the least place that is at home in this line, in the one before, ...
}

// next goes to line l, the one after the last.
func (p *places) next(l uint64) {
	copy(p.least[1:], p.least[:])
	p.least[0] = leastPlace(l, p.lines)
}

// of is the place of a slot in the present line, unless the slot is far from
// home, or home is more lines back than have been seen, or there are so few
// lines that several places with its tag are at home in one.
func (p *places) of(slot, seen uint64) (place uint64, known bool) {
	detour := slot >> detourShift & far
	if detour == far || detour > seen || p.lines < manyLines {
		return 0, false
	}
	least := p.least[detour]
	return least + (slot>>tagShift-least)&tagMask, true
}

// leastPlace is the least place whose home is line l of so many.
func leastPlace(l, lines uint64) uint64 {
	least, rest := bits.Div64(l>>placeShift, l<<placeBits, lines)
	if rest > 0 {
		least++
	}
	return least
}

// settle puts a slot of an old table where its place is in the new one.
func (e *Exact) settle(place, slot uint64) {
	slot &^= far << detourShift
	at := e.home(place << placeShift)
	for detour := uint64(0); ; detour++ {
		line := e.line(at)
		for k := range line {
			if atomic.LoadUint64(&line[k]) == 0 && atomic.CompareAndSwapUint64(&line[k], 0, slot|min(detour, far)<<detourShift) {
				return
			}
		}
		at = e.after(at)
	}
}
