package model

// Invariant is the claim that check finds nothing wrong in any reachable state.
func Invariant[S comparable](name, doc string, check func(s *S) error) Property[S] {
	return Property[S]{Name: name, Doc: doc, Kind: Always, State: check}
}

// ActionProperty is the claim that check finds nothing wrong in any step that
// is taken out of a reachable state, repeated states included.
func ActionProperty[S comparable](name, doc string, check func(before *S, a Action, after *S) error) Property[S] {
	return Property[S]{Name: name, Doc: doc, Kind: Step, Step: check}
}

// Goal asks for a reachable state that satisfies reached. It guards against
// models that hold because nothing happens. A goal is no promise of the model:
// it is OnRequest, so that only a run that names it looks for it.
func Goal[S comparable](name, doc string, reached func(s *S) bool) Property[S] {
	return Property[S]{Name: name, Doc: doc, Kind: Reachable, Goal: reached, OnRequest: true}
}

// Guarantee is the claim that every fair run comes to a state of to.
func Guarantee[S comparable](name, doc string, to func(s *S) bool) Property[S] {
	return Property[S]{Name: name, Doc: doc, Kind: Eventually, To: to}
}

// Recurrence is the claim that every fair run comes to states of to again and
// again.
func Recurrence[S comparable](name, doc string, to func(s *S) bool) Property[S] {
	return Property[S]{Name: name, Doc: doc, Kind: AlwaysEventually, To: to}
}

// Persistence is the claim that every fair run stays within to from some
// moment on.
func Persistence[S comparable](name, doc string, to func(s *S) bool) Property[S] {
	return Property[S]{Name: name, Doc: doc, Kind: EventuallyAlways, To: to}
}

// Response is the claim that in every fair run a state of from is followed by
// one of to, or is one.
func Response[S comparable](name, doc string, from, to func(s *S) bool) Property[S] {
	return Property[S]{Name: name, Doc: doc, Kind: LeadsTo, From: from, To: to}
}

// RecurringStep is the claim that every fair run takes such steps again and
// again. A step is a pair of states: it is taken if any action that leads from
// the one to the other is such a step, and repeating a state is none.
func RecurringStep[S comparable](name, doc string, taken func(before *S, a Action, after *S) bool) Property[S] {
	return Property[S]{Name: name, Doc: doc, Kind: AlwaysEventuallyHas, Taken: taken}
}

// CeasingStep is the claim that every fair run takes such steps no more from
// some moment on.
func CeasingStep[S comparable](name, doc string, taken func(before *S, a Action, after *S) bool) Property[S] {
	return Property[S]{Name: name, Doc: doc, Kind: EventuallyNeverHas, Taken: taken}
}

// ForEach is the claim that all of these hold, which are of one temporal kind: one
// for each participant.
func ForEach[S comparable](name, doc string, each ...Property[S]) Property[S] {
	p := Property[S]{Name: name, Doc: doc, Each: each}
	if len(each) > 0 {
		p.Kind = each[0].Kind
	}
	return p
}

// Instances are the claims that p is made of: itself, if it has no Each.
func (p *Property[S]) Instances() []Property[S] {
	if len(p.Each) == 0 {
		return []Property[S]{*p}
	}
	all := make([]Property[S], len(p.Each))
	for i, one := range p.Each {
		one.Fair, one.Premise = p.Fair, p.Premise
		all[i] = one.If(p.Given...)
	}
	return all
}

// Under is the property, claimed of runs that are fair in this sense.
func (p Property[S]) Under(f *Fairness[S]) Property[S] {
	p.Fair = f
	return p
}

// If is the property, claimed only of runs that meet these conditions besides.
func (p Property[S]) If(given ...Condition[S]) Property[S] {
	p.Given = append(p.Given[:len(p.Given):len(p.Given)], given...)
	return p
}
