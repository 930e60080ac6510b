package render

import (
	"fmt"

	"mc/model"
	"mc/term"
	"mc/traces/internal/fold"
	"mc/traces/internal/views"
)

// slot is where a fold is drawn in a band: line, position in the line, and
// width, in cells.
type slot struct {
	fold.Fold
	line, at, span int
}

// slots places the offsets of a column's logs; all replicas share them, so
// that equal offsets stand below each other.
func (d *drawing) slots(c column) []slot {
	was, is := d.views(c)
	logs, longest := fold.Logs(was, is)
	i := 0
	for _, lane := range is.Lanes {
		if lane.Log != nil {
			logs[i].Lost = d.cutsOf(lane.Name, c)
			i++
		}
	}
	if d.last(c) {
		for o := longest; len(d.missing) > 0 && o < longest+fold.Above; o++ {
			for _, lane := range is.Lanes {
				if _, missing := d.missing[fmt.Sprint(lane.Name, " ", o)]; missing {
					longest = o + 1
				}
			}
		}
	}
	return d.place(fold.Offsets(logs, longest, d.long))
}

func (d *drawing) otherSlots(c column) []slot {
	logs, longest := fold.Logs(d.otherViews(c))
	return d.place(fold.Offsets(logs, longest, d.long))
}

// place sets folds in lines; a fold of several records takes two cells.
func (d *drawing) place(folds []fold.Fold) []slot {
	out := make([]slot, len(folds))
	line, at := 0, 0
	for i, f := range folds {
		span := min(f.Past-f.From, 2)
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
		if s.From < n {
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

// replica draws a log with its name, role and high watermark, as it is after
// step i; -1 for what is no state of the trace.
func (d *drawing) replica(p *pen, b band, was, is model.Lane, log fold.Pair, slots []slot, i int) {
	class, hw, y := "mo en", fmt.Sprintf("HW %d", log.Is.HighWatermark), b.y+13
	if log.Was.HighWatermark != log.Is.HighWatermark {
		class += " ch"
	}
	room := d.chars(10.5)
	if !d.timeline {
		room -= term.Width(b.name) + 1
	}
	if d.beside {
		y += cellHeight
	} else {
		room -= len(hw) + 1
	}
	p.text(class, d.width-d.strip-2, y, hw)
	roleClass := "dm"
	if views.Role(was) != views.Role(is) {
		roleClass = "ch"
	}
	role := term.Clip(views.Role(is), room)
	if d.timeline {
		p.text(roleClass, columnMargin, b.y+13, role)
	} else {
		fmt.Fprintf(p, `<text class="ln" x="%d" y="%d">%s <tspan class="%s">%s</tspan></text>`,
			columnMargin, b.y+13, escapeXML(b.name), roleClass, escapeXML(role))
	}
	d.cells(p, b, log, slots, i)
	d.mark(p, b, log.Is.HighWatermark, slots)
}

func (d *drawing) cells(p *pen, b band, log fold.Pair, slots []slot, i int) {
	for _, s := range slots {
		d.run(p, b, log, s, i)
	}
	if len(log.Was.Cells) == 0 && len(log.Is.Cells) == 0 {
		x, y := d.corner(b, slot{})
		p.rect("room", x, y, d.cell-2, cellHeight-2, 3)
	}
}

// run draws one slot of a log: a record, or a run of them.
func (d *drawing) run(p *pen, b band, log fold.Pair, s slot, i int) {
	kind := log.Kind(s.From)
	if kind.State == fold.None {
		return
	}
	text := log.Cell(s.From).Text
	if s.Past-s.From > 1 {
		text += "…" + log.Cell(s.Past-1).Text
	}
	x, y := d.corner(b, s)
	switch kind.State {
	case fold.Cut:
		d.box(p, x, y, s.span, "gone", "ce st", text, "")
	case fold.Lost:
		d.box(p, x, y, s.span, "lost", "ce ls", text, "")
	default:
		class := fmt.Sprintf("e%d", (kind.Epoch%epochColors+epochColors)%epochColors)
		if kind.State == fold.Fresh {
			class += " new"
		}
		if i >= 0 && d.survives(b.name, i, s) {
			class += " kept"
		}
		d.box(p, x, y, s.span, class, "ce", text, caption(log, s, kind))
	}
}

// caption is the small print of a slot: the epoch where it changes, and how
// many records a fold holds.
func caption(log fold.Pair, s slot, kind fold.Kind) string {
	epoch := fmt.Sprintf("e%d", kind.Epoch)
	if n := s.Past - s.From; n > 1 {
		return fmt.Sprintf("%d records, %s", n, epoch)
	}
	if s.From > 0 && log.Is.Cells[s.From-1].Epoch == kind.Epoch {
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
	p.text(textClass, x+w/2, y+down, term.Clip(text, int(float64(w-1)/letter)))
	p.text("ep", x+w/2, y+20, small)
}

// mark draws the high watermark: a bar before its offset, at the end of a line
// rather than at the beginning of the next.
func (d *drawing) mark(p *pen, b band, hw int, slots []slot) {
	at := slot{}
	for _, s := range slots {
		if s.From == hw && (s.at > 0 || s.line == 0) {
			at = s
			break
		}
		if s.Past <= hw {
			at = s
			at.at += s.span
		}
	}
	x, y := d.corner(b, at)
	p.line("hw", x-2, y-3, x-2, y+cellHeight+1)
}

// absent draws, in the last state, the committed records that the violation
// finds missing where the replica's log has nothing.
func (d *drawing) absent(p *pen, b band, log fold.Pair, slots []slot) {
	for _, s := range slots {
		text, missing := d.missing[fmt.Sprint(b.name, " ", s.From)]
		if x, y := d.corner(b, s); missing && log.Kind(s.From).State == fold.None {
			d.box(p, x, y, s.span, "lost", "ce ls", text, "")
		}
	}
}

// survives reports that after step i a slot has a record that is lost elsewhere.
func (d *drawing) survives(lane string, i int, s slot) bool {
	log := views.Log(views.Lane(d.f.Frame(i).View, lane))
	for _, l := range d.f.Analysis().Losses {
		for n, record := range l.Records {
			at := l.Offset + n
			if i >= max(l.Committed, l.Cut) && s.From <= at && at < s.Past && views.At(log, at) == record {
				return true
			}
		}
	}
	return false
}
