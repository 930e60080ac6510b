package model

// The functions of this file are the one place that tells whether a property
// is decided: whether it is broken or, for a goal, reached. Whoever searches,
// plays, replays or compares asks them.

// DecidedIn reports whether the state s by itself decides p, and why: the
// witness of what is wrong; for a goal what it tells, if it does. A property about
// steps or successors is decided by no state alone.
func (p *Property[S]) DecidedIn(s *S) (decided bool, why error) {
	switch {
	case p.Kind.Subject() != OfStates:
		return false, nil
	case p.Kind.IsGoal():
		if decided = p.Goal(s); decided && p.Tell != nil {
			why = p.Tell(s)
		}
		return decided, why
	}
	why = p.State(s)
	return why != nil, why
}

// DecidedBy reports whether the step a from before to after decides p, and why.
func (p *Property[S]) DecidedBy(before *S, a Action, after *S) (decided bool, why error) {
	if p.Kind.Subject() != OfSteps {
		return false, nil
	}
	why = p.Step(before, a, after)
	return why != nil, why
}

// noSuccessor is the witness of a deadlock.
type noSuccessor struct{}

func (noSuccessor) Error() string { return "no rule is enabled" }

// DecidedAt reports whether the end of path, a run of m, decides p, and why.
func (m *Model[S]) DecidedAt(p *Property[S], path Path[S]) (decided bool, why error) {
	last := path.Last()
	switch p.Kind.Subject() {
	case OfSuccessors:
		if m.enabled(&last) {
			return false, nil
		}
		return true, noSuccessor{}
	case OfSteps:
		n := len(path.Steps)
		if n == 0 {
			return false, nil
		}
		before := Path[S]{Start: path.Start, Steps: path.Steps[:n-1]}.Last()
		return p.DecidedBy(&before, path.Steps[n-1].Action, &last)
	}
	return p.DecidedIn(&last)
}

// enabled reports whether any rule is enabled in s.
func (m *Model[S]) enabled(s *S) (any bool) {
	from := *s // Expand promises not to change it; a copy keeps the path safe from a rule that does
	m.Expand(&from, NewSteps(func(Action, *S) { any = true }))
	return any
}
