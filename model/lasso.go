package model

import (
	"fmt"
	"strings"
)

// Assessment is what a lasso is to a temporal claim.
type Assessment struct {
	Broken   bool   // the lasso is fair and breaks the claim
	Why      string // in either case
	Evidence []Evidence
}

// Evidence is why a lasso meets a condition, or why it does not.
type Evidence struct {
	Condition string `json:"condition"`
	Met       bool   `json:"met"`
	Words     string `json:"words"` // "taken in step 4"
}

// Assess reports whether a lasso of m breaks the temporal claim p under f; nil
// is no fairness. It goes by the definitions, state by state, and shares nothing
// with a search. That the lasso is a run of m is for its caller to know.
func (m *Model[S]) Assess(p *Property[S], f *Fairness[S], lasso *Lasso[S]) (*Assessment, error) {
	var first *Assessment
	for _, one := range p.Instances() {
		got, err := m.assess(&one, f, lasso)
		if err != nil {
			return nil, err
		}
		if got.Broken && len(p.Each) > 0 {
			got.Why = one.Name + ": " + got.Why
		}
		if first == nil || got.Broken {
			first = got
		}
		if got.Broken {
			break
		}
	}
	return first, nil
}

// assess is Assess of a claim that is not made of others.
func (m *Model[S]) assess(p *Property[S], f *Fairness[S], lasso *Lasso[S]) (*Assessment, error) {
	var conditions []Condition[S]
	if f != nil {
		conditions = append(conditions, f.Conditions...)
	}
	o, err := m.Obligations(append(conditions, p.Given...))
	if err != nil {
		return nil, err
	}
	if lasso.Loop < 0 || lasso.Loop > len(lasso.Steps) {
		return nil, fmt.Errorf("model: the loop begins at state %d; the run has states 0 to %d", lasso.Loop, len(lasso.Steps))
	}
	r := &round[S]{m: m, o: o, lasso: lasso}
	r.look(p)
	out := &Assessment{}
	fair := true
	for i := range o.Len() {
		e := r.evidence(i)
		out.Evidence, fair = append(out.Evidence, e), fair && e.Met
		if !e.Met && out.Why == "" {
			out.Why = "the run is not fair: " + e.Condition + ": " + e.Words
		}
	}
	breaks, why := r.breaks(p)
	if fair {
		out.Broken, out.Why = breaks, why
	}
	return out, nil
}

// round is what is seen on the way once around a loop.
type round[S comparable] struct {
	m     *Model[S]
	o     *Obligations[S]
	lasso *Lasso[S]

	taken   []uint64 // by step of the loop: the conditions that it is a step of
	enabled []uint64 // by state of the loop, likewise; stopped steps included
	met     []uint64 // by state of the loop: the conditions about states
	waits   []map[int]string
	has     int // the first step of the loop that is one of the claim's; -1 is none
}

// state is state i of the run.
func (l *Lasso[S]) state(i int) S {
	return Path[S]{Start: l.Start, Steps: l.Steps[:i]}.Last()
}

// look goes around the loop.
func (r *round[S]) look(p *Property[S]) {
	r.has = -1
	last := len(r.lasso.Steps)
	for i := r.lasso.Loop; i <= last; i++ {
		next := i + 1
		if next > last {
			next = r.lasso.Loop
		}
		from, to := r.lasso.state(i), r.lasso.state(next)
		r.lookAt(p, i, from, to)
	}
}

// lookAt looks at state i of the run, from, and at the step to the next.
func (r *round[S]) lookAt(p *Property[S], i int, from, to S) {
	var taken, enabled uint64
	waits := map[int]string{}
	g := NewSteps(func(a Action, after *S) {
		if *after == from {
			return // who repeats the state takes no step
		}
		served := r.o.Served(&from, a, after)
		enabled |= served
		if !r.m.Alike(after, &to) {
			return
		}
		taken |= served
		if p.Taken != nil && r.has < 0 && p.Taken(&from, a, after) {
			r.has = i + 1
		}
	})
	g.NoteStops(true)
	expanded := from
	r.o.Expand(&expanded, g)
	for _, stop := range g.Stops() {
		served := r.o.ServedBy(&from, stop)
		r.wait(waits, served&^enabled, stop.By)
		enabled |= served
	}
	r.taken, r.enabled = append(r.taken, taken), append(r.enabled, enabled)
	r.met, r.waits = append(r.met, r.o.Met(&from)), append(r.waits, waits)
}

