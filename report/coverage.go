package report

import (
	"fmt"
	"strings"
	"text/tabwriter"

	"mc/explorer"
)

// coverage is the table of rules with what each came to, and what else a run
// tells of how much of the model it came to. Which rules never fired, and which
// premises were never true, is said by the warnings.
func (t *writer) coverage() {
	o := t.Outcome
	t.printf("\ncoverage of %s", plural(o.States.Distinct, "state"))
	if n := o.Cut.Frontier; n > 0 {
		t.printf(", of which %d were expanded", o.States.Distinct-min(n, o.States.Distinct))
	}
	t.printf(": %s\n", t.extent())
	tab := tabwriter.NewWriter(&t.out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(tab, "rule\tfired\tnew\tenabled in\tstopped in\tdepths\t\n")
	for i, r := range o.Coverage.Rules {
		if a := o.Actions[i]; !r.Absent {
			fmt.Fprintf(tab, "%s\t%d\t%d\t%d\t%d\t%s\t\n", r.Rule, a.Fired, a.New, r.Enabled, r.Stopped, depths(r))
		}
	}
	tab.Flush()
	for _, line := range o.covered() {
		t.printf("%s\n", line)
	}
}

// depths are the levels of the states that a rule led out of, from the first to
// the last; a dash where it led out of none, or where there are no levels.
func depths(r explorer.RuleCoverage) string {
	switch {
	case r.First == 0:
		return "-"
	case r.First == r.Last:
		return fmt.Sprint(r.First)
	}
	return fmt.Sprintf("%d..%d", r.First, r.Last)
}

// covered says of rules, premises and budgets what the table has no column for.
func (o *Outcome) covered() (lines []string) {
	var held, premises, silent []string
	for _, r := range o.Coverage.Rules {
		if !r.Absent && r.Enabled == 0 && r.Stopped > 0 {
			held = append(held, r.Rule)
		}
	}
	for _, p := range o.Coverage.Premises {
		premises = append(premises, fmt.Sprintf("%s in %d", p.Property, p.True))
	}
	for _, b := range o.Budgets {
		if b.Limit > 0 && b.Stopped+b.Jointly == 0 {
			silent = append(silent, limited(b))
		}
	}
	if len(held) > 0 {
		lines = append(lines, "enabled nowhere, because of budgets alone: "+strings.Join(held, ", "))
	}
	if len(premises) > 0 {
		lines = append(lines, fmt.Sprintf("states in which the premise is true: %s", strings.Join(premises, ", ")))
	}
	if len(silent) > 0 && o.bounds() == "" { // which would have said so
		lines = append(lines, "budgets that stopped no step "+o.seen()+": "+strings.Join(silent, ", "))
	}
	return lines
}

// seen is as much of the space as was looked at.
func (o *Outcome) seen() string {
	if o.Exhaustive {
		return "in the whole space"
	}
	return "in what was explored"
}

// coverage in a result.
type coverage struct {
	Rules    map[string]ruleCoverage `json:"rules"`
	Premises map[string]uint64       `json:"premises,omitempty"`
}

type ruleCoverage struct {
	Enabled uint64   `json:"enabled"`
	Stopped uint64   `json:"stopped"`
	First   int      `json:"first,omitempty"`
	Last    int      `json:"last,omitempty"`
	Fired   []uint64 `json:"fired,omitempty"`
	New     []uint64 `json:"new,omitempty"`
}

// coverageByName is nil if none was asked for.
func (o *Outcome) coverageByName() *coverage {
	if o.Coverage == nil {
		return nil
	}
	c := &coverage{Rules: map[string]ruleCoverage{}, Premises: map[string]uint64{}}
	for _, r := range o.Coverage.Rules {
		if !r.Absent {
			c.Rules[r.Rule] = ruleCoverage{r.Enabled, r.Stopped, r.First, r.Last, r.Fired, r.New}
		}
	}
	for _, p := range o.Coverage.Premises {
		c.Premises[p.Property] = p.True
	}
	return c
}
