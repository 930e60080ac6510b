package matrix

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"mc/model"
	"mc/term"
)

// Text writes the table for a terminal: cells, legend, notes, and what the
// rows are.
func (t *Table) Text(w io.Writer, color bool) error {
	out := &strings.Builder{}
	widths := t.widths()
	paint := term.Paint(color)
	cell := func(j int, text string, color term.Color) {
		out.WriteString("  " + term.Pad(paint.Text(color, text), widths[j]))
	}
	fmt.Fprintf(out, "%-*s", widths[len(t.Columns)], "scenario")
	for j, c := range t.Columns {
		cell(j, c.Name, term.Bold)
	}
	out.WriteString("\n")
	notes := t.notes()
	for i, r := range t.Rows {
		if t.Parted && i == t.Differing {
			out.WriteString("the same everywhere:\n")
		}
		if t.begins(i) {
			out.WriteString(forEver + ":\n")
		}
		fmt.Fprintf(out, "%-*s", widths[len(t.Columns)], t.Label(r))
		for j, c := range r.Cells {
			cell(j, noted(c, notes), c.color())
		}
		out.WriteString("\n")
	}
	out.WriteString("\n")
	for _, line := range t.legend() {
		fmt.Fprintf(out, "%s\n", line)
	}
	for i, reason := range notes {
		fmt.Fprintf(out, "[%d] %s\n", i+1, reason)
	}
	out.WriteString("\n")
	for _, r := range t.Rows {
		fmt.Fprintf(out, "%-*s  %s (%s)\n", widths[len(t.Columns)], t.Label(r), strings.TrimSuffix(r.Title, "."), r.claim())
		if within := r.within(); within != "" {
			fmt.Fprintf(out, "%-*s  %s\n", widths[len(t.Columns)], "", within)
		}
	}
	_, err := io.WriteString(w, trimmed(out.String()))
	return err
}

// codes are the colours of verdicts on a terminal.
var codes = map[string]term.Color{
	Holds: term.Green, Violated: term.BoldRed, Bound: term.Cyan, Waits: term.Cyan, NotApplicable: term.Dim,
	string(model.Reached): term.Green, string(model.Unreachable): term.Amber,
}

// color is that of the verdict; a violation that is none of the row's has one of
// its own.
func (c Cell) color() term.Color {
	if c.foreign() {
		return term.Amber
	}
	return codes[c.Verdict]
}

// trimmed takes the padding off the ends of lines.
func trimmed(text string) string {
	lines := strings.Split(text, "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	return strings.Join(lines, "\n")
}

// noted is a cell with the number of its note.
func noted(c Cell, notes []string) string {
	if c.note() == "" {
		return c.Text()
	}
	return fmt.Sprintf("%s [%d]", c.Text(), slices.Index(notes, c.note())+1)
}

// widths of the columns, and last that of the names.
func (t *Table) widths() []int {
	notes := t.notes()
	out := make([]int, len(t.Columns)+1)
	for j, c := range t.Columns {
		out[j] = len(c.Name)
	}
	out[len(t.Columns)] = len("scenario")
	for _, r := range t.Rows {
		for j, c := range r.Cells {
			out[j] = max(out[j], len(noted(c, notes)))
		}
		out[len(t.Columns)] = max(out[len(t.Columns)], len(t.Label(r)))
	}
	return out
}
