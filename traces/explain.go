package traces

import (
	"fmt"
	"strings"
)

// Explanation takes the broken claim apart: its conditions before and after
// the last step, and what was committed and lost on the way.
type Explanation struct {
	Property Property    `json:"property"`
	Verdict  string      `json:"verdict"`
	Last     string      `json:"last"`  // title of the step after which it is broken
	Parts    []Condition `json:"parts"` // empty if the property does not come apart
	Timeline []Moment    `json:"timeline,omitempty"`
	Losses   []Loss      `json:"-"`
}

// Condition is one part of the property in the last two states.
type Condition struct {
	Text   string `json:"text"`
	Before bool   `json:"before"` // in the last state but one
	After  bool   `json:"after"`  // in the last state
}

// Moment is a step after which records were for the first time below a high
// watermark, or acknowledged, or were cut although they had been.
type Moment struct {
	Step    int      `json:"step"`
	What    string   `json:"what"` // MomentCommitted, MomentAcked or MomentCut
	Records []string `json:"records"`
	Lane    string   `json:"lane"` // whose high watermark or log, or who was told
}

// What a Moment can be.
const (
	MomentCommitted = "committed"
	MomentAcked     = "acknowledged"
	MomentCut       = "cut"
)

// Explain evaluates the property's parts in the last two states of f and draws
// up the timeline of its records.
func Explain(f *File) *Explanation {
	out := &Explanation{Property: f.Property, Verdict: f.Verdict, Last: f.title(len(f.Steps)), Losses: Losses(f), Timeline: timeline(f)}
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

// timeline merges the commits, acknowledgements and losses of f, in the order of steps.
func timeline(f *File) []Moment {
	losses := cuts(f)
	committed := commits{}
	var out []Moment
	for i := range f.States() {
		for _, m := range committed.note(f.Frame(i).View, i) {
			if n := len(out); n > 0 && out[n-1].Step == i && out[n-1].What == MomentCommitted && out[n-1].Lane == m.lane {
				out[n-1].Records = append(out[n-1].Records, m.record)
				continue
			}
			out = append(out, Moment{i, MomentCommitted, []string{m.record}, m.lane})
		}
		if m, any := f.acked(i); any {
			out = append(out, m)
		}
		for _, l := range losses {
			if l.Cut == i {
				out = append(out, Moment{i, MomentCut, l.Records, l.From})
			}
		}
	}
	return out
}

// Words is the moment as a line of a timeline.
func (m Moment) Words() string {
	records := strings.Join(m.Records, ", ")
	if n := len(m.Records); n > 4 {
		records = fmt.Sprintf("%s to %s (%d records)", m.Records[0], m.Records[n-1], n)
	}
	switch m.What {
	case MomentCut:
		return fmt.Sprintf("%s cut from %s", records, m.Lane)
	case MomentAcked:
		return fmt.Sprintf("%s acknowledged to the producer", records)
	}
	return fmt.Sprintf("%s committed: below the high watermark of %s", records, m.Lane)
}
