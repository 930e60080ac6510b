package diehard

import (
	"fmt"
	"testing"

	"mc/explorer"
	"mc/explorer/figures"
	"mc/model"
	"mc/model/modeltest"
)

func TestConform(t *testing.T) { modeltest.Conform(t, puzzle(), 100) }

func TestFigures(t *testing.T) {
	figures.Hold(t, puzzle(), figures.Figures{
		Distinct: 16, Generated: 97, Depth: 8,
		Levels:  []int{1, 2, 3, 2, 2, 2, 2, 2},
		Repeats: 38,
		Out:     [2]int{6, 6},
		Fired: map[string]int{"FillSmall": 16, "FillBig": 16, "EmptySmall": 16, "EmptyBig": 16, "SmallToBig": 16,
			"BigToSmall": 16},
		Lengths: map[string]int{"never-four": 7},
	})
}

// TestAnswer has the one shortest way to four gallons.
func TestAnswer(t *testing.T) {
	r, err := explorer.Check(t.Context(), puzzle(), explorer.Options{Check: []string{"never-four"}})
	if err != nil {
		t.Fatal(err)
	}
	path := r.Properties[0].Path
	text := fmt.Sprint(path.Start)
	for _, step := range path.Steps {
		text += " " + puzzle().Text(step.Action) + " " + fmt.Sprint(step.After)
	}
	const want = "{0 0} FillBig {5 0} BigToSmall {2 3} EmptySmall {2 0} BigToSmall {0 2} FillBig {5 2} BigToSmall {4 3}"
	if text != want {
		t.Errorf("the answer is %s, want %s", text, want)
	}
}

// TestRuns: without fairness a run may stop at its start.
func TestRuns(t *testing.T) {
	figures.Runs(t, puzzle(), false, model.Guarantee("four", "", func(j *Jugs) bool { return j.Big == wanted }))
}
