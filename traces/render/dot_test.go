package render

import (
	"strings"
	"testing"

	"gonum.org/v1/gonum/graph/encoding/dot"
	"gonum.org/v1/gonum/graph/simple"

	"mc/model"
	"mc/traces"
	"mc/traces/internal/toy"
)

// Another reader of DOT finds in it the states and steps that were written,
// whatever they are called.
func TestDOTIsAGraph(t *testing.T) {
	_, loss := lossFile(t)
	_, evil := lossFile(t)
	evil.Steps[2].Title, evil.Steps[3].Changes[0].After = `a "quoted" \ title`, "two\nlines; -> s0 [x]"
	c := lossComparison(t)
	for name, tc := range map[string]struct {
		f            *traces.File
		o            Options
		nodes, edges int
	}{
		"loss": {loss, Options{}, 8, 7}, "quoted": {evil, Options{}, 8, 7}, "compared": {c.File, Options{Comparison: c}, 10, 9},
	} {
		g := simple.NewDirectedGraph()
		if err := dot.Unmarshal(rendered(t, tc.f, "dot", tc.o), g); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if n, e := g.Nodes().Len(), g.Edges().Len(); n != tc.nodes || e != tc.edges {
			t.Errorf("%s: %d nodes and %d edges, want %d and %d", name, n, e, tc.nodes, tc.edges)
		}
	}
}

// TestDOTShowsWhatElse: every step that could have been taken is in the graph by its
// title, and those that break the property as well, or lead back into the run, are drawn
// one by one: as asking every state for its successors tells.
func TestDOTShowsWhatElse(t *testing.T) {
	m, loss := lossFile(t)
	replayed, err := traces.Replay(m, loss)
	if err != nil {
		t.Fatal(err)
	}
	text := string(rendered(t, loss, "dot", Options{Choices: func(i int) []traces.Choice { return replayed.Choices(m, loss, i) }}))
	g := simple.NewDirectedGraph()
	if err := dot.Unmarshal([]byte(text), g); err != nil {
		t.Fatal(err)
	}
	property, _ := m.Property(loss.Property.Name)
	others, broken := 0, 0
	before := replayed.Path.Start
	for i, step := range replayed.Path.Steps {
		m.Expand(&before, model.NewSteps(func(a model.Action, after *toy.State) {
			if a == step.Action {
				return
			}
			others++
			if title := m.Story(a, &before, after).Title; !strings.Contains(text, title) {
				t.Errorf("after step %d there is no %q", i, title)
			}
			if decided, _ := property.DecidedIn(after); decided {
				broken++
			}
		}))
		before = step.After
	}
	if n := strings.Count(text, "is decided here, too"); n != broken || others < 5 {
		t.Errorf("%d other steps break it, want %d of %d", n, broken, others)
	}
}
