package explorer

import (
	"slices"
	"sync/atomic"

	"mc/model"
)

// claim is a property on its way to a verdict.
type claim[S comparable] struct {
	p       *model.Property[S]
	length  int         // states in the shortest trace that decides it; 0 = open
	find    find        // what decided it
	premise atomic.Bool // was true somewhere
	path    *model.Path[S]
	witness string
}

// result words the claim's verdict.
func (c *claim[S]) result(exhaustive bool) PropertyResult[S] {
	r := PropertyResult[S]{Name: c.p.Name, Kind: c.p.Kind, Witness: c.witness, Path: c.path}
	goal := c.p.Kind == model.Reachable
	switch {
	case c.length > 0 && goal:
		r.Verdict = model.Reached
	case c.length > 0:
		r.Verdict = model.Violated
	case goal && exhaustive:
		r.Verdict = model.Unreachable
	case goal:
		r.Verdict = model.Inconclusive
	case c.p.Premise != nil && !c.premise.Load():
		r.Verdict = model.Vacuous
	case exhaustive:
		r.Verdict = model.Holds
	default:
		r.Verdict = model.HoldsWithinBounds
	}
	return r
}

// roster are the open claims by what has to be looked at, as indices.
type roster[S comparable] struct {
	premise  []int // wait for their premise to be true
	state    []judgement[S]
	step     []int // judged on every step
	deadlock int   // -1 if not asked for
	open     int
}

// judgement is a claim to be judged in every state.
type judgement[S comparable] struct {
	claim int
	holds func(*S) error
	goal  func(*S) bool // instead, for what is to be reached
}

// decides tells whether a state decides the claim: it violates it, or is the
// goal.
func (j *judgement[S]) decides(state *S) bool {
	if j.goal != nil {
		return j.goal(state)
	}
	return j.holds(state) != nil
}

func openClaims[S comparable](claims []*claim[S]) roster[S] {
	r := roster[S]{deadlock: -1}
	for i, c := range claims {
		if c.length > 0 {
			continue
		}
		r.open++
		if c.p.Premise != nil && !c.premise.Load() {
			r.premise = append(r.premise, i)
		}
		switch {
		case c.p.Name == Deadlock:
			r.deadlock = i
		case c.p.Kind == model.Step:
			r.step = append(r.step, i)
		default:
			r.state = append(r.state, judgement[S]{i, c.p.State, c.p.Goal})
		}
	}
	return r
}

// where tells how a find leads to a trace. Lower is nearer to the start.
type where uint8

const (
	nowhere where = iota
	atState       // the state itself decides the claim
	outside       // it does, but lies outside the constraint, a step further
	atStep        // a step out of the state decides the claim
)

// find is the least state, of those that a level showed, that decides a
// claim. States are compared, and kept, by their unpacked words: the choice
// must not depend on how a store packs them.
type find struct {
	at    where
	state []uint64
}

// yields tells whether f gives way to the given state.
func (f *find) yields(at where, state []uint64) bool {
	if f.at != at {
		return f.at == nowhere || at < f.at
	}
	return slices.Compare(state, f.state) < 0
}

func (f *find) set(at where, state []uint64) {
	f.at, f.state = at, append(f.state[:0], state...)
}

// judge evaluates the open claims in a state of the frontier.
func (w *worker[S]) judge(state *S) {
	s := w.s
	for _, i := range s.active.premise {
		if c := s.claims[i]; !c.premise.Load() && c.p.Premise(state) {
			c.premise.Store(true)
		}
	}
	for k := range s.active.state {
		j := &s.active.state[k]
		f := &w.finds[j.claim]
		if f.at == nowhere || f.yields(atState, words(state)) {
			if j.decides(state) {
				f.set(atState, words(state))
				s.pass.breaks(j.claim)
			}
		}
	}
}

// judgeOutside evaluates the open claims in a successor that the constraint
// excludes.
func (w *worker[S]) judgeOutside(state *S) {
	for _, j := range w.s.active.state {
		if f := &w.finds[j.claim]; f.yields(outside, words(state)) && j.decides(state) {
			f.set(outside, words(state))
		}
	}
}

// judgeStep evaluates the open claims about steps.
func (w *worker[S]) judgeStep(a model.Action, after *S) {
	from := &w.in.state
	for _, i := range w.s.active.step {
		if f := &w.finds[i]; f.yields(atStep, words(from)) && w.s.claims[i].p.Step(from, a, after) != nil {
			f.set(atStep, words(from))
		}
	}
}

// best is the find, of all workers, that decides claim i in this level.
func (s *search[S]) best(i int) (best find) {
	for _, w := range s.workers {
		if f := &w.finds[i]; f.at != nowhere && best.yields(f.at, f.state) {
			best.set(f.at, f.state)
		}
		w.finds[i].at = nowhere
	}
	return best
}

// decide closes the claims that the pass over level depth has broken and
// returns the length of the longest trace among them.
func (s *search[S]) decide(depth int) (longest int) {
	for i, c := range s.claims {
		best := s.best(i)
		if best.at == nowhere || c.length > 0 {
			continue
		}
		c.find, c.length = best, depth
		if best.at != atState {
			c.length++
		}
		longest = max(longest, c.length)
	}
	return longest
}
