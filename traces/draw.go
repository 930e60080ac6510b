package traces

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"mc/model"
)

// The measures of a column, in pixels.
const (
	columnMargin = 7
	nameHeight   = 17 // a lane's first line: name, role, high watermark
	cellHeight   = 24
	textHeight   = 14
	arrowStrip   = 20 // at the right, for the arrows
	cellsPerLine = 8
	letter       = 6.2 // width of a letter, as small text has it
	markWidth    = 44  // of "HW 10"
)

// drawing draws the columns of one trace, all of the same size: one per step,
// with a band per lane, and the other rules' replicas below if there is a
// comparison.
type drawing struct {
	f       *File
	c       *Comparison
	bands   []band
	others  []band
	cell    int  // width of a cell
	line    int  // cells per line
	beside  bool // the high watermark stands beside the cells, not in the line above
	width   int
	height  int
	head    int // height of the titles
	otherAt int // where the block of the other rules begins
	moments [][]Moment
	quiet   map[string]string // pictures of unchanged lanes by their text: the name under which one is drawn; nil draws each anew
	lost    map[string]bool   // "lane step offset" of records that were committed and cut
	missing map[string]string // "lane offset" of committed records that a replica never had
}

// band is the strip of one lane in every column.
type band struct {
	name   string
	y      int
	height int
	log    bool
	lines  int // lines of cells, or of fields
	speaks bool
}

func newDrawing(f *File, c *Comparison) *drawing {
	d := &drawing{f: f, c: c, moments: byStep(f), lost: map[string]bool{}, missing: map[string]string{}}
	views := make([]model.View, 0, 2*f.States())
	for i := range f.States() {
		views = append(views, f.Frame(i).View)
	}
	if c != nil {
		for _, p := range c.Pairs {
			views = append(views, p.Frame.View)
		}
	}
	d.measure(views)
	d.layOut(0, f.States())
	for _, l := range cuts(f) {
		for n := range l.Records {
			d.lost[fmt.Sprint(l.From, " ", l.Cut, " ", l.Offset+n)] = true
		}
	}
	for _, l := range absent(f) {
		text, _, _ := strings.Cut(l.Records[0], "@")
		d.missing[fmt.Sprint(l.From, " ", l.Offset)] = text
	}
	return d
}

// layOut gives every band the height that it needs in the steps from first up
// to, but not including, past.
func (d *drawing) layOut(first, past int) {
	d.head = d.headHeight(first, past)
	d.bands = d.stack(d.head, participants(d.f), first, past)
	d.height = d.bands[len(d.bands)-1].bottom() + columnMargin
	if d.c != nil {
		d.stackOthers(first, past)
	}
}

// measure sizes cells and columns for the widest log and the longest role.
func (d *drawing) measure(views []model.View) {
	longest, text, name := 1, 2, 0
	for _, v := range views {
		for _, lane := range v.Lanes {
			l := logOf(lane)
			longest = max(longest, len(l.Cells), min(l.Capacity, cellsPerLine), l.HighWatermark)
			for _, c := range l.Cells {
				text = max(text, width(c.Text))
			}
			if lane.Log != nil {
				name = max(name, width(lane.Name)+1+width(role(lane)))
			}
		}
	}
	d.line = min(longest, cellsPerLine)
	d.cell = min(max(int(float64(text)*letter)+8, 24), 54)
	cells := 2*columnMargin + d.line*d.cell + arrowStrip + 4
	d.width = max(cells, columnMargin+arrowStrip+min(int(float64(name)*letter)+2, 150), 144)
	d.beside = cells+markWidth <= d.width
	if !d.beside {
		d.width = max(d.width, columnMargin+arrowStrip+markWidth+min(int(float64(name)*letter)+2, 150))
	}
}

// stack lays out a band per lane from y on.
func (d *drawing) stack(y int, names []string, first, past int) []band {
	var out []band
	for _, name := range names {
		b := band{name: name, y: y}
		for i := first; i < past; i++ {
			d.fit(&b, i)
			b.speaks = b.speaks || i > 0 && slices.ContainsFunc(d.f.Steps[i-1].Arrows, func(a model.Arrow) bool { return a.From == name })
		}
		b.height = nameHeight + b.lines*textHeight + 4
		if b.log {
			b.height = nameHeight + b.lines*(cellHeight+4) + 5
		}
		if b.speaks {
			b.height += textHeight
		}
		out = append(out, b)
		y = b.bottom() + 4
	}
	return out
}

// fit makes room in b for what its lane shows after step i.
func (d *drawing) fit(b *band, i int) {
	lane := laneNamed(d.f.Frame(i).View, b.name)
	if lane.Log != nil {
		b.log = true
		n := len(lane.Log.Cells)
		if i > 0 {
			n = max(n, len(logOf(laneNamed(d.f.Frame(i-1).View, b.name)).Cells))
		}
		b.lines = max(b.lines, d.linesOf(n))
		return
	}
	b.lines = max(b.lines, len(d.fieldLines(b.name, i)))
}

