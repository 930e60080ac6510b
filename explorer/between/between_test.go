package between_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"mc/explorer/between"
	"mc/model"
)

// place is a state of a random graph.
type place struct{ N uint8 }

// arc is a step of it, by one of two rules.
type arc struct{ From, Rule, Arg, To uint8 }

// maze is a model with these steps, the same action with several successors among
// them. What is at or beyond edge is outside the constraint.
func maze(arcs []arc, starts []uint8, edge uint8) *model.Model[place] {
	m := &model.Model[place]{Name: "maze", Init: func(add func(place)) {
		for _, n := range starts {
			add(place{n})
		}
	}}
	for rule := range uint8(2) {
		m.Rules = append(m.Rules, model.Rule[place]{Name: fmt.Sprint("Go", rule), Params: []model.Param{{Name: "by"}},
			Expand: func(s *place, out *model.Steps[place]) {
				for _, a := range arcs {
					if a.Rule == rule && a.From == s.N {
						out.Step(a.Arg).N = a.To
					}
				}
			}})
	}
	m.Within = func(s *place) bool { return s.N < edge }
	return m
}

// mazes are two that have most of their steps in common.
func mazes(t *rapid.T) (a, b *model.Model[place]) {
	step := rapid.Custom(func(t *rapid.T) arc {
		return arc{rapid.Uint8Range(0, 7).Draw(t, "from"), rapid.Uint8Range(0, 1).Draw(t, "rule"),
			rapid.Uint8Range(0, 2).Draw(t, "arg"), rapid.Uint8Range(0, 7).Draw(t, "to")}
	})
	common := rapid.SliceOfN(step, 0, 20).Draw(t, "common")
	own := func(name string) []arc {
		return append(slices.Clone(common), rapid.SliceOfN(step, 0, 2).Draw(t, name)...)
	}
	starts := []uint8{0}
	if rapid.Bool().Draw(t, "two starts") {
		starts = []uint8{0, 1}
	}
	edge := rapid.Uint8Range(5, 8).Draw(t, "edge")
	return maze(own("a"), starts, edge), maze(own("b"), starts, edge)
}

// runs are the sets of states that each schedule of at most so many steps leads to,
// by the definition: schedules are written out, and each is taken from the start.
func takes(m *model.Model[place], schedule []string) (states map[place]bool, beyond bool) {
	states = map[place]bool{}
	m.Init(func(s place) { states[s] = true })
	for _, action := range schedule {
		next := map[place]bool{}
		for s := range states {
			if !m.Within(&s) {
				continue
			}
			m.Expand(&s, model.NewSteps(func(a model.Action, after *place) {
				if m.Text(a) == action {
					next[*after] = true
				}
			}))
		}
		states = next
		for s := range states {
			beyond = beyond || !m.Within(&s)
		}
	}
	return states, beyond
}

const longest = 4

// TestRefusals: the shortest schedule of each rule that one model takes and the other
// refuses is as long as the shortest of all schedules that are written out.
func TestRefusals(t *testing.T) {
	var actions []string
	for rule := range 2 {
		for arg := range 3 {
			actions = append(actions, fmt.Sprintf("Go%d %d", rule, arg))
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		a, b := mazes(t)
		got, err := between.Refusals(context.Background(), a, b, between.Options{Most: 10_000})
		if err != nil || got.Cut {
			t.Fatal(err, got)
		}
		models := [2]*model.Model[place]{a, b}
		for i := range models {
			want := map[string]int{}
			var write func(schedule []string)
			write = func(schedule []string) {
				if len(schedule) == longest {
					return
				}
				mine, out := takes(models[i], schedule)
				theirs, gone := takes(models[1-i], schedule)
				if len(mine) == 0 || len(theirs) == 0 || out || gone {
					return
				}
				for _, action := range actions {
					next := append(slices.Clone(schedule), action)
					can, _ := takes(models[i], next)
					cannot, _ := takes(models[1-i], next)
					if rule := action[:3]; len(can) > 0 && len(cannot) == 0 && (want[rule] == 0 || want[rule] > len(next)) {
						want[rule] = len(next)
					}
					write(next)
				}
			}
			write(nil)
			for _, r := range got.Refusals[i] {
				if n := len(r.Run.Steps); n <= longest && want[r.Rule] != n {
					t.Errorf("model %d, %s: a schedule of %d steps, want %d", i, r.Rule, n, want[r.Rule])
				}
				held(t, models[i], models[1-i], r)
				delete(want, r.Rule)
			}
			if len(want) > 0 {
				t.Errorf("model %d: not found: %v", i, want)
			}
		}
	})
}

