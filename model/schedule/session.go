package schedule

import (
	"fmt"

	"mc/model"
)

// Session is a run under way: the actions taken so far and the state they led
// to. A language builds its commands on it.
type Session[S comparable] struct {
	Model *model.Model[S]
	Start S
	Taken []Taken[S]
	Step  int // the step of the script that is being played
	now   S
}

// Begin starts in the model's only initial state.
func Begin[S comparable](m *model.Model[S]) (*Session[S], error) {
	s, starts := &Session[S]{Model: m}, 0
	m.Init(func(start S) { s.Start, s.now = start, start; starts++ })
	if starts != 1 {
		return nil, fmt.Errorf("schedule: %s has %d initial states; a script needs one to start from", m.Name, starts)
	}
	return s, nil
}

// Now is the state reached.
func (s *Session[S]) Now() *S { return &s.now }

// Could reports whether the action is enabled now.
func (s *Session[S]) Could(a model.Action) bool {
	_, ok := s.Model.Successor(&s.now, a)
	return ok
}

// Take takes an action; it reports false if that is not enabled.
func (s *Session[S]) Take(a model.Action) bool {
	after, ok := s.Model.Successor(&s.now, a)
	if !ok {
		return false
	}
	s.Taken = append(s.Taken, Taken[S]{Action: a, After: after, Step: s.Step})
	s.now = after
	return true
}

// Forget takes back all but the first n actions.
func (s *Session[S]) Forget(n int) {
	s.Taken = s.Taken[:n]
	s.now = s.Start
	if n > 0 {
		s.now = s.Taken[n-1].After
	}
}

// Enabled lists the actions that are enabled now, in the model's order.
func (s *Session[S]) Enabled() (texts []string) {
	for _, a := range s.actions() {
		texts = append(texts, s.Model.Text(a))
	}
	return texts
}

// Named finds the enabled action of that text ("Fetch b2").
func (s *Session[S]) Named(text string) (model.Action, bool) {
	for _, a := range s.actions() {
		if s.Model.Text(a) == text {
			return a, true
		}
	}
	return model.Action{}, false
}

func (s *Session[S]) actions() (all []model.Action) {
	from := s.now
	s.Model.Expand(&from, model.NewSteps(func(a model.Action, _ *S) { all = append(all, a) }))
	return all
}
