package graph

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"strings"

	"mc/term"
)

// style is all that the picture has of style; it refers to nothing outside.
const style = `.g text{font:12px ui-sans-serif,system-ui,sans-serif;fill:#1d1f23}
.g .h1{font-size:17px;font-weight:650}
.g .bg{fill:#fbfaf7}
.g .n{fill:#fff;stroke:#8d8a81}
.g .in{fill:none;stroke:#8d8a81}
.g .e{fill:none;stroke:#8d8a81}
.g .bad,.g .end,.g .goal{stroke-width:2}
.g .run{stroke-width:3;stroke:#1d1f23}
.g .bad{stroke:#b3212a}
.g .end{stroke:#b26b00}
.g .goal{stroke:#16694a}
.g .dm{fill:#646871;font-size:11px}
.g .bm{fill:#b3212a;font-size:11px}
.g .back{stroke-dasharray:4 3}
.g .el{font-size:11px;paint-order:stroke;stroke:#fbfaf7;stroke-width:3px;stroke-linejoin:round}
.g .er{font-weight:650}
.g .tip{fill:#646871}
@media (prefers-color-scheme:dark){
.g text{fill:#ecebe6}.g .bg{fill:#17181b}.g .n{fill:#1f2125}.g .run{stroke:#ecebe6}
.g .el{stroke:#17181b}.g .dm{fill:#a3a6ae}.g .bm{fill:#ff8484}.g .bad{stroke:#ff8484}
.g .end{stroke:#e0a458}.g .goal{stroke:#74d3a4}.g .tip{fill:#a3a6ae}
}`

// The first line of the picture, and how high the text of an edge is.
const (
	headHigh = 28
	edgeHigh = 12
)

// canvas collects SVG elements.
type canvas struct{ bytes.Buffer }

// escaped is a text between tags or quotes.
func escaped(text string) string {
	var out bytes.Buffer
	_ = xml.EscapeText(&out, []byte(text)) // a buffer takes everything
	return out.String()
}

func (c *canvas) text(class string, x, y float64, text string) {
	fmt.Fprintf(c, `<text class="%s" x="%.1f" y="%.1f">%s</text>`+"\n", class, x, y, escaped(text))
}

// SVG draws the graph: a column for each level, the initial states on the left.
func (g *Graph) SVG(w io.Writer) error {
	c := &canvas{}
	y := float64(headHigh)
	heading := oneLine(g.Heading)
	c.text("h1", margin, y, heading)
	wanted := wide(heading) * 1.5
	for _, line := range g.notes() {
		y += lineHigh + 2
		c.text("dm", margin, y, line)
		wanted = max(wanted, wide(line))
	}
	l := newLayout(g, y+nodeGap)
	low := l.edges(c)
	for i := range g.Nodes {
		l.node(c, i)
	}
	width, height := max(l.w, wanted)+2*margin, max(l.h, low)+margin
	_, err := fmt.Fprintf(w, `<svg xmlns="http://www.w3.org/2000/svg" class="g" width="%.0f" height="%.0f" `+
		`viewBox="0 0 %.0f %.0f" role="img" aria-label="%s">
<style>
%s
</style>
<defs><marker id="mc-tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" `+
		`markerUnits="userSpaceOnUse" orient="auto"><path class="tip" d="M0 0L8 4L0 8z"/></marker></defs>
<rect class="bg" width="100%%" height="100%%"/>
%s</svg>
`, width, height, width, height, escaped("The states of "+heading+": "+g.summary()), style, c.String())
	return err
}

// edges draws the steps between states, and then their texts; those that change
// nothing are written into the state. It returns how far down they reach.
func (l *layout) edges(c *canvas) (low float64) {
	var edges []*Edge
	var curves []curve
	for i := range l.g.Edges {
		if e := &l.g.Edges[i]; e.From != e.To {
			edges, curves = append(edges, e), append(curves, l.course(e))
		}
	}
	for i, e := range edges {
		fmt.Fprintf(c, `<path class="%s" d="%s" marker-end="url(#mc-tip)"><title>%s</title></path>`+"\n", l.kind(e),
			curves[i].path(), escaped(fmt.Sprintf("%d → %d: %s", e.From, e.To, strings.Join(e.label(), "; "))))
		low = max(low, curves[i][1][1], curves[i][2][1])
	}
	for i, place := range l.labels(edges, curves) {
		class := "el"
		if edges[i].OnRun {
			class += " er"
		}
		for k, line := range edges[i].label() {
			c.text(class, place.x, place.y+float64(k+1)*edgeHigh-2, term.Clip(line, labelWide))
		}
		low = max(low, place.y+place.h)
	}
	return low
}

// kind are the classes of an edge.
func (l *layout) kind(e *Edge) string {
	class := "e"
	if l.g.Nodes[e.To].Level <= l.g.Nodes[e.From].Level {
		class += " back"
	}
	if e.OnRun {
		class += " run"
	}
	if len(e.Broken) > 0 {
		class += " bad"
	}
	return class
}

// node draws a state: its label, its marks, and the steps that change nothing.
func (l *layout) node(c *canvas, i int) {
	n, b := &l.g.Nodes[i], &l.boxes[i]
	tip := fmt.Sprintf("state %d, level %d: %s", i, n.Level, oneLine(n.Text))
	fmt.Fprintf(c, `<g><title>%s</title><rect class="%s" x="%.1f" y="%.1f" width="%.1f" height="%.1f" rx="7"/>`+"\n",
		escaped(tip), n.class(), b.x, b.y, b.w, b.h)
	if n.Initial {
		fmt.Fprintf(c, `<rect class="in" x="%.1f" y="%.1f" width="%.1f" height="%.1f" rx="5"/>`+"\n", b.x+3, b.y+3, b.w-6, b.h-6)
	}
	for k, line := range b.lines {
		class := ""
		switch {
		case k >= b.marks && strings.HasPrefix(line, "breaks "):
			class = "bm"
		case k >= b.marks:
			class = "dm"
		}
		c.text(class, b.x+8, b.y+float64(k+1)*lineHigh+2, line)
	}
	c.WriteString("</g>\n")
}

// class are the classes of a state.
func (n *Node) class() string {
	class := "n"
	if n.OnRun {
		class += " run"
	}
	switch {
	case len(n.Broken) > 0:
		class += " bad"
	case len(n.Reached) > 0:
		class += " goal"
	case n.Deadlock:
		class += " end"
	}
	return class
}
