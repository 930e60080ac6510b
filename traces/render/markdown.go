package render

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"

	"mc/traces"
	"mc/traces/tell"
)

// renderMarkdown writes the story for an issue or a pull request: summary
// first, each step foldable to its picture.
func renderMarkdown(w io.Writer, f *traces.File, o Options) error {
	m := &markdown{f: f}
	m.head()
	m.steps()
	for _, sentence := range slices.Concat(tell.Loop(f), tell.Supposed(f), tell.Evidence(f)) {
		m.line("")
		m.line("%s", escapeMarkdown(sentence))
	}
	m.parts()
	m.comparison(o.Comparison)
	if o.Replay != "" {
		m.line("Replay: %s", code(o.Replay))
	}
	_, err := w.Write(m.out.Bytes())
	return err
}

type markdown struct {
	f   *traces.File
	out bytes.Buffer
}

func (m *markdown) line(format string, args ...any) { fmt.Fprintf(&m.out, format+"\n", args...) }

func (m *markdown) head() {
	f := m.f
	m.line("## %s", escapeMarkdown(tell.Heading(f)))
	m.line("")
	if f.Property.Name != "" {
		m.line("**%s** %s · %s", escapeMarkdown(string(f.Verdict)), code(f.Property.Name), escapeMarkdown(tell.Origin(f)))
		m.line("")
	}
	for _, s := range tell.Summary(f)[1:] {
		m.line("> %s", escapeMarkdown(s))
		m.line(">")
	}
	m.line("")
}

// steps are the start and every step; of a long trace in chapters, and those without news
// folded.
func (m *markdown) steps() {
	quiet, heading := tell.Quiet(m.f), map[int]string{}
	for _, c := range m.f.Chapters() {
		heading[c.From] = tell.Chapter(c)
	}
	for i, until := 0, 0; i < m.f.States(); i++ {
		if h := heading[i]; h != "" {
			m.line("")
			m.line("### %s", escapeMarkdown(h))
			m.line("")
		}
		if quiet[i] > 0 {
			until = quiet[i]
			m.line("")
			m.line("<details><summary>%s</summary>", escapeMarkdown(tell.Folding(m.f, i, until)))
			m.line("")
		}
		m.step(i)
		if until > 0 && i == until {
			m.line("")
			m.line("</details>")
			m.line("")
		}
	}
}

func (m *markdown) step(i int) {
	if i == 0 {
		m.line("0. **The start**")
	} else {
		m.title(i)
	}
	details := tell.Details(m.f, i, tell.Options{Unicode: true})
	if details == "" {
		return
	}
	m.line("")
	fence := ticks(details, 3)
	m.line("   %stext", fence)
	for line := range strings.Lines(details) {
		m.line("   %s", strings.TrimRight(line, "\n"))
	}
	m.line("   %s", fence)
}

// title is a step's title, rule and words.
func (m *markdown) title(i int) {
	e := &m.f.Steps[i-1]
	ref := ""
	if e.Ref != "" {
		ref = " · " + escapeMarkdown(e.Ref)
	}
	m.line("%d. **%s** %s%s", i, escapeMarkdown(e.Title), code(e.Action), ref)
	if e.Words != "" {
		m.line("   %s", escapeMarkdown(e.Words))
	}
}

func (m *markdown) parts() {
	x := tell.Explain(m.f)
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

func (m *markdown) comparison(c *traces.Comparison) {
	if c == nil {
		return
	}
	m.line("### The same schedule under %s", escapeMarkdown(c.Names[1]))
	m.line("")
	m.line("%s", escapeMarkdown(tell.Lesson(c)))
	m.line("")
	m.line("| step | %s | %s |", escapeMarkdown(c.Names[0]), escapeMarkdown(c.Names[1]))
	m.line("|---|---|---|")
	for _, p := range c.Pairs[1:] {
		other := p.Kind
		if p.Other != nil && p.Kind == traces.Differs {
			other = tell.Account(p.Other)
		}
		m.line("| %d %s | %s | %s |", p.Step, escapeMarkdown(c.File.Title(p.Step)),
			escapeMarkdown(tell.Account(&c.File.Steps[p.Step-1])), escapeMarkdown(other))
	}
	m.line("")
}

// code is text as code, whatever is in it.
func code(text string) string {
	fence := ticks(text, 1)
	if strings.HasPrefix(text, "`") || strings.HasSuffix(text, "`") {
		text = " " + text + " " // taken off again by who reads it
	}
	return fence + text + fence
}

// ticks are more back-ticks, and at least n, than follow each other in text.
func ticks(text string, n int) string {
	for strings.Contains(text, strings.Repeat("`", n)) {
		n++
	}
	return strings.Repeat("`", n)
}

// escapeMarkdown keeps words from being read as markup.
func escapeMarkdown(text string) string {
	return strings.NewReplacer(`\`, `\\`, "|", `\|`, "*", `\*`, "_", `\_`, "`", "\\`", "<", `&lt;`, ">", `&gt;`, "[",
		`\[`, "]", `\]`, "\n", " ").Replace(text)
}
