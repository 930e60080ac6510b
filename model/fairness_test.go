package model_test

import (
	"strings"
	"testing"

	"mc/model"
)

// ring is a token that three nodes pass on, and that may be dropped where it is;
// picking it up again has a budget that is spent.
func ring() *model.Model[uint8] {
	show := func(v uint8) string { return "n" + string('0'+v) }
	node := []model.Param{{Name: "node", Show: show, Values: model.Range(0, 2)}}
	return &model.Model[uint8]{
		Name: "ring",
		Init: func(add func(uint8)) { add(0) },
		Rules: []model.Rule[uint8]{
			{Name: "Pass", Params: node, Expand: func(s *uint8, out *model.Steps[uint8]) {
				if *s < 3 {
					*out.Step(*s) = (*s + 1) % 3
				}
			}},
			{Name: "Drop", Params: node, Expand: func(s *uint8, out *model.Steps[uint8]) {
				if *s < 3 {
					*out.Step(*s) = 3
				}
			}},
			{Name: "Pick", Params: node, Expand: func(s *uint8, out *model.Steps[uint8]) {
				if *s == 3 {
					out.Stopped(model.Only(0), 1)
				}
			}},
			{Name: "Look", Params: node, Expand: func(s *uint8, out *model.Steps[uint8]) { out.Step(0) }},
		},
		Budgets: []model.Budget{{Constant: "picks", Limit: 1}},
	}
}

// lasso is a run of ring through these states, of which the last leads to loop.
func lasso(t *testing.T, loop int, states ...uint8) *model.Lasso[uint8] {
	m, out := ring(), &model.Lasso[uint8]{Loop: loop}
	out.Start = states[0]
	for i, to := range states[1:] {
		found := false
		m.Expand(&states[i], model.NewSteps(func(a model.Action, after *uint8) {
			if *after == to && !found {
				found = true
				out.Steps = append(out.Steps, model.Transition[uint8]{Action: a, After: to})
			}
		}))
		if !found {
			t.Fatalf("no step leads from %d to %d", states[i], to)
		}
	}
	return out
}

func TestAssess(t *testing.T) {
	weak, strong := model.Weak[uint8], model.Strong[uint8]
	at := func(n uint8) func(*uint8) bool { return func(s *uint8) bool { return *s == n } }
	dropped := model.Guarantee("dropped", "", at(3))
	again := model.Recurrence("again", "", at(0))
	passing := model.CeasingStep("passing", "", func(_ *uint8, a model.Action, _ *uint8) bool { return a.Rule == 0 })
	for name, c := range map[string]struct {
		p      model.Property[uint8]
		given  []model.Condition[uint8]
		run    *model.Lasso[uint8]
		broken bool
		words  string // of the first evidence, or else of why
	}{
		"around":            {dropped, nil, lasso(t, 0, 0, 1, 2), true, "never"},
		"drop is enabled":   {dropped, []model.Condition[uint8]{weak("Drop")}, lasso(t, 0, 0, 1, 2), false, "enabled at the start and taken nowhere"},
		"of one, weakly":    {dropped, []model.Condition[uint8]{weak("Drop n1")}, lasso(t, 0, 0, 1, 2), true, "not enabled at the start"},
		"of one, strongly":  {dropped, []model.Condition[uint8]{strong("Drop n1")}, lasso(t, 0, 0, 1, 2), false, "enabled after step 1"},
		"passing is taken":  {dropped, []model.Condition[uint8]{weak("Pass *", "Drop")}, lasso(t, 0, 0, 1, 2), true, "taken in step 1"},
		"closing step":      {dropped, []model.Condition[uint8]{strong("Pass n2")}, lasso(t, 0, 0, 1, 2), true, "taken in step 3"},
		"a step to itself":  {dropped, []model.Condition[uint8]{weak("Look")}, lasso(t, 0, 0), true, "not enabled here"},
		"budget, one":       {again, []model.Condition[uint8]{weak("Pick n1")}, lasso(t, 1, 0, 3), false, "after step 1 it waits for the budget picks"},
		"budget, other one": {again, []model.Condition[uint8]{weak("Pick n2")}, lasso(t, 1, 0, 3), true, "not enabled here"},
		"often":             {dropped, []model.Condition[uint8]{model.InfinitelyOften("at 2", at(2))}, lasso(t, 0, 0, 1, 2), true, "met after step 2"},
		"not often":         {dropped, []model.Condition[uint8]{model.InfinitelyOften("at 2", at(2))}, lasso(t, 0, 0), false, "met in no state"},
		"seldom":            {dropped, []model.Condition[uint8]{model.FinitelyOften[uint8]("Pass")}, lasso(t, 0, 0, 1, 2), false, "taken in step 1"},
		"step again":        {passing, nil, lasso(t, 0, 0, 1, 2), true, "step 1 is one"},
	} {
		p := c.p.If(c.given...)
		got, err := ring().Assess(&p, nil, c.run)
		if err != nil {
			t.Fatal(name, err)
		}
		words := got.Why
		if len(got.Evidence) > 0 {
			words = got.Evidence[0].Words
		}
		if got.Broken != c.broken || !strings.Contains(words, c.words) {
			t.Errorf("%s: %+v; want %v, %q", name, got, c.broken, c.words)
		}
	}
}

func TestFairnessNamesSteps(t *testing.T) {
	m, err := ring().Without("Drop")
	if err != nil {
		t.Fatal(err)
	}
	for step, wrong := range map[string]string{
		"Pass": "", "Pass n2": "", "Pass *": "", "Drop n1": "", // which is left out: never enabled
		"Pas": "did you mean", "Pass n7": `"n7" is no node`, "Pass n1 n2": "2 arguments",
	} {
		_, err := m.Obligations([]model.Condition[uint8]{model.Weak[uint8](step)})
		if (err == nil) != (wrong == "") || err != nil && !strings.Contains(err.Error(), wrong) {
			t.Errorf("%s: %v, want %q", step, err, wrong)
		}
	}
	if _, err := m.Obligations(make([]model.Condition[uint8], 65)); err == nil {
		t.Error("65 conditions pass")
	}
}
