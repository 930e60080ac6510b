package explain

import (
	"fmt"
	"slices"
	"strings"

	"mc/model/kafka"
	"mc/run/matrix"
)

// Protocol is a generation or a release.
type Protocol struct {
	Name    string  `json:"name"`
	Kind    string  `json:"kind"`             // "generation" or "release"
	Of      string  `json:"of,omitempty"`     // a release's generation
	Since   string  `json:"since,omitempty"`  // the generation before
	Doc     string  `json:"doc,omitempty"`    //
	Changes []Value `json:"changes"`          // against Since, or Of
	Hit     []Hit   `json:"hit,omitempty"`    // scenarios of the matrix that break their claim here
	Spared  int     `json:"spared,omitempty"` // scenarios of the matrix that do not
}

// Value is what a key is set to, and what it was or is elsewhere.
type Value struct {
	Key   string `json:"key"`
	Value string `json:"value"`
	Was   string `json:"was,omitempty"`
	Doc   string `json:"doc,omitempty"`
	Ref   string `json:"ref,omitempty"`
}

// Hit is a scenario of the matrix with the length of its shortest violation.
type Hit struct {
	Scenario string `json:"scenario"`
	Title    string `json:"title"`
	Length   int    `json:"length"`
}

// protocols are the generations and releases that the topic names, or that
// go back to it.
func (l *Library) protocols(topic string) (out []Protocol) {
	for i, g := range kafka.Generations {
		if !strings.EqualFold(g.Name, topic) && !covers(g.Kip, topic) {
			continue
		}
		p := Protocol{Name: g.Name, Kind: "generation", Doc: g.Doc, Changes: []Value{}}
		if i > 0 {
			p.Since = kafka.Generations[i-1].Name
			p.Changes = changes(i)
		}
		p.Hit, p.Spared = l.hits(g.Name)
		out = append(out, p)
	}
	for _, r := range kafka.Releases {
		if r.Name != topic {
			continue
		}
		p := Protocol{Name: r.Name, Kind: "release", Of: r.Of, Changes: []Value{}}
		for _, c := range kafka.Columns {
			if v, varied := r.Set[c.Name]; varied {
				row := slices.IndexFunc(kafka.Generations, func(g kafka.Generation) bool { return g.Name == r.Of })
				p.Changes = append(p.Changes, Value{c.Name, v, c.Cells[row], c.Doc, c.Ref})
			}
		}
		p.Hit, p.Spared = l.hits(r.Name)
		out = append(out, p)
	}
	return out
}

// changes are the cells of a generation that differ from the row before.
func changes(row int) (out []Value) {
	for _, c := range kafka.Columns {
		if now, was := c.Cells[row], c.Cells[row-1]; now != was && (now != "n/a" || was != "off") && (was != "n/a" || now != "off") {
			out = append(out, Value{c.Name, now, was, c.Doc, c.Ref})
		}
	}
	return out
}

// hits are the scenarios of the recorded matrix that break their claim under a
// protocol, and the number of the others.
func (l *Library) hits(column string) (hit []Hit, spared int) {
	for _, t := range l.Matrix.Tables {
		if !slices.ContainsFunc(t.Columns, func(c matrix.Column) bool { return c.Name == column }) {
			continue
		}
		for _, r := range t.Rows {
			c, _ := t.Cell(r.Spec, r.Property, column)
			switch c.Verdict {
			case matrix.Violated:
				hit = append(hit, Hit{t.Label(r), r.Title, c.Length})
			case matrix.Holds, matrix.Bound:
				spared++
			}
		}
	}
	return hit, spared
}

// where says under which columns of each recorded table a scenario's claim
// breaks and holds.
func (l *Library) where(spec string) (lines []string) {
	for _, t := range l.Matrix.Tables {
		for _, r := range t.Rows {
			if r.Spec != spec {
				continue
			}
			for _, verdict := range []string{matrix.Violated, matrix.Bound, matrix.Holds, matrix.NotApplicable} {
				if names := columnsOf(t, r, verdict); len(names) > 0 {
					lines = append(lines, fmt.Sprintf("%s is %s under %s.", r.Property, phrases[verdict], strings.Join(names, ", ")))
				}
			}
		}
	}
	return lines
}

var phrases = map[string]string{
	matrix.Violated: "violated", matrix.Bound: "not seen to break within the bound", matrix.Holds: "safe", matrix.NotApplicable: "not to be asked",
}

func columnsOf(t *matrix.Table, r matrix.Line, verdict string) (names []string) {
	for j, c := range r.Cells {
		switch {
		case c.Verdict != verdict:
		case c.Length > 0:
			names = append(names, fmt.Sprintf("%s (%d states)", t.Columns[j].Name, c.Length))
		default:
			names = append(names, t.Columns[j].Name)
		}
	}
	return names
}
