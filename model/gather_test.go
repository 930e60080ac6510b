package model_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"mc/model"
)

// TestStepsIsTheAuthors: whoever writes a rule sees four methods; what an
// engine needs lies elsewhere.
func TestStepsIsTheAuthors(t *testing.T) {
	var got []string
	for m := range reflect.TypeFor[*model.Steps[counter]]().Methods() {
		got = append(got, m.Name)
	}
	if want := []string{"Drop", "Overflow", "Step", "Stopped"}; !slices.Equal(got, want) {
		t.Errorf("methods %v, want %v", got, want)
	}
}

// TestSevenArguments: what does not fit into an action is not dropped, whether
// anybody asks for arguments or not.
func TestSevenArguments(t *testing.T) {
	m := count()
	m.Rules[1].Expand = func(_ *counter, out *model.Steps[counter]) {
		out.Step(1, 2, 3, 4, 5, 6).N = 1
		out.Step(1, 2, 3, 4, 5, 6, 7).N = 2
		out.Drop()
	}
	for _, named := range []bool{true, false} {
		g := model.NewGatherer[counter](16, func([]model.Action) {})
		g.WithArgs(named)
		m.Expand(&counter{}, g)
		rule, what := g.Overflowed()
		if rule != 1 || !strings.Contains(what, "a step with 7 arguments, and an action has room for 6") {
			t.Errorf("with names %v: rule %d, %q", named, rule, what)
		}
		if n := g.Count(); n != 3 {
			t.Errorf("with names %v: %d successors, want the two of Add and the first of Reset", named, n)
		}
	}
}
