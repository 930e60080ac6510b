package region_test

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"mc/explorer/region"
	"mc/model"
	"mc/model/examples/alternating"
	"mc/model/examples/commit"
	"mc/model/examples/diehard"
	"mc/model/examples/ewd840"
	"mc/model/examples/leader"
	"mc/model/examples/messages"
	"mc/model/examples/missionaries"
	"mc/model/examples/mutex"
	"mc/model/examples/paxos"
	"mc/model/examples/philosophers"
	"mc/model/examples/readers"
	"mc/model/examples/termination"
	"mc/model/examples/twophase"
)

// TestExamples collects every example, whole if it has no more than 500 states,
// and holds states, steps and marks to a slow exploration.
func TestExamples(t *testing.T) {
	whole := 0
	for name, hold := range map[string]func(*testing.T) bool{
		"alternating": hold(alternating.Template), "commit": hold(commit.Template), "diehard": hold(diehard.Template),
		"ewd840": hold(ewd840.Template), "leader": hold(leader.Template), "messages": hold(messages.Template),
		"missionaries": hold(missionaries.Template), "mutex": hold(mutex.Template), "paxos": hold(paxos.Template),
		"philosophers": hold(philosophers.Template), "readers": hold(readers.Template),
		"termination": hold(termination.Template), "twophase": hold(twophase.Template),
	} {
		t.Run(name, func(t *testing.T) {
			if hold(t) {
				whole++
			}
		})
	}
	if whole < 4 {
		t.Errorf("only %d examples were collected whole", whole)
	}
}

// hold is the test of one template; it tells whether the region was the whole
// space.
func hold[S comparable](template model.Template[S]) func(*testing.T) bool {
	return func(t *testing.T) bool {
		m, _, err := template.Build(nil)
		if err != nil {
			t.Fatal(err)
		}
		var check []*model.Property[S]
		for i := range m.Properties {
			check = append(check, &m.Properties[i])
		}
		for _, most := range []int{1, 7, 500} {
			got, err := region.Explore(t.Context(), m, region.Options[S]{MaxStates: most, Check: check})
			if err != nil {
				t.Fatal(err)
			}
			compare(t, m, got, explore(m, most))
			if !got.Cut {
				return true
			}
		}
		return false
	}
}

// slow is a region in words.
type slow[S comparable] struct {
	order  []S
	level  map[S]int
	steps  map[string]bool
	beyond map[S]bool
	broken map[string]bool
	ended  map[S]bool
}

// explore finds the first states of m by a list and a map, one level after the
// other, and asks of each all that a region says of it.
func explore[S comparable](m *model.Model[S], most int) *slow[S] {
	x := &slow[S]{level: map[S]int{}, steps: map[string]bool{}, beyond: map[S]bool{}, broken: map[string]bool{}, ended: map[S]bool{}}
	add := func(s S, level int) {
		_, known := x.level[s]
		if !known && len(x.order) < most && (m.Within == nil || m.Within(&s)) {
			x.level[s], x.order = level, append(x.order, s)
		}
	}
	m.Init(func(s S) { add(s, 0) })
	for n := 0; n < len(x.order); n++ {
		each(m, x.order[n], func(_ model.Action, after S) { add(after, x.level[x.order[n]]+1) })
	}
	for _, s := range x.order {
		x.ended[s] = true
		each(m, s, func(a model.Action, after S) {
			x.ended[s] = false
			if _, in := x.level[after]; in {
				x.steps[fmt.Sprintf("%v %s %v", s, m.Text(a), after)] = true
			} else if m.Within == nil || m.Within(&after) {
				x.beyond[after] = true
			}
		})
		for i := range m.Properties {
			p := &m.Properties[i]
			if p.State != nil && p.State(&s) != nil || p.Goal != nil && p.Goal(&s) {
				x.broken[fmt.Sprintf("%v %s", s, p.Name)] = true
			}
		}
	}
	return x
}

// each visits the steps from s, one rule after the other.
func each[S comparable](m *model.Model[S], s S, visit func(model.Action, S)) {
	for rule := range m.Rules {
		if !m.Rules[rule].Absent {
			steps := model.NewSteps(func(a model.Action, after *S) { visit(a, *after) })
			m.GatherRule(rule, &s, steps)
			steps.Flush()
		}
	}
}

func compare[S comparable](t *testing.T, m *model.Model[S], got *region.Region[S], want *slow[S]) {
	t.Helper()
	steps, broken := map[string]bool{}, map[string]bool{}
	for i, s := range got.States {
		if i >= len(want.order) || s.State != want.order[i] || s.Level != want.level[s.State] {
			t.Fatalf("state %d is %v on level %d", i, s.State, s.Level)
		}
		if s.Deadlock != want.ended[s.State] {
			t.Errorf("state %d: deadlock is %v", i, s.Deadlock)
		}
		if s.Initial != (s.Level == 0) {
			t.Errorf("state %d on level %d: initial is %v", i, s.Level, s.Initial)
		}
		for _, name := range s.Decided {
			broken[fmt.Sprintf("%v %s", s.State, name)] = true
		}
	}
	pairs := map[[2]int]bool{}
	for _, e := range got.Edges {
		if pairs[[2]int{e.From, e.To}] {
			t.Errorf("two edges lead from %d to %d", e.From, e.To)
		}
		pairs[[2]int{e.From, e.To}] = true
		for _, a := range e.Actions {
			steps[fmt.Sprintf("%v %s %v", got.States[e.From].State, m.Text(a), got.States[e.To].State)] = true
		}
	}
	if len(got.States) != len(want.order) || got.Beyond != len(want.beyond) || got.Cut != (len(want.beyond) > 0) {
		t.Errorf("%d states, %d beyond, cut %v; want %d and %d", len(got.States), got.Beyond, got.Cut, len(want.order), len(want.beyond))
	}
	if !maps.Equal(steps, want.steps) {
		t.Errorf("%d steps, want %d", len(steps), len(want.steps))
	}
	if !maps.Equal(broken, want.broken) {
		t.Errorf("marks %v, want %v", slices.Sorted(maps.Keys(broken)), slices.Sorted(maps.Keys(want.broken)))
	}
}
