package traces

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"strconv"
	"strings"

	"mc/model"
)

var (
	//go:embed page/page.html
	pageHTML string
	//go:embed page/page.css
	pageCSS string
	//go:embed page/page.js
	pageJS string
)

var pageTemplate = template.Must(template.New("page").Parse(pageHTML))

// page is what the template shows. Everything is plain text to it but what is
// made here: the drawing, the style and the script.
type page struct {
	MC, Name, Title, Verdict, Property, Origin, Settings string
	Good                                                 string // "good" if nothing is wrong
	Refs, Losses, Closed, Summary                        []string
	Other, Lesson                                        string
	Sides                                                []pageSide
	WrongLabel, EndLabel, Replay                         string
	Last, Width                                          int
	Columns                                              []pageColumn
	Data                                                 pageData
	CSS                                                  template.CSS
	JS                                                   template.JS
	Hatch                                                template.HTML
}

// pageSide is the verdict on the property under one of two sets of rules.
type pageSide struct{ Text, Good string }

func sides(c *Comparison) (out []pageSide) {
	if c.File.Property.Name == "" {
		return nil
	}
	for i, name := range c.Names {
		if c.Broken[i] {
			out = append(out, pageSide{"broken under " + name, ""})
		} else {
			out = append(out, pageSide{"not broken under " + name, "good"})
		}
	}
	return out
}

// found says how far the search went that found the trace.
func (f *File) found() string {
	if f.Explored == nil {
		return ""
	}
	return fmt.Sprintf(" Found among %d states, down to depth %d.", f.Explored.Distinct, f.Explored.Depth)
}

// pageColumn is one step of the picture.
type pageColumn struct {
	Step   int
	Label  string
	Height int
	SVG    template.HTML
}

// renderHTML writes one page that needs nothing but itself.
func renderHTML(w io.Writer, f *File, o RenderOptions) error {
	d := newDrawing(f, o.Comparison, false)
	d.quiet = map[string]string{}
	p := page{
		MC: f.MC, Name: f.Spec.Name, Title: heading(f), Verdict: f.Verdict, Property: f.Property.Name, Origin: strings.Join(f.source(), ", ") + ". " + f.length() + f.found(), Settings: strings.Join(f.settings(), ", "),
		Refs: f.Spec.Refs, Losses: f.losses(), Closed: f.closed(), Summary: f.claims(), WrongLabel: "Where it goes wrong", EndLabel: "The end", Replay: replayCommand(f, o.Source),
		Last: len(f.Steps), Width: d.width, Data: newPageData(f, o.Comparison, d.width),
		CSS: template.CSS(pageStyle(d.width)), JS: template.JS(pageJS), Hatch: template.HTML(hatch),
	}
	if p.Name == "" {
		p.Name = f.Model
	}
	if f.Verdict == verdictViolated {
		p.EndLabel = "Violation"
	} else {
		p.Good = "good"
	}
	if c := o.Comparison; c != nil {
		p.Other, p.Lesson, p.Sides = c.Names[1], c.Lesson, sides(c)
	}
	for i := range f.States() {
		p.Columns = append(p.Columns, pageColumn{i, stepLabel(f, i), d.heightOf(d.columns[i]), template.HTML(d.draw(i))})
	}
	return pageTemplate.Execute(w, p)
}

func pageStyle(width int) string {
	css := strings.Replace(pageCSS, "{{variables}}", variables(), 1)
	return strings.ReplaceAll(css, "{{width}}", strconv.Itoa(width)) + pictureCSS
}

// pageData is what the script needs, as one JSON value.
type pageData struct {
	Steps    []pageStep   `json:"steps"`
	Timeline []pageMoment `json:"timeline"`
	Width    int          `json:"width"`   // of a column
	Wrong    int          `json:"wrong"`   // the step to open at
	Parting  int          `json:"parting"` // -1 without a comparison
	Names    [2]string    `json:"names"`
}

type pageStep struct {
	Title  string       `json:"title"`
	Words  string       `json:"words,omitempty"`
	Action string       `json:"action,omitempty"`
	Ref    string       `json:"ref,omitempty"`
	Aside  bool         `json:"aside,omitempty"`
	Lanes  []pageLane   `json:"lanes"`
	Parts  []model.Part `json:"parts,omitempty"`
	Other  *pageOther   `json:"other,omitempty"`
}

// pageLane is one participant: name, value before and value after of
// everything that it has.
type pageLane struct {
	Name string      `json:"name"`
	Off  bool        `json:"off,omitempty"`
	Rows [][3]string `json:"rows"`
}

type pageOther struct {
	Words   string   `json:"words"`
	Extra   []string `json:"extra,omitempty"`
	Changes []Change `json:"changes,omitempty"`
}

