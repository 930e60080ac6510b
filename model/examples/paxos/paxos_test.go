package paxos

import (
	"testing"

	"mc/explorer/figures"
	"mc/model/modeltest"
)

func TestConform(t *testing.T) { modeltest.Conform(t, synod(), 500) }

func TestFigures(t *testing.T) {
	figures.Hold(t, synod(), figures.Figures{
		Distinct: 3921, Generated: 22995, Depth: 17,
		Levels:  []int{1, 2, 7, 12, 29, 72, 139, 234, 341, 464, 646, 780, 670, 372, 126, 24, 2},
		Repeats: -1,
		Fired:   map[string]int{"Open": 7842, "Promise": 2448, "Ask": 992, "Vote": 11712},
		Lengths: map[string]int{"chosen": 7, "chosen-twice": 13},
	})
	figures.Orbits(t, synod(), 443, 2578, 17)
	acceptors := synod()
	acceptors.Canonical = canonical(1)
	figures.Orbits(t, acceptors, 857, 4992, 17)
}
