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
		d := r.decisions[p.decision]
		if known := d.Premise.Load(); known && !r.counts.Coverage || !p.holds(state) {
			continue
		} else if !known {
			d.Premise.Store(true)
		}
		if r.counts.Coverage {
			x.Tally.Premises[p.decision]++
		}
	}
	x.judgeStates(AtState, state)
}

// judgeStates evaluates the open properties of states. Where the states that
// decide one are counted, none is passed over because it would be no better find.
func (x *Expander[S]) judgeStates(at Where, state *S) {
	counting := x.roster.counts.Breaks
	for k := range x.roster.states {
		j := &x.roster.states[k]
		if f := &x.Finds[j.decision]; f.At != Nowhere && !counting && !x.wants(f, at, state) {
			continue
		}
		x.asking = j.decision
		if j.decides(state) {
			x.decides(j.decision, at, state)
		}
	}
	x.asking = nobody
}

// decides notes what decides property i.
func (x *Expander[S]) decides(i int, at Where, state *S) {
	if x.roster.counts.Breaks {
		x.count(i, at)
		if !x.roster.open(i) || !x.wants(&x.Finds[i], at, state) {
			return
		}
	}
	x.found(i, at, state)
}

// count counts a state or a step that decides property i. What is found when a
// state is expanded again was counted the first time.
func (x *Expander[S]) count(i int, at Where) {
	switch {
	case at == AtState:
		x.Tally.Breaks[i]++
	case x.again:
	case at == AtStep:
		x.Tally.Breaks[i]++
	case at == Outside:
		x.Tally.Astray[i]++
	}
}

// judgeOutside evaluates the open properties in a successor that the
// constraint excludes.
func (x *Expander[S]) judgeOutside(state *S) { x.judgeStates(Outside, state) }

// judgeStep evaluates the open properties about steps.
func (x *Expander[S]) judgeStep(a model.Action, after *S) {
	before := &x.in.State
	for _, i := range x.roster.steps {
		if wanted := x.wants(&x.Finds[i], AtStep, before); !wanted && !x.roster.counts.Breaks {
			continue
		}
		x.asking = i
		if decided, _ := x.roster.decisions[i].Property.DecidedBy(before, a, after); decided {
			x.decides(i, AtStep, before)
		}
	}
	x.asking = nobody
}

// judgeSuccessors decides what is asked of states without any successor.
func (x *Expander[S]) judgeSuccessors() {
	for _, i := range x.roster.successors {
		if f := &x.Finds[i]; x.roster.open(i) && x.wants(f, AtState, &x.in.State) {
			x.found(i, AtState, &x.in.State)
		}
	}
}
