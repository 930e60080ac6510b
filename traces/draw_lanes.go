package traces

import (
	"fmt"
	"strings"

	"mc/model"
)

// band draws one lane after step i.
func (d *drawing) band(p *pen, b band, i int) {
	is := laneNamed(d.f.Frame(i).View, b.name)
	was := is
	if i > 0 {
		was = laneNamed(d.f.Frame(i-1).View, b.name)
	}
	p.rect("band", 3, b.y, d.width-6, b.height, 6)
	inner := &pen{}
	if b.log {
		d.replica(inner, b, was, is, d.cutsOf(b.name, i))
	} else {
		inner.text("ln", columnMargin, b.y+13, b.name)
		for n, line := range d.fieldLines(b.name, i) {
			inner.text("", columnMargin, b.y+nameHeight+10+n*textHeight, line)
		}
	}
	if i == len(d.f.Steps) {
		d.absentCells(inner, b, logOf(is))
	}
	d.group(p, laneClass(is, i == 0 || len(diffLane(was, is)) > 0), inner)
	if i == len(d.f.Steps) && d.f.Verdict == verdictViolated && mentions(d.f.Property.Witness, b.name) {
		p.rect("frame", 3, b.y, d.width-6, b.height, 6)
	}
}

// group draws a lane that changed as it is, and one that did not set back. On
// a page, which shows many lanes unchanged many times, such a picture is drawn
// once and then referred to.
func (d *drawing) group(p *pen, class string, inner *pen) {
	text := inner.String()
	if class == "" || text == "" {
		p.WriteString(text)
		return
	}
	if d.quiet == nil {
		fmt.Fprintf(p, `<g class="%s">%s</g>`, class, text)
		return
	}
	key := class + text
	if id, drawn := d.quiet[key]; drawn {
		fmt.Fprintf(p, `<use href="#%s"/>`, id)
		return
	}
	d.quiet[key] = fmt.Sprintf("mc-%d", len(d.quiet))
	// What is referred to is styled by its own ancestors, hence the second mc.
	fmt.Fprintf(p, `<g id="%s" class="mc"><g class="%s">%s</g></g>`, d.quiet[key], class, text)
}

// laneClass sets back what the step did not touch, and what is not running.
func laneClass(is model.Lane, changed bool) string {
	switch {
	case is.Off && !changed:
		return "off"
	case !changed:
		return "q"
	}
	return ""
}

// cutsOf tells of each offset whether step i lost a committed record there.
func (d *drawing) cutsOf(lane string, i int) func(offset int) bool {
	return func(offset int) bool { return d.lost[fmt.Sprint(lane, " ", i, " ", offset)] }
}

