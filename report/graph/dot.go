package graph

import (
	"fmt"
	"io"
	"strings"
)

// DOT writes the graph for Graphviz.
func (g *Graph) DOT(w io.Writer) error {
	var out strings.Builder
	fmt.Fprintf(&out, "digraph states {\n\trankdir=LR;\n\tlabelloc=t;\n\tlabel=%s;\n\tnode [shape=box, style=rounded];\n",
		quoted(append([]string{oneLine(g.Heading)}, g.notes()...)))
	for i := range g.Nodes {
		n := &g.Nodes[i]
		lines := append(oneLines(n.Label), n.marks()...)
		fmt.Fprintf(&out, "\ts%d [label=%s%s];\n", i, quoted(lines), n.look())
	}
	for i := range g.Edges {
		e := &g.Edges[i]
		fmt.Fprintf(&out, "\ts%d -> s%d [label=%s%s];\n", e.From, e.To, quoted(e.label()), e.look())
	}
	out.WriteString("}\n")
	_, err := io.WriteString(w, out.String())
	return err
}

// look is how a node differs from others.
func (n *Node) look() string {
	look := ""
	if n.Initial {
		look += ", peripheries=2"
	}
	switch {
	case len(n.Broken) > 0:
		look += ", color=red"
	case len(n.Reached) > 0:
		look += ", color=darkgreen"
	case n.Deadlock:
		look += ", color=orange"
	}
	if n.OnRun {
		look += ", penwidth=3"
	}
	return look
}

func (e *Edge) look() string {
	look := ""
	if len(e.Broken) > 0 {
		look += ", color=red"
	}
	if e.OnRun {
		look += ", penwidth=3"
	}
	return look
}

// quoted are lines as one quoted string of DOT. Of its escapes only the end of a
// line is written: a backslash of a text is doubled, so that it begins none.
func quoted(lines []string) string {
	escape := strings.NewReplacer(`\`, `\\`, `"`, `\"`)
	out := make([]string, len(lines))
	for i, line := range lines {
		out[i] = escape.Replace(line)
	}
	return `"` + strings.Join(out, `\n`) + `"`
}
