package graph

import (
	"cmp"
	"slices"

	"mc/term"
)

// Measures of the picture, in its own units.
const (
	margin    = 16
	lineHigh  = 14
	charWide  = 6.4
	nodeGap   = 22 // between the nodes of a column
	sweeps    = 8  // of the ordering
	labelWide = 30 // columns of the longest line of an edge
)

// box is where a node is drawn.
type box struct {
	x, y, w, h float64
	lines      []string // label, and below it the marks
	marks      int      // where they begin
}

// layout is where everything is drawn. A column holds the states of a level.
type layout struct {
	g       *Graph
	columns [][]int
	boxes   []box
	w, h    float64
}

func newLayout(g *Graph, top float64) *layout {
	l := &layout{g: g, boxes: make([]box, len(g.Nodes))}
	for i := range g.Nodes {
		n := &g.Nodes[i]
		for n.Level >= len(l.columns) {
			l.columns = append(l.columns, nil)
		}
		l.columns[n.Level] = append(l.columns[n.Level], i)
		l.boxes[i] = g.box(i)
	}
	l.order()
	l.place(top)
	return l
}

// box is what is written into a node, and how much room it takes.
func (g *Graph) box(i int) (b box) {
	n := &g.Nodes[i]
	b.lines = oneLines(n.Label)
	b.marks = len(b.lines)
	b.lines = append(b.lines, n.marks()...)
	for _, e := range g.Edges {
		if e.From == i && e.To == i {
			for _, line := range e.label() {
				b.lines = append(b.lines, "↺ "+line)
			}
		}
	}
	for j, line := range b.lines {
		b.lines[j] = term.Clip(line, widest+2)
		b.w = max(b.w, wide(b.lines[j])+16)
	}
	b.h = float64(len(b.lines))*lineHigh + 10
	return b
}

func wide(text string) float64 { return float64(term.Width(text)) * charWide }

// order puts the states of each column where their neighbours of other columns
// pull them, sweep by sweep, forward and back.
func (l *layout) order() {
	near := make([][]int, len(l.g.Nodes))
	for _, e := range l.g.Edges {
		if e.From != e.To {
			near[e.From], near[e.To] = append(near[e.From], e.To), append(near[e.To], e.From)
		}
	}
	at := make([]float64, len(l.g.Nodes)) // a node's place in its column, from 0 to 1
	for _, column := range l.columns {
		settle(column, at)
	}
	for sweep := range sweeps {
		for c := range l.columns {
			step := -1 // look at the column before
			if sweep%2 == 1 {
				c, step = len(l.columns)-1-c, 1
			}
			l.pull(c, c+step, near, at)
		}
	}
}

// pull orders a column by the mean place of each state's neighbours in another;
// a state without any stays where it is.
func (l *layout) pull(column, other int, near [][]int, at []float64) {
	want := map[int]float64{}
	for _, n := range l.columns[column] {
		sum, count := 0.0, 0.0
		for _, m := range near[n] {
			if l.g.Nodes[m].Level == other {
				sum, count = sum+at[m], count+1
			}
		}
		want[n] = at[n]
		if count > 0 {
			want[n] = sum / count
		}
	}
	slices.SortStableFunc(l.columns[column], func(a, b int) int { return cmp.Compare(want[a], want[b]) })
	settle(l.columns[column], at)
}

func settle(column []int, at []float64) {
	for i, n := range column {
		at[n] = (float64(i) + 0.5) / float64(len(column))
	}
}

// place gives every node its coordinates: columns side by side, as far apart as
// the texts between them need, each in the middle of the highest.
func (l *layout) place(top float64) {
	highs := make([]float64, len(l.columns))
	for c, column := range l.columns {
		for _, n := range column {
			highs[c] += l.boxes[n].h + nodeGap
		}
		l.h = max(l.h, highs[c])
	}
	x := float64(margin)
	for c, column := range l.columns {
		width := 0.0
		for _, n := range column {
			width = max(width, l.boxes[n].w)
		}
		y := top + (l.h-highs[c])/2
		for _, n := range column {
			b := &l.boxes[n]
			b.x, b.y, b.w = x, y, width
			y += b.h + nodeGap
		}
		x += width + l.gap(c)
	}
	l.w, l.h = x, l.h+top
}

// gap is the room that the texts of steps out of or back to a column need.
func (l *layout) gap(column int) float64 {
	room := 40.0
	for i := range l.g.Edges {
		e := &l.g.Edges[i]
		from, to := l.g.Nodes[e.From].Level, l.g.Nodes[e.To].Level
		if e.From != e.To && (from == column || to == column && from > to) {
			for _, line := range e.label() {
				room = max(room, wide(term.Clip(line, labelWide))+40)
			}
		}
	}
	return room
}
