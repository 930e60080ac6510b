package render

import (
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"io"
	"slices"
	"strconv"
	"strings"

	"mc/model"
	"mc/traces"
	"mc/traces/internal/views"
	"mc/traces/tell"
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
	Refs, Losses, Why, Closed, Summary                   []string
	Fair                                                 []string // why a run that goes on for ever counts
	Under                                                []string // what rules, beside the steps
	Other, Lesson                                        string
	Sides                                                []pageSide
	WrongLabel, EndLabel, Replay                         string
	Last, Width, Height, Names                           int
	Logs, Acks, Kept                                     bool          // there is something to explain the pictures of
	Lanes                                                template.HTML // their names, beside the steps
	Bands                                                template.HTML // the lanes where steps are folded
	Chapters                                             []pageChapter
	Data                                                 pageData
	Script, Style                                        string // the only ones that a browser runs and follows
	CSS                                                  template.CSS
	JS                                                   template.JS
	Hatch                                                template.HTML
}

// pageSide is the verdict on the property under one of two sets of rules.
type pageSide struct{ Text, Good string }

func sides(c *traces.Comparison) (out []pageSide) {
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
func found(f *traces.File) string {
	if f.Explored == nil {
		return ""
	}
	return fmt.Sprintf(" Found among %d states, down to depth %d.", f.Explored.Distinct, f.Explored.Depth)
}

// pageChapter is a part of the timeline; a short trace is one without heading.
type pageChapter struct {
	Heading string
	Steps   []pageColumn
}

// pageColumn is one step of the picture.
type pageColumn struct {
	Step          int
	Number, Title string
	Tag, Class    string // what was committed, acknowledged or lost
	Changes       string // for those who cannot see the picture
	SVG           template.HTML

	Row     bool   // begins a row where the timeline is printed
	Quiet   bool   // without news in a long trace: folded
	Folding string // what stands for it and those up to Until, if it is the first of them
	Until   int
}

// chapters are the steps of the picture, those of a long trace in chapters.
func chapters(f *traces.File, d *drawing) []pageChapter {
	begins := map[int]string{}
	for _, c := range f.Chapters() {
		begins[begin(c)] = tell.Chapter(c)
	}
	out := []pageChapter{{Heading: begins[0]}}
	quiet, until := tell.Quiet(f), 0
	for i := range f.States() {
		if begins[i] != "" && i > 0 {
			out = append(out, pageChapter{Heading: begins[i]})
		}
		at := &out[len(out)-1]
		c := newPageColumn(f, d, i)
		c.Row = len(at.Steps)%d.perPrintedRow() == 0
		if c.Until = quiet[i]; c.Until > 0 {
			until = c.Until
			c.Folding = tell.Folding(f, i, until)
		}
		c.Quiet = i > 0 && i <= until
		at.Steps = append(at.Steps, c)
	}
	return out
}

// begin is the state that a chapter begins with: the start belongs to the first.
func begin(c traces.Chapter) int {
	if c.From == 1 {
		return 0
	}
	return c.From
}

func newPageColumn(f *traces.File, d *drawing, i int) pageColumn {
	t := d.tag(d.columns[i])
	c := pageColumn{Step: i, Number: "step 0", Title: f.Title(i), Tag: t.text, Class: t.class, SVG: template.HTML(d.draw(i))}
	if i == 0 {
		return c
	}
	c.Number, c.Changes = fmt.Sprintf("step %d", i), changesLabel(f, i)
	if f.Steps[i-1].Aside {
		c.Number += " (aside)"
	}
	return c
}

// The width of a printed page, in the pixels of a timeline at the scale at which it is
// printed (--z in page.css).
const printedWidth = 1050

// perPrintedRow is how many columns stand beside the names on a printed page.
func (d *drawing) perPrintedRow() int {
	return max(1, (printedWidth-d.names)/(d.width+1))
}

// renderHTML writes one page that needs nothing but itself.
func renderHTML(w io.Writer, f *traces.File, o Options) error {
	d := newDrawing(f, o.Comparison, true)
	d.quiet = map[string]string{}
	p := page{
		MC: f.MC, Name: f.Spec.Name, Title: tell.Heading(f), Verdict: string(f.Verdict), Property: f.Property.Name,
		Origin: tell.Source(f) + found(f), Settings: tell.Settings(f),
		Refs: f.Spec.Refs, Losses: tell.Losses(f), Why: tell.Why(f), Closed: tell.Closed(f), Summary: tell.Finding(f), Fair: tell.Evidence(f),
		WrongLabel: "Where it goes wrong", EndLabel: "The end", Replay: o.Replay,
		Last: len(f.Steps), Width: d.width, Height: d.height, Names: d.names, Data: newPageData(f, o.Comparison, d.width),
		Logs: d.logs, Acks: acknowledges(f), Kept: len(f.Analysis().Losses) > 0, Lanes: template.HTML(d.drawNames()), Bands: template.HTML(d.drawBands(10)),
		CSS: template.CSS(pageStyle(d)), JS: template.JS(pageJS), Hatch: template.HTML(hatch),
	}
	if p.Name == "" {
		p.Name = f.Model
	}
	if f.Verdict == model.Violated {
		p.EndLabel = "Violation"
	} else {
		p.Good = "good"
	}
	if c := o.Comparison; c != nil {
		p.Under, p.Other, p.Lesson, p.Sides = d.under(c.Names[0]), c.Names[1], tell.Lesson(c), sides(c)
	}
	p.Chapters = chapters(f, d)
	p.Script, p.Style = digest(string(p.JS)), digest(string(p.CSS))
	return pageTemplate.Execute(w, p)
}

// digest names a text in a page's security policy.
func digest(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}

// acknowledges reports that the run has acknowledgements to show.
func acknowledges(f *traces.File) bool {
	return slices.ContainsFunc(f.Analysis().Timeline, func(m traces.Moment) bool { return m.What == traces.MomentAcked })
}

// pageStyle is the style of a page with a drawing of this size.
func pageStyle(d *drawing) string {
	return strings.NewReplacer("{{variables}}", variables(), "{{width}}", strconv.Itoa(d.width),
		"{{height}}", strconv.Itoa(d.height), "{{names}}", strconv.Itoa(d.names)).Replace(pageCSS) + pictureCSS
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
	Begins string       `json:"begins,omitempty"` // the chapter that begins with it
	Words  string       `json:"words,omitempty"`
	Action string       `json:"action,omitempty"`
	Ref    string       `json:"ref,omitempty"`
	Aside  bool         `json:"aside,omitempty"`
	Lanes  []pageLane   `json:"lanes"`
	Scene  []string     `json:"scene,omitempty"` // the model's own picture
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
	Words   string          `json:"words"`
	Extra   []string        `json:"extra,omitempty"`
	Changes []traces.Change `json:"changes,omitempty"`
}

type pageMoment struct {
	Step  int    `json:"step"`
	Words string `json:"words"`
	Class string `json:"class,omitempty"`
}

func newPageData(f *traces.File, c *traces.Comparison, width int) pageData {
	d := pageData{Width: width, Wrong: tell.Wrong(f, c), Parting: -1}
	for i := range f.States() {
		s := pageStep{Title: f.Title(i), Parts: f.Frame(i).Parts, Lanes: pageLanes(f, i), Scene: f.Frame(i).View.Picture}
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
	for _, chapter := range f.Chapters() {
		d.Steps[begin(chapter)].Begins = tell.Chapter(chapter)
	}
	d.Timeline = pageTimeline(f, c)
	return d
}

// pageLanes are the participants after step i, with what they were before it.
func pageLanes(f *traces.File, i int) []pageLane {
	before := f.Frame(max(i-1, 0)).View
	out := []pageLane{}
	for _, is := range f.Frame(i).View.Lanes {
		was := views.Lane(before, is.Name)
		if i == 0 {
			was = model.Lane{} // so that the start shows everything
		}
		lane := pageLane{Name: is.Name, Off: is.Off, Rows: [][3]string{}}
		for _, row := range tell.Rows(was, is) {
			lane.Rows = append(lane.Rows, [3]string{row.Name, row.Was, row.Is})
		}
		out = append(out, lane)
	}
	return out
}

func newPageOther(c *traces.Comparison, i int) *pageOther {
	p := &c.Pairs[i]
	o := &pageOther{Changes: p.Changes}
	for _, e := range p.Extra {
		o.Extra = append(o.Extra, tell.Account(&e))
	}
	switch {
	case p.Kind == traces.Same:
		o.Words = "The same."
	case p.Kind == traces.NotTaken:
		o.Words = "This step is not enabled there; it is left out."
	case p.Other != nil:
		o.Words = tell.Account(p.Other)
	}
	return o
}

// pageTimeline lists what was committed and cut, where the two part, and what
// was violated.
func pageTimeline(f *traces.File, c *traces.Comparison) []pageMoment {
	out := []pageMoment{}
	parting := -1
	if c != nil {
		parting = c.Parting
	}
	for i, moments := range byStep(f) {
		for _, m := range moments {
			class := "good"
			if m.What == traces.MomentCut {
				class = "bad"
			}
			words := tell.Moment(m)
			if i > 0 {
				words += " (" + f.Steps[i-1].Action + ")"
			}
			out = append(out, pageMoment{i, words, class})
		}
		if i == parting {
			out = append(out, pageMoment{i, fmt.Sprintf("%s and %s part", c.Names[0], c.Names[1]), ""})
		}
	}
	for _, sentence := range tell.Loop(f) {
		out = append(out, pageMoment{len(f.Steps), sentence, ""})
	}
	if f.Property.Name != "" {
		out = append(out, pageMoment{len(f.Steps), f.Property.Name + " " + string(f.Verdict), "bad"})
	}
	return out
}

func byStep(f *traces.File) [][]traces.Moment {
	out := make([][]traces.Moment, f.States())
	for _, m := range f.Analysis().Timeline {
		out[m.Step] = append(out[m.Step], m)
	}
	return out
}
