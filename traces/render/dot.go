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

// renderDOT writes the state graph around the run: a node per state, labelled with what
// changed, an edge per step, and at each state what else could be done there: the steps
// that break the property as well, those that lead to another state of the run, and the
// others, many in one. With a comparison, the other rules' run branches off where the
// two part.
func renderDOT(w io.Writer, f *traces.File, o Options) error {
	g := &dotGraph{}
	for i := range f.States() {
		if i == len(f.Steps) {
			g.node(state(i), stateLabel(f, i), "color=red", "penwidth=2")
		} else {
			g.node(state(i), stateLabel(f, i))
		}
	}
	if o.Choices != nil {
		last := len(f.Steps)
		if f.Property.Name != "" {
			last-- // what comes after a property is decided is another story
		}
		for i := range last + 1 {
			g.others(i, o.Choices(i), f.Property.Name)
		}
	}
	for i := range f.Steps {
		g.edge(state(i), state(i+1), f.Steps[i].Title)
	}
	if l := f.Loop; l != nil {
		label := cmp.Or(l.Title, "for ever")
		if l.Adds != "" {
			label += "\nbut for numbers: " + l.Adds
		}
		g.edge(state(len(f.Steps)), state(l.To), label)
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
	from, to, label, look string
}

// state is the name of a state of the run.
func state(i int) string { return fmt.Sprintf("s%d", i) }

// folded is the look of steps that the run does not take.
const folded = "shape=note"

// fewest is how many other steps out of a state are drawn one by one.
const fewest = 3

// others draws what else could be done in a state of the run.
func (g *dotGraph) others(i int, choices []traces.Choice, property string) {
	var rest []string
	n := 0
	aside := func(label, title string, look ...string) {
		to := fmt.Sprintf("s%d_%d", i, n)
		n++
		g.node(to, label, append([]string{"style=dashed", "fontcolor=gray30"}, look...)...)
		g.edges = append(g.edges, dotEdge{state(i), to, title, ", style=dashed, weight=0"})
	}
	for _, c := range choices {
		switch {
		case c.Taken:
		case c.Leads >= 0:
			g.edges = append(g.edges, dotEdge{state(i), state(c.Leads), c.Title, ", style=dashed, constraint=false"})
		case c.Breaks:
			aside(property+" is decided here, too", c.Title, "color=red")
		default:
			rest = append(rest, c.Title)
		}
	}
	if len(rest) > fewest {
		aside(strings.Join(rest, "\n"), fmt.Sprintf("or one of %d", len(rest)), folded)
		return
	}
	for _, title := range rest {
		aside(title, "or", folded)
	}
}

func (g *dotGraph) node(id, label string, look ...string) {
	if !slices.Contains(look, folded) {
		look = append([]string{"shape=box"}, look...)
	}
	attributes := append([]string{"label=" + dotQuote(label)}, look...)
	fmt.Fprintf(&g.nodes, "\n\t%s [\n\t\t%s\n\t];", id, strings.Join(attributes, "\n\t\t"))
}

func (g *dotGraph) edge(from, to, label string) {
	g.edges = append(g.edges, dotEdge{from, to, label, ""})
}

// branch adds the states of the other rules from the parting on.
func (g *dotGraph) branch(c *traces.Comparison) {
	from := state(c.Parting - 1)
	for _, p := range c.Pairs[c.Parting:] {
		if p.Other == nil {
			continue
		}
		to := state(c.File.States() + p.Step)
		g.node(to, fmt.Sprintf("%s %d\n%s", c.Names[1], p.Step, changeLines(p.Other.Changes)), "style=dashed")
		g.edge(from, to, p.Other.Title)
		from = to
	}
}

// text lists the nodes and then the edges.
func (g *dotGraph) text() string {
	var out strings.Builder
	out.WriteString("strict digraph trace {\n\t// Node definitions." + g.nodes.String() + "\n")
	for i, e := range g.edges {
		if i == 0 {
			out.WriteString("\n\t// Edge definitions.\n")
		}
		fmt.Fprintf(&out, "\t%s -> %s [label=%s%s];\n", e.from, e.to, dotQuote(e.label), e.look)
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
