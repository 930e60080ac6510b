package render

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"mc/model"
	"mc/term"
	"mc/traces"
	"mc/traces/render/itf"
	"mc/traces/tell"
)

// Options go beyond the trace itself.
type Options struct {
	// Comparison puts a second set of rules beside the trace, in the formats
	// that can show it.
	Comparison *traces.Comparison

	Replay string       // the command that takes the steps again; "" says nothing of it
	Text   tell.Options // for the format text

	// Named is the state after step i with the names that its types give, for programs.
	// Nil: there is none, and a state is its numbers.
	Named func(i int) (*traces.Named, error)

	// Driver is the course as a driver of a real system, for the format that is one. It is
	// the model's to make; empty: there is none.
	Driver string

	// Choices are what could be done after step i, for pictures of what was possible.
	// Nil: that is not known.
	Choices func(i int) []traces.Choice
}

// Format is one way to write a trace.
type Format struct {
	Name, Doc string
	Extension string // of a file that holds one, with its dot
	Beside    bool   // can show a comparison beside the trace
	Compares  bool   // shows by itself what closes a violation, if the trace knows it
	ReadsBack bool   // what is written is read by Read, and nothing is lost
	Names     bool   // has use for the names in states
	Branches  bool   // has use for what else could be done
	Drives    bool   // is a driver of a real system, which not every model has for every trace

	render func(io.Writer, *traces.File, Options) error
}

// formats are the renderings in the order in which they are listed. One more is
// a line here and a function.
var formats = []Format{
	{Name: "text", Doc: "the story, for a terminal", Extension: ".txt", Beside: true, render: renderText},
	{Name: "markdown", Doc: "the story, for an issue or a pull request", Extension: ".md", Beside: true,
		render: renderMarkdown},
	{Name: "json", Doc: traces.Schema + ", the trace file itself", Extension: ".json", ReadsBack: true,
		render: renderJSON},
	{Name: "script", Doc: "a spec with the same course as steps, to be checked again or changed", Extension: ".yaml",
		render: renderScript},
	{Name: "itf", Doc: "Informal Trace Format (Apalache ADR 015)", Extension: ".itf.json", ReadsBack: true, Names: true,
		render: renderITF},
	{Name: "dot", Doc: "the run as a graph for Graphviz", Extension: ".dot", Branches: true, render: renderDOT},
	{Name: "svg", Doc: "a picture: one lane per participant, one column per step", Extension: ".svg", Beside: true,
		render: renderSVG},
	{Name: "html", Doc: "a page of its own: picture, steps, differences; no network", Extension: ".html", Beside: true,
		Compares: true, render: renderHTML},
	{Name: "sequence", Doc: "a Mermaid sequence diagram", Extension: ".mermaid", render: renderMermaid},
	{Name: "plantuml", Doc: "a PlantUML sequence diagram", Extension: ".puml", render: renderPlantUML},
	{Name: "cluster", Doc: "a driver that takes the course on a real cluster; brokers/cluster carries it out", Extension: ".driver",
		Drives: true, render: renderDriver},
}

// Formats are all formats that Render knows.
func Formats() []Format { return slices.Clone(formats) }

// Names are those of the formats for which every filter holds.
func Names(filters ...func(Format) bool) (names []string) {
	for _, f := range formats {
		if !slices.ContainsFunc(filters, func(holds func(Format) bool) bool { return !holds(f) }) {
			names = append(names, f.Name)
		}
	}
	return names
}

// Find is the format of that name.
func Find(name string) (Format, bool) {
	i := slices.IndexFunc(formats, func(f Format) bool { return f.Name == name })
	if i < 0 {
		return Format{}, false
	}
	return formats[i], true
}

// For is the format that the name of a file asks for by its extension.
func For(file string) (found Format, ok bool) {
	for _, f := range formats {
		if strings.HasSuffix(file, f.Extension) && len(f.Extension) > len(found.Extension) {
			found, ok = f, true
		}
	}
	return found, ok
}

// Render writes f in the named format.
func Render(w io.Writer, f *traces.File, name string, o Options) error {
	format, ok := Find(name)
	if !ok {
		return fmt.Errorf("traces: there is no format %q%s; one of %s", name, model.DidYouMean(name, Names()),
			strings.Join(Names(), ", "))
	}
	if !format.ReadsBack { // for people, not for programs
		f, o.Comparison = f.Rewritten(oneLine), o.Comparison.Rewritten(oneLine)
		o.Replay, o.Text.Replay = oneLine(o.Replay), oneLine(o.Text.Replay)
	}
	return format.render(w, f, o)
}

var spaced = strings.NewReplacer("\n", " ", "\t", " ")

// oneLine is a text that ends no line and moves no cursor.
func oneLine(text string) string { return term.Visible(spaced.Replace(text)) }

// Read reads a trace in any format that reads back.
func Read(r io.Reader) (*traces.File, error) {
	text, err := traces.ReadText(r)
	if err != nil {
		return nil, err
	}
	if itf.Is(text) {
		return itf.Parse(text)
	}
	return traces.Parse(text)
}

func renderText(w io.Writer, f *traces.File, o Options) error {
	if o.Text.Replay == "" {
		o.Text.Replay = o.Replay
	}
	if o.Comparison != nil {
		return tell.Comparison(w, o.Comparison, o.Text)
	}
	return tell.Text(w, f, o.Text)
}

// renderDriver writes what the model has made.
func renderDriver(w io.Writer, f *traces.File, o Options) error {
	if o.Driver == "" {
		return fmt.Errorf("traces: there is no driver for a trace of %s", f.Model)
	}
	_, err := io.WriteString(w, o.Driver)
	return err
}

func renderJSON(w io.Writer, f *traces.File, _ Options) error { return f.Write(w) }

func renderITF(w io.Writer, f *traces.File, o Options) error {
	if o.Named != nil {
		return itf.WriteNamed(w, f, o.Named)
	}
	return itf.Write(w, f)
}
