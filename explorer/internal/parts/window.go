package parts

import (
	"sync"

	"mc/explorer/internal/mem"
	"mc/explorer/internal/runs"
)

// Window is what is in memory of a shared part: some of its levels, each by
// itself. It may be used by several goroutines at once.
type Window struct {
	Words int    // of a state
	Most  uint64 // bytes that it takes, if there is more than one level in it

	mu       sync.Mutex
	part     *Part // nil: nothing is in memory
	from, to int   // the levels
	begins   []int // by level, and where the last one ends; in states
	states   []uint64
}

// Read copies the states [from, to) of a level into buf.
func (w *Window) Read(p *Part, level int, from, to uint64, buf []uint64) ([]uint64, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.part != p || level < w.from || level >= w.to {
		if err := w.load(p, level); err != nil {
			return nil, err
		}
	}
	begin := uint64(w.begins[level-w.from])
	n := copy(buf, w.states[(begin+from)*uint64(w.Words):(begin+to)*uint64(w.Words)])
	return buf[:n], nil
}

// Free gives the memory back.
func (w *Window) Free() {
	w.mu.Lock()
	defer w.mu.Unlock()
	mem.Free(w.states[:cap(w.states)])
	w.states, w.part = nil, nil
}

// load reads a level and its neighbours.
func (w *Window) load(p *Part, level int) (err error) {
	w.place(p, level)
	n := w.begins[len(w.begins)-1]
	if need := n * w.Words; need > cap(w.states) {
		mem.Free(w.states[:cap(w.states)])
		if w.states, err = mem.Words(need); err != nil {
			w.states = nil
			return err
		}
	}
	w.states = w.states[:n*w.Words]
	next := append([]int(nil), w.begins...)
	buf := NewBuffer(w.Words)
	for b := range p.Blocks() {
		records, _, err := buf.Read(p, b)
		if err != nil {
			return err
		}
		for ; len(records) > 0; records = records[p.stride:] {
			l := int(records[w.Words])
			if l < p.From || l >= p.From+p.Levels || l >= w.from && l < w.to && next[l-w.from] == w.begins[l-w.from+1] {
				return p.miscounted()
			}
			if l >= w.from && l < w.to {
				at := next[l-w.from]
				copy(w.states[at*w.Words:(at+1)*w.Words], records)
				next[l-w.from]++
			}
		}
	}
	for i, at := range next[:len(next)-1] {
		if at != w.begins[i+1] {
			return p.miscounted()
		}
	}
	w.part = p
	return nil
}

// miscounted says that levels do not have as many states as was told.
func (p *Part) miscounted() error {
	return &runs.Damaged{Path: p.path, What: "its levels have other numbers of states than the checkpoint tells"}
}

// place chooses the levels: those after the given one, as many as there is room
// for, if levels are read upwards, else those before it.
func (w *Window) place(p *Part, level int) {
	down := w.part == p && level < w.from
	w.part, w.from, w.to = nil, level, level+1
	room := int(w.Most / 8 / uint64(w.Words))
	room -= int(p.Size(level))
	fits := func(l int) bool {
		if l < p.From || l >= p.From+p.Levels || uint64(max(0, room)) < p.Size(l) {
			return false
		}
		room -= int(p.Size(l))
		return true
	}
	for down && fits(w.from-1) {
		w.from--
	}
	for !down && fits(w.to) {
		w.to++
	}
	w.begins = append(w.begins[:0], 0)
	for l := w.from; l < w.to; l++ {
		w.begins = append(w.begins, w.begins[l-w.from]+int(p.Size(l)))
	}
}
