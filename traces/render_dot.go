package traces

import (
	"fmt"
	"io"
	"strings"

	"gonum.org/v1/gonum/graph"
	"gonum.org/v1/gonum/graph/encoding"
	"gonum.org/v1/gonum/graph/encoding/dot"
	"gonum.org/v1/gonum/graph/simple"
)

// renderDOT writes the run as a graph: a node per state, labelled with what
// changed, an edge per step. With a comparison, the other rules' run branches
// off where the two part.
func renderDOT(w io.Writer, f *File, o RenderOptions) error {
	g := simple.NewDirectedGraph()
	nodes := make([]dotState, f.States())
	for i := range nodes {
		nodes[i] = dotState{id: int64(i), label: stateLabel(f, i), last: i == len(f.Steps)}
		g.AddNode(nodes[i])
	}
	for i := range f.Steps {
		g.SetEdge(dotStep{nodes[i], nodes[i+1], f.Steps[i].Title})
	}
	branch(g, nodes, o.Comparison)
	text, err := dot.Marshal(g, "trace", "", "\t")
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, "%s\n", text)
	return err
}

// branch adds the states of the other rules from the parting on.
func branch(g *simple.DirectedGraph, nodes []dotState, c *Comparison) {
	if c == nil || c.Parting < 1 {
		return
	}
	from := nodes[c.Parting-1]
	for _, p := range c.Pairs[c.Parting:] {
		if p.Other == nil {
			continue
		}
		to := dotState{id: int64(len(nodes) + p.Step), label: fmt.Sprintf("%s %d\n%s", c.Names[1], p.Step, changeLines(p.Other.Changes)), other: true}
		g.AddNode(to)
		g.SetEdge(dotStep{from, to, p.Other.Title})
		from = to
	}
}

func stateLabel(f *File, i int) string {
	if i == 0 {
		return "start"
	}
	return fmt.Sprintf("%d\n%s", i, changeLines(f.Steps[i-1].Changes))
}

func changeLines(changes []Change) string {
	lines := make([]string, len(changes))
	for i, c := range changes {
		lines[i] = fmt.Sprintf("%s %s: %s → %s", c.Lane, c.Field, orNothing(c.Before), orNothing(c.After))
	}
	return strings.Join(lines, "\n")
}

// dotState is a node with its label.
type dotState struct {
	id          int64
	label       string
	last, other bool
}

// ID is the number of the node in the graph.
func (s dotState) ID() int64 { return s.id }

// DOTID is its name in the text.
func (s dotState) DOTID() string { return fmt.Sprintf("s%d", s.id) }

// Attributes are how the node looks.
func (s dotState) Attributes() []encoding.Attribute {
	out := []encoding.Attribute{{Key: "label", Value: dotQuote(s.label)}, {Key: "shape", Value: "box"}}
	if s.last {
		out = append(out, encoding.Attribute{Key: "color", Value: "red"}, encoding.Attribute{Key: "penwidth", Value: "2"})
	}
	if s.other {
		out = append(out, encoding.Attribute{Key: "style", Value: "dashed"})
	}
	return out
}

// dotStep is an edge with its label.
type dotStep struct {
	from, to dotState
	label    string
}

// From, To and ReversedEdge make a step an edge.
func (e dotStep) From() graph.Node         { return e.from }
func (e dotStep) To() graph.Node           { return e.to }
func (e dotStep) ReversedEdge() graph.Edge { return dotStep{e.to, e.from, e.label} }

// Attributes are how the edge looks.
func (e dotStep) Attributes() []encoding.Attribute {
	return []encoding.Attribute{{Key: "label", Value: dotQuote(e.label)}}
}

func dotQuote(text string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`).Replace(text) + `"`
}
