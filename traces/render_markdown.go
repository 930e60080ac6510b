package traces

import (
	"bytes"
	"fmt"
	"io"
	"strings"
)

// renderMarkdown writes the story for an issue or a pull request: summary
// first, each step foldable to its picture.
func renderMarkdown(w io.Writer, f *File, o RenderOptions) error {
	m := &markdown{f: f}
	m.head()
	for i := range f.States() {
		m.step(i)
	}
	m.parts()
	m.comparison(o.Comparison)
	m.line("Replay: `%s`", replayCommand(f, o.Source))
	_, err := w.Write(m.out.Bytes())
	return err
}

type markdown struct {
	f   *File
	out bytes.Buffer
}

func (m *markdown) line(format string, args ...any) { fmt.Fprintf(&m.out, format+"\n", args...) }

func (m *markdown) head() {
	f := m.f
	m.line("## %s", escapeMarkdown(heading(f)))
	m.line("")
	if f.Property.Name != "" {
		m.line("**%s** `%s` · %s", f.Verdict, f.Property.Name, escapeMarkdown(f.origin()))
		m.line("")
	}
	for _, s := range f.Summary()[1:] {
		m.line("> %s", escapeMarkdown(s))
		m.line(">")
	}
	m.line("")
}

// heading is the line that names a trace.
func heading(f *File) string {
	for _, text := range []string{f.Spec.Title, f.Property.Doc, f.Spec.Name} {
		if text != "" {
			return strings.TrimSuffix(text, ".")
		}
	}
	return "A run of " + f.Model
}

func (m *markdown) step(i int) {
	t := newTeller(m.f, TextOptions{Unicode: true})
	if i == 0 {
		m.line("0. **The start**")
	} else {
		e := &m.f.Steps[i-1]
		ref := ""
		if e.Ref != "" {
			ref = " · " + e.Ref
		}
		m.line("%d. **%s** `%s`%s", i, escapeMarkdown(e.Title), e.Action, ref)
		if e.Words != "" {
			m.line("   %s", escapeMarkdown(e.Words))
		}
		t.changes(e.Changes)
	}
	if i == 0 {
		t.fields(m.f.Start.View)
	}
	t.picture(i)
	if t.out.Len() == 0 {
		return
	}
	m.line("")
	m.line("   ```text")
	for line := range strings.Lines(t.out.String()) {
		m.line("   %s", strings.TrimPrefix(strings.TrimRight(line, "\n"), "     "))
	}
	m.line("   ```")
}

func (m *markdown) parts() {
	x := Explain(m.f)
	if len(x.Parts) > 0 {
		m.line("")
		m.line("| %s | before the last step | after it |", escapeMarkdown(m.f.Property.Name))
		m.line("|---|---|---|")
		for _, c := range x.Parts {
			m.line("| %s | %s | %s |", escapeMarkdown(c.Text), yesNo(c.Before), yesNo(c.After))
		}
	}
	m.line("")
}

func yesNo(holds bool) string {
	if holds {
		return "yes"
	}
	return "**no**"
}

func (m *markdown) comparison(c *Comparison) {
	if c == nil {
		return
	}
	m.line("### The same schedule under %s", escapeMarkdown(c.Names[1]))
	m.line("")
	m.line("%s", escapeMarkdown(c.Lesson))
	m.line("")
	m.line("| step | %s | %s |", escapeMarkdown(c.Names[0]), escapeMarkdown(c.Names[1]))
	m.line("|---|---|---|")
	for _, p := range c.Pairs[1:] {
		other := p.Kind
		if p.Other != nil && p.Kind == Differs {
			other = p.Other.account()
		}
		m.line("| %d %s | %s | %s |", p.Step, escapeMarkdown(c.File.title(p.Step)), escapeMarkdown(c.File.Steps[p.Step-1].account()), escapeMarkdown(other))
	}
	m.line("")
}

// escapeMarkdown keeps words from being read as markup.
func escapeMarkdown(text string) string {
	return strings.NewReplacer(`\`, `\\`, "|", `\|`, "*", `\*`, "_", `\_`, "`", "\\`", "<", `&lt;`, ">", `&gt;`, "[", `\[`, "]", `\]`, "\n", " ").Replace(text)
}

// replayCommand is what to type to take the steps again.
func replayCommand(f *File, source string) string {
	switch {
	case source != "":
		return "mc replay " + source
	case f.Spec.Name != "" && f.Spec.Name != f.Model:
		return fmt.Sprintf("mc check %s -o trace.json && mc replay trace.json", f.Spec.Name)
	}
	return "mc check ... -o trace.json && mc replay trace.json"
}
