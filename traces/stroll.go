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
		c := Choice{Action: m.Text(a), Title: f.labelled(m.Story(a, &at, after).Title)}
		c.Taken = i < len(f.Steps) && f.Steps[i].Action == c.Action
		if n := len(out); n == 0 || out[n-1].Action != c.Action {
			out = append(out, c)
		}
	})
	return out
}

// TellStep tells step i of f alone, the start if it is 0; after the last the
// claim that is broken.
func TellStep(f *File, i int, o TextOptions) string {
	t := newTeller(f, o)
	if i == 0 {
		t.start()
	} else {
		t.step(i)
	}
	if i == len(f.Steps) {
		t.claim()
	}
	return t.out.String()
}

// TellPair tells one step of a comparison alone.
func TellPair(c *Comparison, i int, o TextOptions) string {
	t := pairTeller(c, o)
	t.pair(c, &c.Pairs[i])
	if i == len(c.Pairs)-1 {
		t.verdicts(c)
	}
	return t.out.String()
}

// TellState lists everything that the view shows after step i.
func TellState(f *File, i int, o TextOptions) string {
	t := newTeller(f, o)
	for _, lane := range f.Frame(i).View.Lanes {
		for _, name := range rowNames(lane, lane) {
			t.wrap("     ", lane.Name+": "+name+" "+t.value(rowValue(lane, name)))
		}
	}
	return t.out.String()
}

// Wrap breaks sentences into lines as Text does.
func Wrap(sentences []string, o TextOptions) string {
	t := newTeller(&File{}, o)
	for _, s := range sentences {
		t.wrap("  ", s)
	}
	return t.out.String()
}
