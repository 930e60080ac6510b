package registry_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"mc/model"
	"mc/model/kafka"
	"mc/model/kafka/script"
	"mc/run/registry"
)

type jug struct{ Litres, Filled uint8 }

// jugs is a jug of three litres that is filled from a well with so many litres.
var jugs = model.Template[jug]{
	Name: "jug",
	Doc:  "A jug.",
	Constants: func(map[string]string) ([]model.Constant, error) {
		return []model.Constant{{Name: "well", Default: "4", Max: 99}}, nil
	},
	New: func(v model.Values) (*model.Model[jug], error) {
		return &model.Model[jug]{
			Name:    "jug",
			Init:    func(add func(jug)) { add(jug{}) },
			Budgets: []model.Budget{{Constant: "well", Limit: v["well"]}},
			Rules: []model.Rule[jug]{
				{Name: "Fill", Doc: "Pour water into the jug.", Params: []model.Param{{Name: "litres", Values: model.Range(1, 3)}},
					Expand: func(s *jug, out *model.Steps[jug]) {
						for n := uint8(1); s.Litres+n <= 3; n++ {
							if int(s.Filled+n) > v["well"] {
								out.Stopped(model.Only(0))
								return
							}
							after := out.Step(n)
							after.Litres += n
							after.Filled += n
						}
					}},
				{Name: "Empty", Doc: "Pour it out.", Expand: func(s *jug, out *model.Steps[jug]) {
					if s.Litres > 0 {
						out.Step().Litres = 0
					}
				}},
				{Name: "Break", Doc: "Break it.", Absent: true, Expand: func(*jug, *model.Steps[jug]) {}},
			},
		}, nil
	},
}

func impossible(s *registry.Session) (lines []string) {
	for _, i := range s.Impossible() {
		lines = append(lines, fmt.Sprintf("%s: %s %v", i.Action, i.Why, i.Spent))
	}
	return lines
}

// TestImpossible: a model without a language has the bounds to say and its rules' docs.
func TestImpossible(t *testing.T) {
	s, err := registry.Of(jugs).Begin(nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	take := func(action string) {
		t.Helper()
		i := slices.IndexFunc(s.Enabled(), func(e registry.Enabled) bool { return e.Action == action })
		if err := s.Take(i); err != nil {
			t.Fatal(err)
		}
	}
	see := func(want ...string) {
		t.Helper()
		if got := impossible(s); !slices.Equal(got, want) {
			t.Errorf("impossible are %q, want %q", got, want)
		}
	}
	see("Empty:  []")
	take("Fill 3")
	see("Fill 1:  []") // it is full
	take("Empty")
	see("Fill 2: the bound well <= 4 is used up [well]", "Empty:  []")
	take("Fill 1")
	see("Fill 1: the bound well <= 4 is used up [well]")
	if first := s.Impossible()[0]; first.Rule != "Fill" || first.Doc != "Pour water into the jug." {
		t.Errorf("%+v", first)
	}
}

// spending are settings under which bounds come into the way.
var spending = map[string]string{
	"kills": "1", "fences": "1", "unfences": "1", "elections": "1", "records": "2", "max_leader_epoch": "2", "unclean_elections": "1",
	"lag_timeouts": "1", "checkpoints": "1", "reads": "1", "clean_stops": "1", "min_isr_changes": "1",
}

// TestImpossibleInKafka drives the flagship at random: what is impossible is not
// possible, has a reason, and where the reason is a bound one more makes it possible.
func TestImpossibleInKafka(t *testing.T) {
	entry := registry.OfLanguage(*kafka.Template, script.Language())
	bounds := 0
	rapid.Check(t, func(t *rapid.T) {
		set := map[string]string{"generation": rapid.SampledFrom(kafka.Variants.Names()).Draw(t, "generation")}
		for name, value := range spending {
			set[name] = value
		}
		s, err := entry.Begin(set, nil)
		if err != nil {
			t.Skip("these budgets do not go with that generation: ", err) // another sample is drawn
		}
		var taken []string
		for range rapid.IntRange(0, 25).Draw(t, "steps") {
			enabled := s.Enabled()
			if len(enabled) == 0 {
				break
			}
			i := rapid.IntRange(0, len(enabled)-1).Draw(t, "i")
			taken = append(taken, enabled[i].Action)
			if err := s.Take(i); err != nil {
				t.Fatal(err)
			}
		}
		enabled, all := s.Enabled(), s.Impossible()
		order := rulesOf(t, entry, set)
		if !slices.IsSortedFunc(all, func(a, b registry.Impossible) int { return slices.Index(order, a.Rule) - slices.Index(order, b.Rule) }) {
			t.Error("not in the model's order")
		}
		for _, i := range all {
			if slices.ContainsFunc(enabled, func(e registry.Enabled) bool { return e.Action == i.Action }) {
				t.Errorf("%s is enabled", i.Action)
			}
			if i.Why == "" || i.Doc == "" {
				t.Errorf("%s: %+v after %v", i.Action, i, taken)
			}
			if len(i.Spent) > 0 {
				bounds++
				if !possibleWithMore(t, entry, set, i, taken) {
					t.Errorf("%s is impossible since %s, and after %v one more does not make it possible", i.Action, i.Why, taken)
				}
			}
		}
	})
	if bounds == 0 {
		t.Error("no bound ever was in the way")
	}
}

func rulesOf(t *rapid.T, entry registry.Entry, set map[string]string) []string {
	v, err := entry.Vocabulary(set)
	if err != nil {
		t.Fatal(err)
	}
	return v.RuleNames()
}

// possibleWithMore takes the same course with one more of what was used up.
func possibleWithMore(t *rapid.T, entry registry.Entry, set map[string]string, what registry.Impossible, taken []string) bool {
	more := map[string]string{}
	for name, value := range set {
		more[name] = value
	}
	for _, name := range what.Spent {
		_, limit, _ := strings.Cut(what.Why[strings.Index(what.Why, name):], " <= ")
		var n int
		fmt.Sscan(limit, &n)
		more[name] = fmt.Sprint(n + 1)
	}
	s, err := entry.Begin(more, nil)
	if err != nil {
		t.Skip("one more does not fit the state: ", err) // another sample is drawn
	}
	for _, action := range append(slices.Clone(taken), what.Action) {
		i := slices.IndexFunc(s.Enabled(), func(e registry.Enabled) bool { return e.Action == action })
		if s.Take(i) != nil {
			return false
		}
	}
	return true
}

// BenchmarkImpossible is what a click costs, with five brokers.
func BenchmarkImpossible(b *testing.B) {
	s, err := registry.OfLanguage(*kafka.Template, script.Language()).Begin(map[string]string{"replicas": "5", "kills": "1", "reads": "1"}, nil)
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		s.Impossible()
	}
}
