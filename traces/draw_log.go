package traces

import (
	"fmt"

	"mc/model"
)

// slot is where a fold is drawn in a band: line, position in the line, and
// width, in cells.
type slot struct {
	fold
	line, at, span int
}

// slots places the offsets of a column's logs; all replicas share them, so
// that equal offsets stand below each other.
func (d *drawing) slots(c column) []slot {
	was, is := d.views(c)
	logs, longest := logsOf(was, is)
	i := 0
	for _, lane := range is.Lanes {
		if lane.Log != nil {
			logs[i].lost = d.cutsOf(lane.Name, c)
			i++
		}
	}
	if d.last(c) {
		for o := longest; len(d.missing) > 0 && o < longest+foldAbove; o++ {
			for _, lane := range is.Lanes {
				if _, missing := d.missing[fmt.Sprint(lane.Name, " ", o)]; missing {
					longest = o + 1
				}
			}
		}
	}
	return d.place(foldOffsets(logs, longest, d.long))
}

func (d *drawing) otherSlots(c column) []slot {
	logs, longest := logsOf(d.otherViews(c))
	return d.place(foldOffsets(logs, longest, d.long))
}

// place sets folds in lines; a fold of several records takes two cells.
func (d *drawing) place(folds []fold) []slot {
	out := make([]slot, len(folds))
	line, at := 0, 0
	for i, f := range folds {
		span := min(f.past-f.from, 2)
		if at > 0 && at+span > d.line {
			line, at = line+1, 0
		}
		out[i] = slot{f, line, at, span}
		at += span
	}
	return out
}

// linesIn is how many lines the first n offsets take, at least one.
func linesIn(slots []slot, n int) int {
	lines := 1
	for _, s := range slots {
		if s.from < n {
			lines = s.line + 1
		}
	}
	return lines
}

// cutsOf tells of each offset whether a committed record is lost there.
func (d *drawing) cutsOf(lane string, c column) func(offset int) bool {
	return func(offset int) bool {
		for i := c.from; i <= c.to; i++ {
			if d.lost[fmt.Sprint(lane, " ", i, " ", offset)] {
				return true
			}
		}
		return false
	}
}

// corner is where a slot is drawn.
func (d *drawing) corner(b band, s slot) (x, y int) {
	return columnMargin + 3 + s.at*d.cell, b.y + nameHeight + 3 + s.line*lineHeight
}

// replica draws a log with its name, role and high watermark.
func (d *drawing) replica(p *pen, b band, was, is model.Lane, log logPair, slots []slot) {
	class, hw, y := "mo en", fmt.Sprintf("HW %d", log.is.HighWatermark), b.y+13
	if log.was.HighWatermark != log.is.HighWatermark {
		class += " ch"
	}
	room := d.chars(10.5) - width(b.name) - 1
	if d.beside {
		y += cellHeight
	} else {
		room -= len(hw) + 1
	}
	p.text(class, d.width-arrowStrip-2, y, hw)
	roleClass := "dm"
	if role(was) != role(is) {
		roleClass = "ch"
	}
	fmt.Fprintf(p, `<text class="ln" x="%d" y="%d">%s <tspan class="%s">%s</tspan></text>`,
		columnMargin, b.y+13, escapeXML(b.name), roleClass, escapeXML(clip(role(is), room)))
	d.cells(p, b, log, slots)
	d.mark(p, b, log.is.HighWatermark, slots)
}

func (d *drawing) cells(p *pen, b band, log logPair, slots []slot) {
	for _, s := range slots {
		d.fold(p, b, log, s)
	}
	if len(log.was.Cells) == 0 && len(log.is.Cells) == 0 {
		x, y := d.corner(b, slot{})
		p.rect("room", x, y, d.cell-2, cellHeight-2, 3)
	}
}

// fold draws one slot of a log: a record, or a run of them.
func (d *drawing) fold(p *pen, b band, log logPair, s slot) {
	kind := log.kind(s.from)
	if kind.state == cellNone {
		return
	}
	text := log.cell(s.from).Text
	if s.past-s.from > 1 {
		text += "…" + log.cell(s.past-1).Text
	}
	x, y := d.corner(b, s)
	switch kind.state {
	case cellCut:
		d.box(p, x, y, s.span, "gone", "ce st", text, "")
	case cellLost:
		d.box(p, x, y, s.span, "lost", "ce ls", text, "")
	default:
		class := fmt.Sprintf("e%d", (kind.epoch%epochColors+epochColors)%epochColors)
		if kind.state == cellFresh {
			class += " new"
		}
		d.box(p, x, y, s.span, class, "ce", text, caption(log, s, kind))
	}
}

// caption is the small print of a slot: the epoch where it changes, and how
// many records a fold holds.
func caption(log logPair, s slot, kind cellKind) string {
	epoch := fmt.Sprintf("e%d", kind.epoch)
	if n := s.past - s.from; n > 1 {
		return fmt.Sprintf("%d records, %s", n, epoch)
	}
	if s.from > 0 && log.is.Cells[s.from-1].Epoch == kind.epoch {
		return ""
	}
	return epoch
}

// box draws a cell of so many widths.
func (d *drawing) box(p *pen, x, y, span int, class, textClass, text, small string) {
	w := span*d.cell - 2
	p.rect(class, x, y, w, cellHeight-2, 3)
	down := 13
	if textClass == "ce" {
		down = 11
	}
	p.text(textClass, x+w/2, y+down, clip(text, int(float64(w-1)/letter)))
	p.text("ep", x+w/2, y+20, small)
}

// mark draws the high watermark: a bar before its offset, at the end of a line
// rather than at the beginning of the next.
func (d *drawing) mark(p *pen, b band, hw int, slots []slot) {
	at := slot{}
	for _, s := range slots {
		if s.from == hw && (s.at > 0 || s.line == 0) {
			at = s
			break
		}
		if s.past <= hw {
			at = s
			at.at += s.span
		}
	}
	x, y := d.corner(b, at)
	p.line("hw", x-2, y-3, x-2, y+cellHeight+1)
}

// absent draws, in the last state, the committed records that the violation
// finds missing where the replica's log has nothing.
func (d *drawing) absent(p *pen, b band, log logPair, slots []slot) {
	for _, s := range slots {
		text, missing := d.missing[fmt.Sprint(b.name, " ", s.from)]
		if x, y := d.corner(b, s); missing && log.kind(s.from).state == cellNone {
			d.box(p, x, y, s.span, "lost", "ce ls", text, "")
		}
	}
}
