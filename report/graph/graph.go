// Package graph draws the state graph of a model, or a part of it, for people:
// as a picture (SVG), for Graphviz (DOT), and for programs (JSON). No other
// program is needed for the picture: who finds the states has numbered them
// breadth first, so that a level is a column and steps lead from one to the next
// or back.
//
//	g := &graph.Graph{Heading: "die-hard", Nodes: nodes, Edges: edges}
//	err := g.SVG(os.Stdout)
//
// The same graph is always the same bytes. Whatever a text holds, it is a text in
// the drawing: nothing of it runs, and no terminal obeys it.
package graph

import (
	"fmt"
	"strings"

	"mc/model"
	"mc/term"
	"mc/traces"
)

// Graph is a state graph with its types erased.
type Graph struct {
	Heading  string   // what it is of
	Model    string   // by its name
	Run      string   // the property, or else the spec, whose run it is drawn around; "" if it is not
	Nodes    []Node   // by number
	Edges    []Edge   // by From
	Beyond   int      // states one step away that are not drawn
	Cut      bool     // for want of room
	Note     string   // a sentence about that; "" if all is drawn
	Unmarked []string // properties that no state and no step decides by itself
}

// Node is one state.
type Node struct {
	Level    int // its column
	Initial  bool
	OnRun    bool
	Deadlock bool
	Broken   []string // properties that the state violates
	Reached  []string // goals
	Label    []string // lines: the state if it is short, else what changed on the way
	Text     string   // the state whole, on one line
	View     model.View
	Beyond   int // steps to states that are not drawn
	Outside  int // steps to states that the constraint excludes
}

// Edge is all steps from one state to another.
type Edge struct {
	From, To int
	OnRun    bool
	Actions  []string
	Broken   []string // properties that one of the steps violates
}

// What a label has room for: columns of a line, and lines.
const (
	widest     = 34
	mostLines  = 5
	shortState = 2 * widest
)

// Label says which state a node is: the state itself if it is short, else its
// number with what is not as in the state that it was found from.
func Label(number int, v model.View, from *model.View) []string {
	if text := Text(v); term.Width(text) <= shortState {
		return wrapped(text)
	}
	if from == nil {
		return []string{fmt.Sprintf("state %d", number)}
	}
	lines := []string{fmt.Sprintf("state %d", number)}
	for _, c := range traces.Diff(*from, v) {
		lines = append(lines, term.Clip(fmt.Sprintf("%s %s: %s", c.Lane, c.Field, orNothing(oneLine(c.After))), widest))
	}
	if over := len(lines) - mostLines; over > 0 {
		lines = append(lines[:mostLines-1], fmt.Sprintf("and %d changes more", over+1))
	}
	return lines
}

// wrapped sets a text in lines.
func wrapped(text string) (lines []string) {
	for line := range term.Wrap("", text, widest) {
		lines = append(lines, term.Clip(line, widest))
	}
	return lines
}

// Text is a state in words, on one line.
func Text(v model.View) string {
	var lanes []string
	for _, l := range v.Lanes {
		lanes = append(lanes, laneText(l))
	}
	return oneLine(strings.Join(lanes, "; "))
}

func laneText(l model.Lane) string {
	var said []string
	if l.Badge != "" {
		said = append(said, l.Badge)
	}
	if l.Log != nil {
		said = append(said, logText(l.Log))
	}
	for _, f := range l.Fields {
		said = append(said, f.Name+" "+orNothing(f.Value))
	}
	text := strings.Join(said, ", ")
	if l.Name == "state" {
		return text
	}
	return l.Name + ": " + orNothing(text)
}

func logText(l *model.Log) string {
	cells := make([]string, len(l.Cells))
	for i, c := range l.Cells {
		cells[i] = fmt.Sprintf("%s@e%d", c.Text, c.Epoch)
	}
	return fmt.Sprintf("log [%s], HW %d", strings.Join(cells, " "), l.HighWatermark)
}

func orNothing(text string) string {
	if text == "" {
		return "nothing"
	}
	return text
}

var spaced = strings.NewReplacer("\n", " ", "\t", " ")

// oneLine is a text that ends no line and moves no cursor.
func oneLine(text string) string { return term.Visible(spaced.Replace(text)) }

// oneLines are texts that do not.
func oneLines(texts []string) []string {
	out := make([]string, len(texts))
	for i, text := range texts {
		out[i] = oneLine(text)
	}
	return out
}

// marks are what is said of a node beyond its state.
func (n *Node) marks() (marks []string) {
	if n.Initial {
		marks = append(marks, "initial")
	}
	for _, name := range n.Broken {
		marks = append(marks, "breaks "+oneLine(name))
	}
	for _, name := range n.Reached {
		marks = append(marks, "reaches "+oneLine(name))
	}
	if n.Deadlock {
		marks = append(marks, "deadlock")
	}
	if n.Beyond > 0 {
		marks = append(marks, counted(n.Beyond, "step")+" to states not drawn")
	}
	if n.Outside > 0 {
		marks = append(marks, counted(n.Outside, "step")+" out of the constraint")
	}
	return marks
}

func counted(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// label is what an edge says: each action on a line, and what they break.
func (e *Edge) label() []string {
	lines := oneLines(e.Actions)
	for _, name := range e.Broken {
		lines = append(lines, "breaks "+oneLine(name))
	}
	return lines
}

// summary counts what is drawn.
func (g *Graph) summary() string {
	steps := 0
	for _, e := range g.Edges {
		steps += len(e.Actions)
	}
	text := counted(len(g.Nodes), "state") + ", " + counted(steps, "step")
	if g.Run != "" {
		text += "; bold: the run of " + oneLine(g.Run)
	}
	return text
}

// notes are the sentences below the heading.
func (g *Graph) notes() []string {
	lines := []string{g.summary()}
	if g.Note != "" {
		lines = append(lines, oneLine(g.Note))
	}
	if len(g.Unmarked) > 0 {
		lines = append(lines, "not marked, because no state and no step decides it: "+strings.Join(oneLines(g.Unmarked), ", "))
	}
	return lines
}
