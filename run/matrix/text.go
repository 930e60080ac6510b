package matrix

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"mc/model"
	"mc/report"
	"mc/term"
)

// Text writes the table for a terminal: cells, legend, notes, and what the
// rows are. Where the cells have no room in the style's width, each row says its
// verdicts and where they are.
func (t *Table) Text(w io.Writer, style report.Style) error {
	x := &text{view: t.view(), width: style.Width, paint: term.Paint(style.Color)}
	x.measure()
	switch {
	case len(x.Rows) == 0:
	case x.fits():
		x.table()
		x.out.WriteString("\n")
	default:
		x.listing()
		x.out.WriteString("\n")
	}
	for _, line := range x.about() {
		fmt.Fprintf(&x.out, "%s\n", line)
	}
	for i, reason := range x.notes {
		fmt.Fprintf(&x.out, "[%d] %s\n", i+1, reason)
	}
	if len(x.Rows) > 0 {
		x.out.WriteString("\n")
	}
	x.titles()
	_, err := io.WriteString(w, trimmed(x.out.String()))
	return err
}

// text is a table as text.
type text struct {
	*view
	width  int // of the terminal; 0 if there is none
	paint  term.Paint
	out    strings.Builder
	widths []int // of the columns, as in the table
	label  int   // of the names of the rows
}

const nameOfRows = "scenario"

// measure finds the widths.
func (x *text) measure() {
	x.widths, x.label = make([]int, len(x.Columns)), term.Width(nameOfRows)
	for j, c := range x.Columns {
		x.widths[j] = term.Width(c.Name)
	}
	for _, r := range x.Rows {
		for j := range r.Cells {
			x.widths[j] = max(x.widths[j], term.Width(x.cell(r, j)))
		}
		x.label = max(x.label, term.Width(x.Label(r)))
	}
}

// gap is between columns.
const gap = "  "

// fits reports whether the cells have room beside each other.
func (x *text) fits() bool {
	all := x.label
	for _, n := range x.widths {
		all += len(gap) + n
	}
	return x.width == 0 || all <= x.width
}

// table writes the cells in columns.
func (x *text) table() {
	x.out.WriteString(term.Pad(nameOfRows, x.label))
	for _, j := range x.order {
		x.out.WriteString(gap + term.Pad(x.paint.Text(term.Bold, x.Columns[j].Name), x.widths[j]))
	}
	x.out.WriteString("\n")
	x.each(func(r Line) {
		x.out.WriteString(term.Pad(x.Label(r), x.label))
		for _, j := range x.order {
			x.out.WriteString(gap + term.Pad(x.paint.Text(r.Cells[j].color(), x.cell(r, j)), x.widths[j]))
		}
		x.out.WriteString("\n")
	})
}

// listing writes of each row what it says, and under which columns.
func (x *text) listing() {
	names := make([]string, 0, len(x.order))
	for _, j := range x.order {
		names = append(names, x.Columns[j].Name)
	}
	fmt.Fprintf(&x.out, "Under %s:\n", strings.Join(names, ", "))
	x.each(func(r Line) {
		fmt.Fprintf(&x.out, "%s\n  ", x.paint.Text(term.Bold, x.Label(r)))
		for i, s := range x.said(r) {
			if i > 0 {
				x.out.WriteString("; ")
			}
			fmt.Fprintf(&x.out, "%s: %s", x.paint.Text(s.color, s.text), strings.Join(s.where, ", "))
		}
		x.out.WriteString("\n")
	})
}

// each writes all rows, under their headings.
func (x *text) each(row func(Line)) {
	for _, p := range x.parts {
		if p.title != "" {
			x.out.WriteString(p.title + ":\n")
		}
		for _, g := range p.groups {
			if g.title != "" {
				x.out.WriteString(x.paint.Text(term.Bold, g.title+":") + "\n")
			}
			for _, r := range g.rows {
				row(r)
			}
		}
	}
}

// titles say what the rows are: behind their names, or below where there is no room.
func (x *text) titles() {
	beside := true
	for _, r := range x.Rows {
		beside = beside && (x.width == 0 || x.label+len(gap)+term.Width(x.title(r)) <= x.width)
	}
	for _, r := range x.rows() {
		name, indent := term.Pad(x.Label(r), x.label)+gap, strings.Repeat(" ", x.label)+gap
		if !beside {
			name, indent = x.Label(r)+"\n"+gap, gap
		}
		fmt.Fprintf(&x.out, "%s%s\n", name, x.title(r))
		if within := r.within(); within != "" {
			fmt.Fprintf(&x.out, "%s%s\n", indent, within)
		}
	}
}

// title is that of a row, with its claim.
func (x *text) title(r Line) string {
	return fmt.Sprintf("%s (%s)", strings.TrimSuffix(r.Title, "."), r.claim())
}

// stretch is a verdict with the columns that have it.
type stretch struct {
	text  string
	color term.Color
	where []string // "3.1 to 4.0"
}

// said are the verdicts of a row, in the order in which its cells are read.
func (v *view) said(r Line) (all []stretch) {
	for _, j := range v.order {
		text := noted(r.Cells[j], v.notes)
		if slices.ContainsFunc(all, func(s stretch) bool { return s.text == text }) {
			continue
		}
		where := v.where(func(k int) bool { return noted(r.Cells[k], v.notes) == text })
		all = append(all, stretch{text, r.Cells[j].color(), where})
	}
	return all
}

// where names the columns that are so: three and more of a family one after the
// other from the oldest to the newest.
func (v *view) where(is func(j int) bool) (names []string) {
	for j := 0; j < len(v.Columns); j++ {
		if !is(j) {
			continue
		}
		end := j
		for end+1 < len(v.Columns) && is(end+1) {
			end++
		}
		if v.Set == "" || end < j+2 {
			names = append(names, v.Columns[j].Name)
			continue
		}
		names = append(names, v.Columns[j].Name+" to "+v.Columns[end].Name)
		j = end
	}
	return names
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
