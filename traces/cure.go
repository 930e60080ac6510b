package traces

import (
	"fmt"
	"slices"
)

// Cure is another set of rules under which the same schedule does no harm.
type Cure struct {
	Rules string `json:"rules"`         // "kip-101", or "check_sender_epoch=on"
	Ref   string `json:"ref,omitempty"` // the proposal or bug that closed it, if the spec names it
	Step  int    `json:"step"`          // where the two part
	Words string `json:"words"`
}

// Cure says what the other rules make of the schedule, or nil if it breaks
// the property under them as well. refs are what the other rules go back to: if
// the spec is about one of them, that is what closed the hole.
//
// A schedule that the other rules do not allow has not been put to the test;
// it counts as cured only where the spec is about them.
func (c *Comparison) Cure(refs ...string) *Cure {
	if c.Parting < 1 || !c.Broken[0] || c.Broken[1] {
		return nil
	}
	out := &Cure{Rules: c.Names[1], Step: c.Pairs[c.Parting].Step}
	for _, ref := range refs {
		if slices.Contains(c.File.Spec.Refs, ref) {
			out.Ref = ref
			out.Words = fmt.Sprintf("Closed by %s: under %s the same schedule %s", ref, out.Rules, c.instead())
			return out
		}
	}
	if c.Pairs[c.Parting].Kind == NotTaken {
		return nil
	}
	out.Words = fmt.Sprintf("Under %s the same schedule %s", out.Rules, c.instead())
	return out
}

// instead says what becomes of the schedule under the other rules: of the
// records that were cut, or else of the step where the two part.
func (c *Comparison) instead() string {
	for _, l := range Losses(c.File) {
		if l.Cut > 0 && c.keeps(l) {
			what := fmt.Sprintf("offset %d (%s)", l.Offset, l.Records[0])
			if n := len(l.Records); n > 1 {
				what = fmt.Sprintf("offsets %d to %d (%s to %s)", l.Offset, l.Offset+n-1, l.Records[0], l.Records[n-1])
			}
			return fmt.Sprintf("keeps %s at %s in step %d.", what, l.From, l.Cut)
		}
	}
	p := &c.Pairs[c.Parting]
	if p.Kind == NotTaken {
		return fmt.Sprintf("cannot take step %d (%s).", p.Step, c.File.title(p.Step))
	}
	return fmt.Sprintf("goes another way in step %d, and %s is not broken at its end. Step %d there: %s", p.Step, c.File.Property.Name, p.Step, p.Other.account())
}

// keeps reports that the replica has the lost records under the other rules
// at the end as well as where they were cut.
func (c *Comparison) keeps(l Loss) bool {
	for i, record := range l.Records {
		for _, step := range []int{l.Cut, len(c.Pairs) - 1} {
			if cellAt(logOf(laneNamed(c.Pairs[step].Frame.View, l.From)), l.Offset+i) != record {
				return false
			}
		}
	}
	return true
}
