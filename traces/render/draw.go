package render

import (
	"fmt"
	"slices"

	"mc/model"
	"mc/term"
	"mc/traces"
	"mc/traces/internal/fold"
	"mc/traces/internal/views"
)

// The measures of a column, in pixels.
const (
	columnMargin = 7
	nameHeight   = 17 // a lane's first line: name, role, high watermark
	noName       = 4  // above a lane's first field where its name stands beside it
	cellHeight   = 24
	lineHeight   = cellHeight + 4
	textHeight   = 14
	arrowStrip   = 20 // at the right, for the arrows: room for two
	arrowGap     = 7  // from one arrow to the next
	foldedCells  = 5  // cells per line where logs are folded
	letter       = 6.2
	markWidth    = 44 // of "HW 10"
)

// drawing draws the columns of one trace, all of the same size, with a band
// per lane, and the other rules' replicas below if there is a comparison.
type drawing struct {
	f *traces.File
	c *traces.Comparison

	// timeline joins the columns: the lanes go through all of them, and their
	// names and the steps' titles stand beside and above, outside the drawing.
	timeline bool

	names   int             // width of the names beside a timeline
	strip   int             // at the right of each column, for the arrows
	decides map[string]bool // fields that the property speaks of, by name
	columns []column
	bands   []band
	others  []band
	cell    int  // width of a cell
	line    int  // cells per line
	logs    bool // some lane keeps a log
	long    bool // some log is so long that runs of records are drawn as one
	beside  bool // the high watermark stands beside the cells, not in the line above
	width   int
	height  int
	head    int // height of the titles
	otherAt int // where the block of the other rules begins
	moments [][]traces.Moment
	lost    map[string]bool   // "lane step offset" of records that were committed and cut
	missing map[string]string // "lane offset" of committed records that a replica never had

	// quiet holds pictures of unchanged lanes by their text: the name under
	// which one is drawn already. Nil draws each anew.
	quiet map[string]string
}

// column is what one column shows: a step, or several alike taken together.
// The start is {0, 0}.
type column struct{ from, to int }

// band is the strip of one lane in every column.
type band struct {
	name   string
	y      int
	height int
	log    bool
	lines  int // lines of cells
	texts  int // lines of fields, and of what it sends
	top    int // room above the first of them
}

func (b band) bottom() int { return b.y + b.height }

// newDrawing draws a timeline with one column per step, or columns to be set in
// rows, in which steps that repeat the same action share one.
func newDrawing(f *traces.File, c *traces.Comparison, timeline bool) *drawing {
	d := &drawing{f: f, c: c, timeline: timeline, moments: byStep(f), lost: map[string]bool{}, missing: map[string]string{}}
	d.columns = columnsOf(f, c, !timeline)
	d.decides = deciding(f)
	for _, l := range f.Analysis().Cuts {
		for n := range l.Records {
			d.lost[fmt.Sprint(l.From, " ", l.Cut, " ", l.Offset+n)] = true
		}
	}
	for _, l := range f.Analysis().Missing {
		d.missing[fmt.Sprint(l.From, " ", l.Offset)] = l.Names[0]
	}
	d.measure()
	d.layOut(0, len(d.columns))
	return d
}

// columnsOf divides the steps into columns. Only three or more steps of the
// same action are taken together, never the last step, and none that the other
// rules take differently.
func columnsOf(f *traces.File, c *traces.Comparison, together bool) []column {
	out := []column{{0, 0}}
	plain := func(i int) bool { return i < len(f.Steps) && (c == nil || c.Pairs[i].Kind == traces.Same) }
	for i := 1; i <= len(f.Steps); {
		to := i
		for together && plain(i) && plain(to+1) && f.Steps[to].Action == f.Steps[i-1].Action {
			to++
		}
		if to-i < 2 {
			to = i
		}
		out = append(out, column{i, to})
		i = to + 1
	}
	return out
}

// views are the states before and after a column.
func (d *drawing) views(c column) (was, is model.View) {
	return d.f.Frame(max(c.from-1, 0)).View, d.f.Frame(c.to).View
}

// otherViews are those under the other rules.
func (d *drawing) otherViews(c column) (was, is model.View) {
	return d.c.Pairs[max(c.from-1, 0)].Frame.View, d.c.Pairs[c.to].Frame.View
}

// last reports that a column shows where the run ends.
func (d *drawing) last(c column) bool { return c.to == len(d.f.Steps) }

// layOut gives every band the height that it needs in the columns from first
// up to, but not including, past.
func (d *drawing) layOut(first, past int) {
	columns := d.columns[first:past]
	d.head = 2
	if !d.timeline {
		d.head = d.headHeight(columns)
	}
	d.bands = d.stack(d.head, columns)
	d.height = d.bands[len(d.bands)-1].bottom() + columnMargin
	if d.c != nil {
		d.stackOthers(columns)
	}
}

