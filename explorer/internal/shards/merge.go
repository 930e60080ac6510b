package shards

import (
	"errors"
	"slices"
	"sync"

	"mc/explorer/internal/parts"
)

// MergeOptions say how a merge goes about.
type MergeOptions struct {
	Rules   int    // of the model
	Workers int    // goroutines
	Memory  uint64 // bytes, for all of them

	// Each makes a function that is shown every new state, for one goroutine; nil if
	// nobody wants to see them.
	Each func() func(state []uint64)
}

// Merged is what a merge came to.
type Merged struct {
	Parts   []Part // in the order of their keys
	Created []int64
	Read    uint64 // candidates
}

// Merge keeps of the candidates in the range of a task those that no level in the
// segments has.
func (f Folder) Merge(a Attempt, task *Task, candidates []Part, segments []Segment, o MergeOptions) (*Merged, error) {
	found, err := f.Open(candidates)
	if err != nil {
		return nil, err
	}
	defer parts.Close(found)
	seen, err := f.Open(touched(segments, task.Lo, task.Hi))
	if err != nil {
		return nil, err
	}
	defer parts.Close(seen)
	atATime := max(1<<12, o.Memory/uint64(o.Workers)/3/uint64(8*(f.Words+1)))
	bounds := append(splitters(found, max(uint64(o.Workers), 2*task.States/atATime), task.Lo, task.Hi), task.Hi)
	mergers := make([]*merger, o.Workers)
	errs := make([]error, o.Workers)
	var wg sync.WaitGroup
	lo := task.Lo
	for i := range mergers {
		mine := bounds[i*len(bounds)/o.Workers : (i+1)*len(bounds)/o.Workers]
		m := &merger{files: f.files(), kind: a.kind("level"), from: found, seen: seen, buf: parts.NewBuffer(f.Words),
			found: parts.NewRecords(f.Words), created: make([]int64, o.Rules)}
		if o.Each != nil {
			m.each = o.Each()
		}
		mergers[i] = m
		first := lo
		wg.Go(func() { errs[i] = m.run(first, mine) })
		if len(mine) > 0 {
			lo = mine[len(mine)-1]
		}
	}
	wg.Wait()
	out := &Merged{Created: make([]int64, o.Rules)}
	for _, m := range mergers {
		out.Parts = append(out.Parts, m.done...)
		out.Read += m.read
		for i, n := range m.created {
			out.Created[i] += n
		}
	}
	return out, errors.Join(errs...)
}

// merger is one goroutine's part of a merge.
type merger struct {
	files      parts.Folder
	kind       string
	from, seen []*parts.Part
	buf        *parts.Buffer
	found      *parts.Records // of the range at hand
	old        []bool         // which of them earlier levels have
	each       func([]uint64)
	out        *parts.Writer
	done       []Part
	created    []int64
	read       uint64
}

// run merges one range after the other: from lo to the first bound, and so on.
func (m *merger) run(lo []uint64, bounds [][]uint64) error {
	defer m.found.Free()
	for _, hi := range bounds {
		if err := m.mergeRange(lo, hi); err != nil {
			if m.out != nil {
				m.out.Abort()
			}
			return err
		}
		lo = hi
	}
	if m.out == nil {
		return nil
	}
	p, err := m.out.Close()
	if err != nil {
		return err
	}
	kept, err := keep(&m.files, p)
	m.done = append(m.done, kept)
	return err
}

// mergeRange handles the candidates in [lo, hi).
func (m *merger) mergeRange(lo, hi []uint64) error {
	r := m.found
	r.Empty()
	var begins []int
	for _, p := range m.from {
		begins = append(begins, r.Len())
		if err := p.Visit(lo, hi, m.buf, r.Add); err != nil {
			return err
		}
	}
	m.read += uint64(r.Len())
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
		if m.each != nil {
			m.each(m.found.State(i))
		}
		if m.out == nil {
			if m.out, err = m.files.Create(m.kind, parts.Saved{Sorted: true}); err != nil {
				return err
			}
		}
		if err := m.out.Add(m.found.State(i), 0); err != nil {
			return err
		}
	}
	return nil
}

// few segments of the same number of levels are left as they are.
const few = 8

// Fold makes one file of the newest segments but the last, if there are so many of a
// kind: else a merge would open a file for each level. A segment of more than most states
// is left as it is.
func (f Folder) Fold(a Attempt, segments []Segment, most uint64) ([]Segment, error) {
	for {
		n := len(segments) - 1
		from, levels, states := n, 0, uint64(0)
		for from > 0 && n-from < few && segments[from-1].Levels == segments[n-1].Levels && states+segments[from-1].States() <= most {
			from--
			levels += segments[from].Levels
			states += segments[from].States()
		}
		if n-from < few {
			return segments, nil
		}
		one, err := f.fold(a, segments[from:n], levels)
		if err != nil {
			return nil, err
		}
		segments = append(append(slices.Clone(segments[:from]), one), segments[n])
	}
}

func (f Folder) fold(a Attempt, of []Segment, levels int) (Segment, error) {
	var sources []parts.Source
	for _, g := range of {
		open, err := f.Open(g.Parts)
		if err != nil {
			return Segment{}, err
		}
		defer parts.Close(open)
		for _, p := range open {
			sources = append(sources, parts.Source{Part: p, Level: g.From})
		}
	}
	files := f.files()
	p, err := files.Merge(a.kind("levels"), of[0].From, levels, sources)
	if err != nil {
		return Segment{}, err
	}
	kept, err := keep(&files, p)
	return Segment{From: of[0].From, Levels: levels, Parts: []Part{kept}}, err
}
