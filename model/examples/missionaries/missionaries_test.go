package missionaries

import (
	"testing"

	"mc/explorer/figures"
	"mc/model"
	"mc/model/modeltest"
)

func TestConform(t *testing.T) { modeltest.Conform(t, puzzle(), 100) }

func TestFigures(t *testing.T) {
	figures.Hold(t, puzzle(), figures.Figures{
		Distinct: 64, Generated: 253, Depth: 13,
		Levels:  []int{1, 15, 3, 1, 3, 9, 9, 3, 1, 3, 12, 1, 3},
		Fired:   map[string]int{"Move": 252},
		Out:     [2]int{1, 15},
		Lengths: map[string]int{"somebody-stays": 12},
	})
	figures.Orbits(t, puzzle(), 16, 85, 13)
}

// TestRuns: without fairness a run may stop at its start.
func TestRuns(t *testing.T) {
	figures.Runs(t, puzzle(), false, model.Guarantee("across", "", func(s *State) bool { return s.East.Empty() }))
}
