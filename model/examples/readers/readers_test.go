package readers

import (
	"slices"
	"testing"

	"mc/explorer/figures"
	"mc/model"
	"mc/model/modeltest"
)

func TestConform(t *testing.T) { modeltest.Conform(t, lock{3}.model(), 300) }

func TestFigures(t *testing.T) {
	figures.Hold(t, lock{3}.model(), figures.Figures{
		Distinct: 21527, Generated: 59674, Depth: 13,
		Levels:  []int{1, 6, 36, 156, 543, 1458, 2971, 4686, 5430, 2280, 2520, 720, 720},
		Repeats: -1,
		Fired:   map[string]int{"TryRead": 10758, "TryWrite": 10758, "Admit": 8802, "Stop": 29355},
		Lengths: map[string]int{"somebody-writes": 3, "all-read": 7, "all-wait": 7},
	})
	figures.Size(t, lock{2}.model(), 390, 935, 9)
	figures.Orbits(t, lock{3}.model(), 3601, 10034, 13)
}

func TestRuns(t *testing.T) {
	two := lock{2}
	figures.Runs(t, two.model(), true, figures.Each(two.patient(), two.served()...)...)
	figures.Runs(t, two.model(), false, two.served()...)
	nobodyLeaves := *two.patient()
	nobodyLeaves.Name = "nobody-leaves"
	nobodyLeaves.Conditions = slices.Delete(slices.Clone(nobodyLeaves.Conditions), 1, 2)
	figures.Runs(t, two.model(), false, figures.Each(&nobodyLeaves, two.served()...)...)
}

// TestOneComponent: every state leads back to the start, so that the states are one
// strongly connected component: of 2,192,020 states with four actors.
func TestOneComponent(t *testing.T) {
	m := lock{3}.model()
	ids := map[State]int{}
	var states []State
	var back [][]int // by state: those with a step to it
	number := func(s State) int {
		id, known := ids[s]
		if !known {
			id = len(states)
			ids[s], states, back = id, append(states, s), append(back, nil)
		}
		return id
	}
	m.Init(func(s State) { number(s) })
	for i := 0; i < len(states); i++ {
		from := states[i]
		m.Expand(&from, model.NewSteps(func(_ model.Action, after *State) {
			to := number(*after)
			back[to] = append(back[to], i)
		}))
	}
	seen, todo := map[int]bool{0: true}, []int{0}
	for len(todo) > 0 {
		s := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, before := range back[s] {
			if !seen[before] {
				seen[before], todo = true, append(todo, before)
			}
		}
	}
	if len(seen) != len(states) || len(states) != 21527 {
		t.Errorf("%d of %d states lead back to the start", len(seen), len(states))
	}
}
