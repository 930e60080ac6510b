// Package figures holds models to figures that somebody else has found: how
// many states there are and in which levels, how often each rule fires, how
// short the traces are. It is for tests of models.
package figures

import (
	"context"
	"maps"
	"slices"
	"sync/atomic"

	"mc/explorer"
	"mc/model"
	"mc/model/modeltest"
)

// TB is the part of testing.TB that is needed.
type TB interface {
	Helper()
	Context() context.Context
	Errorf(format string, args ...any)
}

// Figures are those of a run through the whole space of a model.
type Figures struct {
	Distinct, Generated int
	Depth               int
	Levels              []int          // all of them, or the first; nil compares none
	Deadlocks           int            // states in which no rule is enabled
	Repeats             int            // steps that lead to the state that they come from; -1 compares none
	Fired               map[string]int // by rule; nil compares none
	Out                 [2]int         // the fewest and the most steps out of a state; zero compares none

	// Lengths are the states in the shortest trace to each claim that is broken
	// and to each goal that is reached. All others hold, or are out of reach.
	Lengths map[string]int
}

// twinLimit is how many states are also visited by the engine's slow twin.
const twinLimit = 25_000

// Hold explores all of m, with every property that it has, and complains of
// each figure that is another.
func Hold[S comparable](t TB, m *model.Model[S], want Figures) {
	t.Helper()
	m, repeats := counting(m)
	r, err := explorer.Check(t.Context(), m, explorer.Options{KeepGoing: true})
	if err != nil {
		t.Errorf("%s: %v", m.Name, err)
		return
	}
	want.compare(t, m.Name, found(r, int(repeats.Swap(0))))
	if r.States.Distinct <= twinLimit {
		c := modeltest.Explore(m, false)
		want.compare(t, m.Name+" by the twin", Figures{c.Distinct, c.Generated, c.Depth, c.Levels, c.Deadlocks,
			int(repeats.Load()), c.Fired, want.Out, c.Violated})
	}
}

// Size explores m without its properties, and compares the size of its space.
func Size[S comparable](t TB, m *model.Model[S], distinct, generated, depth int) {
	t.Helper()
	size(t, m, m.Name, false, [3]int{distinct, generated, depth})
}

// Orbits is Size with one state for each orbit.
func Orbits[S comparable](t TB, m *model.Model[S], distinct, generated, depth int) {
	t.Helper()
	size(t, m, m.Name+" up to symmetry", true, [3]int{distinct, generated, depth})
}

// Length explores m until the property that is named is decided, and compares
// the states in the shortest trace to that.
func Length[S comparable](t TB, m *model.Model[S], property string, states int) {
	t.Helper()
	r, err := explorer.Check(t.Context(), m, explorer.Options{Check: []string{property}})
	switch {
	case err != nil:
		t.Errorf("%s: %v", m.Name, err)
	case r.Properties[0].Path == nil || r.Properties[0].Path.States() != states:
		t.Errorf("%s: %s is %s, want a trace of %d states", m.Name, property, r.Properties[0].Verdict, states)
	}
}

// Runs decides claims about runs that go on for ever, each under a fairness of
// its own, and complains of those that do not hold, or do.
func Runs[S comparable](t TB, m *model.Model[S], hold bool, claims ...model.Property[S]) {
	t.Helper()
	asked := *m
	asked.Properties = claims
	r, err := explorer.Check(t.Context(), &asked, explorer.Options{})
	if err != nil {
		t.Errorf("%s: %v", m.Name, err)
		return
	}
	for _, p := range r.Properties {
		holds := p.Verdict == model.Holds || p.Verdict == model.HoldsWithinBounds
		if holds != hold || !holds && p.Verdict != model.Violated {
			t.Errorf("%s, fairness %s: %s is %s", m.Name, p.Fairness, p.Name, p.Verdict)
		}
	}
}

