package ewd840

import (
	"testing"

	"mc/explorer/figures"
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
