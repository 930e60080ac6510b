package leader

import (
	"testing"

	"mc/explorer/figures"
	"mc/model"
	"mc/model/modeltest"
)

func TestConform(t *testing.T) { modeltest.Conform(t, ring{3}.model(), 1000) }

func TestFigures(t *testing.T) {
	figures.Hold(t, ring{3}.model(), figures.Figures{
		Distinct: 137, Generated: 227, Depth: 10,
		Levels:    []int{8, 24, 24, 20, 12, 16, 17, 10, 5, 1},
		Deadlocks: 8,
		Fired:     map[string]int{"Start": 108, "Read": 111},
		Lengths:   map[string]int{"someone-wins": 7},
	})
	for _, row := range []struct {
		n                                     Node
		distinct, generated, depth, deadlocks int
	}{{4, 823, 1791, 15, 16}, {5, 5455, 15113, 21, 32}} {
		figures.Hold(t, ring{row.n}.model(), figures.Figures{Distinct: row.distinct, Generated: row.generated,
			Depth: row.depth, Deadlocks: row.deadlocks, Lengths: map[string]int{"someone-wins": 2*int(row.n) + 1}})
	}
}

func TestRuns(t *testing.T) {
	r := ring{3}
	figures.Runs(t, r.model(), true, elects.Under(r.live()))
	figures.Runs(t, r.model(), true, elects.Under(figures.Under("all", model.Weak[State]())))
	figures.Runs(t, r.model(), false, elects)
}
