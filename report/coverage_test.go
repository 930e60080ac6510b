package report

import (
	"slices"
	"strings"
	"testing"

	"mc/explorer"
	"mc/model"
	"mc/traces"
)

// TestCoverageText: the table has each rule that is not absent, and what has no
// column is told below it, where nothing else tells it.
func TestCoverageText(t *testing.T) {
	o := &Outcome{
		States:  explorer.States{Distinct: 9},
		Cut:     explorer.Cut{Frontier: 2},
		Actions: []explorer.ActionCount{{Rule: "Go", Fired: 7, New: 5}, {Rule: "Wait"}, {Rule: "Stop", Fired: 1}, {Rule: "Gone"}},
		Budgets: []explorer.BudgetUse{{Budget: model.Budget{Constant: "kills", Limit: 2}}, {Budget: model.Budget{Constant: "none"}},
			{Budget: model.Budget{Constant: "waits", Limit: 1}, Stopped: 3}},
		Properties: []Property{{Name: "safe", Trace: &traces.File{}}}, // else the bounds are told above
		Coverage: &explorer.Coverage{
			Rules: []explorer.RuleCoverage{{Rule: "Go", Enabled: 4, First: 1, Last: 3}, {Rule: "Wait", Stopped: 3},
				{Rule: "Stop", Enabled: 1, First: 2, Last: 2}, {Rule: "Gone", Absent: true, Stopped: 1}},
			Premises: []explorer.PremiseCoverage{{Property: "safe", True: 6}},
		},
	}
	w := &writer{Report: &Report{Outcome: o}}
	w.coverage()
	text := w.out.String()
	for _, want := range []string{
		"coverage of 9 states, of which 7 were expanded: as far as needed to decide every property",
		"Go 7 5 4 0 1..3", "Wait 0 0 0 3 -", "Stop 1 0 1 0 2",
		"enabled nowhere, because of budgets alone: Wait",
		"states in which the premise is true: safe in 6",
		"budgets that stopped no step in what was explored: kills <= 2",
	} {
		lines := strings.Split(text, "\n")
		if !slices.ContainsFunc(lines, func(l string) bool { return strings.Join(strings.Fields(l), " ") == want }) {
			t.Errorf("%q is not in\n%s", want, text)
		}
	}
	if strings.Contains(text, "Gone") {
		t.Errorf("a rule that the constants rule out is told:\n%s", text)
	}
	o.Properties[0].Trace = nil
	if lines := o.covered(); len(lines) != 2 {
		t.Errorf("%q: the budgets are told twice", lines)
	}
}
