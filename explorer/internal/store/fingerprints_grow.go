package store

import (
	"fmt"
	"math/bits"
	"sync"
	"sync/atomic"

	"mc/explorer/internal/mem"
)

// Reserve grows the table if so many more states would overfill it.
func (f *Fingerprints) Reserve(next, later uint64, workers int) error {
	states := f.count.Load()
	if enough(f.limit, states+next, later) {
		return nil
	}
	slots := f.affordable(wish(f.size, states+next, later))
	if slots <= f.size {
		return nil // the guess may be too high; a writer will see
	}
	return f.rehash(slots, workers)
}

// affordable is the size that was wished for, or what memory allows.
func (f *Fingerprints) affordable(wish uint64) uint64 {
	return f.spend.afford(wish, f.Bytes(), f.slotBytes(), 0)
}

func (f *Fingerprints) setTable(slots uint64) error {
	slots = (slots + lineSlots - 1) &^ (lineSlots - 1)
	table, err := mem.Words(int(slots))
	if err != nil {
		return err
	}
	if f.wide {
		high, err := mem.Words(int(slots))
		if err != nil {
			mem.Free(table)
			return err
		}
		f.high = high
	}
	f.table, f.lines, f.limit = table, slots/lineSlots, capacity(slots)
	atomic.StoreUint64(&f.size, slots) // Bytes may be asked for at any time
	return nil
}

// rehash moves the entries to a table of the given size, as Exact does; their
// hashes follow from where they lie, so no state is looked at.
func (f *Fingerprints) rehash(slots uint64, workers int) error {
	from := prints{f.table, f.high, f.lines}
	if err := f.setTable(slots); err != nil {
		return fmt.Errorf("store: growing the table to %d slots: %w", slots, err)
	}
	if len(from.table) < 1<<16 {
		workers = 1
	}
	share := (from.lines + uint64(workers) - 1) / uint64(workers)
	movers := make([]printMover, (from.lines+share-1)/share)
	var wg sync.WaitGroup
	for i := range movers {
		m := &movers[i]
		first := uint64(i) * share
		*m = printMover{f: f, old: from, from: first, to: min(first+share, from.lines)}
		m.first, m.end = f.home(from.least(m.from)), f.lines
		if m.to < from.lines {
			m.end = f.home(from.least(m.to))
		}
		wg.Go(m.move)
	}
	wg.Wait()
	for i := range movers {
		for _, s := range movers[i].strays {
			f.settle(s)
		}
	}
	mem.Free(from.table)
	mem.Free(from.high)
	return nil
}

// prints are a table that is being given up.
type prints struct {
	table, high []uint64
	lines       uint64
}

// least is the least hash whose home is line l.
func (o *prints) least(l uint64) uint64 {
	least, rest := bits.Div64(l, 0, o.lines)
	if rest > 0 {
		least++
	}
	return least
}

// hash is that of a slot in line l, where least is the least that is at home
// there.
func (o *prints) hash(slot, l, least uint64) uint64 {
	if detour := slot >> printMarkBits & printDetourMask; detour > 0 {
		least = o.least((l + o.lines - detour*stepOf(slot>>printMarkBits)) % o.lines)
	}
	return least + (slot>>printTagShift-least)&printTagMask
}

// printMover takes over a stretch of an old table. The lines of the new one
// into which it belongs are its own: what goes elsewhere is left for later.
type printMover struct {
	f          *Fingerprints
	old        prints
	from, to   uint64 // lines of the old table
	first, end uint64 // of the new one
	page       uint64 // of it that was written to last, from 1
	strays     []printStray
}

type printStray struct{ hash, high, mark uint64 }

func (m *printMover) move() {
	kept, every := m.from, uint64(forgetEvery)
	if m.f.spend.short() {
		every /= 16
	}
	for l := m.from; l < m.to; l++ {
		least := m.old.least(l)
		for k, slot := range m.old.table[l*lineSlots : (l+1)*lineSlots] {
			if slot == 0 {
				break // a line fills from the left
			}
			s := printStray{hash: m.old.hash(slot, l, least), mark: slot & printMarkMask}
			if m.f.wide {
				s.high = m.old.high[l*lineSlots+uint64(k)]
			}
			if !m.settle(s) {
				m.strays = append(m.strays, s)
			}
		}
		if l-kept == every {
			m.old.forget(kept, l)
			kept = l
		}
	}
}

// forget gives the pages of lines back that have moved.
func (o *prints) forget(from, to uint64) {
	mem.Forget(o.table[from*lineSlots : to*lineSlots])
	if o.high != nil {
		mem.Forget(o.high[from*lineSlots : to*lineSlots])
	}
}

// settle puts a slot where it belongs in the new table, if that is the mover's.
func (m *printMover) settle(s printStray) bool {
	at := m.f.home(s.hash)
	if at < m.first || at >= m.end {
		return false
	}
	if page := at/pageLines + 1; page != m.page { // see mover.touch
		atomic.AddUint64(&m.f.line(at)[0], 0)
		m.page = page
	}
	for print := printOf(s.hash); at < m.end; at, print = at+stepOf(print), print+1 {
		if m.f.put(at, print, s) {
			return true
		}
	}
	return false
}

// settle puts a slot where it belongs, when nobody else is at work.
func (f *Fingerprints) settle(s printStray) {
	at := f.home(s.hash)
	for print := printOf(s.hash); !f.put(at, print, s); print++ {
		at = f.after(at, print)
	}
}

// put writes a slot into the first empty one of a line.
func (f *Fingerprints) put(line, print uint64, s printStray) bool {
	for k, slot := range f.line(line) {
		if slot == 0 {
			at := line*lineSlots + uint64(k)
			if f.table[at] = print<<printMarkBits | s.mark; f.wide {
				f.high[at] = s.high
			}
			return true
		}
	}
	return false
}
