package store

import (
	"errors"
	"slices"
	"sync"
	"sync/atomic"
)

// mergeBytes of candidates, at most, are merged at a time by one goroutine,
// which needs about three times as much for it.
const mergeBytes = 16 << 20

// merge makes the next level of the candidates on disk: the states that no
// earlier level has. The candidates' key space is cut into ranges that fit in
// memory; each goroutine takes ranges in ascending order and writes one
// sorted part. created gets the counts by rule.
func (s *Spilling) merge(created []int64) (*diskLevel, error) {
	keys := s.splitters()
	seen := s.allLevelParts()
	var next atomic.Int64
	var mu sync.Mutex
	var wg sync.WaitGroup
	var errs []error
	level := &diskLevel{}
	for range min(s.workers, len(keys)+1) {
		folder := s.reserveNames(1)
		wg.Go(func() {
			m := &merger{s: s, folder: folder, seen: seen, created: make([]int64, len(created)), buf: newBlockBuffer(s.words)}
			m.found.stride = s.words + 1
			defer m.found.free()
			p, err := m.run(keys, &next)
			mu.Lock()
			defer mu.Unlock()
			errs = append(errs, err)
			if p != nil {
				level.parts = append(level.parts, p)
			}
			for i, n := range m.created {
				created[i] += n
			}
		})
	}
	wg.Wait()
	return level, errors.Join(errs...)
}

func (s *Spilling) allLevelParts() (parts []*part) {
	for _, l := range s.levels {
		parts = append(parts, l.parts()...)
	}
	return parts
}

// splitters are the keys between the ranges of a merge.
func (s *Spilling) splitters() (keys [][]uint64) {
	var firsts [][]uint64
	var total uint64
	for _, p := range s.runs {
		total += p.saved.Records
		for b := range p.reader.Blocks() {
			firsts = append(firsts, p.first(b))
		}
	}
	ranges := total * uint64(s.words+1) * 8 / (s.portionOf(1<<20, 3*mergeBytes) / 3)
	if total > 1<<16 {
		ranges = max(ranges, uint64(4*s.workers))
	}
	slices.SortFunc(firsts, slices.Compare)
	for i := uint64(1); i < ranges; i++ {
		key := firsts[i*uint64(len(firsts))/ranges]
		if len(keys) == 0 || slices.Compare(keys[len(keys)-1], key) < 0 {
			keys = append(keys, key)
		}
	}
	return keys
}

// merger is one goroutine's part of a merge.
type merger struct {
	s       *Spilling
	folder  folder
	seen    []*part
	created []int64
	buf     *blockBuffer
	found   records // of the range at hand
	old     []bool  // which of them earlier levels have
	out     *partWriter
}

// run merges ranges until none are left.
func (m *merger) run(keys [][]uint64, next *atomic.Int64) (*part, error) {
	for {
		i := int(next.Add(1)) - 1
		if i > len(keys) {
			break
		}
		var lo, hi []uint64
		if i > 0 {
			lo = keys[i-1]
		}
		if i < len(keys) {
			hi = keys[i]
		}
		if err := m.mergeRange(lo, hi); err != nil {
			if m.out != nil {
				m.out.w.Abort()
			}
			return nil, err
		}
	}
	if m.out == nil {
		return nil, nil
	}
	return m.out.close()
}

// mergeRange handles the candidates in [lo, hi).
func (m *merger) mergeRange(lo, hi []uint64) error {
	r := &m.found
	r.empty()
	var begins []int
	for _, p := range m.s.runs {
		begins = append(begins, r.len())
		if err := p.visit(lo, hi, m.buf, r.add); err != nil {
			return err
		}
	}
	if r.len() == 0 {
		return r.err
	}
	r.mergeRuns(begins)
	r.unique()
	if r.err != nil {
		return r.err
	}
	old := slices.Grow(m.old[:0], r.len())[:r.len()]
	clear(old)
	m.old = old
	for _, p := range m.seen {
		at := 0
		err := p.visit(r.state(0), hi, m.buf, func(state []uint64, _ uint8) {
			for at < len(old) && slices.Compare(r.state(at), state) < 0 {
				at++
			}
			if at < len(old) && slices.Equal(r.state(at), state) {
				old[at] = true
			}
		})
		if err != nil {
			return err
		}
	}
	for i, was := range old {
		if was {
			continue
		}
		m.created[r.rule(i)]++
		if err := m.write(r.state(i)); err != nil {
			return err
		}
	}
	return nil
}

func (m *merger) write(state []uint64) (err error) {
	if m.out == nil {
		if m.out, err = m.folder.create("level", true, false); err != nil {
			return err
		}
	}
	return m.out.add(state, 0)
}
