package traces

import (
	"strings"
	"testing"

	"mc/model"
	"mc/traces/internal/toy"
)

func TestLosses(t *testing.T) {
	_, f := lossFile(t)
	got := f.Analysis().Losses
	if len(got) != 1 || got[0].Committed != 3 || got[0].Cut != 6 || got[0].From != "b2" || strings.Join(got[0].Holders, ",") != "b1 (down)" {
		t.Errorf("got %+v, want m0@e0 committed in step 3 and cut from b2 in step 6", got)
	}
}

// A record that the leader never had is a loss too, if the violation says so.
func TestLossesOfARecordThatWasNeverThere(t *testing.T) {
	m := toy.Model(toy.Loss)
	path := toy.Run(t, m, "Produce", "Fetch b2", "Fetch b2")
	f := record(t, m, path, toy.Loss)
	f.Verdict, f.Property.About = model.Violated, model.Witness{Lanes: []string{"b2"}, Records: []string{"m0"}}
	f.Last().View.Lanes[3].Log.Cells = nil
	for i := range f.Steps[:2] {
		f.Steps[i].View.Lanes[3].Log.Cells = nil
	}
	got := f.Analysis().Losses
	if len(got) != 1 || got[0].Cut != 0 || got[0].From != "b2" || got[0].Committed != 3 {
		t.Fatalf("got %+v, want m0@e0, committed in step 3, absent from b2", got)
	}
}
