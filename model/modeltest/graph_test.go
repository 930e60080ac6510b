package modeltest_test

import (
	"slices"
	"testing"

	"gonum.org/v1/gonum/graph/simple"
	"gonum.org/v1/gonum/graph/topo"
	"pgregory.net/rapid"

	"mc/model"
	"mc/model/modeltest"
)

type spot struct{ At uint8 }

// maze is a random graph of rooms as a model: a rule for each door.
func maze(t *rapid.T) *model.Model[spot] {
	rooms := rapid.Uint8Range(1, 12).Draw(t, "rooms")
	doors := rapid.SliceOfN(rapid.Uint8Range(0, rooms*rooms-1), 0, 30).Draw(t, "doors")
	m := &model.Model[spot]{Name: "maze", Init: func(add func(spot)) { add(spot{}) }}
	m.Rules = []model.Rule[spot]{{Name: "Go", Doc: "Go through a door.", Params: []model.Param{{Name: "door"}},
		Expand: func(s *spot, out *model.Steps[spot]) {
			for i, d := range doors {
				if d/rooms == s.At {
					out.Step(uint8(i)).At = d % rooms
				}
			}
		}}}
	return m
}

// TestComponents holds the obvious components to those of Tarjan's algorithm,
// and the graph to the twin of the engine.
func TestComponents(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := maze(t)
		g := modeltest.GraphOf(m)
		edges := 0
		d := simple.NewDirectedGraph()
		for i := range g.States {
			d.AddNode(simple.Node(i))
		}
		for i, to := range g.Edges {
			edges += len(to)
			for _, j := range to {
				if i != j {
					d.SetEdge(simple.Edge{F: simple.Node(i), T: simple.Node(j)})
				}
			}
		}
		if c := modeltest.Explore(m, false); c.Distinct != len(g.States) || c.Generated != edges+len(g.Starts) {
			t.Fatalf("%d states and %d steps, the twin has %d and generated %d", len(g.States), edges, c.Distinct, c.Generated)
		}
		var want [][]int
		for _, component := range topo.TarjanSCC(d) {
			var members []int
			for _, n := range component {
				members = append(members, int(n.ID()))
			}
			slices.Sort(members)
			want = append(want, members)
		}
		slices.SortFunc(want, func(a, b []int) int { return a[0] - b[0] })
		if got := g.Components(); !slices.EqualFunc(got, want, slices.Equal[[]int]) {
			t.Fatalf("components %v, by Tarjan %v", got, want)
		}
	})
}