// measure sizes cells and columns for the widest log and the longest role.
func (d *drawing) measure() {
	longest, text, name, arrows := 1, 2, 0, 0
	for i := range d.f.Steps {
		n := len(d.f.Steps[i].Arrows)
		if _, told := d.tells(column{i + 1, i + 1}); told != "" {
			n++
		}
		arrows = max(arrows, n)
	}
	d.strip = max(arrowStrip, arrowStrip+(arrows-2)*arrowGap)
	for _, v := range d.allViews() {
		d.logs = d.logs || views.HasLogs(v)
		for _, lane := range v.Lanes {
			l := views.Log(lane)
			longest = max(longest, len(l.Cells), min(l.Capacity, fold.Above), l.HighWatermark)
			for _, c := range l.Cells {
				text = max(text, term.Width(c.Text))
			}
			if lane.Log != nil {
				name = max(name, term.Width(d.roleOf(lane)))
			}
		}
	}
	d.line, d.long = longest, longest > fold.Above
	if d.long {
		d.line = foldedCells
	}
	d.cell = min(max(int(float64(text)*letter)+8, 24), 54)
	d.widen(name)
}

// roleOf is the line above a log: what the lane is, and its name unless that
// stands beside it.
func (d *drawing) roleOf(l model.Lane) string {
	if d.timeline {
		return views.Role(l)
	}
	return l.Name + " " + views.Role(l)
}

// widen gives a column room for its cells and for so many letters above them.
func (d *drawing) widen(letters int) {
	least, most := 144, 150
	if d.timeline {
		least, most, d.names = 130, 240, 64
	}
	for _, name := range participants(d.f) {
		d.names = max(d.names, min(int(float64(term.Width(name))*(letter+0.8))+2*columnMargin, 160))
	}
	if d.timeline && d.c != nil {
		d.names = max(d.names, 90) // for the names of rules
	}
	cells := 2*columnMargin + d.line*d.cell + d.strip + 4
	roles := columnMargin + d.strip + min(int(float64(letters)*letter)+2, most)
	d.width = max(cells, roles, least)
	d.beside = cells+markWidth <= d.width
	if !d.beside {
		d.width = max(d.width, roles+markWidth)
	}
}

func (d *drawing) allViews() (views []model.View) {
	for i := range d.f.States() {
		views = append(views, d.f.Frame(i).View)
	}
	if d.c != nil {
		for _, p := range d.c.Pairs {
			views = append(views, p.Frame.View)
		}
	}
	return views
}

// stack lays out a band per lane from y on.
func (d *drawing) stack(y int, columns []column) (out []band) {
	for _, name := range participants(d.f) {
		b := band{name: name, y: y}
		for _, c := range columns {
			was, is := d.views(c)
			b.log = b.log || views.Lane(is, name).Log != nil
			b.lines = max(b.lines, linesIn(d.slots(c), max(len(views.Log(views.Lane(was, name)).Cells), len(views.Log(views.Lane(is, name)).Cells))))
		}
		for _, c := range columns {
			b.texts = max(b.texts, len(d.fieldLines(b, c))+len(d.saidIn(name, c)))
		}
		b.close(d.timeline)
		out = append(out, b)
		y = b.bottom() + 4
	}
	return out
}

// close gives a band the height of what it holds.
func (b *band) close(timeline bool) {
	b.top = nameHeight
	if timeline && !b.log {
		b.top = noName
	}
	b.height = b.top + b.texts*textHeight + 5
	if b.log {
		b.height += b.lines * lineHeight
	}
	b.height = max(b.height, nameHeight+5)
}

// textAt is the base line of a band's first line of text below its log.
func (b band) textAt() int {
	y := b.y + b.top + 10
	if b.log {
		y += b.lines * lineHeight
	}
	return y
}

// same reports that up to and in a column the other rules did the same: there
// is nothing to draw of them.
func (d *drawing) same(c column) bool {
	return d.c != nil && (d.c.Parting < 0 || c.to < d.c.Parting)
}

// stackOthers lays out the replicas of the other rules; beside a timeline all lanes
// in which the two differ, and no others.
func (d *drawing) stackOthers(columns []column) {
	d.others = nil
	d.otherAt = d.height + 2
	if d.same(columns[len(columns)-1]) {
		d.height = d.otherAt + d.otherHead(columns)
		return
	}
	for _, b := range d.bands {
		if d.timeline && d.differs(b.name) || !d.timeline && b.log {
			d.others = append(d.others, b)
		}
	}
	y := d.otherAt + d.otherHead(columns)
	for i := range d.others {
		b := &d.others[i]
		b.y, b.lines, b.texts = y, 1, 0
		for _, c := range columns {
			was, is := d.otherViews(c)
			b.lines = max(b.lines, linesIn(d.otherSlots(c), max(len(views.Log(views.Lane(was, b.name)).Cells),
				len(views.Log(views.Lane(is, b.name)).Cells))))
			b.texts = max(b.texts, len(d.otherLines(*b, c)))
		}
		b.close(d.timeline)
		y = b.bottom() + 4
	}
	d.height = y + columnMargin - 4
}

// differs reports that a lane is another under the other rules in some step.
func (d *drawing) differs(lane string) bool {
	return slices.ContainsFunc(d.c.Pairs, func(p traces.Pair) bool {
		return slices.ContainsFunc(p.Changes, func(x traces.Change) bool { return x.Lane == lane })
	})
}

// otherHead is the room above the other rules' replicas, for what became of a
// step there.
func (d *drawing) otherHead(columns []column) int {
	lines := 1
	if d.timeline {
		lines = len(d.under(d.c.Names[1]))
		for _, c := range columns {
			lines = max(lines, len(d.fitted(d.otherTag(c).text, 2)))
		}
	}
	return 8 + textHeight*lines
}

// chars is how many letters of a size fit into a column beside the arrows.
func (d *drawing) chars(size float64) int {
	return int(float64(d.width-columnMargin-d.strip) / (size * letter / 10.5))
}
