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
	sieves, made, errs := make([]*parts.Sieve, o.Workers), make([][]Part, o.Workers), make([]error, o.Workers)
	var wg sync.WaitGroup
	lo := task.Lo
	for i := range sieves {
		mine := bounds[i*len(bounds)/o.Workers : (i+1)*len(bounds)/o.Workers]
		files := f.files()
		sieves[i] = &parts.Sieve{Folder: &files, Kind: a.kind("level"), Candidates: found, Seen: seen, Created: make([]int64, o.Rules)}
		if o.Each != nil {
			sieves[i].Each = o.Each()
		}
		first := lo
		wg.Go(func() { made[i], errs[i] = sift(sieves[i], first, mine) })
		if len(mine) > 0 {
			lo = mine[len(mine)-1]
		}
	}
	wg.Wait()
	out := &Merged{Created: make([]int64, o.Rules)}
	for i, s := range sieves {
		out.Parts = append(out.Parts, made[i]...)
		out.Read += s.Read
		for rule, n := range s.Created {
			out.Created[rule] += n
		}
	}
	return out, errors.Join(errs...)
}

// sift handles one range after the other: from lo to the first bound, and so on.
func sift(sieve *parts.Sieve, lo []uint64, bounds [][]uint64) ([]Part, error) {
	defer sieve.Free()
	for _, hi := range bounds {
		if err := sieve.Range(lo, hi); err != nil {
			return nil, err
		}
		lo = hi
	}
	p, err := sieve.Close()
	if p == nil {
		return nil, err
	}
	kept, err := keep(sieve.Folder, p)
	return []Part{kept}, err
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
