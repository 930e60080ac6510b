package commit

import (
	"testing"

	"mc/explorer/figures"
	"mc/model"
	"mc/model/modeltest"
)

func TestConform(t *testing.T) { modeltest.Conform(t, Model(3), 1000) }

func TestFigures(t *testing.T) {
	figures.Hold(t, Model(3), figures.Figures{
		Distinct: 34, Generated: 94, Depth: 7,
		Levels:    []int{1, 6, 12, 8, 3, 3, 1},
		Deadlocks: 2,
		Fired:     map[string]int{"Prepare": 27, "DecideAbort": 54, "DecideCommit": 12},
		Lengths:   map[string]int{"all-commit": 7, "all-abort": 4},
	})
	figures.Length(t, Model(3), "deadlock", 4)
	figures.Orbits(t, Model(3), 13, 37, 7)
}

// TestFollows holds the relation between two states to the steps of the model.
func TestFollows(t *testing.T) {
	const n = 3
	g := modeltest.GraphOf(Model(n))
	for i := range g.States {
		leads := map[int]bool{i: true}
		for _, j := range g.Edges[i] {
			leads[j] = true
		}
		for j := range g.States {
			if g.States[j].Follows(n, &g.States[i]) != leads[j] {
				t.Errorf("%v follows %v: %v", g.States[j], g.States[i], !leads[j])
			}
		}
	}
}

// TestRuns: without fairness a run may stop at its start.
func TestRuns(t *testing.T) {
	figures.Runs(t, Model(3), false, model.Guarantee("ends", "",
		func(m *Managers) bool { return m.All(3, Committed) || m.All(3, Aborted) }))
}
