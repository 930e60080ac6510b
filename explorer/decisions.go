package explorer

import (
	"mc/explorer/internal/expand"
	"mc/model"
)

// decision is a property on its way to a verdict.
type decision[S comparable] struct {
	expand.Decision[S]
	states  [][]uint64 // of the path, as they represent their orbits; found by rebuilding
	path    *model.Path[S]
	witness string
	fates   []*fate[S] // of a claim about runs, and what it is made of
}

// saved is the decision as a checkpoint has it.
func (d *decision[S]) saved() savedDecision {
	return savedDecision{d.Length, savedOf(d.Find), d.Premise.Load()}
}

// result words the verdict.
func (d *decision[S]) result(exhaustive, whole bool) PropertyResult[S] {
	p := d.Property
	r := PropertyResult[S]{Name: p.Name, Kind: p.Kind, Witness: d.witness, Path: d.path}
	goal := p.Kind.IsGoal()
	if d.fates != nil {
		d.tell(&r, exhaustive, whole)
		return r
	}
	switch {
	case d.Length > 0 && goal:
		r.Verdict = model.Reached
	case d.Length > 0:
		r.Verdict = model.Violated
	case goal && exhaustive:
		r.Verdict = model.Unreachable
	case goal:
		r.Verdict = model.Inconclusive
	case p.Premise != nil && !d.Premise.Load():
		r.Verdict = model.Vacuous
	case exhaustive:
		r.Verdict = model.Holds
	default:
		r.Verdict = model.HoldsWithinBounds
	}
	return r
}

// shared are the decisions as expanders know them.
func (s *search[S]) shared() []*expand.Decision[S] {
	all := make([]*expand.Decision[S], len(s.decisions))
	for i, d := range s.decisions {
		all[i] = &d.Decision
	}
	return all
}

// roster is what expanders are to judge from here on.
func (s *search[S]) roster() *expand.Roster[S] {
	return expand.Open(s.shared(), s.counts())
}

// breaks are the states or steps that decide property i, if they were counted.
func (s *search[S]) breaks(i int) *Breaks {
	b := &Breaks{Orbits: s.opt.Symmetry}
	switch subject := s.decisions[i].Property.Kind.Subject(); {
	case !s.opt.Continue || subject == model.OfRuns:
		return nil
	case subject == model.OfSuccessors:
		b.Found, b.Of = s.total.Deadlocks, s.total.Expanded
		return b
	case subject == model.OfSteps:
		b.Steps = true
		for _, n := range s.total.Fired {
			b.Of += n
		}
	case s.ordered != nil:
		b.Of = s.ordered.set.Len()
	default:
		b.Of = s.distinct()
	}
	b.Found, b.Astray = s.total.Breaks[i], s.total.Astray[i]
	return b
}

// settled tells whether all is decided and the search need not go on.
func (s *search[S]) settled() bool {
	if s.opt.KeepGoing || len(s.decisions) == 0 {
		return false
	}
	for _, d := range s.decisions {
		if d.Length == 0 {
			return false
		}
	}
	return true
}

// best is the find, of all workers, that decides property i in this level.
func (s *search[S]) best(i int) (best expand.Find) {
	for _, w := range s.workers {
		if f := &w.x.Finds[i]; f.At != expand.Nowhere && best.Yields(f.At, f.State) {
			best.Set(f.At, f.State)
		}
		w.x.Finds[i].At = expand.Nowhere
	}
	return best
}

// decide closes the properties that the pass over level depth has decided and
// returns the length of the longest trace among them.
func (s *search[S]) decide(depth int) (longest int) {
	return s.decideBy(depth, s.best)
}

// decideBy is decide where best is known.
func (s *search[S]) decideBy(depth int, of func(i int) expand.Find) (longest int) {
	for i, d := range s.decisions {
		best := of(i)
		if best.At == expand.Nowhere || d.Length > 0 {
			continue
		}
		d.Find, d.Length = best, depth
		if best.At != expand.AtState {
			d.Length++
		}
		longest = max(longest, d.Length)
	}
	return longest
}
