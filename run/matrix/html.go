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
	"noted":  noted,
	"label":  (*Table).Label,
	"begins": (*Table).begins,
	"claim":  Line.claim,
	"class": func(c Cell) string {
		switch {
		case c.Verdict == NotApplicable:
			return "none"
		case c.foreign():
			return "foreign"
		}
		return c.Verdict
	},
	"hover": func(r Line, c Column, cell Cell) string {
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
	},
	"next": func(i int) int { return i + 1 },
}).Parse(pageText))

// HTML writes the table as a page of its own, which needs no network.
func (t *Table) HTML(w io.Writer) error {
	return page.Execute(w, map[string]any{"Table": t, "Legend": t.legend(), "Notes": t.notes(),
		"ForEver": forEver, "Span": 1 + len(t.Columns)})
}
