package matrix

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"strings"
)

//go:embed page.html
var pageText string

var page = template.Must(template.New("matrix").Funcs(template.FuncMap{
	"next": func(i int) int { return i + 1 },
}).Parse(pageText))

// sheet is what the page shows.
type sheet struct {
	Columns []Column
	Parts   []sheetPart
	About   []string
	Notes   []string
	Rows    []sheetRow
	Span    int
}

// sheetPart is a part of the table, or a group of its rows.
type sheetPart struct {
	Title string
	Rows  []sheetRow
}

type sheetRow struct {
	Label, Title, Claim string
	Refs                []string
	Cells               []sheetCell
}

type sheetCell struct{ Class, Hover, Text string }

// HTML writes the table as a page of its own, which needs no network.
func (t *Table) HTML(w io.Writer) error {
	v := t.view()
	s := sheet{About: v.about(), Notes: v.notes, Span: 1 + len(v.Columns)}
	for _, j := range v.order {
		s.Columns = append(s.Columns, v.Columns[j])
	}
	for _, p := range v.parts {
		if p.title != "" {
			s.Parts = append(s.Parts, sheetPart{Title: capital(p.title)})
		}
		for _, g := range p.groups {
			part := sheetPart{Title: g.title}
			for _, r := range g.rows {
				part.Rows = append(part.Rows, v.sheetRow(r))
			}
			s.Parts = append(s.Parts, part)
			s.Rows = append(s.Rows, part.Rows...)
		}
	}
	return page.Execute(w, s)
}

func (v *view) sheetRow(r Line) sheetRow {
	out := sheetRow{Label: v.Label(r), Title: r.Title, Claim: r.claim(), Refs: r.Refs}
	for _, j := range v.order {
		out.Cells = append(out.Cells, sheetCell{class(r.Cells[j]), hover(r, v.Columns[j], r.Cells[j]), v.cell(r, j)})
	}
	return out
}

// class is how a cell is painted.
func class(c Cell) string {
	switch {
	case c.Verdict == NotApplicable:
		return "none"
	case c.foreign():
		return "foreign"
	}
	return c.Verdict
}

// hover is all that is known of a cell.
func hover(r Line, c Column, cell Cell) string {
	text := fmt.Sprintf("%s under %s: %s", r.claim(), c.Name, cell.Text())
	if cell.Reason != "" {
		return text + ": " + cell.Reason
	}
	text = fmt.Sprintf("%s; %s states in %d levels", text, thousands(cell.States), cell.Depth)
	if len(cell.Within) > 0 {
		text += "; within " + strings.Join(cell.Within, ", ")
	}
	if len(cell.Waits) > 0 {
		text += "; " + waiting(cell.Waits)
	}
	if cell.Closed != nil {
		return text + "; " + cell.Closed.String()
	}
	return text
}