func (b band) bottom() int { return b.y + b.height }

// stackOthers lays out the replicas of the other rules.
func (d *drawing) stackOthers(first, past int) {
	d.others = nil
	d.otherAt = d.height + 2
	y := d.otherAt + 22
	for _, b := range d.bands {
		if !b.log {
			continue
		}
		b.y, b.speaks = y, false
		for i := max(first-1, 0); i < past; i++ { // what this row cuts was there in the one before
			n := len(logOf(laneNamed(d.c.Pairs[i].Frame.View, b.name)).Cells)
			b.lines = max(b.lines, d.linesOf(n))
		}
		b.height = nameHeight + b.lines*(cellHeight+4) + 5
		d.others = append(d.others, b)
		y = b.bottom() + 4
	}
	d.height = y + columnMargin - 4
}

// linesOf is how many lines n records take.
func (d *drawing) linesOf(n int) int { return (max(n, 1) + d.line - 1) / d.line }

// column draws step i, at the origin.
func (d *drawing) column(i int) []byte {
	p := &pen{}
	d.titles(p, i)
	for _, b := range d.bands {
		d.band(p, b, i)
	}
	d.arrows(p, i)
	if d.c != nil {
		d.other(p, i)
	}
	return p.Bytes()
}

// titleAt is where the title's lines are set.
func titleAt(line int) int { return 30 + 14*line }

func (d *drawing) titleLines(i int) []string {
	if i == 0 {
		return nil
	}
	return breakText(d.f.title(i), d.chars(11.2), 3)
}

// headHeight is the room for number, title and what was committed or cut.
func (d *drawing) headHeight(first, past int) int {
	height := 0
	for i := first; i < past; i++ {
		lines := len(d.titleLines(i))
		if d.tag(i).text != "" {
			lines++
		}
		height = max(height, titleAt(lines)-7)
	}
	return height
}

// titles writes the step's number and title, and what was committed or cut.
func (d *drawing) titles(p *pen, i int) {
	number := fmt.Sprintf("step %d", i)
	if i == 0 {
		number = "start"
	}
	if i > 0 && d.f.Steps[i-1].Aside {
		number += " (aside)"
	}
	p.text("no", columnMargin, 15, number)
	lines := d.titleLines(i)
	for n, line := range lines {
		p.text("ti", columnMargin, titleAt(n), line)
	}
	t := d.tag(i)
	p.text(t.class, columnMargin, titleAt(len(lines)), t.text)
}

// tag is the line under the title: what the step committed or lost, or that
// it is the violation.
type tag struct{ class, text string }

func (d *drawing) tag(i int) tag {
	var out tag
	if i == len(d.f.Steps) && d.f.Verdict == verdictViolated {
		out = tag{"bd", "violated"}
	}
	for _, m := range d.moments[i] {
		what := m.Records[0]
		if n := len(m.Records); n > 1 {
			what = fmt.Sprintf("%d records", n)
		}
		if m.What == MomentCut {
			return tag{"bd", clip(what+" lost", d.chars(10.5))}
		}
		out = tag{"gd", clip(what+" committed", d.chars(10.5))}
	}
	return out
}

// chars is how many letters of a size fit into a column beside the arrows.
func (d *drawing) chars(size float64) int {
	return int(float64(d.width-columnMargin-arrowStrip) / (size * letter / 10.5))
}

// pen collects SVG elements.
type pen struct{ bytes.Buffer }

func (p *pen) text(class string, x, y int, text string) {
	if text != "" {
		fmt.Fprintf(p, `<text class="%s" x="%d" y="%d">%s</text>`, class, x, y, escapeXML(text))
	}
}

func (p *pen) rect(class string, x, y, w, h, r int) {
	fmt.Fprintf(p, `<rect class="%s" x="%d" y="%d" width="%d" height="%d" rx="%d"/>`, class, x, y, w, h, r)
}

func (p *pen) line(class string, x1, y1, x2, y2 int) {
	fmt.Fprintf(p, `<line class="%s" x1="%d" y1="%d" x2="%d" y2="%d"/>`, class, x1, y1, x2, y2)
}

func escapeXML(text string) string {
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;").Replace(text)
}

// clip shortens text to n letters.
func clip(text string, n int) string {
	runes := []rune(text)
	if len(runes) <= n {
		return text
	}
	return string(runes[:max(n-1, 0)]) + "…"
}

// breakText sets text in at most lines lines of n letters.
func breakText(text string, n, lines int) []string {
	var out []string
	line := ""
	words := strings.Fields(text)
	for i, word := range words {
		switch {
		case line == "":
			line = word
		case len([]rune(line))+1+len([]rune(word)) <= n:
			line += " " + word
		case len(out) == lines-1:
			return append(out, clip(line+" "+strings.Join(words[i:], " "), n))
		default:
			out, line = append(out, clip(line, n)), word
		}
	}
	if line != "" {
		out = append(out, clip(line, n))
	}
	return out
}
