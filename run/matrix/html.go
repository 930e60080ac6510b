package matrix

import (
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"io"
	"slices"
	"strings"
)

var (
	//go:embed page.html
	pageHTML string
	//go:embed page.css
	pageCSS string
)

var page = template.Must(template.New("matrix").Funcs(template.FuncMap{
	"next": func(i int) int { return i + 1 },
}).Parse(pageHTML))

// sheet is what the page shows. Everything is plain text to it but the style.
type sheet struct {
	Title   string
	Newest  bool // the columns are from the newest on
	Linked  bool // there are verdicts that lead somewhere
	Columns []Column
	Parts   []sheetPart
	About   []string
	Notes   []string
	Rows    []sheetRow
	Span    int
	CSS     template.CSS
	Style   string // the only one that a browser follows
}

// sheetPart is the heading of a part of the table, or a group of its rows.
type sheetPart struct {
	Title string
	Rows  []sheetRow
}

type sheetRow struct {
	ID, Label, Title, Claim, Impact, Within string
	Refs                                    []string
	Cells                                   []sheetCell
	Told                                    []sheetTold
}

type sheetCell struct {
	Class, Hover, Text, Link, Mark string
	Note                           int // its number; 0 if there is none
}

// sheetTold is a cell with a trace, where its row is told.
type sheetTold struct{ ID, Column, Verdict, Why, Page, Again string }

// HTML writes the table as a page of its own, which needs no network.
func (t *Table) HTML(w io.Writer) error {
	v, taken := t.view(), names{}
	for _, id := range []string{"caption", "reading", "scenarios"} {
		taken[id] = true
	}
	for i := range v.notes {
		taken[fmt.Sprint("note-", i+1)] = true
	}
	s := sheet{Title: t.heading(), Newest: t.Set != "", About: v.about(), Notes: v.notes, Span: 1 + len(v.Columns),
		CSS: template.CSS(pageCSS), Style: digest(pageCSS)}
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
				part.Rows = append(part.Rows, v.sheetRow(r, taken))
			}
			s.Parts, s.Rows = append(s.Parts, part), append(s.Rows, part.Rows...)
		}
	}
	s.Linked = slices.ContainsFunc(s.Rows, func(r sheetRow) bool { return len(r.Told) > 0 })
	return page.Execute(w, s)
}

// heading is that of the page.
func (t *Table) heading() string {
	const few = 4
	switch {
	case t.Set != "":
		return "Scenarios under the " + t.Set
	case len(t.Columns) > few:
		return fmt.Sprintf("Scenarios under %d variants", len(t.Columns))
	}
	names := make([]string, len(t.Columns))
	for j, c := range t.Columns {
		names[j] = c.Name
	}
	return "Scenarios under " + strings.Join(names, ", ")
}

func (v *view) sheetRow(r Line, taken names) sheetRow {
	label := v.Label(r)
	out := sheetRow{ID: taken.free(label), Label: label, Title: r.Title, Claim: r.claim(), Impact: r.Impact,
		Within: r.within(), Refs: r.Refs}
	for _, j := range v.order {
		c := r.Cells[j]
		cell := sheetCell{Class: class(c), Hover: hover(r, v.Columns[j], c), Text: c.Text()}
		cell.Note = 1 + slices.Index(v.notes, c.note())
		if v.Parted && r.changed(j) {
			cell.Class, cell.Mark = cell.Class+" moved", mark
		}
		if c.Length > 0 {
			told := sheetTold{taken.free(label + "-" + v.Columns[j].Name), v.Columns[j].Name, c.Text(), c.why(), c.Page, c.Again}
			if cell.Link = c.Page; cell.Link == "" {
				cell.Link = "#" + told.ID
			}
			out.Told = append(out.Told, told)
		}
		out.Cells = append(out.Cells, cell)
	}
	return out
}

// why is what is known of what closes a cell.
func (c Cell) why() string {
	if note := c.note(); note != "" || c.Closed == nil {
		return note
	}
	return c.Closed.String()
}

// digest names a text in a page's security policy.
func digest(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
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
