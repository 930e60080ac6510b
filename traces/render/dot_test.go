package render

import (
	"testing"

	"gonum.org/v1/gonum/graph/encoding/dot"
	"gonum.org/v1/gonum/graph/simple"

	"mc/traces"
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
