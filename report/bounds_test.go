package report

import (
	"strings"
	"testing"

	"mc/explorer"
	"mc/model"
)

// use is a budget with what it stopped.
func use(name string, limit int, stopped, jointly uint64, with ...string) explorer.BudgetUse {
	return explorer.BudgetUse{Budget: model.Budget{Constant: name, Limit: limit, Without: "no " + name},
		Stopped: stopped, Jointly: jointly, With: with}
}

// TestBounds words what budgets did, and says nothing where a trace decides.
func TestBounds(t *testing.T) {
	o := &Outcome{Verdict: model.Holds, Properties: []Property{{Name: "a", Verdict: model.Holds}},
		Budgets: []explorer.BudgetUse{use("kills", 1, 12, 3, "epochs"), use("epochs", 2, 0, 3, "kills"), use("reads", 1, 0, 0),
			use("crashes", 0, 0, 0)}}
	for what, is := range map[string]struct{ got, want string }{
		"headline": {o.within(), ", within kills <= 1 and epochs <= 2"},
		"bounds":   {o.bounds(), "kills <= 1 stopped a step in 12 states, epochs <= 2 only together with kills; never: reads"},
		"left out": {o.leftOut(), "no crashes"},
	} {
		if is.got != is.want {
			t.Errorf("%s: %q, want %q", what, is.got, is.want)
		}
	}
	o.Cut.Reasons = []explorer.Reason{{Kind: explorer.MaxDepth, Limit: 3}}
	if !strings.HasSuffix(o.bounds(), "; not so far: reads") {
		t.Errorf("a cut run: %q", o.bounds())
	}
	o.Cut.Reasons, o.Budgets = nil, o.Budgets[2:]
	if got, want := o.bounds()+o.within(), "no budget stopped a step; never: reads"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got := o.boundsByName()["crashes"]; got.LeftOut != "no crashes" || got.Limit != 0 {
		t.Errorf("in JSON: %+v", got)
	}
	o.Budgets = nil
	if got := o.bounds() + o.within() + o.leftOut(); got != "" {
		t.Errorf("of no budgets: %q", got)
	}
}
