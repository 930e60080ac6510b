package matrix

import (
	"fmt"
	"io"
	"strings"
)

// Markdown writes the table for a page: cells, legend, notes, and what the
// rows are.
func (t *Table) Markdown(w io.Writer) error {
	out := &strings.Builder{}
	notes := t.notes()
	for i, r := range t.Rows {
		if t.begins(i) {
			out.WriteString("\n**" + forEver + "**\n\n")
		}
		if i == 0 || t.begins(i) {
			t.columns(out)
		}
		fmt.Fprintf(out, "| %s | %s |", r.Spec, r.claim())
		for _, c := range r.Cells {
			text := noted(c, notes)
			if c.Verdict == Violated && !c.foreign() {
				text = "**" + text + "**"
			}
			fmt.Fprintf(out, " %s |", text)
		}
		out.WriteString("\n")
	}
	out.WriteString("\n")
	for _, line := range t.legend() {
		word, rest, _ := strings.Cut(line, ":")
		fmt.Fprintf(out, "* **%s**:%s\n", word, rest)
	}
	for i, reason := range notes {
		fmt.Fprintf(out, "* [%d] %s\n", i+1, reason)
	}
	out.WriteString("\nThe scenarios:\n\n")
	said := ""
	for _, r := range t.Rows {
		// A scenario with several claims has several rows.
		line := fmt.Sprintf("* `%s`: %s%s\n", r.Spec, strings.TrimSuffix(r.Title, "."), refs(r.Refs))
		if line != said {
			out.WriteString(line)
		}
		said = line
		if within := r.within(); within != "" {
			fmt.Fprintf(out, "  * `%s`: %s\n", r.Property, within)
		}
	}
	_, err := io.WriteString(w, out.String())
	return err
}

// columns writes the head of a table.
func (t *Table) columns(out *strings.Builder) {
	out.WriteString("| scenario | claim |")
	for _, c := range t.Columns {
		fmt.Fprintf(out, " %s |", c.Name)
	}
	out.WriteString("\n|---|---|" + strings.Repeat("---|", len(t.Columns)) + "\n")
}

func refs(list []string) string {
	if len(list) == 0 {
		return ""
	}
	return " (" + strings.Join(list, ", ") + ")"
}
