package explorer

import (
	"errors"
	"fmt"
	"sync"
	"unsafe"

	"mc/explorer/internal/pack"
	"mc/explorer/internal/sum"
)

// addUp sums up the states of every level: it reads them again when the search is
// over, so that a run which was not asked for sums does nothing for them.
func (s *search[S]) addUp() (sums []string, err error) {
	if !s.opt.Sums {
		return nil, nil
	}
	if s.ordered != nil {
		return nil, fmt.Errorf("explorer: a %s search has no levels to sum up; search %s", s.opt.Search, BreadthFirst)
	}
	for _, level := range s.levels {
		s.work.fill(level, 0, len(s.workers))
		parts, errs := make([]sum.Sum, len(s.workers)), make([]error, len(s.workers))
		var wg sync.WaitGroup
		for i := range s.workers {
			wg.Go(func() { parts[i], errs[i] = s.addPart() })
		}
		wg.Wait()
		if err := errors.Join(errs...); err != nil {
			return nil, err
		}
		var all sum.Sum
		for _, part := range parts {
			all.Add(part)
		}
		sums = append(sums, all.String())
	}
	return sums, nil
}

// addPart is one worker's part of a level.
func (s *search[S]) addPart() (sum.Sum, error) {
	add, err := sum.New[S]()
	if err != nil {
		return sum.Sum{}, &ModelError{s.m.Name, err.Error()}
	}
	var in pack.Cell[S]
	n := s.packer.Words()
	buf := make([]uint64, maxPortion*n)
	for portion, more := s.work.take(); more; portion, more = s.work.take() {
		states, err := s.work.level.Read(portion, buf)
		if err != nil {
			return sum.Sum{}, err
		}
		for ; len(states) > 0; states = states[n:] {
			s.packer.Unpack(unsafe.Pointer(&in.State), &states[0])
			add.Add(&in.State)
		}
	}
	return add.Sum, nil
}
