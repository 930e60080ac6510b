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
	cellHeight   = 24
	lineHeight   = cellHeight + 4
	textHeight   = 14
	arrowStrip   = 20 // at the right, for the arrows
	foldedCells  = 5  // cells per line where logs are folded
	letter       = 6.2
	markWidth    = 44 // of "HW 10"
)

// drawing draws the columns of one trace, all of the same size, with a band
// per lane, and the other rules' replicas below if there is a comparison.
type drawing struct {
	f       *traces.File
	c       *traces.Comparison
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
	lines  int // lines of cells, or of fields
	speaks bool
}

func (b band) bottom() int { return b.y + b.height }

// newDrawing draws one column per step; with together, steps that repeat the
// same action share one.
func newDrawing(f *traces.File, c *traces.Comparison, together bool) *drawing {
	d := &drawing{f: f, c: c, moments: byStep(f), lost: map[string]bool{}, missing: map[string]string{}}
	d.columns = columnsOf(f, c, together)
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
	d.head = d.headHeight(columns)
	d.bands = d.stack(d.head, columns)
	d.height = d.bands[len(d.bands)-1].bottom() + columnMargin
	if d.c != nil {
		d.stackOthers(columns)
	}
}

// measure sizes cells and columns for the widest log and the longest role.
func (d *drawing) measure() {
	longest, text, name := 1, 2, 0
	for _, v := range d.allViews() {
		d.logs = d.logs || views.HasLogs(v)
		for _, lane := range v.Lanes {
			l := views.Log(lane)
			longest = max(longest, len(l.Cells), min(l.Capacity, fold.Above), l.HighWatermark)
			for _, c := range l.Cells {
				text = max(text, term.Width(c.Text))
			}
			if lane.Log != nil {
				name = max(name, term.Width(lane.Name)+1+term.Width(views.Role(lane)))
			}
		}
	}
	d.line, d.long = longest, longest > fold.Above
	if d.long {
		d.line = foldedCells
	}
	d.cell = min(max(int(float64(text)*letter)+8, 24), 54)
	cells := 2*columnMargin + d.line*d.cell + arrowStrip + 4
	names := columnMargin + arrowStrip + min(int(float64(name)*letter)+2, 150)
	d.width = max(cells, names, 144)
	d.beside = cells+markWidth <= d.width
	if !d.beside {
		d.width = max(d.width, names+markWidth)
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
			_, is := d.views(c)
			b.log = b.log || views.Lane(is, name).Log != nil
			if b.log {
				b.lines = max(b.lines, d.linesOf(name, c, d.slots(c)))
			} else {
				b.lines = max(b.lines, len(d.fieldLines(name, c)))
			}
			b.speaks = b.speaks || c.from > 0 && slices.ContainsFunc(d.f.Steps[c.from-1].Arrows,
				func(a model.Arrow) bool { return a.From == name })
		}
		b.height = nameHeight + b.lines*textHeight + 4
		if b.log {
			b.height = nameHeight + b.lines*lineHeight + 5
		}
		if b.speaks {
			b.height += textHeight
		}
		out = append(out, b)
		y = b.bottom() + 4
	}
	return out
}

// linesOf is how many lines of cells a lane fills in a column.
func (d *drawing) linesOf(name string, c column, slots []slot) int {
	was, is := d.views(c)
	return linesIn(slots, max(len(views.Log(views.Lane(was, name)).Cells), len(views.Log(views.Lane(is, name)).Cells)))
}

// same reports that up to and in a column the other rules did the same: there
// is nothing to draw of them.
func (d *drawing) same(c column) bool {
	return d.c != nil && (d.c.Parting < 0 || c.to < d.c.Parting)
}

// heightOf is less than that of the others for a column that has nothing to
// draw of the other rules.
func (d *drawing) heightOf(c column) int {
	if d.same(c) {
		return d.otherAt + 22
	}
	return d.height
}

// stackOthers lays out the replicas of the other rules.
func (d *drawing) stackOthers(columns []column) {
	d.others = nil
	d.otherAt = d.height + 2
	y := d.otherAt + 22
	if d.same(columns[len(columns)-1]) {
		d.height = y
		return
	}
	for _, b := range d.bands {
		if !b.log {
			continue
		}
		b.y, b.lines, b.speaks = y, 1, false
		for _, c := range columns {
			was, is := d.otherViews(c)
			b.lines = max(b.lines, linesIn(d.otherSlots(c), max(len(views.Log(views.Lane(was, b.name)).Cells),
				len(views.Log(views.Lane(is, b.name)).Cells))))
		}
		b.height = nameHeight + b.lines*lineHeight + 5
		d.others = append(d.others, b)
		y = b.bottom() + 4
	}
	d.height = y + columnMargin - 4
}

// chars is how many letters of a size fit into a column beside the arrows.
func (d *drawing) chars(size float64) int {
	return int(float64(d.width-columnMargin-arrowStrip) / (size * letter / 10.5))
}
