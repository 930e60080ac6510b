package region

import (
	"slices"

	"mc/model"
)

// step adds a step to an edge, with the properties that it decides.
func (c *collector[S]) step(e *Edge, a model.Action, after *S) {
	if !slices.Contains(e.Actions, a) {
		e.Actions = append(e.Actions, a)
	}
	for _, p := range c.o.Check {
		if decided, _ := p.DecidedBy(&c.out.States[e.From].State, a, after); decided && !slices.Contains(e.Decided, p.Name) {
			e.Decided = append(e.Decided, p.Name)
		}
	}
}

// judge notes the properties that a state decides by itself. That it has no
// successor is noted whether it was asked for or not.
func (c *collector[S]) judge(s *State[S]) {
	for _, p := range c.o.Check {
		if decided, _ := p.DecidedIn(&s.State); decided {
			s.Decided = append(s.Decided, p.Name)
		}
	}
}
