package store

import (
	"errors"
	"slices"
	"sync"
	"sync/atomic"

	"mc/explorer/internal/parts"
)

// mergeBytes of candidates, at most, are merged at a time by one goroutine,
// which needs about three times as much for it.
const mergeBytes = 16 << 20

// merge makes the next level of the candidates on disk: the states that no
// earlier level has. The candidates' key space is cut into ranges that fit in
// memory; each goroutine takes ranges in ascending order and writes one
// sorted part. created gets the counts by rule.
func (s *Spilling) merge(created []int64) (level []*parts.Part, err error) {
	keys := s.splitters()
	seen := s.inSegments()
	var next atomic.Int64
	var mu sync.Mutex
	var wg sync.WaitGroup
	var errs []error
	for range min(s.workers, len(keys)+1) {
		folder := s.files.SetAside(1)
		wg.Go(func() {
			m := &merger{s: s, folder: folder, seen: seen, created: make([]int64, len(created)),
				buf: parts.NewBuffer(s.files.Words), found: parts.NewRecords(s.files.Words)}
			defer m.found.Free()
			p, err := m.run(keys, &next)
			mu.Lock()
			defer mu.Unlock()
			errs = append(errs, err)
			if p != nil {
				level = append(level, p)
			}
			for i, n := range m.created {
				created[i] += n
			}
		})
	}
	wg.Wait()
	return level, errors.Join(errs...)
}

// splitters are the keys between the ranges of a merge.
func (s *Spilling) splitters() (keys [][]uint64) {
	var firsts [][]uint64
	var total uint64
	for _, p := range s.runs {
		total += p.Records
		for b := range p.Blocks() {
			firsts = append(firsts, p.First(b))
		}
	}
	ranges := total * uint64(s.files.Words+1) * 8 / (s.portionOf(1<<20, 3*mergeBytes) / 3)
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
	folder  parts.Folder
	seen    []*parts.Part
	created []int64
	buf     *parts.Buffer
	found   *parts.Records // of the range at hand
	old     []bool         // which of them earlier levels have
	out     *parts.Writer
}

// run merges ranges until none are left.
func (m *merger) run(keys [][]uint64, next *atomic.Int64) (*parts.Part, error) {
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
				m.out.Abort()
			}
			return nil, err
		}
	}
	if m.out == nil {
		return nil, nil
	}
	return m.out.Close()
}

// mergeRange handles the candidates in [lo, hi).
func (m *merger) mergeRange(lo, hi []uint64) error {
	r := m.found
	r.Empty()
	var begins []int
	for _, p := range m.s.runs {
		begins = append(begins, r.Len())
		if err := p.Visit(lo, hi, m.buf, r.Add); err != nil {
			return err
		}
	}
	if r.Len() == 0 {
		return r.Err
	}
	r.MergeRuns(begins)
	r.Unique()
	if r.Err != nil {
		return r.Err
	}
	m.old = slices.Grow(m.old[:0], r.Len())[:r.Len()]
	clear(m.old)
	for _, p := range m.seen {
		if err := p.Find(r, m.old, m.buf); err != nil {
			return err
		}
	}
	return m.keepNew()
}

// keepNew writes the states that no earlier level has.
func (m *merger) keepNew() (err error) {
	for i, was := range m.old {
		if was {
			continue
		}
		m.created[m.found.Mark(i)]++
		if m.out == nil {
			if m.out, err = m.folder.Create("level", parts.Saved{Sorted: true}); err != nil {
				return err
			}
		}
		if err := m.out.Add(m.found.State(i), 0); err != nil {
			return err
		}
	}
	return nil
}
