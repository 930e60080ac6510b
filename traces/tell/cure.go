package tell

import (
	"fmt"
	"slices"

	"mc/traces"
	"mc/traces/internal/views"
)

// Cure says what the other rules make of the schedule, or nil if it breaks
// the property under them as well. refs are what the other rules go back to: if
// the spec is about one of them, that is what closed the hole.
//
// A schedule that the other rules do not allow has not been put to the test;
// it counts as cured only where the spec is about them.
func Cure(c *traces.Comparison, refs ...string) *traces.Cure {
	out := Control(c)
	if out == nil {
		return nil
	}
	for _, ref := range refs {
		if slices.Contains(c.File.Spec.Refs, ref) {
			out.Ref = ref
			out.Words = fmt.Sprintf("Closed by %s: under %s the same schedule %s", ref, out.Rules, instead(c))
			return out
		}
	}
	if c.Pairs[c.Parting].Kind == traces.NotTaken {
		return nil
	}
	return out
}

// Control says the same of rules that nobody has put to the test: who asks has searched
// for other schedules.
func Control(c *traces.Comparison) *traces.Cure {
	if c.Parting < 1 || !c.Broken[0] || c.Broken[1] {
		return nil
	}
	return &traces.Cure{Rules: c.Names[1], Step: c.Pairs[c.Parting].Step,
		Words: fmt.Sprintf("Under %s the same schedule %s", c.Names[1], instead(c))}
}

// instead says what becomes of the schedule under the other rules: of the
// records that were cut, or else of the step where the two part.
func instead(c *traces.Comparison) string {
	for _, l := range c.File.Analysis().Losses {
		if l.Cut > 0 && keeps(c, l) {
			what := fmt.Sprintf("offset %d (%s)", l.Offset, l.Records[0])
			if n := len(l.Records); n > 1 {
				what = fmt.Sprintf("offsets %d to %d (%s to %s)", l.Offset, l.Offset+n-1, l.Records[0], l.Records[n-1])
			}
			return fmt.Sprintf("keeps %s at %s in step %d.", what, l.From, l.Cut)
		}
	}
	p := &c.Pairs[c.Parting]
	if p.Kind == traces.NotTaken {
		return fmt.Sprintf("cannot take step %d (%s).", p.Step, c.File.Title(p.Step))
	}
	return fmt.Sprintf("goes another way in step %d, and %s is not broken at its end. Step %d there: %s",
		p.Step, c.File.Property.Name, p.Step, Account(p.Other))
}

// keeps reports that the replica has the lost records under the other rules
// at the end as well as where they were cut.
func keeps(c *traces.Comparison, l traces.Loss) bool {
	for i, record := range l.Records {
		for _, step := range []int{l.Cut, len(c.Pairs) - 1} {
			if views.At(views.Log(views.Lane(c.Pairs[step].Frame.View, l.From)), l.Offset+i) != record {
				return false
			}
		}
	}
	return true
}
