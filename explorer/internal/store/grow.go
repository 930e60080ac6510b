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
	lines := uint64(len(old) / lineSlots)
	share := (lines + uint64(workers) - 1) / uint64(workers)
	movers := make([]mover, (lines+share-1)/share)
	var wg sync.WaitGroup
	for i := range movers {
		m := &movers[i]
		from := uint64(i) * share
		*m = mover{e: e, places: places{lines: lines}, from: from, to: min(from+share, lines)}
		m.first, m.end = e.home(leastPlace(m.from, lines)<<placeShift), e.lines
		if m.to < lines {
			m.end = e.home(leastPlace(m.to, lines) << placeShift)
		}
		wg.Go(func() { m.move(old) })
	}
	wg.Wait()
	for i := range movers {
		for _, s := range movers[i].strays {
			e.settle(s.place, s.slot)
		}
	}
	mem.Free(old)
	return nil
}

// mover takes over a stretch of an old table. The lines of the new one into
// which its states belong are its own: what goes elsewhere is left for later.
type mover struct {
	places
	e          *Exact
	from, to   uint64 // lines of the old table
	first, end uint64 // of the new one
	page       uint64 // of it that was written to last, from 1
	strays     []stray
}

// pageLines lines are a page of memory.
const pageLines = 4096 / 64

type stray struct{ place, slot uint64 }

// forgetEvery lines of an old table, its pages are given back, if that saves
// much: each time all processors have to be told.
const forgetEvery = 8 << 20 / 64

// forgetEvery is less where memory is short.
func (e *Exact) forgetEvery() uint64 {
	if e.spend.short() || e.most > 0 && e.size > e.most/4 {
		return forgetEvery / 16
	}
	return forgetEvery
}

func (m *mover) move(old []uint64) {
	kept, every := m.from, m.e.forgetEvery()
	for l := m.from; l < m.to; l++ {
		m.next(l)
		for _, slot := range old[l*lineSlots : (l+1)*lineSlots] {
			if slot == 0 {
				continue
			}
			place, known := m.of(slot, l-m.from)
			if !known {
				place = Hash(m.e.state(slot&numberMask-1), m.e.seed) >> placeShift
			}
			m.settle(place, slot&^(far<<detourShift))
		}
		if l-kept == every && m.lines > 4*every {
			mem.Forget(old[kept*lineSlots : l*lineSlots])
			kept = l
		}
	}
}

// settle puts a slot where its place is in the new table, if that is the
// mover's.
func (m *mover) settle(place, slot uint64) {
	at := m.e.home(place << placeShift)
	if at >= m.first && at < m.end {
		m.touch(at)
		for detour := uint64(0); at < m.end; at, detour = at+1, detour+1 {
			if put(m.e.line(at), slot|min(detour, far)<<detourShift) {
				return
			}
		}
	}
	m.strays = append(m.strays, stray{place, slot})
}

// touch writes to the page of a line before it is read: a page that is read
// first is mapped twice, and the second time all processors have to be told.
func (m *mover) touch(line uint64) {
	if page := line/pageLines + 1; page != m.page {
		atomic.AddUint64(&m.e.line(line)[0], 0)
		m.page = page
	}
}

// put writes a slot into the first empty one of a line.
func put(line *[lineSlots]uint64, slot uint64) bool {
	for k := range line {
		if line[k] == 0 {
			line[k] = slot
			return true
		}
	}
	return false
}

// settle puts a slot where its place is, when nobody else is at work.
func (e *Exact) settle(place, slot uint64) {
	at := e.home(place << placeShift)
	for detour := uint64(0); !put(e.line(at), slot|min(detour, far)<<detourShift); detour++ {
		at = e.after(at)
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
