package traces

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"mc/model"
)

// RenderOptions go beyond the trace itself.
type RenderOptions struct {
	// Comparison puts a second set of rules beside the trace, in the formats
	// that can show it: text, markdown, svg and html.
	Comparison *Comparison

	Source string      // the trace file's name, for the command that replays it
	Text   TextOptions // for the format text
}

// format is one way to write a trace.
type format struct {
	name, doc string
	render    func(io.Writer, *File, RenderOptions) error
}

// formats are the renderings by name, in the order in which they are listed.
var formats = []format{
	{"text", "the story, for a terminal", renderText},
	{"markdown", "the story, for an issue or a pull request", renderMarkdown},
	{"json", Schema + ", the trace file itself", func(w io.Writer, f *File, _ RenderOptions) error { return f.Write(w) }},
	{"script", "a spec with the same course as steps, to be checked again or changed", renderScript},
	{"itf", "Informal Trace Format (Apalache ADR 015)", func(w io.Writer, f *File, _ RenderOptions) error { return WriteITF(w, f) }},
	{"dot", "the run as a graph for Graphviz", renderDOT},
	{"svg", "a picture: one lane per participant, one column per step", renderSVG},
	{"html", "a page of its own: picture, steps, differences; no network", renderHTML},
	{"sequence", "a Mermaid sequence diagram", renderMermaid},
	{"plantuml", "a PlantUML sequence diagram", renderPlantUML},
}

// Formats are the names that Render knows.
func Formats() []string {
	names := make([]string, len(formats))
	for i, f := range formats {
		names[i] = f.name
	}
	return names
}

// FormatDoc is one line on what a format is for.
func FormatDoc(name string) string {
	for _, f := range formats {
		if f.name == name {
			return f.doc
		}
	}
	return ""
}

// Render writes f in the named format.
func Render(w io.Writer, f *File, name string, o RenderOptions) error {
	i := slices.IndexFunc(formats, func(x format) bool { return x.name == name })
	if i < 0 {
		return fmt.Errorf("traces: there is no format %q%s; one of %s", name, model.DidYouMean(name, Formats()), strings.Join(Formats(), ", "))
	}
	return formats[i].render(w, f, o)
}

func renderText(w io.Writer, f *File, o RenderOptions) error {
	o.Text.Source = o.Source
	if o.Comparison != nil {
		return TextComparison(w, o.Comparison, o.Text)
	}
	return Text(w, f, o.Text)
}
