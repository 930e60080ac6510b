package traces

import (
	"fmt"
	"strings"

	"mc/model"
)

// Loop is how a run goes on for ever: its last state leads back to one that it
// has passed. Where nothing is taken any more the last state itself stays.
type Loop struct {
	To     int    `json:"to"`               // the state that it goes back to: 0 is the start, i the state after step i
	Action string `json:"action,omitempty"` // the step that leads back; empty if nothing is taken any more
	Title  string `json:"title,omitempty"`  // that step in a few words

	// Adds is what one turn adds to numbers that the model forgets when it tells states
	// apart: the step leads back but for that. It is empty if nothing is added.
	Adds string `json:"adds,omitempty"`

	// Of a run that breaks a claim about what goes on for ever: the fairness that
	// is supposed, and how the run meets each of its conditions.
	Fairness string           `json:"fairness,omitempty"`
	Evidence []model.Evidence `json:"evidence,omitempty"`
	// Longer says that a run with a stem as short may have a shorter loop.
	Longer bool `json:"longer,omitempty"`
}

// Stays reports that nothing is taken any more.
func (l *Loop) Stays() bool { return l.Action == "" }

// RecordLasso is Record of a run that goes on for ever. It refuses a lasso that
// does not close: whose last state has no step to the state where the loop
// begins, and is not that state.
func RecordLasso[S comparable](m *model.Model[S], lasso *model.Lasso[S], meta Meta) (*File, error) {
	f, err := unlabelled(m, &lasso.Path, meta)
	if err != nil {
		return nil, err
	}
	if f.Loop, err = closing(m, lasso); err != nil {
		return nil, err
	}
	if m.Start != nil {
		defer f.Label(m.Start.Labels)
	}
	f.Schema = f.schema()
	p, about, err := propertyOf(m, meta.Property)
	if err != nil || p == nil || !p.Kind.Temporal() {
		return f, err
	}
	f.Loop.Fairness, f.Loop.Longer = meta.Fairness, meta.Longer
	got, err := assess(m, p, f.Loop, lasso)
	if err != nil {
		return nil, err
	}
	about.Witness = got.Why
	f.Property, f.Loop.Evidence = about, got.Evidence
	return f, nil
}

// assess asks what a run that goes on for ever is to a claim about such runs.
func assess[S comparable](m *model.Model[S], p *model.Property[S], l *Loop, lasso *model.Lasso[S]) (*model.Assessment, error) {
	name := l.Fairness
	if name == "" {
		name = model.NoFairness
	}
	fairness, known := m.FairnessOf(p, name)
	if !known {
		return nil, &FileError{`key "fairness"`, fmt.Sprintf("%s has no fairness %q; it has %s", m.Name, name,
			strings.Join(m.FairnessNames(), ", ")), WriteAgain}
	}
	return m.Assess(p, fairness, lasso)
}

// closing finds the step that closes the lasso, the first of the model's.
func closing[S comparable](m *model.Model[S], lasso *model.Lasso[S]) (*Loop, error) {
	if lasso.Loop < 0 || lasso.Loop > len(lasso.Steps) {
		return nil, fmt.Errorf("traces: the loop begins at state %d; the run has states 0 to %d", lasso.Loop,
			len(lasso.Steps))
	}
	out := &Loop{To: lasso.Loop}
	last, to := lasso.Last(), stateAt(&lasso.Path, lasso.Loop)
	eachSuccessor(m, &last, func(a model.Action, after *S) {
		if out.Stays() && m.Alike(after, &to) {
			out.Action, out.Title, out.Adds = m.Text(a), m.Story(a, &last, after).Title, m.Adds(&to, after)
		}
	})
	if out.Stays() && lasso.Loop < len(lasso.Steps) {
		return nil, fmt.Errorf("traces: no step leads from the last state to state %d; the lasso is not a run of %s",
			lasso.Loop, m.Name)
	}
	return out, nil
}

// stateAt is the state after step i of a path.
func stateAt[S comparable](path *model.Path[S], i int) S {
	return model.Path[S]{Start: path.Start, Steps: path.Steps[:i]}.Last()
}

// sound asks of the loop of a file that it begins in the run, and ends.
func (l *Loop) sound(steps int) error {
	switch {
	case l.To < 0 || l.To > steps:
		return &FileError{`key "loop"`, fmt.Sprintf("it goes back to state %d, and the states are 0 to %d", l.To, steps),
			WriteAgain}
	case l.Stays() && l.To != steps:
		return &FileError{`key "loop"`, fmt.Sprintf("it goes back to state %d, and there is no step that leads there",
			l.To), WriteAgain}
	}
	return nil
}

// closes takes the step that closes the loop of f.
func (r *Replayed[S]) closes(m *model.Model[S], f *File) error {
	if f.Loop == nil {
		return nil
	}
	if err := f.Loop.sound(len(f.Steps)); err != nil || f.Loop.Stays() {
		return err
	}
	last, to, closed := r.Path.Last(), stateAt(&r.Path, f.Loop.To), false
	eachSuccessor(m, &last, func(a model.Action, after *S) {
		closed = closed || m.Text(a) == f.Loop.Action && m.Alike(after, &to) && m.Adds(&to, after) == f.Loop.Adds
	})
	if closed {
		return nil
	}
	return &Divergence{
		Step: len(f.Steps) + 1, Action: f.Loop.Action, Kind: NotClosed,
		Detail: fmt.Sprintf("the model has no such step from the last state back to the state after step %d", f.Loop.To),
	}
}
