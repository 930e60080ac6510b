package messages

import (
	"testing"

	"mc/explorer/figures"
	"mc/model"
	"mc/model/examples/commit"
	"mc/model/modeltest"
)

func TestConform(t *testing.T) { modeltest.Conform(t, pool{3}.model(), 1000) }

func TestFigures(t *testing.T) {
	figures.Hold(t, pool{3}.model(), figures.Figures{
		Distinct: 288, Generated: 1146, Depth: 11,
		Levels:  []int{1, 7, 21, 38, 50, 54, 49, 36, 21, 9, 2},
		Repeats: 384,
		Fired: map[string]int{"DecideAbort": 64, "DecideCommit": 1, "ReceivePromise": 96, "Prepare": 156,
			"ChooseAbort": 156, "ReceiveAbort": 648, "ReceiveCommit": 24},
		Lengths: map[string]int{"one-commits": 9, "all-commit": 11, "all-abort": 4},
	})
	figures.Size(t, pool{2}.model(), 56, 154, 8)
	figures.Size(t, pool{4}.model(), 1568, 8258, 14)
	figures.Size(t, pool{5}.model(), 8832, 58146, 17)
	figures.Size(t, pool{7}.model(), 296448, 2744706, 23)
}

func TestOrbits(t *testing.T) {
	figures.Orbits(t, pool{3}.model(), 80, 318, 11)
	figures.Orbits(t, pool{4}.model(), 166, 869, 14)
	figures.Orbits(t, pool{5}.model(), 314, 2048, 17)
}

// TestInexact: a representative that ties are left out of is sound, and visits
// more than one state of an orbit.
func TestInexact(t *testing.T) {
	m := pool{5}.model()
	m.Canonical = func(s *State) {
		for i := range commit.Manager(5) {
			for j := i; j > 0 && s.Managers[j] < s.Managers[j-1]; j-- {
				s.swap(j, j-1)
			}
		}
	}
	figures.Orbits(t, m, 1092, 6428, 17)
}

// TestRuns: without fairness a run may stop at its start.
func TestRuns(t *testing.T) {
	figures.Runs(t, pool{3}.model(), false, model.Guarantee("ends", "",
		func(s *State) bool { return s.Decision != Undecided }))
}