type pageMoment struct {
	Step  int    `json:"step"`
	Words string `json:"words"`
	Class string `json:"class,omitempty"`
}

func newPageData(f *File, c *Comparison, width int) pageData {
	d := pageData{Width: width, Wrong: Wrong(f, c), Parting: -1}
	for i := range f.States() {
		s := pageStep{Title: f.title(i), Parts: f.Frame(i).Parts, Lanes: pageLanes(f, i)}
		if i > 0 {
			e := &f.Steps[i-1]
			s.Words, s.Action, s.Ref, s.Aside = e.Words, e.Action, e.Ref, e.Aside
		}
		if c != nil {
			s.Other = newPageOther(c, i)
		}
		d.Steps = append(d.Steps, s)
	}
	if c != nil {
		d.Parting, d.Names = c.Parting, c.Names
	}
	d.Timeline = pageTimeline(f, c)
	return d
}

// Wrong is where a reader should look first: where a committed record is cut,
// or the two sets of rules part, or else the end. c may be nil.
func Wrong(f *File, c *Comparison) int {
	if losses := cuts(f); len(losses) > 0 {
		return losses[0].Cut
	}
	if c != nil && c.Parting > 0 {
		return c.Parting
	}
	return len(f.Steps)
}

func pageLanes(f *File, i int) []pageLane {
	before := f.Frame(max(i-1, 0)).View
	out := []pageLane{}
	for _, is := range f.Frame(i).View.Lanes {
		was := laneNamed(before, is.Name)
		if i == 0 {
			was = model.Lane{} // so that the start shows everything
		}
		lane := pageLane{Name: is.Name, Off: is.Off, Rows: [][3]string{}}
		for _, name := range rowNames(was, is) {
			lane.Rows = append(lane.Rows, [3]string{name, rowValue(was, name), rowValue(is, name)})
		}
		out = append(out, lane)
	}
	return out
}

// rowNames are the rows of a lane's card: role and log first, then its fields.
func rowNames(was, is model.Lane) (names []string) {
	if role(is)+role(was) != "" {
		names = append(names, fieldRole)
	}
	if is.Log != nil {
		names = append(names, rowLog, fieldHW)
		if !hasField(is, rowLEO) {
			names = append(names, rowLEO)
		}
	}
	for _, f := range is.Fields {
		if f.Name != fieldHW || is.Log == nil {
			names = append(names, f.Name)
		}
	}
	return names
}

const (
	rowLog = "log"
	rowLEO = "LEO"
)

func rowValue(l model.Lane, name string) string {
	switch {
	case name == fieldRole:
		return role(l)
	case name == rowLog && l.Log != nil:
		cells := make([]string, len(l.Log.Cells))
		for i, c := range l.Log.Cells {
			cells[i] = cellText(c)
		}
		return strings.Join(cells, " ")
	case name == fieldHW && l.Log != nil:
		return strconv.Itoa(l.Log.HighWatermark)
	case name == rowLEO && l.Log != nil:
		return strconv.Itoa(len(l.Log.Cells))
	}
	return fieldNamed(l, name)
}

func newPageOther(c *Comparison, i int) *pageOther {
	p := &c.Pairs[i]
	o := &pageOther{Changes: p.Changes}
	for _, e := range p.Extra {
		o.Extra = append(o.Extra, e.account())
	}
	switch {
	case p.Kind == Same:
		o.Words = "The same."
	case p.Kind == NotTaken:
		o.Words = "This step is not enabled there; it is left out."
	case p.Other != nil:
		o.Words = p.Other.account()
	}
	return o
}

// pageTimeline lists what was committed and cut, where the two part, and what
// was violated.
func pageTimeline(f *File, c *Comparison) []pageMoment {
	out := []pageMoment{}
	parting := -1
	if c != nil {
		parting = c.Parting
	}
	for i, moments := range byStep(f) {
		for _, m := range moments {
			class := "good"
			if m.What == MomentCut {
				class = "bad"
			}
			words := m.Words()
			if i > 0 {
				words += " (" + f.Steps[i-1].Action + ")"
			}
			out = append(out, pageMoment{i, words, class})
		}
		if i == parting {
			out = append(out, pageMoment{i, fmt.Sprintf("%s and %s part", c.Names[0], c.Names[1]), ""})
		}
	}
	if f.Property.Name != "" {
		out = append(out, pageMoment{len(f.Steps), f.Property.Name + " " + f.Verdict, "bad"})
	}
	return out
}

func byStep(f *File) [][]Moment {
	out := make([][]Moment, f.States())
	for _, m := range timeline(f) {
		out[m.Step] = append(out[m.Step], m)
	}
	return out
}
