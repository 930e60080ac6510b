package tell

import (
	"strings"
	"testing"
)

func TestExplainEvaluatesThePartsInTheLastTwoStates(t *testing.T) {
	_, f := lossFile(t)
	x := Explain(f)
	if len(x.Parts) != 2 || x.Parts[0].Before || !x.Parts[0].After || !x.Parts[1].Before || x.Parts[1].After {
		t.Errorf("got %+v, want a leader only after the last step, and its log short of a record", x.Parts)
	}
	words := []string{}
	for _, m := range x.Timeline {
		words = append(words, Moment(m))
	}
	if got, want := strings.Join(words, "; "), "m0@e0 committed: below the high watermark of b1; m0@e0 cut from b2"; got != want {
		t.Errorf("timeline: %s; want %s", got, want)
	}
}