// wait notes that conditions are enabled but for budgets.
func (r *round[S]) wait(waits map[int]string, set uint64, by Budgets) {
	for i := range r.o.Len() {
		if set>>i&1 == 0 || waits[i] != "" {
			continue
		}
		var names []string
		for k, b := range r.m.Budgets {
			if by.Has(k) {
				names = append(names, b.Constant)
			}
		}
		waits[i] = strings.Join(names, " and ")
	}
}

// evidence is why the loop meets condition i, or does not.
func (r *round[S]) evidence(i int) Evidence {
	e := Evidence{Condition: r.o.Text(i), Met: true}
	taken, off, on, met := first(r.taken, i, true), first(r.enabled, i, false), first(r.enabled, i, true), first(r.met, i, true)
	stays := r.lasso.Loop == len(r.lasso.Steps)
	switch d := r.o.list[i].Demand; {
	case d == OftenDemand && met >= 0:
		e.Words = "met " + r.place(met)
	case d == OftenDemand:
		e.Met, e.Words = false, "met in no state of the loop"
	case d == SeldomDemand && taken >= 0:
		e.Met, e.Words = false, "taken in step "+r.number(taken+1)+", and in every round again"
	case d == SeldomDemand:
		e.Words = "not taken in the loop"
	case taken >= 0:
		e.Words = "taken in step " + r.number(taken+1)
	case on < 0 && stays:
		e.Words = "not enabled here"
	case on < 0:
		e.Words = "enabled nowhere in the loop"
	case d == WeakDemand && off >= 0:
		e.Words = "not enabled " + r.place(off)
	case r.waiting(i) >= 0:
		k := r.waiting(i)
		e.Met, e.Words = false, r.place(k)+" it waits for the budget "+r.waits[k][i]
	default:
		e.Met, e.Words = false, "enabled "+r.place(on)+" and taken nowhere in the loop"
	}
	return e
}

// waiting is the first place of the loop where condition i waits for a budget.
func (r *round[S]) waiting(i int) int {
	for k := range r.waits {
		if r.waits[k][i] != "" {
			return k
		}
	}
	return -1
}

// number is step k of the loop as a number of the run.
func (r *round[S]) number(k int) string { return fmt.Sprint(r.lasso.Loop + k) }

// place is state k of the loop in words.
func (r *round[S]) place(k int) string { return AfterStep(r.lasso.Loop + k) }

// AfterStep is state i of a run in words.
func AfterStep(i int) string {
	if i == 0 {
		return "at the start"
	}
	return fmt.Sprint("after step ", i)
}

// first is the first of some sets that has i, or lacks it; -1 if none does.
func first(sets []uint64, i int, has bool) int {
	for k, set := range sets {
		if set>>i&1 == 1 == has {
			return k
		}
	}
	return -1
}

// breaks reports whether the run does what the claim excludes, and how, or what it
// does instead.
func (r *round[S]) breaks(p *Property[S]) (bool, string) {
	last := len(r.lasso.Steps)
	from := r.lasso.Loop
	switch p.Kind {
	case Eventually:
		return r.lacks(p.To, 0, "")
	case AlwaysEventually:
		return r.lacks(p.To, from, ", and in every round again")
	case EventuallyAlways:
		for i := from; i <= last; i++ {
			if s := r.lasso.state(i); !p.To(&s) {
				return true, "it is not so " + AfterStep(i) + ", and in every round again"
			}
		}
		return false, "it stays so"
	case LeadsTo:
		for i := 0; i <= last; i++ {
			if s := r.lasso.state(i); p.From(&s) && r.meets(p.To, min(i, from)) < 0 {
				return true, AfterStep(i) + " it begins to wait, and what it waits for never comes"
			}
		}
		return false, "what it waits for comes"
	case AlwaysEventuallyHas, EventuallyNeverHas:
		if r.has < 0 {
			return p.Kind == AlwaysEventuallyHas, "the loop has no such step"
		}
		return p.Kind == EventuallyNeverHas, fmt.Sprintf("step %d is one, and in every round again", r.has)
	}
	return false, "the claim is not about runs that go on for ever"
}

// lacks reports whether no state of the run from the given one on is wanted; again
// is what to say of one that is.
func (r *round[S]) lacks(wanted func(*S) bool, from int, again string) (bool, string) {
	switch met := r.meets(wanted, from); {
	case met >= 0:
		return false, "it is so " + AfterStep(met) + again
	case from == 0:
		return true, "it is never so"
	}
	return true, AfterStep(from) + " it is never so"
}

// meets is the first state of the run, from the given one on, that is wanted; -1 if
// none is.
func (r *round[S]) meets(wanted func(*S) bool, from int) int {
	for i := from; i <= len(r.lasso.Steps); i++ {
		if s := r.lasso.state(i); wanted(&s) {
			return i
		}
	}
	return -1
}
