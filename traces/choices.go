package traces

import "mc/model"

// Choice is a step that a model can take in a state of a trace.
type Choice struct {
	Action string // "Fetch b2"
	Title  string
	Taken  bool // it is the step that the trace takes there
}

// Choices lists what m can do after step i of f, which it was seen to replay:
// each action once, in the model's order.
func (r *Replayed[S]) Choices(m *model.Model[S], f *File, i int) (out []Choice) {
	at := r.Path.Start
	if i > 0 {
		at = r.Path.Steps[i-1].After
	}
	eachSuccessor(m, &at, func(a model.Action, after *S) {
		c := Choice{Action: m.Text(a), Title: f.Labelled(m.Story(a, &at, after).Title)}
		c.Taken = i < len(f.Steps) && f.Steps[i].Action == c.Action
		if n := len(out); n == 0 || out[n-1].Action != c.Action {
			out = append(out, c)
		}
	})
	return out
}
