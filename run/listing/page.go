package listing

import (
	"io"
	"strings"

	"mc/term"
)

// Page is the lines of a list. Rows that follow each other without a heading in
// between have their columns below each other.
type Page struct{ lines []line }

// line is a heading, which has one cell, a row, or a grid.
type line struct {
	cells []string
	row   bool
	grid  [][]string
}

func (p *Page) heading(text string) { p.lines = append(p.lines, line{cells: []string{text}}) }

// row adds a row; spaces before its first cell are how deep it is.
func (p *Page) row(cells ...string) { p.lines = append(p.lines, line{cells: cells, row: true}) }

// grid adds rows of short words below a row of headings. Where the lines have no room
// for the whole of it, each row says under which headings it has which word.
func (p *Page) grid(rows [][]string) { p.lines = append(p.lines, line{grid: rows}) }

// gap is between two columns; hanging is how much deeper than its row a last cell
// begins that has no room beside the others.
const gap, hanging = 2, 4

// Text lays the page out in so many columns; 0: each row is one line, however long
// it is.
func (p *Page) Text(w io.Writer, columns int) error {
	var out strings.Builder
	for i := 0; i < len(p.lines); {
		end := i
		for end < len(p.lines) && p.lines[end].row {
			end++
		}
		switch l := p.lines[i]; {
		case end > i:
			block(&out, p.lines[i:end], columns)
			end--
		case l.grid != nil:
			block(&out, fitted(l.grid, columns), columns)
		default:
			out.WriteString(l.cells[0] + "\n")
		}
		i = end + 1
	}
	_, err := io.WriteString(w, out.String())
	return err
}

// block writes rows whose columns are below each other.
func block(out *strings.Builder, rows []line, columns int) {
	at := begin(rows)
	for _, r := range rows {
		before, last := "", len(r.cells)-1
		for i, cell := range r.cells[:last] {
			before = term.Pad(before, at[i]) + cell
		}
		sentence(out, term.Pad(before, at[last]), r.cells, columns)
	}
}

// begin is where each column of a block begins.
func begin(rows []line) []int {
	at := []int{0}
	for i := 0; ; i++ {
		next := 0
		for _, r := range rows {
			if i+1 < len(r.cells) {
				next = max(next, at[i]+term.Width(r.cells[i])+gap)
			}
		}
		if next == 0 {
			return at
		}
		at = append(at, next)
	}
}

// sentence writes the last cell of a row behind what is before it; where there is
// little room for it, in the lines below.
func sentence(out *strings.Builder, before string, cells []string, columns int) {
	text, begins := cells[len(cells)-1], term.Width(before)
	switch {
	case columns == 0 || begins+term.Width(text) <= columns || len(cells) == 1:
		out.WriteString(strings.TrimRight(before+text, " ") + "\n")
	case begins <= columns/2:
		for part := range term.Wrap("", text, columns-begins) {
			out.WriteString(before + part + "\n")
			before = strings.Repeat(" ", begins)
		}
	default:
		out.WriteString(strings.TrimRight(strings.Join(cells[:len(cells)-1], strings.Repeat(" ", gap)), " ") + "\n")
		deep := len(before) - len(strings.TrimLeft(before, " ")) + hanging
		for part := range term.Wrap(strings.Repeat(" ", deep), text, columns) {
			out.WriteString(part + "\n")
		}
	}
}

// fitted is a grid as rows that have room.
func fitted(grid [][]string, columns int) (rows []line) {
	for _, cells := range grid {
		rows = append(rows, line{cells: cells, row: true})
	}
	at, widest := begin(rows), 0
	for _, r := range rows {
		widest = max(widest, at[len(r.cells)-1]+term.Width(r.cells[len(r.cells)-1]))
	}
	if columns == 0 || widest <= columns {
		return rows
	}
	rows = nil
	for _, cells := range grid[1:] {
		rows = append(rows, line{cells: []string{cells[0], stretches(grid[0][1:], cells[1:])}, row: true})
	}
	return rows
}

// stretches says under which headings stands which word: "a off; b to d on".
func stretches(headings, words []string) string {
	var all []string
	for i := 0; i < len(words); {
		past := i + 1
		for past < len(words) && words[past] == words[i] {
			past++
		}
		from := headings[i]
		if past-i > 1 {
			from += " to " + headings[past-1]
		}
		all = append(all, from+" "+words[i])
		i = past
	}
	return strings.Join(all, "; ")
}
