package explorer_test

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"mc/explorer"
	"mc/model"
)

// TestBudgetOfZero: a rule that only a budget of 0 rules out, and that is spared the
// question, gives claims about runs the verdicts that it gives when it is asked in
// every state.
func TestBudgetOfZero(t *testing.T) {
	r := rand.New(rand.NewPCG(27, 1))
	verdicts := map[model.Verdict]int{}
	for i := range 600 {
		asked := drawModel(r, 8, 16)
		asked.Budgets = []model.Budget{{Constant: "zero"}}
		last := len(asked.Rules) - 1
		step := asked.Rules[last].Expand
		asked.Rules[last].Expand = func(s *uint8, out *model.Steps[uint8]) {
			probe := model.NewSteps(func(model.Action, *uint8) { out.Stopped(model.Only(0)) })
			(&model.Model[uint8]{Rules: []model.Rule[uint8]{{Expand: step}}}).Expand(s, probe)
		}
		spared := *asked
		spared.Rules = slices.Clone(asked.Rules)
		spared.Rules[last].Absent, spared.Rules[last].Spent = true, true
		want, got := check(t, asked, explorer.Options{}), check(t, &spared, explorer.Options{})
		if !reflect.DeepEqual(got.Properties, want.Properties) {
			t.Fatalf("model %d: %+v, want %+v", i, got.Properties, want.Properties)
		}
		verdicts[want.Properties[0].Verdict]++
	}
	if verdicts[model.HoldsWithinBounds] < 15 || verdicts[model.Violated] < 15 {
		t.Errorf("%v: the test shows little", verdicts)
	}
}
