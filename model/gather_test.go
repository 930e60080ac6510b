package model_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"mc/model"
	"mc/model/modeltest"
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

// TestArguments: an action has the arguments that its rule's Params name.
func TestArguments(t *testing.T) {
	m := count()
	for i, r := range []struct {
		params int
		args   []uint8
		want   string
	}{
		{0, []uint8{1}, "a step with 1 arguments, and the rule's Params name 0"},
		{1, nil, "a step with 0 arguments, and the rule's Params name 1"},
		{2, []uint8{0, 1}, ""},
	} {
		m.Rules[1].Params = make([]model.Param, r.params)
		m.Rules[1].Expand = func(_ *counter, out *model.Steps[counter]) { out.Step(r.args...).N = 1 }
		for _, named := range []bool{true, false} {
			g := model.NewGatherer[counter](16, func([]model.Action) {})
			g.WithArgs(named)
			m.Expand(&counter{}, g)
			if _, what := g.Overflowed(); (r.want == "") != (what == "") || !strings.Contains(what, r.want) {
				t.Errorf("case %d: %q, want %q", i, what, r.want)
			}
		}
		var said complaints
		modeltest.Conform(&said, m, 100)
		if text := strings.Join(said, "\n"); !strings.Contains(text, r.want) {
			t.Errorf("case %d: Conform says %q, want %q", i, text, r.want)
		}
	}
}

// TestSevenArguments: what does not fit into an action is not dropped, whether
// anybody asks for arguments or not.
func TestSevenArguments(t *testing.T) {
	m := count()
	m.Rules[1].Params = make([]model.Param, 6)
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
