package termination

import (
	"testing"

	"mc/explorer/figures"
	"mc/model/modeltest"
)

func TestConform(t *testing.T) { modeltest.Conform(t, group{4}.model(), 300) }

func TestFigures(t *testing.T) {
	figures.Hold(t, group{4}.model(), figures.Figures{
		Distinct: 4097, Generated: 53271, Depth: 14,
		Levels:  []int{17, 60, 154, 310, 485, 631, 700, 644, 505, 331, 170, 70, 19, 1},
		Repeats: -1,
		Fired:   map[string]int{"Detect": 2, "Terminate": 8196, "Send": 32768, "Receive": 12288},
	})
}

func TestRuns(t *testing.T) {
	figures.Runs(t, group{4}.model(), true, notices.Under(looks))
	figures.Runs(t, group{4}.model(), false, notices)
}
