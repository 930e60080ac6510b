package traces

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"mc/model"
)

// TextOptions choose how Text writes.
type TextOptions struct {
	Color   bool   // ANSI colours: for a terminal
	Unicode bool   // box drawing and signs; plain ASCII without
	From    int    // first step to tell; 0 is the start
	Until   int    // last step to tell; 0 is all
	Width   int    // columns to wrap sentences at; 0 is 96
	Command string // the command that finds the trace, without -o; "" if the spec's name says it all
	Source  string // the trace file's name, for the command that replays it; "" if it is not saved
}

// Text tells f as a story: what went wrong, then each step in words with what
// it changed and a picture of the logs, then the claim that is broken.
func Text(w io.Writer, f *File, o TextOptions) error {
	t := newTeller(f, o)
	t.head()
	if o.From <= 0 {
		t.start()
	}
	for i := max(o.From, 1); i <= t.until(); i++ {
		t.step(i)
	}
	if t.until() == len(f.Steps) {
		t.claim()
	}
	t.replay()
	_, err := w.Write(t.out.Bytes())
	return err
}

// teller writes one story.
type teller struct {
	f    *File
	o    TextOptions
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

func newTeller(f *File, o TextOptions) *teller {
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
	t.name = max(t.name, width(lane.Name))
	t.role = max(t.role, width(role(lane)))
	t.cols = max(t.cols, len(lane.Log.Cells), lane.Log.HighWatermark)
	for _, c := range lane.Log.Cells {
		t.cell = max(t.cell, width(cellText(c))+1)
	}
}

func (t *teller) until() int {
	if t.o.Until > 0 {
		return min(t.o.Until, len(t.f.Steps))
	}
	return len(t.f.Steps)
}

// head says in the first lines what was found and where.
func (t *teller) head() {
	f := t.f
	if f.Property.Name == "" {
		t.line("%s", t.paint(bold, cmp.Or(strings.ToUpper(f.Verdict), "RUN")))
	} else {
		t.line("%s", t.paint(verdictColor(f.Verdict), strings.ToUpper(f.Verdict)+"  "+f.Property.Name))
	}
	for _, sentence := range f.Summary() {
		t.wrap("  ", sentence)
	}
	t.line("")
	t.wrap("  ", f.origin())
	t.line("")
}

// Summary is what a reader who reads no further should know: the title, the
// claim, what breaks it, which records were lost where, and what closed it.
func (f *File) Summary() []string {
	out := append([]string{sentence(heading(f))}, f.claims()...)
	return append(append(out, f.losses()...), f.closed()...)
}

// claims are the property in words, unless they are the heading, and what
// breaks it.
func (f *File) claims() (out []string) {
	for _, text := range []string{f.Property.Doc, f.Property.Witness} {
		if text != "" && sentence(text) != sentence(heading(f)) {
			out = append(out, sentence(text))
		}
	}
	return out
}

// losses tells each loss in words.
func (f *File) losses() (out []string) {
	for _, loss := range Losses(f) {
		out = append(out, loss.Words(f))
	}
	return out
}

// closed says which other rules do without the harm, if that is known.
func (f *File) closed() (out []string) {
	if f.Closed != nil {
		out = append(out, f.Closed.Words)
	}
	return out
}

// sentence ends text with a full stop.
func sentence(text string) string {
	if text == "" || strings.HasSuffix(text, ".") {
		return text
	}
	return text + "."
}

// origin is where a trace comes from, in one sentence.
func (f *File) origin() string {
	return strings.Join(append(f.source(), f.settings()...), ", ") + ". " + f.length()
}

// source names spec and model.
func (f *File) source() (parts []string) {
	if f.Spec.Name != "" {
		parts = append(parts, f.Spec.Name)
	}
	if f.Model != f.Spec.Name {
		parts = append(parts, "model "+f.Model)
	}
	return parts
}

// settings are the constants and what was taken out of the model.
func (f *File) settings() (parts []string) {
	for _, name := range slices.Sorted(maps.Keys(f.Constants)) {
		parts = append(parts, name+" "+f.Constants[name])
	}
	for _, rule := range f.Without {
		parts = append(parts, "without "+rule)
	}
	return parts
}

func (f *File) length() string {
	return fmt.Sprintf("%d states: the start and %d steps.", f.States(), len(f.Steps))
}

func (t *teller) start() {
	t.line("%s", t.paint(bold, "start"))
	t.fields(t.f.Start.View)
	t.picture(0)
	if t.cols > 0 {
		t.line("")
		t.wrap("     ", "Pictures: a record is name@epoch under its offset; "+t.sign.hw+" is the high watermark, what is left of it is committed as far as that replica knows; "+t.sign.cut+" was cut in this step; "+t.sign.changed+" changed in this step.")
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
		words := make([]string, 0, len(lane.Fields))
		for _, f := range lane.Fields {
			if f.Value != "" {
				words = append(words, f.Name+" "+f.Value)
			}
		}
		t.line("     %s: %s", lane.Name, strings.Join(words, ", "))
	}
}

// step tells step i: title, words, changes, picture.
func (t *teller) step(i int) {
	e := &t.f.Steps[i-1]
	rule := e.Action
	if e.Ref != "" {
		rule += ", " + e.Ref
	}
	title := fmt.Sprintf("%3d  %s", i, t.paint(bold, e.Title))
	if e.Title != e.Action || e.Ref != "" {
		title += t.paint(dim, "   ["+rule+"]")
	}
	if e.Aside {
		title += t.paint(dim, "   (the violation does not depend on it)")
	}
	t.line("%s", title)
	t.wrap("     ", e.Words)
	for _, a := range e.Arrows {
		t.line("     %s", t.paint(dim, fmt.Sprintf("%s %s %s: %s", a.From, t.sign.arrow, a.To, a.Text)))
	}
	t.changes(e.Changes)
	t.picture(i)
	t.line("")
}
