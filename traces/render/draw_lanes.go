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
	if !d.timeline {
		d.titles(p, c)
	}
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
	class := laneClass(is, c.to == 0 || len(traces.DiffLane(was, is)) > 0)
	d.ground(p, b, class, c)
	inner := &pen{}
	switch {
	case b.log:
		log := fold.Pair{Was: views.Log(was), Is: views.Log(is), Lost: d.cutsOf(b.name, c)}
		d.replica(inner, b, was, is, log, slots, c.to)
		if d.last(c) {
			d.absent(inner, b, log, slots)
		}
	case !d.timeline:
		inner.text("ln", columnMargin, b.y+13, b.name)
	}
	d.lines(inner, b.textAt(), d.fieldLines(b, c))
	d.group(p, class, inner)
	if d.last(c) && d.f.Verdict == model.Violated && slices.Contains(d.f.Property.About.Lanes, b.name) {
		p.rect("frame", 3, b.y, d.width-6, b.height, 6)
	}
}

// ground is what a lane is drawn on: a card in each column, or a strip through
// all of them with a card where the step changed the lane.
func (d *drawing) ground(p *pen, b band, class string, c column) {
	if !d.timeline {
		p.rect("band", 3, b.y, d.width-6, b.height, 6)
		return
	}
	p.rect("band", 0, b.y, d.width, b.height, 0)
	if class == "" && c.to > 0 {
		p.rect("lit", 3, b.y+1, d.width-6, b.height-2, 5)
	}
}

