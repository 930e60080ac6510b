package simulate_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"mc/explorer/simulate"
	"mc/model"
)

// place is a state of a random graph, whose edges have a rule each.
type place struct{ N uint8 }

type edge struct{ from, rule, to uint8 }

// graph is a model of these edges; bad places break its claim.
func graph(edges []edge, rules int, bad, outside []uint8) *model.Model[place] {
	m := &model.Model[place]{Name: "graph", Init: func(add func(place)) { add(place{}); add(place{1}) }}
	for r := range uint8(rules) {
		m.Rules = append(m.Rules, model.Rule[place]{Name: fmt.Sprintf("R%d", r), Fault: r%2 == 1, Params: []model.Param{{Name: "to"}},
			Expand: func(s *place, out *model.Steps[place]) {
				for _, e := range edges {
					if e.from == s.N && e.rule == r {
						out.Step(e.to).N = e.to
					}
				}
			}})
	}
	m.Properties = []model.Property[place]{
		model.Invariant("good", "No place is bad.", func(s *place) error {
			if slices.Contains(bad, s.N) {
				return fmt.Errorf("place %d is bad", s.N)
			}
			return nil
		}),
		{Name: "forth", Kind: model.Step, Step: func(before *place, _ model.Action, after *place) error {
			if after.N+3 < before.N {
				return errors.New("far back")
			}
			return nil
		}},
		{Name: "far", Kind: model.Reachable, Goal: func(s *place) bool { return s.N == 7 }},
	}
	if outside != nil {
		m.Within = func(s *place) bool { return !slices.Contains(outside, s.N) }
	}
	return m
}

func anyGraph(t *rapid.T) *model.Model[place] {
	n := rapid.Uint8Range(0, 9)
	edges := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) edge {
		return edge{n.Draw(t, "from"), rapid.Uint8Range(0, 4).Draw(t, "rule"), n.Draw(t, "to")}
	}), 0, 40).Draw(t, "edges")
	bad := rapid.SliceOfN(rapid.Uint8Range(2, 9), 0, 2).Draw(t, "bad")
	var outside []uint8
	if rapid.Bool().Draw(t, "constraint") {
		outside = rapid.SliceOfN(rapid.Uint8Range(2, 9), 0, 3).Draw(t, "outside")
	}
	return graph(edges, 5, bad, outside)
}

// slowly takes a walk as the package promises it, from the list of all steps.
func slowly(m *model.Model[place], o simulate.Options, number uint64) (path model.Path[place]) {
	source := rand.NewPCG(o.Seed, number)
	below := func(n int) int { hi, _ := bits.Mul64(source.Uint64(), uint64(n)); return int(hi) }
	path.Start = place{uint8(below(2))}
	for range o.Depth {
		now := path.Last()
		byRule := map[int][]model.Transition[place]{}
		m.Expand(&now, model.NewSteps(func(a model.Action, s *place) {
			byRule[int(a.Rule)] = append(byRule[int(a.Rule)], model.Transition[place]{Action: a, After: *s})
		}))
		left := []int{0, 1, 2, 3, 4}
		for len(left) > 0 {
			i := below(len(left))
			if steps := byRule[left[i]]; len(steps) > 0 {
				path.Steps = append(path.Steps, steps[below(len(steps))])
				break
			}
			left[i] = left[len(left)-1]
			left = left[:len(left)-1]
		}
		if len(left) == 0 {
			return path
		}
	}
	return path
}

// TestAsPromised: without a constraint a walk is that of the slow twin.
func TestAsPromised(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := anyGraph(t)
		m.Within = nil
		number := rapid.Uint64Range(0, 1000).Draw(t, "walk")
		o := simulate.Options{Seed: rapid.Uint64().Draw(t, "seed"), Only: &number, Depth: 12, Check: []string{}}
		want := slowly(m, o, number)
		r, err := simulate.Walk(t.Context(), m, o)
		if err != nil || r.Walks != 1 || r.Steps != uint64(len(want.Steps)) || (r.Ended == 1) != (len(want.Steps) < 12) {
			t.Fatalf("%+v, %v; want %d steps", r, err, len(want.Steps))
		}
		fired := make([]uint64, 5)
		for _, s := range want.Steps {
			fired[s.Action.Rule]++
		}
		for i := range fired {
			if r.Rules[i].Fired != fired[i] {
				t.Errorf("rule %d was taken %d times, want %d", i, r.Rules[i].Fired, fired[i])
			}
		}
		decided := func(p string) (step int, any bool) {
			property, _ := m.Property(p)
			for n := 0; n <= len(want.Steps); n++ {
				if yes, _ := m.DecidedAt(property, model.Path[place]{Start: want.Start, Steps: want.Steps[:n]}); yes {
					return n, true
				}
			}
			return 0, false
		}
		o.Check = []string{"good", "forth", "far"}
		if r, err = simulate.Walk(t.Context(), m, o); err != nil {
			t.Fatal(err)
		}
		for _, p := range r.Properties {
			if step, any := decided(p.Name); any != p.Found || any && step != p.Step {
				t.Errorf("%s: found %v in step %d, want %v in %d", p.Name, p.Found, p.Step, any, step)
			}
		}
	})
}

