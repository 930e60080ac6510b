package render

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"mc/model"
	"mc/traces"
	"mc/traces/tell"
)

// renderMermaid writes a sequence diagram that GitHub and GitLab draw.
func renderMermaid(w io.Writer, f *traces.File, _ Options) error {
	var out bytes.Buffer
	fmt.Fprintln(&out, "sequenceDiagram")
	for i, name := range participants(f) {
		fmt.Fprintf(&out, "    participant p%d as %s\n", i, mermaidText(name))
	}
	d := diagram{f: f, names: participants(f), text: mermaidText,
		arrow: func(from, to int, text string) { fmt.Fprintf(&out, "    p%d->>p%d: %s\n", from, to, text) },
		note:  func(at int, text string) { fmt.Fprintf(&out, "    Note over p%d: %s\n", at, text) },
	}
	d.draw()
	_, err := w.Write(out.Bytes())
	return err
}

// renderPlantUML writes the same for PlantUML.
func renderPlantUML(w io.Writer, f *traces.File, _ Options) error {
	var out bytes.Buffer
	fmt.Fprintln(&out, "@startuml")
	for i, name := range participants(f) {
		fmt.Fprintf(&out, "participant \"%s\" as p%d\n", plantText(name), i)
	}
	d := diagram{f: f, names: participants(f), text: plantText,
		arrow: func(from, to int, text string) { fmt.Fprintf(&out, "p%d -> p%d : %s\n", from, to, text) },
		note:  func(at int, text string) { fmt.Fprintf(&out, "note over p%d : %s\n", at, text) },
	}
	d.draw()
	fmt.Fprintln(&out, "@enduml")
	_, err := w.Write(out.Bytes())
	return err
}

// diagram walks a trace for a sequence diagram of either dialect.
type diagram struct {
	f     *traces.File
	names []string
	text  func(string) string
	arrow func(from, to int, text string)
	note  func(at int, text string)
}

func (d *diagram) draw() {
	for i := range d.f.Steps {
		e := &d.f.Steps[i]
		number := fmt.Sprintf("%d. ", i+1)
		for _, a := range e.Arrows {
			d.arrow(d.index(a.From), d.index(a.To), d.text(number+arrowText(a, e)))
			number = ""
		}
		if at := d.index(d.actor(e)); len(e.Arrows) == 0 || beyondMessages(e) {
			d.note(at, d.text(number+e.Title+cutWords(e.Changes)))
		}
	}
	for _, sentence := range tell.Loop(d.f) {
		d.note(max(len(d.names)-1, 0), d.text(sentence))
	}
	if w := d.f.Property.Witness; w != "" {
		d.note(max(len(d.names)-1, 0), d.text(string(d.f.Verdict)+": "+w))
	}
}

// beyondMessages reports that a step does what its messages do not show: a
// replica takes another role, a high watermark moves, records are cut.
func beyondMessages(e *traces.Event) bool {
	for _, c := range e.Changes {
		if c.What == traces.RoleChanged || c.What == traces.WatermarkChanged {
			return true
		}
	}
	return len(cutIn(e.Changes)) > 0
}

func arrowText(a model.Arrow, e *traces.Event) string {
	if a.Text != "" {
		return a.Text
	}
	return e.Title
}

// actor is the lane that a step without messages happens in: the one that an
// argument names, or else the first that changes.
func (d *diagram) actor(e *traces.Event) string {
	for _, arg := range e.Args {
		if d.index(arg) >= 0 {
			return arg
		}
	}
	if len(e.Changes) > 0 {
		return e.Changes[0].Lane
	}
	return d.names[0]
}

// index is -1 for a name that is no participant.
func (d *diagram) index(name string) int {
	for i, n := range d.names {
		if n == name {
			return i
		}
	}
	return -1
}

// cutIn are the records that a step removes from logs.
func cutIn(changes []traces.Change) (cut []traces.Change) {
	for _, c := range changes {
		if c.What == traces.RecordChanged && c.After == "" {
			cut = append(cut, c)
		}
	}
	return cut
}

func cutWords(changes []traces.Change) string {
	words := ""
	for _, c := range cutIn(changes) {
		words += fmt.Sprintf("; %s at %s is cut", c.Before, c.Field)
	}
	return words
}

// mermaidText leaves out what Mermaid would read as syntax.
func mermaidText(text string) string {
	return strings.NewReplacer(";", ",", "#", "No. ", "\n", " ", "<", "‹", ">", "›", "{", "(", "}", ")").Replace(text)
}

func plantText(text string) string {
	return strings.NewReplacer("\n", " ", `"`, "'", "<", "‹", ">", "›").Replace(text)
}
