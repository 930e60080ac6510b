package explorer

import (
	"time"

	"mc/explorer/internal/mem"
)

// forget drops the level after depth, and what was counted on the way to it.
func (s *search[S]) forget(depth int) {
	s.levels, s.sizes = s.levels[:depth], s.sizes[:depth]
	s.total = s.sealed.clone()
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
	}
}

func (s *search[S]) distinct() (n uint64) {
	for _, size := range s.sizes {
		n += size
	}
	return n
}

func (s *search[S]) allDecided() bool {
	for _, c := range s.claims {
		if c.length == 0 {
			return false
		}
	}
	return len(s.claims) > 0
}

// result puts the findings together and rebuilds the traces.
func (s *search[S]) result() (*Result[S], error) {
	r := &Result[S]{
		Exhaustive: s.whole && s.total.Outside == 0,
		Cut:        s.cut,
		Deadlocks:  s.total.Deadlocks,
		OutDegree:  s.total.outDegree(),
		Store:      s.set.Name(), CollisionProbability: s.set.Omission(), Workers: len(s.workers),
		PackedBytes: s.packer.Words() * 8, PackedBits: s.packer.Bits(), StoreBytes: s.set.Bytes(),
	}
	r.Cut.Constraint = s.total.Outside
	r.States = States{Distinct: s.distinct(), Generated: s.total.Generated, Depth: len(s.sizes), Levels: s.sizes}
	for i := range s.m.Rules {
		rule := &s.m.Rules[i]
		r.Actions = append(r.Actions, ActionCount{rule.Name, s.total.Fired[i], uint64(s.total.Created[i]), rule.Absent})
	}
	if s.dived != nil {
		r.States, r.Workers = *s.dived, 1
	} else if err := s.rebuild(); err != nil {
		return nil, err
	}
	for _, c := range s.claims {
		r.Properties = append(r.Properties, c.result(r.Exhaustive))
	}
	r.Verdict = overall(r)
	r.PeakMemory, r.Elapsed = mem.PeakRSS(), time.Since(s.started)
	return r, nil
}

// overall is the verdict on the run: the worst of its properties, or what was
// explored if there are none.
func overall[S comparable](r *Result[S]) Verdict {
	for _, worst := range []Verdict{Violated, Unreachable, Inconclusive} {
		for _, p := range r.Properties {
			if p.Verdict == worst {
				return worst
			}
		}
	}
	open := len(r.Properties) == 0
	for _, p := range r.Properties {
		open = open || p.Verdict != Reached
	}
	if r.Exhaustive || !open {
		return Holds
	}
	return HoldsWithinBounds
}