// TestWalks: the same walks with any number of workers; every find is a run of
// the model that decides the property, also when it is shortened, and then no
// single step of it can be spared.
func TestWalks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := anyGraph(t)
		o := simulate.Options{Seed: rapid.Uint64().Draw(t, "seed"), Walks: rapid.Uint64Range(1, 200).Draw(t, "walks"), Depth: 15,
			Swarm: rapid.Bool().Draw(t, "swarm"), Check: []string{"good", "forth", "far", model.DeadlockName}, Workers: 1}
		one, err := simulate.Walk(t.Context(), m, o)
		if err != nil {
			t.Fatal(err)
		}
		o.Workers = 3
		three, err := simulate.Walk(t.Context(), m, o)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(one, three, cmpopts.IgnoreFields(simulate.Result[place]{}, "Elapsed", "Workers"),
			cmpopts.IgnoreUnexported(model.Path[place]{})); diff != "" {
			t.Fatal(diff)
		}
		for _, p := range one.Properties {
			if p.Found {
				realRun(t, m, p)
			}
		}
	})
}

func realRun(t *rapid.T, m *model.Model[place], p simulate.Property[place]) {
	property, _ := m.Property(p.Name)
	for _, path := range []*model.Path[place]{p.Path, p.Short} {
		now := path.Start
		for _, s := range path.Steps {
			after, enabled := m.Successor(&now, s.Action)
			if !enabled || after != s.After || m.Within != nil && !m.Within(&after) {
				t.Fatalf("%s: %v is not taken in %v", p.Name, s, now)
			}
			now = after
		}
		if decided, _ := m.DecidedAt(property, *path); !decided {
			t.Fatalf("%s is not decided at the end of %v", p.Name, path)
		}
	}
	if len(p.Path.Steps) != p.Step || len(p.Short.Steps) > p.Step {
		t.Fatalf("%s: %d steps, %d when shortened, and found in step %d", p.Name, len(p.Path.Steps), len(p.Short.Steps), p.Step)
	}
}

// TestEven: rules that are enabled are drawn alike, and so are the steps of one.
func TestEven(t *testing.T) {
	m := graph([]edge{{0, 0, 2}, {0, 0, 3}, {0, 0, 4}, {0, 1, 5}, {1, 0, 2}, {1, 0, 3}, {1, 0, 4}, {1, 1, 5}, {2, 2, 2}}, 3, nil, nil)
	r, err := simulate.Walk(t.Context(), m, simulate.Options{Seed: 7, Walks: 60_000, Depth: 1, Check: []string{}})
	if err != nil || r.Walks != 60_000 || r.Steps != 60_000 {
		t.Fatalf("%+v, %v", r, err)
	}
	near := func(what string, got uint64, want float64) {
		if float64(got) < 0.97*want || float64(got) > 1.03*want {
			t.Errorf("%s: %d, want about %.0f", what, got, want)
		}
	}
	near("the rule with three steps", r.Rules[0].Fired, 30_000)
	near("the rule with one", r.Rules[1].Fired, 30_000)
	o := simulate.Options{Seed: 7, Walks: 60_000, Depth: 1, Check: []string{}, Weights: map[string]int{"R0": 3, "R2": 0}}
	if r, err = simulate.Walk(t.Context(), m, o); err != nil {
		t.Fatal(err)
	}
	near("a weight of three against one", r.Rules[0].Fired, 45_000)
	if !r.Rules[2].Absent || r.Rules[0].Absent {
		t.Error("a weight of 0 does not leave the rule out")
	}
}

