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
			sieve := &parts.Sieve{Folder: &folder, Kind: "level", Candidates: s.runs, Seen: seen, Created: make([]int64, len(created))}
			p, err := sift(sieve, keys, &next)
			mu.Lock()
			defer mu.Unlock()
			errs = append(errs, err)
			if p != nil {
				level = append(level, p)
			}
			for i, n := range sieve.Created {
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

// sift takes ranges in ascending order until none are left.
func sift(sieve *parts.Sieve, keys [][]uint64, next *atomic.Int64) (*parts.Part, error) {
	defer sieve.Free()
	for {
		i := int(next.Add(1)) - 1
		if i > len(keys) {
			return sieve.Close()
		}
		var lo, hi []uint64
		if i > 0 {
			lo = keys[i-1]
		}
		if i < len(keys) {
			hi = keys[i]
		}
		if err := sieve.Range(lo, hi); err != nil {
			return nil, err
		}
	}
}
