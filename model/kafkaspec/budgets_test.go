package kafkaspec

import (
	"maps"
	"slices"
	"strconv"
	"testing"

	"mc/model"
)

// TestStoppedAgreesWithMore: what a rule says that a bound stopped is what a
// state can do with a larger one.
func TestStoppedAgreesWithMore(t *testing.T) {
	for i, template := range append(Templates(), Templates()...) {
		size := strconv.Itoa(1 + i%2) // for the one the log is too small, for the other there are too few records
		set := map[string]string{"replicas": "2", "log_size": size, "max_records": strconv.Itoa(2 - i%2), "max_leader_epoch": "1"}
		m, _, err := template.Build(set)
		if err != nil {
			t.Fatal(err)
		}
		larger := make([]*model.Model[State], len(m.Budgets))
		for i, b := range m.Budgets {
			more := maps.Clone(set)
			more[b.Constant] = strconv.Itoa(b.Limit + 1)
			if larger[i], _, err = template.Build(more); err != nil {
				t.Fatal(err)
			}
		}
		next := func(m *model.Model[State], s State) (all []State, alone model.Budgets) {
			g := model.NewSteps(func(_ model.Action, n *State) { all = append(all, *n) })
			m.Expand(&s, g)
			alone, _ = g.Stopped()
			return all, alone
		}
		var states []State
		m.Init(func(s State) { states = append(states, s) })
		stopped := make([]int, len(m.Budgets))
		for i := 0; i < len(states) && i < 3000; i++ {
			now, alone := next(m, states[i])
			for _, s := range now {
				if len(states) < 3000 && !slices.Contains(states, s) {
					states = append(states, s)
				}
			}
			for k, b := range m.Budgets {
				then, _ := next(larger[k], states[i])
				more := slices.ContainsFunc(then, func(s State) bool { return !slices.Contains(now, s) })
				if more != alone.Has(k) {
					t.Fatalf("%s: %s is said to stop a step: %v, and stops one: %v\n%+v", m.Name, b.Constant, alone.Has(k), more, states[i])
				}
				if more {
					stopped[k]++
				}
			}
		}
		if stopped[0]+stopped[1] == 0 || stopped[2] == 0 {
			t.Errorf("%s: the bounds stopped %v steps", m.Name, stopped)
		}
	}
}