// replica draws a log with its name, role and high watermark.
func (d *drawing) replica(p *pen, b band, was, is model.Lane, lost func(int) bool) {
	before, after := logOf(was), logOf(is)
	class, hw, y := "mo en", fmt.Sprintf("HW %d", after.HighWatermark), b.y+13
	if before.HighWatermark != after.HighWatermark {
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
	d.cells(p, b, before, after, lost)
}

func (d *drawing) cells(p *pen, b band, was, is model.Log, lost func(int) bool) {
	for o := range max(len(was.Cells), len(is.Cells)) {
		x, y := d.cellAt(b, o)
		switch {
		case o >= len(is.Cells):
			d.cutCell(p, x, y, was.Cells[o], lost(o))
		default:
			d.liveCell(p, x, y, is.Cells, o, cellAt(was, o) != cellAt(is, o))
		}
	}
	if len(was.Cells) == 0 && len(is.Cells) == 0 {
		x, y := d.cellAt(b, 0)
		p.rect("room", x, y, d.cell-2, cellHeight-2, 3)
	}
	d.mark(p, b, is)
}

// cellAt is where offset o is drawn: logs go on in the next line after eight
// records.
func (d *drawing) cellAt(b band, o int) (x, y int) {
	return columnMargin + 3 + o%d.line*d.cell, b.y + nameHeight + 3 + o/d.line*(cellHeight+4)
}

// liveCell draws a record; the epoch is written where it changes.
func (d *drawing) liveCell(p *pen, x, y int, cells []model.Cell, o int, fresh bool) {
	c := cells[o]
	class := fmt.Sprintf("e%d", ((c.Epoch%epochColors)+epochColors)%epochColors)
	if fresh {
		class += " new"
	}
	p.rect(class, x, y, d.cell-2, cellHeight-2, 3)
	middle := x + (d.cell-2)/2
	p.text("ce", middle, y+11, clip(c.Text, int(float64(d.cell-3)/letter)))
	if o == 0 || cells[o-1].Epoch != c.Epoch {
		p.text("ep", middle, y+20, fmt.Sprintf("e%d", c.Epoch))
	}
}

// cutCell draws a record that this step cut, in red if it was committed.
func (d *drawing) cutCell(p *pen, x, y int, c model.Cell, lost bool) {
	cell, text := "gone", "ce st"
	if lost {
		cell, text = "lost", "ce ls"
	}
	p.rect(cell, x, y, d.cell-2, cellHeight-2, 3)
	p.text(text, x+(d.cell-2)/2, y+13, clip(c.Text, int(float64(d.cell-3)/letter)))
}

// absentCells draws, in the last state, the committed records that the
// violation finds missing where the replica's log has nothing.
func (d *drawing) absentCells(p *pen, b band, l model.Log) {
	for o := len(l.Cells); o < len(l.Cells)+cellsPerLine; o++ {
		text, missing := d.missing[fmt.Sprint(b.name, " ", o)]
		if x, y := d.cellAt(b, o); missing && y+cellHeight < b.bottom() {
			d.cutCell(p, x, y, model.Cell{Text: text}, true)
		}
	}
}

// mark draws the high watermark: a bar before its offset, at the end of a line
// rather than at the beginning of the next.
func (d *drawing) mark(p *pen, b band, l model.Log) {
	x, y := d.cellAt(b, l.HighWatermark)
	if o := l.HighWatermark; o > 0 && o%d.line == 0 {
		x, y = d.cellAt(b, o-1)
		x += d.cell
	}
	p.line("hw", x-2, y-3, x-2, y+cellHeight+1)
}

// fieldLines are the fields of a lane without a log: all at the start, later
// those that changed.
func (d *drawing) fieldLines(lane string, i int) []string {
	var lines []string
	if i == 0 {
		for _, f := range laneNamed(d.f.Start.View, lane).Fields {
			if f.Value != "" {
				lines = append(lines, f.Name+" "+f.Value)
			}
		}
	} else {
		for _, c := range d.f.Steps[i-1].Changes {
			if c.Lane == lane {
				lines = append(lines, fieldLine(c))
			}
		}
	}
	const most = 4
	if len(lines) > most {
		lines = append(lines[:most-1], fmt.Sprintf("and %d more", len(lines)-most+1))
	}
	for n := range lines {
		lines[n] = clip(lines[n], d.chars(10.5)+2)
	}
	return lines
}

func fieldLine(c Change) string {
	if gone, come, kept := listChange(c.Before, c.After); kept > 0 {
		line := c.Field
		for _, item := range come {
			line += " +" + item
		}
		for _, item := range gone {
			line += " −" + item
		}
		return line
	}
	return c.Field + " " + c.After
}

// arrows draws the messages of step i at the right, with their texts in the
// sender's band.
func (d *drawing) arrows(p *pen, i int) {
	if i == 0 {
		return
	}
	said := map[string][]string{}
	for n, a := range d.f.Steps[i-1].Arrows {
		from, to := d.bandOf(a.From), d.bandOf(a.To)
		if from == nil || to == nil {
			continue
		}
		said[a.From] = append(said[a.From], "to "+a.To+": "+a.Text)
		d.arrow(p, d.width-columnMargin-2-n%3*7, *from, *to)
	}
	for _, b := range d.bands {
		p.text("dm", columnMargin, b.bottom()-5, clip(strings.Join(said[b.name], "; "), d.chars(10.5)+1))
	}
}

func (d *drawing) bandOf(name string) *band {
	for i := range d.bands {
		if d.bands[i].name == name {
			return &d.bands[i]
		}
	}
	return nil
}

func (d *drawing) arrow(p *pen, x int, from, to band) {
	y1, y2, back := from.bottom()-4, to.y+nameHeight+2, -6
	if to.y < from.y {
		y1, y2, back = from.y+nameHeight+2, to.bottom()-4, 6
	}
	p.line("ar", x, y1, x, y2+back)
	fmt.Fprintf(p, `<path class="hd" d="M%d %dl-3.5 %d h7z"/>`, x, y2, back)
}

// other draws the replicas under the other rules.
func (d *drawing) other(p *pen, i int) {
	pair := &d.c.Pairs[i]
	p.line("rule", 3, d.otherAt, d.width-3, d.otherAt)
	class, text := "no", "under "+d.c.Names[1]
	switch {
	case i == len(d.f.Steps) && d.c.Broken[1]:
		class, text = "bd", "broken here too"
	case i == len(d.f.Steps) && d.c.Broken[0]:
		class, text = "gd", "not broken"
	case pair.Kind == NotTaken:
		class, text = "nt", "not enabled"
	case i == d.c.Parting:
		class, text = "nt", "here the two part"
	case pair.Kind == Same:
		text += ": same"
	}
	p.text(class, columnMargin, d.otherAt+15, clip(text, d.chars(10.5)))
	for _, b := range d.others {
		is, was := laneNamed(pair.Frame.View, b.name), laneNamed(pair.Frame.View, b.name)
		if i > 0 {
			was = laneNamed(d.c.Pairs[i-1].Frame.View, b.name)
		}
		p.rect("band", 3, b.y, d.width-6, b.height, 6)
		inner := &pen{}
		d.replica(inner, b, was, is, func(int) bool { return false })
		if i == len(d.f.Steps) {
			d.absentCells(inner, b, logOf(is))
		}
		d.group(p, laneClass(is, i == 0 || len(diffLane(was, is)) > 0), inner)
	}
	if i == d.c.Parting {
		p.line("part", 1, d.head, 1, d.height-2)
	}
}
