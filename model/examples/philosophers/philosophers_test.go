package philosophers

import (
	"testing"

	"mc/explorer/figures"
	"mc/model"
	"mc/model/modeltest"
)

func TestConform(t *testing.T) { modeltest.Conform(t, table{5}.model(), 1000) }

func TestFigures(t *testing.T) {
	figures.Hold(t, table{5}.model(), figures.Figures{
		Distinct: 67, Generated: 336, Depth: 29,
		Levels:  []int{1, 4, 7, 7, 5, 4, 4, 4, 4, 3, 2, 2, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1},
		Repeats: 214,
		Fired:   map[string]int{"Look": 317, "Eat": 9, "Think": 9},
		Out:     [2]int{5, 5},
		Lengths: map[string]int{"p2-eats": 5, "p3-eats": 11, "p4-eats": 17, "p5-eats": 22, "p1-eats": 27},
	})
	figures.Size(t, table{3}.model(), 19, 58, 17)
	figures.Size(t, table{4}.model(), 35, 141, 23)
	figures.Size(t, table{6}.model(), 131, 787, 35)
}

// TestRuns: of all steps together it takes the weak fairness of one that is not
// a repetition, of which there is only one in most states.
func TestRuns(t *testing.T) {
	five := table{5}
	figures.Runs(t, five.model(), true, figures.Each(five.polite(), five.fed()...)...)
	figures.Runs(t, five.model(), true, figures.Each(figures.Under("all", model.Weak[State]()), five.fed()...)...)
	figures.Runs(t, five.model(), false, five.fed()...)
}
