package explorer_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"mc/explorer"
	"mc/model"
)

// TestUnsoundModels: a model that cannot be explored, or whose results nobody
// could read, is refused with a ModelError that says what to do (hardening, G1,
// G2 and G4 to G8).
func TestUnsoundModels(t *testing.T) {
	for want, spoil := range map[string]func(m *model.Model[jugs]){
		"property big-seven is of kind always and has no State": func(m *model.Model[jugs]) { m.Properties[3].Kind = model.Always },
		"property fits is of kind reachable and has no Goal":    func(m *model.Model[jugs]) { m.Properties[1].Kind = model.Reachable },
		"property fits is of kind step and has no Step":         func(m *model.Model[jugs]) { m.Properties[1].Kind = model.Step },
		`two rules are called "FillBig"`:                        func(m *model.Model[jugs]) { m.Rules[0].Name = "FillBig" },
		"rule FillBig has no Expand":                            func(m *model.Model[jugs]) { m.Rules[1].Expand = nil },
		`two properties are called "fits"`:                      func(m *model.Model[jugs]) { m.Properties[0].Aliases = []string{"fits"} },
		`every model has "deadlock"`:                            func(m *model.Model[jugs]) { m.Properties[0].Name = "deadlock" },
		"property mine: every model has":                        func(m *model.Model[jugs]) { m.Properties[0] = model.Property[jugs]{Name: "mine", Kind: model.Deadlock} },
		"Init adds no state":                                    func(m *model.Model[jugs]) { m.Init = func(func(jugs)) {} },
		"it has no Init":                                        func(m *model.Model[jugs]) { m.Init = nil },
		"it has no rules":                                       func(m *model.Model[jugs]) { m.Rules = nil },
		"it has 129 rules":                                      func(m *model.Model[jugs]) { m.Rules = make([]model.Rule[jugs], 129) },
		"property fits in state {Small:0 Big:5}: panic: broken": func(m *model.Model[jugs]) {
			m.Properties[1].State = func(s *jugs) error {
				if s.Big == 5 {
					panic("broken")
				}
				return nil
			}
		},
		"property thirsty in state {Small:0 Big:0}: panic: broken": func(m *model.Model[jugs]) {
			m.Properties[2].Premise = func(*jugs) bool { panic("broken") }
		},
		"property step in a step to state {Small:3 Big:0}: panic: broken": func(m *model.Model[jugs]) {
			m.Properties[0] = model.Property[jugs]{Name: "step", Kind: model.Step, Step: func(*jugs, model.Action, *jugs) error { panic("broken") }}
		},
		"no state that Init adds is within the constraint": func(m *model.Model[jugs]) { m.Within = func(s *jugs) bool { return s.Big > 7 } },
		"rule FillBig: a step with 1 arguments, and the rule's Params name 0": func(m *model.Model[jugs]) {
			m.Rules[1].Expand = func(_ *jugs, out *model.Steps[jugs]) { out.Step(1).Big = 5 }
		},
		"rule FillBig: a step with 0 arguments, and the rule's Params name 1": func(m *model.Model[jugs]) {
			m.Rules[1].Params = []model.Param{{Name: "jug"}}
		},
		"rule FillBig has 7 Params": func(m *model.Model[jugs]) { m.Rules[1].Params = make([]model.Param, 7) },
		"Within in the initial state {Small:0 Big:0}: panic: out of bounds": func(m *model.Model[jugs]) {
			m.Within = func(s *jugs) bool { panic("out of bounds") }
		},
		"Init: panic: broken": func(m *model.Model[jugs]) { m.Init = func(func(jugs)) { panic("broken") } },
		"Init: a state does not fit the encoding: jugs.Small is 1": func(m *model.Model[jugs]) {
			m.Widest, m.Init = &jugs{Big: 7}, func(add func(jugs)) { add(jugs{Small: 1}) }
		},
		"rule FillBig: a step with 7 arguments, and an action has room for 6": func(m *model.Model[jugs]) {
			m.Rules[1].Expand = func(_ *jugs, out *model.Steps[jugs]) { out.Step(1, 2, 3, 4, 5, 6, 7).Big = 5 }
		},
	} {
		m := diehard()
		spoil(m)
		for _, order := range explorer.Searches() {
			_, err := explorer.Check(context.Background(), m, explorer.Options{Workers: 1, Search: order.Name})
			if order.Name != explorer.BreadthFirst && err != nil && strings.Contains(want, " in state") {
				want, _, _ = strings.Cut(want, " in state") // in another order another state may come first
			}
			var fault *explorer.ModelError
			if !errors.As(err, &fault) || !strings.Contains(err.Error(), want) {
				t.Errorf("%s: got %v, want a ModelError with %q", order.Name, err, want)
			}
		}
	}
}

// TestKeepGoing: a run that goes on after all is decided has the counts of one
// that decides nothing, and the traces of one that stops.
func TestKeepGoing(t *testing.T) {
	for _, order := range explorer.Searches() {
		check := func(opt explorer.Options) *explorer.Result[jugs] {
			opt.Search = order.Name
			r, err := explorer.Check(context.Background(), diehard(), opt)
			if err != nil {
				t.Fatal(err)
			}
			return r
		}
		stopped := check(explorer.Options{Check: []string{"not-four"}})
		went := check(explorer.Options{Check: []string{"not-four"}, KeepGoing: true})
		counted := check(explorer.Options{Check: []string{}})
		if went.States.Distinct != counted.States.Distinct || went.States.Generated != counted.States.Generated || !went.Exhaustive || went.Verdict != model.Violated {
			t.Errorf("%s: %s, exhaustive %v, %+v; want violated, and the counts of %+v", order.Name, went.Verdict, went.Exhaustive, went.States, counted.States)
		}
		if stopped.States.Distinct >= went.States.Distinct || stopped.Exhaustive {
			t.Errorf("%s: without going on %+v, with it %+v", order.Name, stopped.States, went.States)
		}
		if a, b := stopped.Properties[0], went.Properties[0]; a.Witness != b.Witness || a.Path.States() != b.Path.States() || a.Path.Last() != b.Path.Last() {
			t.Errorf("%s: the traces differ: %+v, %+v", order.Name, a.Path, b.Path)
		}
	}
}
