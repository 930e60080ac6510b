package explorer_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"mc/explorer"
	"mc/model"
)

// mile is a number and how many steps were taken to it, counted in a way that
// depends on the step, and forgotten.
type mile struct{ At, Gone uint8 }

// gone is what a step adds; one that repeats the number adds nothing.
func gone(from, to uint8) uint8 {
	if from == to {
		return 0
	}
	return 1 + from%3 + to%2
}

// counted is a model of numbers in which steps are counted.
func counted(m *model.Model[uint8]) *model.Model[mile] {
	out := &model.Model[mile]{Name: m.Name, Init: func(add func(mile)) { m.Init(func(s uint8) { add(mile{At: s, Gone: 7}) }) }}
	for _, r := range m.Rules {
		out.Rules = append(out.Rules, model.Rule[mile]{Name: r.Name, Expand: func(s *mile, o *model.Steps[mile]) {
			for _, to := range after(&r, s.At) {
				n := o.Step()
				n.At, n.Gone = to, s.Gone+gone(s.At, to)
			}
		}})
	}
	if m.Within != nil {
		out.Within = func(s *mile) bool { return m.Within(&s.At) }
	}
	out.Forgets = &model.Forgetting[mile]{Doc: "up to the steps", Apply: func(s *mile) { s.Gone = 0 },
		Adds: func(before, after *mile) string { return fmt.Sprint(after.Gone - before.Gone) }}
	for _, p := range m.Properties {
		out.Properties = append(out.Properties, *lifted(&p))
	}
	return out
}

// after are the numbers that a rule leads to.
func after(r *model.Rule[uint8], from uint8) (list []uint8) {
	one := &model.Model[uint8]{Rules: []model.Rule[uint8]{*r}}
	one.Expand(&from, model.NewSteps(func(_ model.Action, n *uint8) { list = append(list, *n) }))
	return list
}

// lifted is a claim about numbers, of numbers with their steps.
func lifted(p *model.Property[uint8]) *model.Property[mile] {
	state := func(of func(*uint8) bool) func(*mile) bool {
		if of == nil {
			return nil
		}
		return func(s *mile) bool { return of(&s.At) }
	}
	step := func(of func(*uint8, model.Action, *uint8) bool) func(*mile, model.Action, *mile) bool {
		if of == nil {
			return nil
		}
		return func(s *mile, a model.Action, n *mile) bool { return of(&s.At, a, &n.At) }
	}
	conditions := func(list []model.Condition[uint8]) (out []model.Condition[mile]) {
		for _, c := range list {
			out = append(out, model.Condition[mile]{Demand: c.Demand, Steps: c.Steps, When: step(c.When), At: state(c.At), Name: c.Name})
		}
		return out
	}
	return &model.Property[mile]{Name: p.Name, Kind: p.Kind, From: state(p.From), To: state(p.To), Taken: step(p.Taken),
		Given: conditions(p.Given), Fair: &model.Fairness[mile]{Name: p.Fair.Name, Conditions: conditions(p.Fair.Conditions)}}
}

// TestForgettingAgainstModelsWithoutNumbers: a model whose states are counted up to
// something has the verdicts, the counts and the runs of one that does not have it;
// and its runs are in its own numbers.
func TestForgettingAgainstModelsWithoutNumbers(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 2))
	verdicts := map[model.Verdict]int{}
	for i := range 120 {
		m := drawModel(r, 10, 20)
		want := check(t, m, explorer.Options{Workers: 1})
		lift := counted(m)
		for _, opt := range []explorer.Options{{Workers: 1}, {Workers: 2, Store: explorer.StoreInterned}} {
			got, err := explorer.Check(context.Background(), lift, opt)
			if err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(got.States, want.States) || got.Forgets != "up to the steps" {
				t.Fatalf("model %d: %+v, want %+v", i, got.States, want.States)
			}
			one, other := &got.Properties[0], &want.Properties[0]
			if one.Verdict != other.Verdict || (one.Run == nil) != (other.Run == nil) {
				t.Fatalf("model %d: %s, want %s", i, one.Verdict, other.Verdict)
			}
			verdicts[one.Verdict]++
			if one.Run != nil {
				sameRun(t, lift, one.Run.Lasso, other.Run.Lasso)
			}
		}
	}
	if verdicts[model.Violated] < 60 || verdicts[model.Holds] < 30 {
		t.Errorf("%v", verdicts)
	}
}

// sameRun holds a run to one without numbers: the same steps, each with its own.
func sameRun(t *testing.T, m *model.Model[mile], got *model.Lasso[mile], want *model.Lasso[uint8]) {
	t.Helper()
	if got.Loop != want.Loop || len(got.Steps) != len(want.Steps) || got.Start != (mile{want.Start, 7}) {
		t.Fatalf("%+v, want %+v", got, want)
	}
	at := got.Start
	for i, step := range got.Steps {
		if n := (mile{want.Steps[i].After, at.Gone + gone(at.At, want.Steps[i].After)}); step.Action != want.Steps[i].Action || step.After != n {
			t.Fatalf("step %d is %+v, want %+v by %+v", i+1, step, n, want.Steps[i].Action)
		}
		at = step.After
	}
}

// TestForgettingTooMuch: what may not become one is noticed where claims about runs
// are decided; and symmetry is refused beside it.
func TestForgettingTooMuch(t *testing.T) {
	one := byHand(arrow{"A", 0, 1}, arrow{"B", 1, 0})
	one.Properties = []model.Property[uint8]{model.Recurrence("claim", "", at(1)).Under(&model.Fairness[uint8]{Name: "f"})}
	for want, spoil := range map[string]func(m *model.Model[mile]){
		"a step to {At:0 Gone:9} none": func(m *model.Model[mile]) {
			m.Rules[2].Expand = func(s *mile, o *model.Steps[mile]) { o.Step().Gone = 9 }
		},
		"both successors of": func(m *model.Model[mile]) {
			m.Rules[2].Expand = func(s *mile, o *model.Steps[mile]) {
				if s.At == 0 {
					*o.Step() = mile{1, 99}
				}
			}
		},
		"whether symmetry goes with that": func(m *model.Model[mile]) { m.Canonical = func(*mile) {} },
	} {
		m := counted(one)
		spoil(m)
		_, err := explorer.Check(context.Background(), m, explorer.Options{Symmetry: m.Canonical != nil})
		var fault *explorer.ModelError
		if err == nil || !strings.Contains(err.Error(), want) || errors.As(err, &fault) == (m.Canonical != nil) {
			t.Errorf("want an error with %q, got %v", want, err)
		}
	}
}

// TestForgettingTracesAreRuns: a trace of a safety claim, in every order, is in the
// numbers of the model.
func TestForgettingTracesAreRuns(t *testing.T) {
	m := counted(byHand(arrow{"A", 0, 1}, arrow{"B", 1, 2}, arrow{"A", 2, 3}, arrow{"B", 2, 0}))
	m.Properties = []model.Property[mile]{model.Invariant("never", "", func(s *mile) error {
		if s.At == 3 {
			return errors.New("there")
		}
		return nil
	})}
	for _, search := range []string{explorer.BreadthFirst, explorer.DepthFirst, explorer.Guided} {
		r, err := explorer.Check(context.Background(), m, explorer.Options{Search: search})
		if err != nil {
			t.Fatal(err)
		}
		p := r.Properties[0]
		if p.Verdict != model.Violated || p.Path.Last() != (mile{3, 7 + gone(0, 1) + gone(1, 2) + gone(2, 3)}) {
			t.Errorf("%s: %+v", search, p)
		}
	}
}
