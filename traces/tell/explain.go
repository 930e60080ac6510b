package tell

import (
	"mc/model"
	"mc/traces"
)

// Explanation takes the broken property apart: its conditions before and after
// the last step, and what was committed and lost on the way.
type Explanation struct {
	Property traces.Property
	Verdict  model.Verdict
	Last     string      // title of the step after which it is broken
	Parts    []Condition // empty if the property does not come apart
	Timeline []traces.Moment
	Losses   []traces.Loss
}

// Condition is one part of the property in the last two states.
type Condition struct {
	Text   string
	Before bool // in the last state but one
	After  bool // in the last state
}

// Explain evaluates the property's parts in the last two states of f and adds
// the timeline of its records.
func Explain(f *traces.File) *Explanation {
	a := f.Analysis()
	out := &Explanation{Property: f.Property, Verdict: f.Verdict, Last: f.Title(len(f.Steps)), Losses: a.Losses,
		Timeline: a.Timeline}
	before := f.Frame(max(len(f.Steps)-1, 0)).Parts
	for i, p := range f.Last().Parts {
		c := Condition{Text: p.Text, After: p.Holds, Before: p.Holds}
		if i < len(before) {
			c.Before = before[i].Holds
		}
		out.Parts = append(out.Parts, c)
	}
	return out
}
