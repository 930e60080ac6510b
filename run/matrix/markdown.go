package matrix

import (
	"fmt"
	"io"
	"slices"
	"strings"
)

// Markdown writes the table for a page: cells, legend, notes, and what the
// rows are.
func (t *Table) Markdown(w io.Writer) error {
	out, v := &strings.Builder{}, t.view()
	for _, p := range v.parts {
		if p.title != "" {
			fmt.Fprintf(out, "\n**%s:**\n\n", capital(p.title))
		}
		for _, g := range p.groups {
			if g.title != "" {
				fmt.Fprintf(out, "\n**%s**\n\n", g.title)
			}
			v.head(out)
			for _, r := range g.rows {
				v.row(out, r)
			}
		}
	}
	out.WriteString("\n")
	for _, line := range v.about() {
		if word, rest, named := strings.Cut(line, ": "); named {
			line = "**" + strings.ReplaceAll(word, "*", "\\*") + "**: " + rest
		}
		fmt.Fprintf(out, "* %s\n", line)
	}
	for i, reason := range v.notes {
		fmt.Fprintf(out, "* [%d] %s\n", i+1, reason)
	}
	v.scenarios(out)
	text := strings.ReplaceAll(out.String(), "\n\n\n", "\n\n")
	_, err := io.WriteString(w, strings.TrimPrefix(text, "\n"))
	return err
}

// head writes the head of a table.
func (v *view) head(out *strings.Builder) {
	out.WriteString("| scenario | claim |")
	for _, j := range v.order {
		fmt.Fprintf(out, " %s |", v.Columns[j].Name)
	}
	out.WriteString("\n|---|---|" + strings.Repeat("---|", len(v.Columns)) + "\n")
}

// row writes a row of a table.
func (v *view) row(out *strings.Builder, r Line) {
	fmt.Fprintf(out, "| %s | %s |", r.Spec, r.claim())
	for _, j := range v.order {
		c, text := r.Cells[j], strings.ReplaceAll(v.cell(r, j), "*", "\\*")
		if c.Verdict == Violated && !c.foreign() {
			text = "**" + text + "**"
		}
		fmt.Fprintf(out, " %s |", text)
	}
	out.WriteString("\n")
}

// scenarios say what the rows are, in the order of the table.
func (v *view) scenarios(out *strings.Builder) {
	if len(v.Rows) == 0 {
		return
	}
	out.WriteString("\nThe scenarios:\n\n")
	rows := v.rows()
	line := func(r Line) string {
		return fmt.Sprintf("* `%s`: %s%s\n", r.Spec, strings.TrimSuffix(r.Title, "."), refs(r.Refs))
	}
	for i, r := range rows {
		same := func(o Line) bool { return line(o) == line(r) }
		if slices.ContainsFunc(rows[:i], same) {
			continue // a scenario with several claims has several rows
		}
		out.WriteString(line(r))
		for _, o := range rows[i:] {
			if within := o.within(); same(o) && within != "" {
				fmt.Fprintf(out, "  * `%s`: %s\n", o.Property, within)
			}
		}
	}
}

func refs(list []string) string {
	if len(list) == 0 {
		return ""
	}
	return " (" + strings.Join(list, ", ") + ")"
}