// TestSwarm: a walk of a swarm lacks some rules, faults more often, and every
// rule is in some.
func TestSwarm(t *testing.T) {
	var edges []edge
	for r := range uint8(5) {
		edges = append(edges, edge{0, r, 1}, edge{1, r, 0})
	}
	m := graph(edges, 5, nil, nil)
	with := func(swarm bool) *simulate.Result[place] {
		r, err := simulate.Walk(t.Context(), m, simulate.Options{Walks: 2000, Depth: 200, Swarm: swarm, Check: []string{}})
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	all, some := with(false), with(true)
	for i, r := range some.Rules {
		if all.Rules[i].Walks != 2000 || r.Walks == 0 {
			t.Errorf("%s: in %d walks of all, in %d of the swarm", r.Name, all.Rules[i].Walks, r.Walks)
		}
		if fault := i%2 == 1; fault && (r.Walks < 900 || r.Walks > 1100) || !fault && (r.Walks < 1650 || r.Walks > 1850) {
			t.Errorf("%s, a fault %v, is in %d of 2000 walks", r.Name, fault, r.Walks)
		}
	}
}

// TestSwarmBudgets: of the walks of a swarm that have a fault, half may take it one
// to four times, each as often as another, and no other walk ends early.
func TestSwarmBudgets(t *testing.T) {
	m := graph([]edge{{0, 0, 1}, {1, 0, 0}, {0, 1, 1}, {1, 1, 0}}, 2, nil, nil)
	times := map[uint64]int{}
	const walks, depth = 2000, 400
	for seed := range uint64(walks) {
		r, err := simulate.Walk(t.Context(), m, simulate.Options{Seed: seed, Walks: 1, Depth: depth, Swarm: true, Check: []string{}})
		if err != nil {
			t.Fatal(err)
		}
		times[min(r.Rules[1].Fired, 5)]++
	}
	for n, want := range []int{walks / 2, walks / 16, walks / 16, walks / 16, walks / 16, walks / 4} {
		if got := times[uint64(n)]; got < want*7/10 || got > want*13/10 {
			t.Errorf("a fault was taken %d times (5: or more) in %d walks, about %d are due", n, got, want)
		}
	}
}

// TestWalkRefuses: each mistake is named.
func TestWalkRefuses(t *testing.T) {
	broken := graph([]edge{{0, 0, 2}, {1, 0, 2}}, 1, nil, nil)
	broken.Rules[0].Expand = func(*place, *model.Steps[place]) { panic("no luck") }
	nowhere := graph(nil, 1, nil, []uint8{0, 1})
	good := graph([]edge{{0, 0, 1}, {1, 0, 0}}, 1, nil, nil)
	moody := graph(nil, 1, []uint8{9}, nil)
	calls, beyond := 0, uint64(math.MaxInt64)+1
	moody.Rules[0].Expand = func(s *place, out *model.Steps[place]) {
		if calls++; calls <= 1 {
			out.Step(0).N = 9
		}
	}
	for _, c := range []struct {
		m    *model.Model[place]
		o    simulate.Options
		want string
	}{
		{good, simulate.Options{Weights: map[string]int{"R9": 1}}, `has no rule "R9"`},
		{good, simulate.Options{Weights: map[string]int{"R0": -1}}, "a weight is 0 to 1000000, and that of R0 is -1"},
		{good, simulate.Options{Check: []string{"bad"}}, `has no property "bad"`},
		{good, simulate.Options{Depth: -1}, "cannot be negative"},
		{good, simulate.Options{Only: &beyond}, "walks are numbered from 0 to 9223372036854775807"},
		{nowhere, simulate.Options{}, "no initial state within its constraint"},
		{broken, simulate.Options{Seed: 3, Workers: 1}, "rule R0 in walk 0 of seed 3, step 1: panic: no luck"},
		{moody, simulate.Options{Workers: 1, Walks: 1, Depth: 1}, "goes elsewhere the second time"},
	} {
		if _, err := simulate.Walk(t.Context(), c.m, c.o); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, want %q", err, c.want)
		}
	}
}

// TestClock: a timeout ends walks that would not end, and says so.
func TestClock(t *testing.T) {
	m := graph([]edge{{0, 0, 1}, {1, 0, 0}}, 1, nil, nil)
	r, err := simulate.Walk(t.Context(), m, simulate.Options{Timeout: 50 * time.Millisecond, KeepGoing: true})
	if err != nil || !r.Cut || r.Walks == 0 {
		t.Errorf("%+v, %v", r, err)
	}
}

// TestInterrupted: an interrupt is not taken for the clock, with a timeout or without.
func TestInterrupted(t *testing.T) {
	m := graph([]edge{{0, 0, 1}, {1, 0, 0}}, 1, nil, nil)
	for _, timeout := range []time.Duration{0, time.Hour} {
		ctx, cancel := context.WithCancel(t.Context())
		o := simulate.Options{Walks: math.MaxInt64, Timeout: timeout, KeepGoing: true, Progress: func(_, _ uint64) { cancel() }}
		r, err := simulate.Walk(ctx, m, o)
		if err != nil || !r.Interrupted || r.Cut || r.Walks == 0 {
			t.Errorf("timeout %v: %+v, %v", timeout, r, err)
		}
	}
}

// TestLastWalk: the walk of the largest number is one walk.
func TestLastWalk(t *testing.T) {
	last := uint64(simulate.LastWalk)
	m := graph([]edge{{0, 0, 1}, {1, 0, 0}}, 1, nil, nil)
	r, err := simulate.Walk(t.Context(), m, simulate.Options{Only: &last, Depth: 3, Workers: 4})
	if err != nil || r.Walks != 1 || r.Steps != 3 || r.Rules[0].Walks != 1 {
		t.Errorf("%+v, %v", r, err)
	}
}

// TestTemporal: no walk decides a claim about runs that go on for ever, and none
// is taken for its sake.
func TestTemporal(t *testing.T) {
	m := graph([]edge{{0, 0, 2}, {1, 0, 2}}, 1, []uint8{2}, nil)
	m.Properties = append(m.Properties, model.Property[place]{Name: "returns", Kind: model.AlwaysEventually,
		To: func(s *place) bool { return s.N == 0 }})
	r, err := simulate.Walk(t.Context(), m, simulate.Options{Walks: 10 * simulate.Round, Check: []string{"good", "returns"}})
	if err != nil || !r.Properties[0].Found || r.Properties[1].Found || r.Walks != simulate.Round {
		t.Errorf("%+v, %v", r, err)
	}
}
