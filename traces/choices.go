package traces

import (
	"slices"

	"mc/model"
)

// Choice is a step that a model can take in a state of a trace.
type Choice struct {
	Action string // "Fetch b2"
	Title  string
	Taken  bool // it is the step that the trace takes there

	Leads  int  // to which state of the trace; -1 if to none
	Breaks bool // the property of the trace is decided by it, as the trace decides it
}

// Choices lists what m can do after step i of f, which it was seen to replay:
// each action once, in the model's order.
func (r *Replayed[S]) Choices(m *model.Model[S], f *File, i int) (out []Choice) {
	at := r.Path.Start
	if i > 0 {
		at = r.Path.Steps[i-1].After
	}
	p, known := m.Property(f.Property.Name)
	known = known && !p.Kind.Temporal()
	eachSuccessor(m, &at, func(a model.Action, after *S) {
		c := Choice{Action: m.Text(a), Title: f.Labelled(m.Story(a, &at, after).Title), Leads: r.stateOf(after)}
		if known {
			path := model.Path[S]{Start: r.Path.Start, Steps: append(slices.Clone(r.Path.Steps[:i]), model.Transition[S]{Action: a, After: *after})}
			c.Breaks, _ = m.DecidedAt(p, path)
		}
		c.Taken = i < len(f.Steps) && f.Steps[i].Action == c.Action
		if n := len(out); n == 0 || out[n-1].Action != c.Action {
			out = append(out, c)
		}
	})
	return out
}

// stateOf is the first state of the path that is this one; -1 if none is.
func (r *Replayed[S]) stateOf(s *S) int {
	if *s == r.Path.Start {
		return 0
	}
	if i := slices.IndexFunc(r.Path.Steps, func(t model.Transition[S]) bool { return t.After == *s }); i >= 0 {
		return i + 1
	}
	return -1
}
