package matrix

import (
	"fmt"

	"mc/model"
	"mc/report"
)

// What a cell can say, besides the goals' reachable and unreachable.
const (
	Holds         = string(model.Holds)    // every reachable state was visited
	Violated      = string(model.Violated) // after so many states
	Bound         = "bound"                // nothing was found within the row's limit
	NotApplicable = "n/a"                  // the scenario cannot be asked there
)

// Cell is the verdict on one scenario under one protocol.
type Cell struct {
	Verdict string `json:"verdict"`
	Length  int    `json:"length,omitempty"` // states in the trace
	Reason  string `json:"reason,omitempty"` // why it is n/a

	States uint64 `json:"states,omitempty"` // visited
	Depth  int    `json:"depth,omitempty"`  // levels that are complete

	// Within are the budgets that stopped a step, as "fences <= 2", where nothing
	// was found.
	Within []string `json:"within,omitempty"`

	// Credit is whose a violation is, and Closed what closes it; both are found
	// by trial, where that was asked for.
	Credit Credit  `json:"credit,omitempty"`
	Closed *Closed `json:"closed,omitempty"`
}

// Text is the cell as tables have it.
func (c Cell) Text() string {
	switch {
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
	} else {
		c.Within = out.Binding()
	}
	switch p.Verdict {
	case model.HoldsWithinBounds, model.Inconclusive:
		c.Verdict = Bound
	case model.Vacuous:
		c.Verdict, c.Reason = NotApplicable, "the claim's premise is never true there"
	}
	return c
}
