package explorer

import (
	"errors"
	"fmt"
	"sync"
	"time"
	"unsafe"

	"mc/explorer/internal/expand"
	"mc/explorer/internal/mem"
	"mc/explorer/internal/pack"
	"mc/explorer/internal/sum"
	"mc/model"
)

// forget drops the level after depth, and what was counted on the way to it. The
// states at depth were judged, all of them.
func (s *search[S]) forget(depth int) {
	s.levels, s.sizes = s.levels[:depth], s.sizes[:depth]
	for _, w := range s.workers {
		s.total.Add(&w.x.Tally)
		w.x.Tally.Reset()
	}
	judged := s.total
	s.total = s.sealed.Clone()
	s.total.Premises = judged.Premises
	s.byDepth = s.byDepth[:min(len(s.byDepth), depth-1)]
	for i, d := range s.decisions {
		if s.opt.Continue && d.Property.Kind.Subject() == model.OfStates {
			s.total.Breaks[i] = judged.Breaks[i]
		}
	}
}

func (s *search[S]) finish() {
	last := len(s.levels) - 1
	if s.sizes[last] == 0 {
		s.levels, s.sizes = s.levels[:last], s.sizes[:last]
		s.whole = true
		return
	}
	s.cut.Frontier = s.sizes[last]
	if reason, halted := s.pass.reason(); halted {
		s.cut.Reasons = append(s.cut.Reasons, reason)
		if reason.Kind != MaxDepth && reason.Kind != MaxStates {
			s.beyond = s.progress.states.Load() - min(s.progress.states.Load(), s.distinct())
		}
	}
}

// distinct is the number of states in all levels; those that were summed up
// before are not looked at again, for there may be millions of levels.
func (s *search[S]) distinct() uint64 {
	if s.summed > len(s.sizes) { // the last was forgotten
		s.summed, s.sum = 0, 0
	}
	for ; s.summed < len(s.sizes); s.summed++ {
		s.sum += s.sizes[s.summed]
	}
	return s.sum
}

// result puts the findings together and rebuilds the traces.
func (s *search[S]) result() (*Result[S], error) {
	r := &Result[S]{
		Exhaustive:  s.whole && s.total.Outside == 0,
		Cut:         s.cut,
		Deadlocks:   s.total.Deadlocks,
		OutDegree:   outDegree(&s.total),
		PackedBytes: s.packer.Words() * 8, PackedBits: s.packer.Bits(),
	}
	r.Cut.Constraint = s.total.Outside
	if f := s.m.Forgets; f != nil {
		r.Forgets = f.Doc
	}
	for i := range s.m.Rules {
		rule := &s.m.Rules[i]
		r.Actions = append(r.Actions, ActionCount{rule.Name, s.total.Fired[i], uint64(s.total.Created[i]), rule.Absent})
	}
	r.Budgets, r.Coverage = s.budgets(), s.coverage()
	if s.ordered != nil {
		s.ordered.describe(r)
	} else {
		s.describe(r)
		if err := s.rebuild(); err != nil {
			return nil, err
		}
	}
	var err error
	if r.Sums, err = s.addUp(); err != nil {
		return nil, err
	}
	for i, d := range s.decisions {
		p := d.result(r.Exhaustive, s.whole)
		p.Breaks = s.breaks(i)
		r.Properties = append(r.Properties, p)
	}
	verdicts := make([]model.Verdict, len(r.Properties))
	for i, p := range r.Properties {
		verdicts[i] = p.Verdict
	}
	r.Verdict = model.Overall(verdicts, r.Exhaustive)
	r.Memory = s.opt.limit
	r.Graph = s.graphUse
	r.PeakMemory, r.Elapsed = mem.PeakRSS(), time.Since(s.started)
	return r, nil
}

// budgets tells what each of them stopped.
func (s *search[S]) budgets() (list []BudgetUse) {
	for i, b := range s.m.Budgets {
		use := BudgetUse{Budget: b, Stopped: s.total.Stopped[i]}
		var with model.Budgets
		for _, j := range s.total.Joints() {
			if j.By.Has(i) {
				use.Jointly += j.States
				with |= j.By
			}
		}
		for k, other := range s.m.Budgets {
			if k != i && with.Has(k) {
				use.With = append(use.With, other.Constant)
			}
		}
		list = append(list, use)
	}
	return list
}

// describe says what a search by level has kept, and how.
func (s *search[S]) describe(r *Result[S]) {
	r.Store, r.CollisionProbability, r.StoreBytes = s.opt.Store, s.set.Omission(), s.set.Bytes()
	r.Workers, r.Beyond = len(s.workers), s.beyond
	if s.keeper != nil {
		r.Files = &FileUse{Peak: s.metered.Peak()}
		r.Files.Levels, r.Files.States = s.keeper.LevelBytes()
	}
	r.States = States{Distinct: s.distinct(), Generated: s.total.Generated, Depth: len(s.sizes), Levels: s.sizes}
}

// describe says what an ordered search has kept, and how.
func (d *ordered[S]) describe(r *Result[S]) {
	r.Store, r.StoreBytes, r.Workers = d.s.opt.Store, d.bytes(), 1
	r.States = States{Distinct: d.set.Len(), Generated: d.s.total.Generated, Depth: int(d.deepest)}
}

func outDegree(t *expand.Tally) OutDegree {
	if t.Expanded == 0 {
		return OutDegree{}
	}
	return OutDegree{Min: t.MinOut, Max: t.MaxOut, Mean: float64(t.SumOut) / float64(t.Expanded)}
}

// addUp sums up the states of every level: it reads them again when the search is
// over, so that a run which was not asked for sums does nothing for them.
func (s *search[S]) addUp() (sums []string, err error) {
	if !s.opt.Sums {
		return nil, nil
	}
	if s.ended != nil && s.ended.Rebuilt {
		return s.ended.Sums, nil
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
	add, err := sum.New[S](s.m.Layout())
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
