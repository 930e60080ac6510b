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
