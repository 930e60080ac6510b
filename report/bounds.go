package report

import (
	"fmt"
	"slices"
	"strings"

	"mc/explorer"
	"mc/model"
)

// bounded reports that a bound may have decided: some property came out as it
// did because nothing was found, and what was not tried was not found.
func (o *Outcome) bounded() bool {
	open := func(p Property) bool { return p.Trace == nil }
	return len(o.Properties) == 0 || slices.ContainsFunc(o.Properties, open)
}

// limited words a budget with its limit.
func limited(b explorer.BudgetUse) string { return fmt.Sprintf("%s <= %d", b.Constant, b.Limit) }

// Binding are the budgets of the run that stopped a step, with their limits:
// what holds is known to hold within them.
func (o *Outcome) Binding() (words []string) {
	for _, b := range o.Budgets {
		if b.Binds() {
			words = append(words, limited(b))
		}
	}
	return words
}

// Limits words the budgets of some constants with their limits.
func (o *Outcome) Limits(constants []string) (words []string) {
	for _, b := range o.Budgets {
		if slices.Contains(constants, b.Constant) {
			words = append(words, limited(b))
		}
	}
	return words
}

// within is what the headline says of the bounds of a verdict.
func (o *Outcome) within() string {
	if words := o.Binding(); o.Verdict == model.Holds && len(o.Properties)*len(words) > 0 {
		return ", within " + listed(words)
	}
	return ""
}

// bounds says in how many states each budget stopped a step, and which never
// did; it is empty if nothing depends on it.
func (o *Outcome) bounds() string {
	if len(o.Budgets) == 0 || !o.bounded() {
		return ""
	}
	var binding, silent []string
	for _, b := range o.Budgets {
		switch {
		case b.Limit == 0:
		case b.Stopped > 0:
			text := fmt.Sprintf("%s in %d", limited(b), b.Stopped)
			if len(binding) == 0 {
				text = limited(b) + " stopped a step in " + plural(int(b.Stopped), "state")
			}
			binding = append(binding, text)
		case b.Jointly > 0:
			binding = append(binding, fmt.Sprintf("%s only together with %s", limited(b), listed(b.With)))
		default:
			silent = append(silent, b.Constant)
		}
	}
	if len(binding) == 0 {
		binding = []string{"no budget stopped a step"}
	}
	text := strings.Join(binding, ", ")
	if len(silent) > 0 {
		text += "; " + o.never() + ": " + strings.Join(silent, ", ")
	}
	return text
}

// never is as much of it as the run has seen.
func (o *Outcome) never() string {
	if len(o.Cut.Reasons) > 0 {
		return "not so far"
	}
	return "never"
}

// leftOut names what budgets of 0 leave out.
func (o *Outcome) leftOut() string {
	var words []string
	for _, b := range o.Budgets {
		if o.bounded() && b.Limit == 0 && b.Without != "" {
			words = append(words, b.Without)
		}
	}
	return strings.Join(words, ", ")
}

// listed joins words as a sentence has them.
func listed(words []string) string {
	if n := len(words) - 1; n > 0 {
		return strings.Join(words[:n], ", ") + " and " + words[n]
	}
	return strings.Join(words, "")
}

// bound is a budget in a result.
type bound struct {
	Limit   int      `json:"limit"`
	Stopped uint64   `json:"stopped"`
	Jointly uint64   `json:"jointly,omitempty"`
	With    []string `json:"with,omitempty"`
	LeftOut string   `json:"left_out,omitempty"`
}

func (o *Outcome) boundsByName() map[string]bound {
	all := map[string]bound{}
	for _, b := range o.Budgets {
		it := bound{Limit: b.Limit, Stopped: b.Stopped, Jointly: b.Jointly, With: b.With}
		if b.Limit == 0 {
			it = bound{LeftOut: b.Without}
		}
		all[b.Constant] = it
	}
	return all
}
