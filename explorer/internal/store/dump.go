package store

import (
	"errors"
	"sync"

	"mc/explorer/internal/parts"
	"mc/explorer/internal/runs"
)

// base is the first number of the level that is being gathered.
func (s *Spilling) base() uint64 {
	base := s.buffer.arena.next.Load()
	for _, w := range s.writers {
		if len(w.ranges) > 0 || w.next > w.from {
			base = min(base, w.base)
		}
	}
	return base
}

// rulesFrom finds the rule that each state from base on is credited to; 0xFF
// marks numbers that are not in use.
func (s *Spilling) rulesFrom(base uint64) []uint8 {
	rules := make([]uint8, s.buffer.arena.next.Load()-base)
	s.each(len(rules), func(from, to int) {
		for i := from; i < to; i++ {
			rules[i] = 0xFF
		}
	})
	table := s.buffer.table
	s.each(len(table), func(from, to int) { // no two slots are of one state
		for _, slot := range table[from:to] {
			if number := slot & numberMask; number > base {
				rules[number-1-base] = uint8(slot >> numberBits & ruleMask)
			}
		}
	})
	return rules
}

// each shares n things out among as many goroutines as there are workers.
func (s *Spilling) each(n int, do func(from, to int)) {
	var wg sync.WaitGroup
	workers := max(1, s.workers)
	share := (n + workers - 1) / workers
	for from := 0; from < n; from += share {
		wg.Go(func() { do(from, min(from+share, n)) })
	}
	wg.Wait()
}

// inArena are the states of the buffer from base on.
func (s *Spilling) inArena(base uint64, rules []uint8) parts.Each {
	return func(do func([]uint64, uint64) error) error {
		for i, rule := range rules {
			if rule != 0xFF {
				if err := do(s.buffer.state(base+uint64(i)), uint64(rule)); err != nil {
					return err
				}
			}
		}
		return nil
	}
}

// inPortions are the states of portions of a level.
func inPortions(l Level, portions []Portion, words int) parts.Each {
	return func(do func([]uint64, uint64) error) error {
		buf := make([]uint64, runs.BlockRecords*words)
		for _, p := range portions {
			states, err := l.Read(p, buf)
			if err != nil {
				return err
			}
			for ; len(states) > 0; states = states[words:] {
				if err := do(states[:words], 0); err != nil {
					return err
				}
			}
		}
		return nil
	}
}

// keepRest writes the part of the frontier that is still to be expanded.
func (s *Spilling) keepRest(w Work) (*parts.Part, error) {
	return s.files.Write("rest", parts.Saved{}, inPortions(w.Level, w.List[w.Done:], s.files.Words))
}

func (s *Spilling) writeCandidates(states parts.Each) error {
	sorted, err := s.writeSorted("candidates", parts.Saved{Rules: true}, states)
	s.runs = append(s.runs, sorted...)
	return err
}

// sortAtATime states, at most, are sorted in memory for one part.
const sortAtATime = 1 << 20

// portionOf is how many bytes each goroutine may use beside the buffer: its
// share of half of what the buffer leaves of the memory, within least and
// most. (The other half is for garbage that has not been collected yet.)
func (s *Spilling) portionOf(least, most uint64) uint64 {
	if s.budget == 0 {
		return most
	}
	beside := s.budget * (outOf - bufferShare) / bufferShare / 2
	return min(most, max(least, beside/uint64(max(s.workers, 1))))
}

// atATime is how many states are sorted for one part.
func (s *Spilling) atATime() int {
	record := uint64(s.files.Words+1) * 8
	return int(s.portionOf(4096*record, sortAtATime*record) / record)
}

// writeSorted writes states as sorted parts of the form that is told, as many as
// their number needs.
func (s *Spilling) writeSorted(kind string, form parts.Saved, states parts.Each) (list []*parts.Part, err error) {
	form.Sorted = true
	atATime := s.atATime()
	r := parts.NewRecords(s.files.Words)
	defer r.Free()
	if !r.Room(atATime) {
		return nil, r.Err
	}
	flush := func() error {
		if r.Len() == 0 {
			return nil
		}
		r.Sort()
		r.Unique()
		p, err := s.files.Write(kind, form, r.All)
		r.Empty()
		if err == nil {
			list = append(list, p)
		}
		return err
	}
	err = states(func(state []uint64, mark uint64) error {
		r.Add(state, mark)
		if r.Len() == atATime {
			return flush()
		}
		return nil
	})
	if err == nil {
		err = flush()
	}
	return list, err
}

// dump writes the buffer's states as candidates and empties it. They are shared
// out in the order in which they lie in memory: every goroutine sorts and writes
// for itself.
func (s *Spilling) dump() error {
	if s.buffer.arena.next.Load() == 0 {
		return nil
	}
	rules := s.rulesFrom(0)
	folder := s.files.SetAside(len(rules)/s.atATime() + 2*max(1, s.workers))
	folder.Plain = s.candidateBytes(len(rules)) < plainBytes
	var mu sync.Mutex
	var errs []error
	s.each(len(rules), func(from, to int) {
		mu.Lock()
		own := &Spilling{files: folder.SetAside((to-from)/s.atATime() + 1), budget: s.budget, workers: s.workers, buffer: s.buffer}
		mu.Unlock()
		err := own.writeCandidates(own.inArena(uint64(from), rules[from:to]))
		mu.Lock()
		defer mu.Unlock()
		s.runs = append(s.runs, own.runs...)
		errs = append(errs, err)
	})
	if err := errors.Join(errs...); err != nil {
		return err
	}
	return s.emptyBuffer()
}

// candidateBytes is about what the candidates on disk take with so many more that are left
// as they are.
func (s *Spilling) candidateBytes(more int) (n uint64) {
	for _, p := range s.runs {
		n += p.Bytes()
	}
	return n + uint64(more)*uint64(s.files.Words*8+1)
}

// emptyBuffer starts a new buffer and turns the writers to it.
func (s *Spilling) emptyBuffer() error {
	s.buffer.Free()
	if err := s.newBuffer(); err != nil {
		return err
	}
	for _, w := range s.writers {
		w.e, w.base = s.buffer, 0
		w.next, w.end, w.from = 0, 0, 0
		w.ranges = nil
		clear(w.created)
	}
	return nil
}
