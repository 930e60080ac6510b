package model_test

import (
	"fmt"
	"strings"
	"testing"

	"mc/model"
	"mc/model/modeltest"
)

// meter is a switch, and how often it was thrown.
type meter struct{ On, Thrown uint8 }

// metered forgets how often. A rule that looks at more than is told apart, or a
// claim, spoils that.
func metered() *model.Model[meter] {
	m := &model.Model[meter]{Name: "meter", Init: func(add func(meter)) { add(meter{}) },
		Rules: []model.Rule[meter]{
			{Name: "Throw", Doc: "Throw the switch.", Expand: func(s *meter, out *model.Steps[meter]) {
				if s.Thrown < 100 {
					n := out.Step()
					n.On, n.Thrown = 1-s.On, s.Thrown+1
				}
			}},
			{Name: "Rest", Doc: "Leave it as it is.", Expand: func(s *meter, out *model.Steps[meter]) {}},
		},
		Budgets: []model.Budget{{Constant: "rests", Limit: 1}},
		Forgets: &model.Forgetting[meter]{Doc: "up to how often", Apply: func(s *meter) { s.Thrown = 0 },
			Adds: func(before, after *meter) string { return fmt.Sprintf("%d throws", after.Thrown-before.Thrown) }},
		Properties: []model.Property[meter]{
			model.Recurrence("on", "It is on again and again.", func(s *meter) bool { return s.On == 1 }),
			model.ActionProperty("thrown", "Who throws it is counted.", func(s *meter, _ model.Action, n *meter) error {
				if n.Thrown <= s.Thrown {
					return fmt.Errorf("not counted")
				}
				return nil
			}),
		},
	}
	m.Fairness = []*model.Fairness[meter]{{Name: "throws", Conditions: []model.Condition[meter]{model.Weak[meter]("Throw")}}}
	return m
}

// TestConformKnowsForgetting: what is told apart though it is forgotten is noticed,
// whoever tells it.
func TestConformKnowsForgetting(t *testing.T) {
	modeltest.Conform(t, metered(), 50)
	modeltest.ConformWalks(t, metered(), 1, 3, 50)
	many := func(s *meter) bool { return s.Thrown > 3 }
	for want, spoil := range map[string]func(m *model.Model[meter]){
		"Forgets is not idempotent": func(m *model.Model[meter]) { m.Forgets.Apply = func(s *meter) { s.Thrown ^= 1 } },
		"2 steps lead on from here, 1 from there": func(m *model.Model[meter]) {
			m.Rules[1].Expand = func(s *meter, out *model.Steps[meter]) {
				if s.Thrown == 4 {
					out.Step()
				}
			}
		},
		"lead to different states": func(m *model.Model[meter]) {
			m.Rules[0].Expand = func(s *meter, out *model.Steps[meter]) {
				if n := out.Step(); s.Thrown < 3 {
					n.On, n.Thrown = 1-s.On, s.Thrown+1
				}
			}
		},
		"as another successor, or as the state itself": func(m *model.Model[meter]) {
			m.Rules[1].Expand = func(s *meter, out *model.Steps[meter]) {
				if s.Thrown < 99 {
					out.Step().Thrown += 2
				}
			}
		},
		"property on tells the two apart": func(m *model.Model[meter]) { m.Properties[0].To = many },
		"property thrown tells step \"Throw\"": func(m *model.Model[meter]) {
			m.Properties[1].Step = func(s *meter, _ model.Action, _ *meter) error { return odd(s.Thrown) }
		},
		"fairness throws tells step \"Throw\"": func(m *model.Model[meter]) {
			c := &m.Fairness[0].Conditions[0]
			*c = c.While("many", many)
		},
		"fairness throws tells the two apart": func(m *model.Model[meter]) {
			m.Fairness[0].Conditions[0] = model.Weak[meter]("Rest")
			m.Rules[1].Expand = func(s *meter, out *model.Steps[meter]) {
				if s.Thrown == 1 {
					out.Stopped(1)
				}
			}
		},
		"the constraint tells the two apart": func(m *model.Model[meter]) { m.Within = func(s *meter) bool { return s.On == 0 || s.Thrown > 0 } },
		"Forgets panics":                     func(m *model.Model[meter]) { m.Forgets.Apply = func(*meter) { panic("lost") } },
	} {
		m, got := metered(), complaints{}
		spoil(m)
		m.Properties[0].Fair = m.Fairness[0]
		modeltest.Conform(&got, m, 90)
		if !strings.Contains(strings.Join(got, "\n"), want) {
			t.Errorf("want a complaint with %q, got %q", want, got)
		}
	}
}

// TestAlike: what is forgotten makes no difference, and is told.
func TestAlike(t *testing.T) {
	m := metered()
	a, b, c := meter{1, 3}, meter{1, 5}, meter{0, 3}
	if !m.Alike(&a, &b) || m.Alike(&a, &c) || m.Adds(&a, &b) != "2 throws" || m.Adds(&a, &a) != "" {
		t.Errorf("%v %v %q", m.Alike(&a, &b), m.Alike(&a, &c), m.Adds(&a, &b))
	}
	m.Forgets = nil
	if m.Alike(&a, &b) || !m.Alike(&a, &a) || m.Adds(&a, &b) != "" {
		t.Error("a model that forgets nothing makes states alike")
	}
}
