package matrix

import (
	"fmt"
	"strings"

	"mc/explorer"
	"mc/model"
	"mc/report"
	"mc/traces"
)

// What a cell can say, besides the goals' reachable and unreachable.
const (
	Holds         = string(model.Holds)    // every reachable state was visited
	Violated      = string(model.Violated) // after so many states
	Waits         = "waits"                // only runs break the claim that wait for a spent budget
	Bound         = "bound"                // nothing was found within the row's limit
	NotApplicable = "n/a"                  // the scenario cannot be asked there
)

// Cell is the verdict on one scenario under one protocol.
type Cell struct {
	Verdict string `json:"verdict"`
	Length  int    `json:"length,omitempty"` // states in the trace
	Reason  string `json:"reason,omitempty"` // why it is n/a, or bound for want of something else than states

	// Of a run that goes on for ever: the states up to where it goes round, the
	// start included, and the steps of a turn, 0 where nothing is taken any more.
	Stem int `json:"stem,omitempty"`
	Turn int `json:"turn,omitempty"`

	States uint64 `json:"states,omitempty"` // visited
	Depth  int    `json:"depth,omitempty"`  // levels that are complete

	// Within are the budgets that stopped a step, as "fences <= 2", where nothing
	// was found.
	Within []string `json:"within,omitempty"`

	// Waits are the budgets, as in Within, that the only runs wait for which would
	// break a claim about what goes on for ever.
	Waits []string `json:"waits,omitempty"`

	// Credit is whose a violation is, and Closed what closes it; both are found
	// by trial, where that was asked for.
	Credit Credit  `json:"credit,omitempty"`
	Closed *Closed `json:"closed,omitempty"`

	// Again is the command that shows the trace, and Page where it is told, if
	// somebody said so.
	Again string `json:"again,omitempty"`
	Page  string `json:"-"`
}

// Text is the cell as tables have it.
func (c Cell) Text() string {
	switch {
	case c.Stem > 0:
		return fmt.Sprintf("%s %d+%d", c.Verdict, c.Stem, c.Turn)
	case c.Length > 0:
		return fmt.Sprintf("%s %d", c.Verdict, c.Length)
	case c.Verdict == Bound && c.Depth > 0:
		return fmt.Sprintf("%s %d", c.Verdict, c.Depth)
	}
	return c.Verdict
}

// cellOfScript reads the outcome of a schedule along which one property was
// judged. Its one course proves nothing, so nothing found is a bound.
func cellOfScript(out *report.Outcome) Cell {
	script, p := out.Properties[0], out.Properties[1]
	switch {
	case p.Kind.Temporal():
		return Cell{Verdict: NotApplicable, Reason: p.Witness}
	case p.Trace != nil:
		return Cell{Verdict: string(p.Verdict), Length: p.Trace.States()}
	case script.Verdict == model.Violated:
		return Cell{Verdict: NotApplicable, Reason: "the schedule cannot be followed: " + script.Witness}
	}
	return Cell{Verdict: Bound, States: uint64(1 + out.Script.Actions)}
}

// cellOf reads the outcome of a run that checked one property.
func cellOf(out *report.Outcome) Cell {
	p := out.Properties[0]
	c := Cell{Verdict: string(p.Verdict), States: out.States.Distinct, Depth: out.States.Depth}
	if p.Trace != nil {
		c.Length = p.Trace.States()
		c.Stem, c.Turn = turns(p.Trace)
	} else {
		c.Within = out.Binding()
	}
	if p.Verdict == model.Holds && len(p.Lacks) > 0 {
		return Cell{Verdict: NotApplicable, Reason: "the claim is about nothing without " + strings.Join(p.Lacks, " and ")}
	}
	switch p.Verdict {
	case model.HoldsWithinBounds, model.Inconclusive:
		c.Verdict = Bound
		if p.Kind.Temporal() {
			c.unsettled(out, p)
		}
	case model.Vacuous:
		c.Verdict, c.Reason = NotApplicable, "the claim's premise is never true there"
		if p.Witness != "" {
			c.Reason = p.Witness + " there"
		}
	}
	return c
}

// unsettled says what keeps a claim about runs from being decided, if it is not
// the limit of states.
func (c *Cell) unsettled(out *report.Outcome, p report.Property) {
	switch {
	case len(p.Waits) > 0:
		c.Verdict, c.Waits = Waits, p.Waits
	case !out.Cut.By(explorer.MaxStates):
		c.Reason = p.Witness
	}
}

// turns are the stem and the turn of a run that goes on for ever; 0 of others.
func turns(f *traces.File) (stem, turn int) {
	switch l := f.Loop; {
	case l == nil:
		return 0, 0
	case l.Stays():
		return f.States(), 0
	default:
		return l.To + 1, f.States() - l.To
	}
}
