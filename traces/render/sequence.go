package render

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"mc/model"
	"mc/traces"
	"mc/traces/tell"
)

// renderMermaid writes a sequence diagram that GitHub and GitLab draw. A chapter is a
// rectangle.
func renderMermaid(w io.Writer, f *traces.File, _ Options) error {
	var out bytes.Buffer
	fmt.Fprintln(&out, "sequenceDiagram")
	for i, name := range participants(f) {
		fmt.Fprintf(&out, "    participant p%d as %s\n", i, mermaidText(name))
	}
	last := len(participants(f)) - 1
	d := diagram{f: f, names: participants(f), text: mermaidText,
		arrow: func(from, to int, text string) { fmt.Fprintf(&out, "    p%d->>p%d: %s\n", from, to, text) },
		lost:  func(from, to int, text string) { fmt.Fprintf(&out, "    p%d--xp%d: %s\n", from, to, text) },
		note:  func(at int, text string) { fmt.Fprintf(&out, "    Note over p%d: %s\n", at, text) },
		turn:  func(text string) { fmt.Fprintf(&out, "    Note over p0,p%d: %s\n", last, text) },
		chapter: func(title string) {
			fmt.Fprintf(&out, "    rect rgba(128, 128, 128, 0.1)\n    Note over p0,p%d: %s\n", last, title)
		},
		end: func() { fmt.Fprintln(&out, "    end") },
	}
	d.draw()
	_, err := w.Write(out.Bytes())
	return err
}

// renderPlantUML writes the same for PlantUML. A chapter is a group.
func renderPlantUML(w io.Writer, f *traces.File, _ Options) error {
	var out bytes.Buffer
	fmt.Fprintln(&out, "@startuml")
	for i, name := range participants(f) {
		fmt.Fprintf(&out, "participant \"%s\" as p%d\n", plantText(name), i)
	}
	last := len(participants(f)) - 1
	d := diagram{f: f, names: participants(f), text: plantText,
		arrow:   func(from, to int, text string) { fmt.Fprintf(&out, "p%d -> p%d : %s\n", from, to, text) },
		lost:    func(from, to int, text string) { fmt.Fprintf(&out, "p%d ->x p%d : %s\n", from, to, text) },
		note:    func(at int, text string) { fmt.Fprintf(&out, "note over p%d : %s\n", at, text) },
		turn:    func(text string) { fmt.Fprintf(&out, "note over p0, p%d : %s\n", last, text) },
		chapter: func(title string) { fmt.Fprintf(&out, "group %s\n", title) },
		end:     func() { fmt.Fprintln(&out, "end") },
	}
	d.draw()
	fmt.Fprintln(&out, "@enduml")
	_, err := w.Write(out.Bytes())
	return err
}

// diagram walks a trace for a sequence diagram of either dialect.
type diagram struct {
	f           *traces.File
	names       []string
	text        func(string) string
	arrow, lost func(from, to int, text string)
	note        func(at int, text string)
	turn        func(text string) // a note that concerns everybody
	chapter     func(title string)
	end         func()
}

func (d *diagram) draw() {
	chapters := d.f.Chapters()
	for i := range d.f.Steps {
		if len(chapters) > 0 && chapters[0].From == i+1 {
			c := chapters[0]
			d.chapter(d.text(fmt.Sprintf("Steps %d to %d: %s", c.From, c.Until, cmp.Or(strings.Join(c.Turns, ", "), "no news"))))
		}
		d.step(i + 1)
		if len(chapters) > 0 && chapters[0].Until == i+1 {
			d.end()
			chapters = chapters[1:]
		}
	}
	for _, sentence := range tell.Loop(d.f) {
		d.note(max(len(d.names)-1, 0), d.text(sentence))
	}
	if w := d.f.Property.Witness; w != "" {
		d.note(max(len(d.names)-1, 0), d.text(string(d.f.Verdict)+": "+w))
	}
}

// step draws one step: its messages, those that do not arrive, what it does besides, and
// what it means for the run.
func (d *diagram) step(i int) {
	e := &d.f.Steps[i-1]
	number := fmt.Sprintf("%d. ", i)
	for _, a := range e.Arrows {
		d.arrow(d.index(a.From), d.index(a.To), d.text(number+arrowText(a, e)))
		number = ""
	}
	if at := d.index(d.actor(e)); len(e.Arrows) == 0 || beyondMessages(e) {
		d.note(at, d.text(number+e.Title+cutWords(e.Changes)))
	}
	for _, a := range e.Lost {
		if from, to := d.index(a.From), d.index(a.To); from >= 0 && to >= 0 {
			d.lost(from, to, d.text(cmp.Or(a.Text, "a message")+", which never arrives"))
		}
	}
	for _, t := range e.Turns {
		if t.Kind == model.Election || t.Kind == model.Commit || t.Kind == model.Loss {
			d.turn(d.text(t.Words + t.Cause))
		}
	}
	d.acknowledged(i)
}

// acknowledged says what was promised in step i, on the lane that keeps it.
func (d *diagram) acknowledged(i int) {
	for _, c := range d.f.Steps[i-1].Changes {
		if !isPromise(d.f.Frame(i).View, c) {
			continue
		}
		before := items(c.Before)
		if come := slices.DeleteFunc(items(c.After), func(r string) bool { return slices.Contains(before, r) }); len(come) > 0 {
			d.note(d.index(c.Lane), d.text("acknowledged: "+strings.Join(come, ", ")))
		}
	}
}

// items are the members of a list of records in words.
func items(text string) []string {
	list := strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(", {}[]", r) })
	return slices.DeleteFunc(list, func(word string) bool { return word == "none" })
}

// isPromise reports a change of a field that has what is acknowledged.
func isPromise(v model.View, c traces.Change) bool {
	for _, l := range v.Lanes {
		for _, f := range l.Fields {
			if l.Name == c.Lane && f.Name == c.Field {
				return f.Kind == model.Acknowledged
			}
		}
	}
	return false
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
