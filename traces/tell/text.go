package tell

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"strings"

	"mc/model"
	"mc/term"
	"mc/traces"
	"mc/traces/internal/views"
)

// Options choose how Text writes.
type Options struct {
	Color   bool // ANSI colours: for a terminal
	Unicode bool // box drawing and signs; plain ASCII without
	From    int  // first step to tell; 0 is the start
	Until   int  // last step to tell; 0 is all
	Width   int  // columns to wrap sentences at; 0 is 96
	// Expected says that somebody expected this: it is no alarm, and not
	// coloured as one.
	Expected bool

	// Unfolded tells also those steps of a long trace that have no news.
	Unfolded bool

	Replay string // how to take the steps again, in the words of the program; "" says nothing of it
	Whole  string // to Brief: how to see all steps; "" says nothing of it
}

// Text tells f as a story: what went wrong, then each step in words with what
// it changed and a picture of the logs, then the property that is broken.
func Text(w io.Writer, f *traces.File, o Options) error {
	t := newTeller(f, o)
	t.head()
	if o.From <= 0 {
		t.start()
	}
	t.steps()
	if t.until() == len(f.Steps) {
		t.end()
	}
	t.replay()
	_, err := w.Write(t.out.Bytes())
	return err
}

// steps tells the steps that are asked for; of a long trace that is told whole, in
// chapters, and without those that have no news.
func (t *teller) steps() {
	heading, quiet := map[int]string{}, map[int]int{}
	if t.o.From <= 0 && t.o.Until <= 0 {
		if !t.o.Unfolded {
			quiet = Quiet(t.f)
		}
		for _, c := range t.f.Chapters() {
			heading[c.From] = Chapter(c)
		}
	}
	for i := max(t.o.From, 1); i <= t.until(); i++ {
		if h := heading[i]; h != "" {
			t.line("%s", t.paint(term.Bold, h))
			t.line("")
		}
		if until := quiet[i]; until > 0 {
			t.wrap("     ", Folding(t.f, i, until))
			t.line("")
			i = until
			continue
		}
		t.step(i)
	}
}

// teller writes one story.
type teller struct {
	f    *traces.File
	o    Options
	out  bytes.Buffer
	sign signs
	cell int // width of a cell in the pictures, the same for the whole story
	name int // width of the lanes' names
	role int // width of their badges
	cols int // offsets to draw
}

// signs are the marks of the pictures.
type signs struct{ hw, cut, changed, arrow, to, none string }

var (
	unicodeSigns = signs{hw: "┃", cut: "×", changed: "▸", arrow: "→", to: "→", none: "·"}
	asciiSigns   = signs{hw: "|", cut: "x", changed: ">", arrow: "->", to: "->", none: "."}
)

func newTeller(f *traces.File, o Options) *teller {
	t := &teller{f: f, o: o, sign: asciiSigns}
	if o.Unicode {
		t.sign = unicodeSigns
	}
	t.o.Width = cmp.Or(o.Width, 96)
	for i := range 1 + len(f.Steps) {
		for _, lane := range f.Frame(i).View.Lanes {
			t.measure(lane)
		}
	}
	return t
}

func (t *teller) measure(lane model.Lane) {
	if lane.Log == nil {
		return
	}
	t.name = max(t.name, term.Width(lane.Name))
	t.role = max(t.role, term.Width(views.Role(lane)))
	t.cols = max(t.cols, len(lane.Log.Cells), lane.Log.HighWatermark)
	for _, c := range lane.Log.Cells {
		t.cell = max(t.cell, term.Width(views.Record(c))+1)
	}
}

func (t *teller) until() int {
	if t.o.Until > 0 {
		return min(t.o.Until, len(t.f.Steps))
	}
	return len(t.f.Steps)
}

// heading is the verdict with its property.
func (t *teller) heading() {
	f := t.f
	if f.Property.Name == "" {
		t.line("%s", t.paint(term.Bold, cmp.Or(strings.ToUpper(string(f.Verdict)), "RUN")))
	} else {
		t.line("%s", t.paint(t.verdictColor(f.Verdict), strings.ToUpper(string(f.Verdict))+"  "+f.Property.Name))
	}
}

// head says in the first lines what was found and where.
func (t *teller) head() {
	f := t.f
	t.heading()
	for _, sentence := range Summary(f) {
		t.wrap("  ", sentence)
	}
	t.line("")
	t.wrap("  ", Origin(f))
	t.line("")
}

func (t *teller) start() {
	t.line("%s", t.paint(term.Bold, "start"))
	t.fields(t.f.Start.View)
	t.scene(0)
	t.picture(0)
	if t.cols > 0 {
		t.line("")
		t.wrap("     ", "Pictures: a record is name@epoch under its offset; "+t.sign.hw+" is the high watermark, "+
			"what is left of it is committed as far as that replica knows; "+
			t.sign.cut+" was cut in this step; "+t.sign.changed+" changed in this step.")
	}
	t.line("")
}

// fields shows the state that a story starts in: the lanes that keep no log,
// on one line each.
func (t *teller) fields(v model.View) {
	for _, lane := range v.Lanes {
		if lane.Log != nil || len(lane.Fields) == 0 {
			continue
		}
		told := make([]string, 0, len(lane.Fields))
		for _, f := range lane.Fields {
			if f.Value != "" {
				told = append(told, f.Name+" "+f.Value)
			}
		}
		t.line("     %s: %s", lane.Name, strings.Join(told, ", "))
	}
}

// step tells step i: title, words, changes, picture.
func (t *teller) step(i int) {
	e := &t.f.Steps[i-1]
	rule := e.Action
	if e.Ref != "" {
		rule += ", " + e.Ref
	}
	title := fmt.Sprintf("%3d  %s", i, t.paint(term.Bold, e.Title))
	if e.Title != e.Action || e.Ref != "" {
		title += t.paint(term.Dim, "   ["+rule+"]")
	}
	if e.Aside {
		title += t.paint(term.Dim, "   (the violation does not depend on it)")
	}
	t.line("%s", title)
	t.wrap("     ", e.Words)
	for _, a := range e.Arrows {
		t.line("     %s", t.paint(term.Dim, fmt.Sprintf("%s %s %s: %s", a.From, t.sign.arrow, a.To, a.Text)))
	}
	t.changes(e.Changes)
	t.scene(i)
	t.picture(i)
	t.line("")
}
