package render

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"mc/traces"
	"mc/traces/internal/words"
)

// renderDOT writes the run as a graph: a node per state, labelled with what
// changed, an edge per step. With a comparison, the other rules' run branches
// off where the two part.
func renderDOT(w io.Writer, f *traces.File, o Options) error {
	g := &dotGraph{}
	for i := range f.States() {
		if i == len(f.Steps) {
			g.node(i, stateLabel(f, i), "color=red", "penwidth=2")
		} else {
			g.node(i, stateLabel(f, i))
		}
	}
	for i := range f.Steps {
		g.edge(i, i+1, f.Steps[i].Title)
	}
	if l := f.Loop; l != nil {
		label := cmp.Or(l.Title, "for ever")
		if l.Adds != "" {
			label += "\nbut for numbers: " + l.Adds
		}
		g.edge(len(f.Steps), l.To, label)
	}
	if o.Comparison != nil && o.Comparison.Parting > 0 {
		g.branch(o.Comparison)
	}
	_, err := io.WriteString(w, g.text())
	return err
}

// dotGraph is a graph for Graphviz.
type dotGraph struct {
	nodes strings.Builder
	edges []dotEdge
}

type dotEdge struct {
	from, to int
	label    string
}

func (g *dotGraph) node(id int, label string, look ...string) {
	attributes := append([]string{"label=" + dotQuote(label), "shape=box"}, look...)
	fmt.Fprintf(&g.nodes, "\n\ts%d [\n\t\t%s\n\t];", id, strings.Join(attributes, "\n\t\t"))
}

func (g *dotGraph) edge(from, to int, label string) {
	g.edges = append(g.edges, dotEdge{from, to, label})
}

// branch adds the states of the other rules from the parting on.
func (g *dotGraph) branch(c *traces.Comparison) {
	from := c.Parting - 1
	for _, p := range c.Pairs[c.Parting:] {
		if p.Other == nil {
			continue
		}
		to := c.File.States() + p.Step
		g.node(to, fmt.Sprintf("%s %d\n%s", c.Names[1], p.Step, changeLines(p.Other.Changes)), "style=dashed")
		g.edge(from, to, p.Other.Title)
		from = to
	}
}

// text lists the nodes and then the edges, ordered by the states that they
// lead from.
func (g *dotGraph) text() string {
	var out strings.Builder
	out.WriteString("strict digraph trace {\n\t// Node definitions." + g.nodes.String() + "\n")
	slices.SortStableFunc(g.edges, func(a, b dotEdge) int {
		return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(a.to,
			b.to))
	})
	for i, e := range g.edges {
		if i == 0 {
			out.WriteString("\n\t// Edge definitions.\n")
		}
		fmt.Fprintf(&out, "\ts%d -> s%d [label=%s];\n", e.from, e.to, dotQuote(e.label))
	}
	return out.String() + "}\n"
}

func stateLabel(f *traces.File, i int) string {
	if i == 0 {
		return "start"
	}
	return fmt.Sprintf("%d\n%s", i, changeLines(f.Steps[i-1].Changes))
}

func changeLines(changes []traces.Change) string {
	lines := make([]string, len(changes))
	for i, c := range changes {
		lines[i] = fmt.Sprintf("%s %s: %s → %s", c.Lane, c.Field, words.OrNothing(c.Before), words.OrNothing(c.After))
	}
	return strings.Join(lines, "\n")
}

func dotQuote(text string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`).Replace(text) + `"`
}
