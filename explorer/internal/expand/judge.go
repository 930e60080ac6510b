package expand

import (
	"mc/explorer/internal/pack"
	"mc/model"
)

// What is asked where it is no property: nobody, or another function of the
// model that may panic.
const (
	nobody = -1 - iota
	representing
	within
)

// wants tells whether a state would be a better find than f.
func (x *Expander[S]) wants(f *Find, at Where, state *S) bool {
	return f.At == Nowhere || !x.first && f.Yields(at, pack.WordsOf(state))
}

func (x *Expander[S]) found(i int, at Where, state *S) {
	x.Finds[i].Set(at, pack.WordsOf(state))
	x.sink.Decided(i, at)
}

// Judge evaluates the open properties in the state that was loaded.
func (x *Expander[S]) Judge() { x.judge(&x.in.State) }

// JudgeFound evaluates them in the successor that the sink has just received.
func (x *Expander[S]) JudgeFound() { x.judge(x.after) }

func (x *Expander[S]) judge(state *S) {
	r := x.roster
	for _, p := range r.premises {
		x.asking = p.decision
		if d := r.decisions[p.decision]; !d.Premise.Load() && p.holds(state) {
			d.Premise.Store(true)
		}
	}
	for k := range r.states {
		j := &r.states[k]
		if f := &x.Finds[j.decision]; x.wants(f, AtState, state) {
			x.asking = j.decision
			if j.decides(state) {
				x.found(j.decision, AtState, state)
			}
		}
	}
	x.asking = nobody
}

// judgeOutside evaluates the open properties in a successor that the
// constraint excludes.
func (x *Expander[S]) judgeOutside(state *S) {
	for k := range x.roster.states {
		j := &x.roster.states[k]
		if f := &x.Finds[j.decision]; x.wants(f, Outside, state) {
			x.asking = j.decision
			if j.decides(state) {
				x.found(j.decision, Outside, state)
			}
		}
	}
	x.asking = nobody
}

// judgeStep evaluates the open properties about steps.
func (x *Expander[S]) judgeStep(a model.Action, after *S) {
	before := &x.in.State
	for _, i := range x.roster.steps {
		if f := &x.Finds[i]; x.wants(f, AtStep, before) {
			x.asking = i
			if decided, _ := x.roster.decisions[i].Property.DecidedBy(before, a, after); decided {
				x.found(i, AtStep, before)
			}
		}
	}
	x.asking = nobody
}

// judgeSuccessors decides what is asked of states without any successor.
func (x *Expander[S]) judgeSuccessors() {
	for _, i := range x.roster.successors {
		if f := &x.Finds[i]; x.wants(f, AtState, &x.in.State) {
			x.found(i, AtState, &x.in.State)
		}
	}
}