// held makes sure that a witness is what it says.
func held(t *rapid.T, m, other *model.Model[place], r between.Refusal[place]) {
	var schedule []string
	for _, s := range r.Run.Steps {
		schedule = append(schedule, m.Text(s.Action))
	}
	if states, _ := takes(m, schedule); !states[r.Run.Last()] {
		t.Errorf("%v is not taken", schedule)
	}
	if states, _ := takes(other, schedule); len(states) > 0 {
		t.Errorf("%v is not refused", schedule)
	}
	if states, _ := takes(other, schedule[:len(schedule)-1]); !states[r.Other] {
		t.Errorf("before the end of %v the other is not in %v", schedule, r.Other)
	}
}

// levels are those of a model, found by a list and a map.
func levels(m *model.Model[place]) (all []map[place]bool) {
	seen, now := map[place]bool{}, map[place]bool{}
	add := func(to map[place]bool, s place) {
		if m.Within(&s) && !seen[s] {
			seen[s], to[s] = true, true
		}
	}
	m.Init(func(s place) { add(now, s) })
	for len(now) > 0 {
		all = append(all, now)
		next := map[place]bool{}
		for s := range now {
			m.Expand(&s, model.NewSteps(func(_ model.Action, after *place) { add(next, *after) }))
		}
		now = next
	}
	return all
}

// TestPart: the level that is said to differ is the first that does, and the states
// are of it.
func TestPart(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := mazes(t)
		got, err := between.Part(context.Background(), a, b, between.Options{Most: 1000})
		if err != nil {
			t.Fatal(err)
		}
		of := [2][]map[place]bool{levels(a), levels(b)}
		at := func(i, level int) map[place]bool {
			if level < len(of[i]) {
				return of[i][level]
			}
			return nil
		}
		first := 0
		for n := range max(len(of[0]), len(of[1])) {
			if fmt.Sprint(at(0, n)) != fmt.Sprint(at(1, n)) {
				first = n + 1
				break
			}
		}
		if got.Level != first || got.Cut {
			t.Fatalf("level %d, want %d", got.Level, first)
		}
		for i := range of {
			if first == 0 {
				continue
			}
			only := 0
			for s := range at(i, first-1) {
				if !at(1-i, first-1)[s] {
					only++
				}
			}
			if only != got.Only[i] || len(at(i, first-1)) != got.States[i] {
				t.Errorf("only %d of %d, want %d of %d", got.Only[i], got.States[i], only, len(at(i, first-1)))
			}
			if p := got.First[i]; (p != nil) != (only > 0) || p != nil && (len(p.Steps) != first-1 || at(1-i, first-1)[p.Last()]) {
				t.Errorf("the path is %v", p)
			}
		}
	})
}

// TestCut: who has no room says so.
func TestCut(t *testing.T) {
	var arcs []arc
	for n := range uint8(7) {
		arcs = append(arcs, arc{n, 0, 0, n + 1})
	}
	m := maze(arcs, []uint8{0}, 9)
	d, err := between.Refusals(t.Context(), m, m, between.Options{Most: 3})
	if err != nil || !d.Cut || d.Pairs != 3 {
		t.Errorf("%+v, %v", d, err)
	}
	p, err := between.Part(t.Context(), m, m, between.Options{Most: 3})
	if err != nil || !p.Cut || p.Same == 0 {
		t.Errorf("%+v, %v", p, err)
	}
}
