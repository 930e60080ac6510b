package expand

import (
	"slices"
	"sync/atomic"

	"mc/model"
)

// Decision is a property on its way to a verdict. All expanders of a search
// share it.
type Decision[S comparable] struct {
	Property *model.Property[S]
	Length   int         // states in the trace that decides it; 0 = open
	Find     Find        // what decided it
	Premise  atomic.Bool // was true somewhere
}

// Roster is the open properties by what has to be looked at, as indices; with
// those that are decided, where all that decides them is counted.
type Roster[S comparable] struct {
	Open       int // so many
	counts     Counts
	premises   []premise[S]
	states     []judgement[S] // judged in every state
	steps      []int          // judged on every step
	successors []int          // judged in states without a successor
	decisions  []*Decision[S]
}

// premise waits to be true.
type premise[S comparable] struct {
	decision int
	holds    func(*S) bool
}

// judgement is a property to be judged in every state.
type judgement[S comparable] struct {
	decision int
	holds    func(*S) error
	goal     func(*S) bool // instead, for what is to be reached
}

// decides tells whether a state decides the property: it violates it, or is
// the goal. It is Property.DecidedIn, with what depends on the kind alone
// looked up before.
func (j *judgement[S]) decides(state *S) bool {
	if j.goal != nil {
		return j.goal(state)
	}
	return j.holds(state) != nil
}

// Open are the properties that no find has decided yet, and what else is to be
// looked at for the counts.
func Open[S comparable](decisions []*Decision[S], c Counts) *Roster[S] {
	r := &Roster[S]{decisions: decisions, counts: c}
	for i, d := range decisions {
		p := d.Property
		if p.Premise != nil && (c.Coverage || r.open(i) && !d.Premise.Load()) {
			r.premises = append(r.premises, premise[S]{i, p.Premise})
		}
		if r.open(i) {
			r.Open++
		}
		if c.Breaks || r.open(i) {
			r.add(i, p)
		}
	}
	return r
}

// open tells whether no find has decided a property yet.
func (r *Roster[S]) open(i int) bool { return r.decisions[i].Length == 0 }

func (r *Roster[S]) add(i int, p *model.Property[S]) {
	switch p.Kind.Subject() {
	case model.OfSuccessors:
		r.successors = append(r.successors, i)
	case model.OfSteps:
		r.steps = append(r.steps, i)
	case model.OfStates:
		j := judgement[S]{decision: i, holds: p.State}
		if p.Kind.IsGoal() {
			j.goal = p.Goal
		}
		r.states = append(r.states, j)
	}
}

// Where tells how a find leads to a trace. Lower is nearer to the start.
type Where uint8

// The places of finds.
const (
	Nowhere Where = iota
	AtState       // the state itself decides the property
	Outside       // it does, but lies outside the constraint, a step further
	AtStep        // a step out of the state decides the property
)

// Find is the state that decides a property: of those that a level showed the
// least, or the first that was met. States are compared, and kept, by their
// unpacked words: the choice must not depend on how a store packs them.
type Find struct {
	At    Where
	State []uint64
}

// Yields tells whether f gives way to the given state.
func (f *Find) Yields(at Where, state []uint64) bool {
	if f.At != at {
		return f.At == Nowhere || at < f.At
	}
	return slices.Compare(state, f.State) < 0
}

// Set makes a copy of the state the find.
func (f *Find) Set(at Where, state []uint64) {
	f.At, f.State = at, append(f.State[:0], state...)
}
