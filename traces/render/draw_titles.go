package render

import (
	"fmt"

	"mc/model"
	"mc/term"
	"mc/traces"
)

// titleAt is where the title's lines are set.
func titleAt(line int) int { return 30 + 14*line }

// titleLines are the title of a column; of steps taken together, the first's
// and the last's.
func (d *drawing) titleLines(c column) []string {
	switch {
	case c.to == 0:
		return nil
	case c.from < c.to:
		n := d.chars(11.2)
		return append(breakText(d.f.Title(c.from)+" …", n, 2), breakText("… "+d.f.Title(c.to), n, 2)...)
	}
	return breakText(d.f.Title(c.to), d.chars(11.2), 3)
}

// headHeight is the room for number, title and what was committed or cut.
func (d *drawing) headHeight(columns []column) int {
	height := 0
	for _, c := range columns {
		lines := len(d.titleLines(c))
		if d.tag(c).text != "" {
			lines++
		}
		height = max(height, titleAt(lines)-7)
	}
	return height
}

// titles writes the step's number and title, and what was committed or cut.
func (d *drawing) titles(p *pen, c column) {
	number := fmt.Sprintf("step %d", c.to)
	switch {
	case c.to == 0:
		number = "start"
	case c.from < c.to:
		number = fmt.Sprintf("steps %d to %d", c.from, c.to)
	case d.f.Steps[c.to-1].Aside:
		number += " (aside)"
	}
	p.text("no", columnMargin, 15, number)
	lines := d.titleLines(c)
	for n, line := range lines {
		p.text("ti", columnMargin, titleAt(n), line)
	}
	t := d.tag(c)
	p.text(t.class, columnMargin, titleAt(len(lines)), t.text)
}

// tag is a line in a colour: what the step committed or lost, or that it is
// the violation.
type tag struct{ class, text string }

func (d *drawing) tag(c column) tag {
	var out tag
	if d.last(c) && d.f.Verdict == model.Violated {
		out = tag{"bd", "violated"}
	}
	for i := c.from; i <= c.to; i++ {
		for _, m := range d.moments[i] {
			what := m.Records[0]
			if n := len(m.Records); n > 1 {
				what = fmt.Sprintf("%d records", n)
			}
			if m.What == traces.MomentCut {
				return tag{"bd", d.clipped(what + " lost")}
			}
			switch {
			case m.What == traces.MomentAcked && out.class == "gd":
				out.text += ", acked"
				continue
			case m.What == traces.MomentAcked:
				what += " acked"
			default:
				what += " committed"
			}
			out = tag{"gd", d.clipped(what)}
		}
	}
	return out
}

// clipped is a tag that fits into a column of a drawing in rows.
func (d *drawing) clipped(text string) string {
	if d.timeline {
		return text
	}
	return term.Clip(text, d.chars(10.5))
}
