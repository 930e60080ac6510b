package region_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"mc/explorer/region"
	"mc/model"
)

// place is a state of a random graph.
type place struct{ N uint8 }

// maze is a model whose steps are the given ones; odd steps break "even".
func maze(steps [][2]uint8) *model.Model[place] {
	m := &model.Model[place]{Name: "maze", Init: func(add func(place)) { add(place{}) }}
	m.Rules = []model.Rule[place]{{Name: "Go", Params: []model.Param{{Name: "to"}}, Expand: func(s *place, out *model.Steps[place]) {
		for _, step := range steps {
			if step[0] == s.N {
				out.Step(step[1]).N = step[1]
			}
		}
	}}}
	m.Properties = []model.Property[place]{
		model.ActionProperty("even", "No step leads to an odd place.", func(_ *place, _ model.Action, after *place) error {
			if after.N%2 == 1 {
				return errors.New("odd")
			}
			return nil
		}),
	}
	return m
}

// TestAround: the states around a random run are those whose distance from the
// run, by the definition, is small enough; its own come first and in its order.
func TestAround(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		pair := rapid.Custom(func(t *rapid.T) [2]uint8 {
			return [2]uint8{rapid.Uint8Range(0, 11).Draw(t, "from"), rapid.Uint8Range(0, 11).Draw(t, "to")}
		})
		steps := rapid.SliceOfN(pair, 0, 30).Draw(t, "steps")
		m := maze(steps)
		run := walk(t, steps)
		away := rapid.IntRange(0, 3).Draw(t, "away")
		got, err := region.Around(context.Background(), m, run, region.Options[place]{MaxStates: 100, Steps: away})
		if err != nil {
			t.Fatal(err)
		}
		want := near(steps, run, away)
		for i, s := range got.States {
			d, in := want[s.State.N]
			if !in || s.OnRun != (d == 0) {
				t.Errorf("state %d is %v, on the run %v; its distance is %d, %v", i, s.State, s.OnRun, d, in)
			}
			if i > 0 && want[got.States[i-1].State.N] > d {
				t.Errorf("state %d is nearer than the one before", i)
			}
		}
		if len(got.States) != len(want) || got.Cut {
			t.Errorf("%d states, cut %v; want %d", len(got.States), got.Cut, len(want))
		}
		onRun(t, got, run)
	})
}

// walk is a random run along the steps.
func walk(t *rapid.T, steps [][2]uint8) *model.Lasso[place] {
	run := &model.Lasso[place]{}
	for range rapid.IntRange(0, 6).Draw(t, "length") {
		at := run.Last().N
		var out []uint8
		for _, s := range steps {
			if s[0] == at {
				out = append(out, s[1])
			}
		}
		if len(out) == 0 {
			break
		}
		to := rapid.SampledFrom(out).Draw(t, "to")
		run.Steps = append(run.Steps, model.Transition[place]{Action: model.Action{Args: model.Args{to}}, After: place{to}})
	}
	run.Loop = len(run.Steps)
	return run
}

// near are the places at most so far from the run, with their distances.
func near(steps [][2]uint8, run *model.Lasso[place], away int) map[uint8]int {
	far := map[uint8]int{run.Start.N: 0}
	for _, s := range run.Steps {
		far[s.After.N] = 0
	}
	for d := range away {
		for _, s := range steps {
			if at, in := far[s[0]]; in && at == d {
				if _, known := far[s[1]]; !known {
					far[s[1]] = d + 1
				}
			}
		}
	}
	return far
}

// onRun: the steps that are marked are those of the run, and no others.
func onRun(t *rapid.T, got *region.Region[place], run *model.Lasso[place]) {
	taken := map[[2]uint8]bool{}
	at := run.Start.N
	for _, s := range run.Steps {
		taken[[2]uint8{at, s.After.N}] = true
		at = s.After.N
	}
	marked := 0
	for _, e := range got.Edges {
		from, to := got.States[e.From].State.N, got.States[e.To].State.N
		if e.OnRun != taken[[2]uint8{from, to}] {
			t.Errorf("the step from %d to %d is marked: %v", from, to, e.OnRun)
		}
		if e.OnRun {
			marked++
		}
	}
	if marked != len(taken) {
		t.Errorf("%d steps are marked, and the run takes %d", marked, len(taken))
	}
}

// TestRunIsWhole: a limit leaves out what is around a run, nothing of it; and the
// step that closes a loop is of the run.
func TestRunIsWhole(t *testing.T) {
	m := maze([][2]uint8{{0, 1}, {1, 2}, {2, 1}, {2, 3}, {1, 4}})
	run := &model.Lasso[place]{Loop: 1}
	for _, to := range []uint8{1, 2} {
		run.Steps = append(run.Steps, model.Transition[place]{Action: model.Action{Args: model.Args{to}}, After: place{to}})
	}
	r, err := region.Around(t.Context(), m, run, region.Options[place]{MaxStates: 1, Steps: 1})
	if err != nil {
		t.Fatal(err)
	}
	var bold []string
	for _, e := range r.Edges {
		if e.OnRun {
			bold = append(bold, fmt.Sprint(e.From, e.To))
		}
	}
	if len(r.States) != 3 || !r.Cut || r.Beyond != 2 || !slices.Equal(bold, []string{"0 1", "1 2", "2 1"}) {
		t.Errorf("%d states, cut %v, %d beyond, bold %v", len(r.States), r.Cut, r.Beyond, bold)
	}
}

// TestStepsAreJudged: an edge is marked if one of its steps breaks a claim about
// steps.
func TestStepsAreJudged(t *testing.T) {
	m := maze([][2]uint8{{0, 1}, {1, 2}})
	r, err := region.Explore(t.Context(), m, region.Options[place]{MaxStates: 9, Check: []*model.Property[place]{&m.Properties[0]}})
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Edges) != 2 || !slices.Equal(r.Edges[0].Decided, []string{"even"}) || r.Edges[1].Decided != nil {
		t.Errorf("the edges are %+v", r.Edges)
	}
}

// TestConstraint: what the constraint excludes is counted and not collected, and
// a state that has such successors alone is no deadlock.
func TestConstraint(t *testing.T) {
	m := maze([][2]uint8{{0, 1}, {1, 9}})
	m.Within = func(s *place) bool { return s.N < 9 }
	r, err := region.Explore(t.Context(), m, region.Options[place]{MaxStates: 9})
	if err != nil {
		t.Fatal(err)
	}
	if last := r.States[len(r.States)-1]; len(r.States) != 2 || last.Outside != 1 || last.Deadlock || r.Cut {
		t.Errorf("the states are %+v", r.States)
	}
}

// TestOverflow: a step for which the state has no room is the model's fault.
func TestOverflow(t *testing.T) {
	m := maze(nil)
	m.Rules[0].Expand = func(_ *place, out *model.Steps[place]) { out.Overflow("place 256") }
	_, err := region.Explore(t.Context(), m, region.Options[place]{MaxStates: 9})
	if err == nil || !strings.Contains(err.Error(), "rule Go: the encoding is too small: place 256") {
		t.Errorf("the error is %v", err)
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if _, err := region.Explore(ctx, maze(nil), region.Options[place]{MaxStates: 9}); !errors.Is(err, context.Canceled) {
		t.Errorf("given up, the error is %v", err)
	}
}
