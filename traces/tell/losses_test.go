package tell

import (
	"strings"
	"testing"

	"mc/model"
	"mc/traces/internal/toy"
)

// A record that the leader never had is a loss too, if the violation says so.
func TestTextOfARecordThatWasNeverThere(t *testing.T) {
	m := toy.Model(toy.Loss)
	path := toy.Run(t, m, "Produce", "Fetch b2", "Fetch b2")
	f := record(t, m, path, toy.Loss)
	f.Verdict, f.Property.About = model.Violated, model.Witness{Lanes: []string{"b2"}, Records: []string{"m0"}}
	f.Last().View.Lanes[3].Log.Cells = nil
	for i := range f.Steps[:2] {
		f.Steps[i].View.Lanes[3].Log.Cells = nil
	}
	got := Losses(f)
	if len(got) != 1 || !strings.Contains(got[0], "b2 never had it, and step 3 (b2 fetches at 1, rule Fetch) makes that matter") {
		t.Errorf("got %q", got)
	}
}