func (d *drawing) lines(p *pen, y int, lines []tag) {
	for n, t := range lines {
		p.text(t.class, columnMargin, y+n*textHeight, t.text)
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

// arrows draws the messages of a column at the right, each from the words in
// the sender's band. Steps taken together show those of the first.
func (d *drawing) arrows(p *pen, c column) {
	for n, m := range d.messages(c) {
		from, to := d.bandOf(m.From), d.bandOf(m.To)
		y := from.textAt() + (len(d.fieldLines(*from, c))+m.line)*textHeight
		for k, line := range m.lines {
			p.text("ms", columnMargin, y+k*textHeight, line)
		}
		d.arrow(p, "", d.arrowAt(n), y-4, *from, *to)
	}
	by, told := d.tells(c)
	if from, to := d.bandOf(by), d.bandOf(told); from != nil && to != nil {
		d.arrow(p, " ak", d.arrowAt(len(d.messages(c))), from.y+nameHeight+cellHeight/2, *from, *to)
	}
}

// arrowAt is where the nth arrow of a column is drawn.
func (d *drawing) arrowAt(n int) int { return d.width - columnMargin - 2 - n*arrowGap }

// tells is who tells a producer that its records are written, and the lane that is
// told. A view says only the latter; the former is known where it is one lane whose
// high watermark covers records for the first time.
func (d *drawing) tells(c column) (by, told string) {
	var committed []string
	for i := c.from; i <= c.to; i++ {
		for _, m := range d.moments[i] {
			switch m.What {
			case traces.MomentAcked:
				told = m.Lane
			case traces.MomentCommitted:
				committed = append(committed, m.Lane)
			}
		}
	}
	if len(committed) == 1 {
		by = committed[0]
	}
	return by, told
}

func (d *drawing) bandOf(name string) *band {
	for i := range d.bands {
		if d.bands[i].name == name {
			return &d.bands[i]
		}
	}
	return nil
}

// arrow draws a message that leaves its sender's band at y.
func (d *drawing) arrow(p *pen, class string, x, y int, from, to band) {
	end, back := to.y+3, -6
	if to.y < from.y {
		end, back = to.bottom()-3, 6
	}
	fmt.Fprintf(p, `<circle class="hd%s" cx="%d" cy="%d" r="2.2"/>`, class, x, y)
	if to.name == from.name {
		return
	}
	p.line("ar"+class, x, y, x, end+back)
	fmt.Fprintf(p, `<path class="hd%s" d="M%d %dl-3.5 %d h7z"/>`, class, x, end, back)
}

// other draws the replicas under the other rules.
func (d *drawing) other(p *pen, c column) {
	p.line("rule", d.edge(), d.otherAt, d.width-d.edge(), d.otherAt)
	t := d.otherTag(c)
	for n, line := range d.fitted(t.text, 2) {
		p.text(t.class, columnMargin, d.otherAt+15+n*textHeight, line)
	}
	if d.same(c) && !d.timeline {
		return
	}
	before, after := d.otherViews(c)
	slots := d.otherSlots(c)
	for _, b := range d.others {
		was, is := views.Lane(before, b.name), views.Lane(after, b.name)
		class := laneClass(is, c.to == 0 || len(traces.DiffLane(was, is)) > 0)
		if d.same(c) && class == "" {
			class = "q"
		}
		d.ground(p, b, class, c)
		inner := &pen{}
		if b.log {
			d.replica(inner, b, was, is, fold.Pair{Was: views.Log(was), Is: views.Log(is)}, slots, -1)
		}
		d.lines(inner, b.textAt(), d.otherLines(b, c))
		d.group(p, class, inner)
	}
	if c.to == d.c.Parting {
		p.line("part", 1, d.head, 1, d.height-2)
	}
}

// edge is how far lines and lanes stay away from the sides of a column.
func (d *drawing) edge() int {
	if d.timeline {
		return 0
	}
	return 3
}

// otherTag is the line above the other rules' replicas.
func (d *drawing) otherTag(c column) tag {
	kind := d.c.Pairs[c.to].Kind
	under := "under " + d.c.Names[1]
	switch {
	case d.last(c) && d.c.Broken[1]:
		return tag{"bd", "broken here too"}
	case d.last(c) && d.c.Broken[0]:
		return tag{"gd", "not broken"}
	case kind == traces.NotTaken:
		return tag{"nt", "not enabled"}
	case c.to == d.c.Parting:
		return tag{"nt", "here the two part"}
	case d.timeline && kind == traces.Same && c.to == 0:
		return tag{"no", d.alike()}
	case d.timeline && kind == traces.Same:
		return tag{"no", "the same"}
	case d.timeline:
		return tag{}
	case kind == traces.Same:
		return tag{"no", under + ": same"}
	}
	return tag{"no", under}
}

// alike names the lanes that are the same under the other rules all along.
func (d *drawing) alike() string {
	var names []string
	for _, b := range d.bands {
		if !d.differs(b.name) {
			names = append(names, b.name)
		}
	}
	if len(names) == 0 || len(names) == len(d.bands) {
		return "the same"
	}
	return "the same all along: " + strings.Join(names, ", ")
}

// under are the lines that name rules, beside a timeline, divided where their words
// end.
func (d *drawing) under(rules string) (lines []string) {
	divided := strings.NewReplacer("_", "_ ", "=", "= ", "-", "- ").Replace("under " + rules)
	for _, line := range whole(divided, int(float64(d.names-2*columnMargin)/(letter+0.6))) {
		lines = append(lines, strings.NewReplacer("_ ", "_", "= ", "=", "- ", "-").Replace(line))
	}
	return lines
}

// drawNames draws the names of the lanes beside a timeline.
func (d *drawing) drawNames() []byte {
	p := &pen{}
	p.Write(d.drawBands(d.names))
	for _, b := range slices.Concat(d.bands, d.others) {
		p.text("ln", columnMargin, b.y+15, term.Clip(b.name, int(float64(d.names-columnMargin)/(letter+0.8))))
	}
	if d.c != nil {
		for n, line := range d.under(d.c.Names[1]) {
			p.text("nt", columnMargin, d.otherAt+15+n*textHeight, line)
		}
	}
	return p.Bytes()
}

// drawBands draws the lanes alone, so wide, where nothing of a step stands on them.
func (d *drawing) drawBands(width int) []byte {
	p := &pen{}
	for _, b := range slices.Concat(d.bands, d.others) {
		p.rect("band", 0, b.y, width, b.height, 0)
	}
	if d.c != nil {
		p.line("rule", 0, d.otherAt, width, d.otherAt)
	}
	return p.Bytes()
}
