package report

import (
	"strings"
	"testing"

	"mc/model"
)

// TestSimulation: what walks cannot decide, one walk is singular, and who ended
// them is not the clock.
func TestSimulation(t *testing.T) {
	s := &Simulation{Subject: Subject{Name: "toy"}, Model: "toy", Depth: 1, Walks: 1, Steps: 1, Ended: 1, Interrupted: true,
		Properties: []Walked{{Name: "safe", Kind: model.Always, Premise: true}, {Name: "lives", Kind: model.LeadsTo}}}
	var text, object strings.Builder
	if err := s.Text(&text, Style{}); err != nil {
		t.Fatal(err)
	}
	if err := s.JSON(&object); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ in, want string }{
		{text.String(), "safe   nothing found\n"},
		{text.String(), "lives  not decided by walks: it is about runs that go on for ever; mc check decides it\n"},
		{text.String(), "\n1 walk of at most 1 step, seed 0; 1 step in all, "},
		{text.String(), " a second; interrupted\n1 walk ended where no step was left\n"},
		{object.String(), `"ended_by_clock":false,"interrupted":true,`},
		{object.String(), `{"name":"safe","kind":"always","found":false,"expected":false}`},
		{object.String(), `{"name":"lives","kind":"leads-to","undecided":true,"expected":false}`},
	} {
		if !strings.Contains(c.in, c.want) {
			t.Errorf("lacks %q:\n%s", c.want, c.in)
		}
	}
}
