package traces

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"mc/model"
)

func names[S comparable](m *model.Model[S], path *model.Path[S]) string {
	words := []string{}
	for _, step := range path.Steps {
		words = append(words, m.Text(step.Action))
	}
	return strings.Join(words, ", ")
}

// The twin: every path of that many steps, one by one.
func cheapest(c claim[toy], w *weigher[toy], path *model.Path[toy], steps int, l load, best *Cost) {
	if n := len(path.Steps); n == steps {
		if cost := l.cost(n); c.brokenAt(path) && (best.Steps == 0 || cost.compare(*best) < 0) {
			*best = cost
		}
		return
	}
	last := path.Last()
	eachSuccessor(c.m, &last, func(a model.Action, after *toy) {
		step := model.Transition[toy]{Action: a, After: *after}
		more := &model.Path[toy]{Start: path.Start, Steps: append(path.Steps[:len(path.Steps):len(path.Steps)], step)}
		cheapest(c, w, more, steps, w.add(l, &last, &step), best)
	})
}

func TestMinimizeFindsTheCheapestOfAllShortestTraces(t *testing.T) {
	m := toyModel(toyConfig{Brokers: 2, Records: 3, Kills: 2})
	c := newClaim(m, "committed-on-leader")
	w := &weigher[toy]{m: m, lanes: map[string]int{}, records: map[string]int{}}
	long := run(t, m, "Produce", "Fetch b2", "Fetch b2", "Produce", "Produce", "Kill b2", "Restart b2", "Kill b1", "Elect b2")
	got, err := Minimize(m, "committed-on-leader", long, MinimizeOptions{})
	if err != nil {
		t.Fatal(err)
	}
	var want Cost
	cheapest(c, w, &model.Path[toy]{Start: long.Start}, 7, load{}, &want)
	if !got.Exhaustive || got.Cost != want || want.Records != 1 {
		t.Errorf("exhaustive %v, cost %+v, want %+v: %s", got.Exhaustive, got.Cost, want, names(m, &got.Path))
	}
}

func TestMinimizePutsIndependentStepsIntoOrder(t *testing.T) {
	m := toyModel(toyConfig{Brokers: 2, Records: 1, Kills: 2})
	one := run(t, m, "Produce", "Fetch b2", "Fetch b2", "Kill b2", "Kill b1", "Restart b2", "Elect b2")
	other := run(t, m, "Produce", "Fetch b2", "Fetch b2", "Kill b1", "Kill b2", "Restart b2", "Elect b2")
	for _, states := range []int{0, 1} { // 1: too few to search, so only reordering is left
		a, err := Minimize(m, "committed-on-leader", one, MinimizeOptions{States: states})
		if err != nil {
			t.Fatal(err)
		}
		b, err := Minimize(m, "committed-on-leader", other, MinimizeOptions{States: states})
		if err != nil {
			t.Fatal(err)
		}
		if names(m, &a.Path) != names(m, &b.Path) {
			t.Errorf("with %d states: %s is not %s", states, names(m, &a.Path), names(m, &b.Path))
		}
		if a.Exhaustive != (states == 0) {
			t.Errorf("with %d states: exhaustive %v", states, a.Exhaustive)
		}
	}
}

func TestMinimizeNeverMakesItWorse(t *testing.T) {
	m := toyModel(toyConfig{Brokers: 3, Records: 3, Kills: 3})
	c := newClaim(m, "committed-on-leader")
	w := &weigher[toy]{m: m, lanes: map[string]int{}, records: map[string]int{}}
	found := 0
	rapid.Check(t, func(t *rapid.T) {
		path := detouredLoss(t, c)
		if path == nil {
			return
		}
		found++
		got, err := Minimize(m, "committed-on-leader", path, MinimizeOptions{States: 500})
		if err != nil {
			t.Fatal(err)
		}
		if was := w.path(path); w.path(&got.Path).compare(was) > 0 {
			t.Fatalf("%+v became %+v", was, got.Cost)
		}
	})
	if found == 0 {
		t.Error("no walk broke the property; the test shows nothing")
	}
}

// detouredLoss loses a record with random steps in between, or returns nil if
// they prevent it.
func detouredLoss(t *rapid.T, c claim[toy]) *model.Path[toy] {
	path := &model.Path[toy]{}
	c.m.Init(func(s toy) { path.Start = s })
	for _, want := range []string{"Produce", "Fetch b2", "Fetch b3", "Fetch b2", "Fetch b3", "Kill b2", "Restart b2", "Kill b1", "Elect b2"} {
		noise := rapid.IntRange(0, 1).Draw(t, "noise")
		for i := range noise + 1 {
			last := path.Last()
			var next []model.Transition[toy]
			eachSuccessor(c.m, &last, func(a model.Action, after *toy) {
				if i < noise || c.m.Text(a) == want {
					next = append(next, model.Transition[toy]{Action: a, After: *after})
				}
			})
			if len(next) == 0 {
				continue
			}
			path.Steps = append(path.Steps, rapid.SampledFrom(next).Draw(t, "step"))
			if c.brokenAt(path) {
				return path
			}
		}
	}
	return nil
}

func TestMinimizeRefusesAPathThatBreaksNothing(t *testing.T) {
	m := toyModel(toyLoss)
	if _, err := Minimize(m, "committed-on-leader", run(t, m, "Produce"), MinimizeOptions{}); err == nil {
		t.Error("a path that breaks nothing was minimised")
	}
}

func TestMarkAsideFindsWhatTheViolationDoesNotNeed(t *testing.T) {
	c := toyConfig{Brokers: 3, Records: 2, Kills: 2}
	m := toyModel(c)
	f := record(t, m, run(t, m, "Produce", "Fetch b3", "Fetch b2", "Fetch b3", "Fetch b2", "Produce", "Kill b2", "Restart b2", "Kill b1", "Elect b2"), c)
	n, err := MarkAside(m, f)
	if err != nil {
		t.Fatal(err)
	}
	if n != 1 || !f.Steps[5].Aside {
		t.Errorf("%d steps aside, want only the second Produce: %v", n, f.Steps)
	}
	small, short := lossFile(t)
	if n, err := MarkAside(small, short); n != 0 || err != nil {
		t.Errorf("%d steps of a shortest trace are aside, %v", n, err)
	}
}

func TestExplainEvaluatesThePartsInTheLastTwoStates(t *testing.T) {
	_, f := lossFile(t)
	x := Explain(f)
	if len(x.Parts) != 2 || x.Parts[0].Before || !x.Parts[0].After || !x.Parts[1].Before || x.Parts[1].After {
		t.Errorf("got %+v, want a leader only after the last step, and its log short of a record", x.Parts)
	}
	words := []string{}
	for _, m := range x.Timeline {
		words = append(words, m.Words())
	}
	if got, want := strings.Join(words, "; "), "m0@e0 committed: below the high watermark of b1; m0@e0 cut from b2"; got != want {
		t.Errorf("timeline: %s; want %s", got, want)
	}
}
