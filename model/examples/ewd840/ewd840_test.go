package ewd840

import (
	"testing"

	"mc/explorer/figures"
	"mc/model"
	"mc/model/modeltest"
)

func TestConform(t *testing.T) { modeltest.Conform(t, ring{3}.model(), 1000) }

func TestFigures(t *testing.T) {
	figures.Hold(t, ring{3}.model(), figures.Figures{
		Distinct: 302, Generated: 1817, Depth: 9,
		Levels:    []int{192, 32, 20, 26, 16, 7, 5, 3, 1},
		Deadlocks: 1,
		Repeats:   341,
		Fired:     map[string]int{"InitiateProbe": 80, "PassToken": 198, "SendMsg": 898, "Deactivate": 449},
		Lengths:   map[string]int{"detected": 4},
	})
	figures.Size(t, ring{4}.model(), 1566, 14962, 12)
	figures.Size(t, ring{5}.model(), 7742, 108963, 15)
}

func TestRuns(t *testing.T) {
	const n = 3
	m, all := ring{n}.model(), figures.Under("all", model.Weak[State]())
	figures.Runs(t, m, true, notices.Under(tokenMoves))
	figures.Runs(t, m, false, notices)
	often := model.Recurrence("noticed-if-often-passive", "", (*State).detected)
	for i := range Node(n) {
		often = often.If(model.InfinitelyOften(i.String()+" passive", func(s *State) bool { return !s.Active.Has(i) }))
	}
	figures.Runs(t, m, false, often.Under(tokenMoves))
	silent := model.Guarantee("passive-if-silent", "", (*State).terminated).If(model.FinitelyOften[State]("SendMsg"))
	figures.Runs(t, m, false, silent.Under(tokenMoves))
	figures.Runs(t, m, true, silent.Under(all))
}
