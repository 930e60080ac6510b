package cert

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"mc/report"
	"mc/run/cache"
	"mc/term"
)

// narrow is the width of text where nobody says how wide it may be.
const narrow = 100

// Text tells a difference to people.
func (d *Diff) Text(out io.Writer, style report.Style) error {
	w := bufio.NewWriter(out)
	width := style.Width
	if width <= 0 {
		width = narrow
	}
	lines := func(indent, text string) {
		for line := range term.Wrap(indent, text, width) {
			fmt.Fprintln(w, line)
		}
	}
	lines("", fmt.Sprintf("%s → %s", d.Names[0], d.Names[1]))
	for i, c := range d.Certifies {
		if i == 0 || c != d.Certifies[0] {
			lines("  ", d.Names[i]+": "+c)
		}
	}
	for _, s := range d.sections() {
		if s.title != "" {
			fmt.Fprintln(w)
			lines("", s.title)
		}
		for _, r := range s.rows {
			lines("  ", r.name+": "+r.words)
			if len(r.steps) > 0 {
				lines("    ", numbered(r.steps))
			}
			for _, b := range r.below {
				lines("    ", b)
			}
		}
		if s.note != "" {
			if s.title == "" {
				fmt.Fprintln(w)
			}
			lines("", s.note)
		}
	}
	return w.Flush()
}

// numbered are steps in one paragraph.
func numbered(steps []string) string {
	var all []string
	for i, s := range steps {
		all = append(all, fmt.Sprintf("%d %s", i+1, s))
	}
	return strings.Join(all, " · ")
}

// Markdown tells a difference to those who review a change.
func (d *Diff) Markdown(out io.Writer) error {
	w := bufio.NewWriter(out)
	fmt.Fprintf(w, "## %s → %s\n", escaped(d.Names[0]), escaped(d.Names[1]))
	for _, s := range d.sections() {
		if s.title != "" {
			fmt.Fprintf(w, "\n### %s\n", escaped(s.title))
		}
		if len(s.rows) > 0 {
			fmt.Fprint(w, "\n| | |\n|---|---|\n")
		}
		for _, r := range s.rows {
			fmt.Fprintf(w, "| %s | %s |\n", escaped(r.name), escaped(r.words))
		}
		for _, r := range s.rows {
			if len(r.steps)+len(r.below) == 0 {
				continue
			}
			fmt.Fprintf(w, "\n<details><summary>%s: %s</summary>\n\n", escaped(r.name), counted(uint64(len(r.steps)), "step"))
			for i, step := range r.steps {
				fmt.Fprintf(w, "%d. %s\n", i+1, escaped(step))
			}
			for _, b := range r.below {
				fmt.Fprintf(w, "\n%s\n", escaped(b))
			}
			fmt.Fprint(w, "\n</details>\n")
		}
		if s.note != "" {
			fmt.Fprintf(w, "\n%s\n", escaped(s.note))
		}
	}
	return w.Flush()
}

// escaped keeps a text from meaning anything in markdown.
func escaped(text string) string {
	var out strings.Builder
	for _, r := range strings.ReplaceAll(term.Visible(text), "\n", " ") {
		switch {
		case strings.ContainsRune("\\`*_[]|#~$!@", r):
			out.WriteRune('\\')
			out.WriteRune(r)
		case r == '<':
			out.WriteString("&lt;")
		case r == '>':
			out.WriteString("&gt;")
		case r == '&':
			out.WriteString("&amp;")
		default:
			out.WriteRune(r)
		}
	}
	return out.String()
}

// Line says in a line what a certificate is of.
func (f *File) Line(out io.Writer, width int, file string) error {
	if width <= 0 {
		width = narrow
	}
	text := fmt.Sprintf("%s: %s in %s, %s; %s certifies %s", f.Spec.Name, counted(f.States.Distinct, "state"),
		counted(uint64(f.States.Depth), "level"), f.Verdict, file, f.Certifies)
	for line := range term.Wrap("", text, width) {
		if _, err := fmt.Fprintln(out, line); err != nil {
			return err
		}
	}
	return nil
}

// Verified says what came of holding a run to a certificate.
func (f *File) Verified(out io.Writer, width int, file string, again *File, depth int, differences []string) error {
	if width <= 0 {
		width = narrow
	}
	var lines []string
	compared := fmt.Sprintf("%s states in %s, their sums, %s, %s", thousands(again.States.Distinct),
		counted(uint64(again.States.Depth), "level"), counted(uint64(len(f.Rules)), "rule"), counted(uint64(len(f.Properties)), "verdict"))
	if depth > 0 {
		compared = fmt.Sprintf("the first %s of %d, their %s states and sums; nothing is said of the rest", counted(uint64(depth), "level"),
			f.States.Depth, thousands(again.States.Distinct))
	}
	switch {
	case len(differences) > 0:
		lines = append(lines, fmt.Sprintf("%s: not as certified", file))
	default:
		lines = append(lines, fmt.Sprintf("%s: as certified: %s", file, compared))
	}
	for _, d := range differences {
		lines = append(lines, "  "+d)
	}
	if f.Program.Sum != again.Program.Sum {
		lines = append(lines, "It was certified by another program (mc "+f.Program.Version+", "+f.Program.Sum+").")
	}
	for _, l := range lines {
		indent := l[:len(l)-len(strings.TrimLeft(l, " "))]
		for line := range term.Wrap(indent, l, width) {
			if _, err := fmt.Fprintln(out, line); err != nil {
				return err
			}
		}
	}
	return nil
}

// Foreign says of a certificate that another program made it.
func (f *File) Foreign(file string) []string {
	if here, err := cache.Program(); err != nil || here == f.Program.Sum {
		return nil
	}
	return []string{fmt.Sprintf("%s was certified by another program: its numbers are as certified, and what its model does is told as in this one.", file)}
}