// Under is a fairness of these conditions.
func Under[S comparable](name string, conditions ...model.Condition[S]) *model.Fairness[S] {
	return &model.Fairness[S]{Name: name, Conditions: conditions}
}

// Each are the claims, all under one fairness.
func Each[S comparable](f *model.Fairness[S], claims ...model.Property[S]) (all []model.Property[S]) {
	for _, p := range claims {
		all = append(all, p.Under(f))
	}
	return all
}

func size[S comparable](t TB, m *model.Model[S], name string, symmetry bool, want [3]int) {
	t.Helper()
	r, err := explorer.Check(t.Context(), m, explorer.Options{Check: []string{}, Symmetry: symmetry})
	if err != nil {
		t.Errorf("%s: %v", name, err)
		return
	}
	if got := [3]int{int(r.States.Distinct), int(r.States.Generated), r.States.Depth}; got != want {
		t.Errorf("%s: states, generated and depth are %d, want %d", name, got, want)
	}
}

// counting is m with all its properties asked for but those of runs that go on
// for ever, and one more that counts the steps that repeat a state.
func counting[S comparable](m *model.Model[S]) (*model.Model[S], *atomic.Int64) {
	repeats, out := new(atomic.Int64), *m
	out.Properties = slices.DeleteFunc(slices.Clone(m.Properties),
		func(p model.Property[S]) bool { return p.Kind.Temporal() })
	for i := range out.Properties {
		out.Properties[i].OnRequest = false
	}
	count := func(before *S, _ model.Action, after *S) error {
		if *before == *after {
			repeats.Add(1)
		}
		return nil
	}
	out.Properties = append(out.Properties, model.ActionProperty("counts-repeats", "It only counts.", count))
	return &out, repeats
}

// found are the figures of a run of the engine.
func found[S comparable](r *explorer.Result[S], repeats int) Figures {
	f := Figures{Distinct: int(r.States.Distinct), Generated: int(r.States.Generated), Depth: r.States.Depth,
		Deadlocks: int(r.Deadlocks), Repeats: repeats, Fired: map[string]int{}, Lengths: map[string]int{},
		Out: [2]int{r.OutDegree.Min, r.OutDegree.Max}}
	for _, n := range r.States.Levels {
		f.Levels = append(f.Levels, int(n))
	}
	for _, a := range r.Actions {
		f.Fired[a.Rule] = int(a.Fired)
	}
	for _, p := range r.Properties {
		if p.Path != nil {
			f.Lengths[p.Name] = p.Path.States()
		}
	}
	return f
}

func (want Figures) compare(t TB, name string, got Figures) {
	t.Helper()
	if got.Distinct != want.Distinct || got.Generated != want.Generated || got.Depth != want.Depth {
		t.Errorf("%s: %d states, %d generated, depth %d; want %d, %d, %d", name, got.Distinct, got.Generated, got.Depth,
			want.Distinct, want.Generated, want.Depth)
	}
	if n := len(want.Levels); n > len(got.Levels) || !slices.Equal(got.Levels[:n], want.Levels) {
		t.Errorf("%s: levels %d\nwant %d", name, got.Levels, want.Levels)
	}
	if got.Deadlocks != want.Deadlocks || want.Repeats >= 0 && got.Repeats != want.Repeats {
		t.Errorf("%s: %d deadlocks and %d repeats; want %d and %d", name, got.Deadlocks, got.Repeats, want.Deadlocks,
			want.Repeats)
	}
	if want.Out != [2]int{} && got.Out != want.Out {
		t.Errorf("%s: out-degrees %d, want %d", name, got.Out, want.Out)
	}
	if want.Fired != nil && !maps.Equal(got.Fired, want.Fired) {
		t.Errorf("%s: fired %v, want %v", name, got.Fired, want.Fired)
	}
	if !maps.Equal(got.Lengths, want.Lengths) {
		t.Errorf("%s: traces of lengths %v, want %v", name, got.Lengths, want.Lengths)
	}
}
