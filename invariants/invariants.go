// Package invariants has constructors for the properties of a model: a claim
// about every reachable state, about every step, or about some state. The
// packages below it are the catalogues of particular models.
package invariants

import "mc/model"

// Always is the claim that check finds nothing wrong in any reachable state.
func Always[S comparable](name, doc string, check func(s *S) error) model.Property[S] {
	return model.Property[S]{Name: name, Doc: doc, Kind: model.Always, State: check}
}

// Step is the claim that check finds nothing wrong in any step that is taken
// out of a reachable state, repeated states included.
func Step[S comparable](name, doc string, check func(before *S, a model.Action, after *S) error) model.Property[S] {
	return model.Property[S]{Name: name, Doc: doc, Kind: model.Step, Step: check}
}

// Reachable is the goal that some reachable state satisfies. It guards
// against models that hold because nothing happens.
func Reachable[S comparable](name, doc string, goal func(s *S) bool) model.Property[S] {
	return model.Property[S]{Name: name, Doc: doc, Kind: model.Reachable, Goal: goal, OnRequest: true}
}
