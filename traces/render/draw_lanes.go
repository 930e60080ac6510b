package render

import (
	"fmt"
	"slices"
	"strings"

	"mc/model"
	"mc/term"
	"mc/traces"
	"mc/traces/internal/fold"
	"mc/traces/internal/views"
)

// draw draws column i, at the origin.
func (d *drawing) draw(i int) []byte {
	p := &pen{}
	c := d.columns[i]
	d.titles(p, c)
	slots := d.slots(c)
	for _, b := range d.bands {
		d.band(p, b, c, slots)
	}
	d.arrows(p, c)
	if d.c != nil {
		d.other(p, c)
	}
	return p.Bytes()
}

// band draws one lane.
func (d *drawing) band(p *pen, b band, c column, slots []slot) {
	before, after := d.views(c)
	was, is := views.Lane(before, b.name), views.Lane(after, b.name)
	p.rect("band", 3, b.y, d.width-6, b.height, 6)
	inner := &pen{}
	if b.log {
		log := fold.Pair{Was: views.Log(was), Is: views.Log(is), Lost: d.cutsOf(b.name, c)}
		d.replica(inner, b, was, is, log, slots)
		if d.last(c) {
			d.absent(inner, b, log, slots)
		}
	} else {
		inner.text("ln", columnMargin, b.y+13, b.name)
		for n, line := range d.fieldLines(b.name, c) {
			inner.text("", columnMargin, b.y+nameHeight+10+n*textHeight, line)
		}
	}
	d.group(p, laneClass(is, c.to == 0 || len(traces.DiffLane(was, is)) > 0), inner)
	if d.last(c) && d.f.Verdict == model.Violated && slices.Contains(d.f.Property.About.Lanes, b.name) {
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

// fieldLines are the fields of a lane without a log: all at the start, later
// those that changed.
func (d *drawing) fieldLines(lane string, c column) []string {
	before, after := d.views(c)
	was, is := views.Lane(before, lane), views.Lane(after, lane)
	if c.to == 0 {
		was = model.Lane{Name: lane}
	}
	var lines []string
	for _, x := range traces.DiffLane(was, is) {
		lines = append(lines, fieldLine(x))
	}
	const most = 4
	if len(lines) > most {
		lines = append(lines[:most-1], fmt.Sprintf("and %d more", len(lines)-most+1))
	}
	for n := range lines {
		lines[n] = term.Clip(lines[n], d.chars(10.5)+2)
	}
	return lines
}

func fieldLine(c traces.Change) string {
	if gone, come, kept := c.Items(); kept > 0 {
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

// arrows draws the messages of a column at the right, with their texts in the
// sender's band. Steps taken together show those of the first.
func (d *drawing) arrows(p *pen, c column) {
	if c.from == 0 {
		return
	}
	more := ""
	if c.to > c.from {
		more = " …"
	}
	said := map[string][]string{}
	for n, a := range d.f.Steps[c.from-1].Arrows {
		from, to := d.bandOf(a.From), d.bandOf(a.To)
		if from == nil || to == nil {
			continue
		}
		said[a.From] = append(said[a.From], "to "+a.To+": "+a.Text+more)
		d.arrow(p, d.width-columnMargin-2-n%3*7, *from, *to)
	}
	for _, b := range d.bands {
		p.text("dm", columnMargin, b.bottom()-5, term.Clip(strings.Join(said[b.name], "; "), d.chars(10.5)+1))
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
func (d *drawing) other(p *pen, c column) {
	p.line("rule", 3, d.otherAt, d.width-3, d.otherAt)
	t := d.otherTag(c)
	p.text(t.class, columnMargin, d.otherAt+15, term.Clip(t.text, d.chars(10.5)))
	if d.same(c) {
		return
	}
	before, after := d.otherViews(c)
	slots := d.otherSlots(c)
	for _, b := range d.others {
		was, is := views.Lane(before, b.name), views.Lane(after, b.name)
		p.rect("band", 3, b.y, d.width-6, b.height, 6)
		inner := &pen{}
		d.replica(inner, b, was, is, fold.Pair{Was: views.Log(was), Is: views.Log(is)}, slots)
		d.group(p, laneClass(is, c.to == 0 || len(traces.DiffLane(was, is)) > 0), inner)
	}
	if c.to == d.c.Parting {
		p.line("part", 1, d.head, 1, d.height-2)
	}
}

// otherTag is the line above the other rules' replicas.
func (d *drawing) otherTag(c column) tag {
	kind := d.c.Pairs[c.to].Kind
	switch {
	case d.last(c) && d.c.Broken[1]:
		return tag{"bd", "broken here too"}
	case d.last(c) && d.c.Broken[0]:
		return tag{"gd", "not broken"}
	case kind == traces.NotTaken:
		return tag{"nt", "not enabled"}
	case c.to == d.c.Parting:
		return tag{"nt", "here the two part"}
	case kind == traces.Same:
		return tag{"no", "under " + d.c.Names[1] + ": same"}
	}
	return tag{"no", "under " + d.c.Names[1]}
}
