package traces

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"mc/model"
	"mc/traces/internal/toy"
)

func names[S comparable](m *model.Model[S], path *model.Path[S]) string {
	words := []string{}
	for _, step := range path.Steps {
		words = append(words, m.Text(step.Action))
	}
	return strings.Join(words, ", ")
}

// The twin: every path of that many steps, one by one.
func cheapest(c aim[toy.State], w *weigher[toy.State], path *model.Path[toy.State], steps int, l load, best *Cost) {
	if n := len(path.Steps); n == steps {
		if cost := l.cost(n); c.met(path) && (best.Steps == 0 || cost.compare(*best) < 0) {
			*best = cost
		}
		return
	}
	last := path.Last()
	eachSuccessor(c.m, &last, func(a model.Action, after *toy.State) {
		step := model.Transition[toy.State]{Action: a, After: *after}
		more := &model.Path[toy.State]{Start: path.Start, Steps: append(path.Steps[:len(path.Steps):len(path.Steps)], step)}
		cheapest(c, w, more, steps, w.add(l, &last, &step), best)
	})
}

func TestMinimizeFindsTheCheapestOfAllShortestTraces(t *testing.T) {
	m := toy.Model(toy.Config{Brokers: 2, Records: 3, Kills: 2})
	c := newAim(m, "committed-on-leader")
	w := &weigher[toy.State]{m: m, lanes: map[string]int{}, records: map[string]int{}}
	long := toy.Run(t, m, "Produce", "Fetch b2", "Fetch b2", "Produce", "Produce", "Kill b2", "Restart b2", "Kill b1", "Elect b2")
	got, err := Minimize(m, "committed-on-leader", long, MinimizeOptions{})
	if err != nil {
		t.Fatal(err)
	}
	var want Cost
	cheapest(c, w, &model.Path[toy.State]{Start: long.Start}, 7, load{}, &want)
	if !got.Exhaustive || got.Cost != want || want.Records != 1 {
		t.Errorf("exhaustive %v, cost %+v, want %+v: %s", got.Exhaustive, got.Cost, want, names(m, &got.Path))
	}
}

func TestMinimizePutsIndependentStepsIntoOrder(t *testing.T) {
	m := toy.Model(toy.Config{Brokers: 2, Records: 1, Kills: 2})
	one := toy.Run(t, m, "Produce", "Fetch b2", "Fetch b2", "Kill b2", "Kill b1", "Restart b2", "Elect b2")
	other := toy.Run(t, m, "Produce", "Fetch b2", "Fetch b2", "Kill b1", "Kill b2", "Restart b2", "Elect b2")
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
	m := toy.Model(toy.Config{Brokers: 3, Records: 3, Kills: 3})
	c := newAim(m, "committed-on-leader")
	w := &weigher[toy.State]{m: m, lanes: map[string]int{}, records: map[string]int{}}
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
func detouredLoss(t *rapid.T, c aim[toy.State]) *model.Path[toy.State] {
	path := &model.Path[toy.State]{}
	c.m.Init(func(s toy.State) { path.Start = s })
	for _, want := range []string{"Produce", "Fetch b2", "Fetch b3", "Fetch b2", "Fetch b3", "Kill b2", "Restart b2", "Kill b1", "Elect b2"} {
		noise := rapid.IntRange(0, 1).Draw(t, "noise")
		for i := range noise + 1 {
			last := path.Last()
			var next []model.Transition[toy.State]
			eachSuccessor(c.m, &last, func(a model.Action, after *toy.State) {
				if i < noise || c.m.Text(a) == want {
					next = append(next, model.Transition[toy.State]{Action: a, After: *after})
				}
			})
			if len(next) == 0 {
				continue
			}
			path.Steps = append(path.Steps, rapid.SampledFrom(next).Draw(t, "step"))
			if c.met(path) {
				return path
			}
		}
	}
	return nil
}

// TestMinimizeWithin: with little memory the trace is one all the same, and is
// not said to be the least; the graph of all others takes what it may.
func TestMinimizeWithin(t *testing.T) {
	m := toy.Model(toy.Config{Brokers: 2, Records: 3, Kills: 2})
	long := toy.Run(t, m, "Produce", "Fetch b2", "Fetch b2", "Produce", "Produce", "Kill b2", "Restart b2", "Kill b1", "Elect b2")
	for _, memory := range []uint64{1, 10_000, 100_000, 1 << 30} {
		got, err := Minimize(m, "committed-on-leader", long, MinimizeOptions{Memory: memory})
		if err != nil {
			t.Fatal(err)
		}
		want := ShortOfMemory
		if memory == 1<<30 {
			want = Complete
		}
		if got.Short != want || got.Exhaustive != (want == Complete) {
			t.Errorf("with %d bytes: %v, exhaustive %v", memory, got.Short, got.Exhaustive)
		}
	}
}

func TestMinimizeRefusesAPathThatBreaksNothing(t *testing.T) {
	m := toy.Model(toy.Loss)
	if _, err := Minimize(m, "committed-on-leader", toy.Run(t, m, "Produce"), MinimizeOptions{}); err == nil {
		t.Error("a path that breaks nothing was minimised")
	}
}

func TestMarkAsideFindsWhatTheViolationDoesNotNeed(t *testing.T) {
	c := toy.Config{Brokers: 3, Records: 2, Kills: 2}
	m := toy.Model(c)
	f := record(t, m, toy.Run(t, m, "Produce", "Fetch b3", "Fetch b2", "Fetch b3", "Fetch b2", "Produce", "Kill b2", "Restart b2", "Kill b1", "Elect b2"), c)
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
