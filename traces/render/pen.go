package render

import (
	"bytes"
	"fmt"
	"strings"

	"mc/term"
)

// pen collects SVG elements.
type pen struct{ bytes.Buffer }

func (p *pen) text(class string, x, y int, text string) {
	if text != "" {
		fmt.Fprintf(p, `<text class="%s" x="%d" y="%d">%s</text>`, class, x, y, escapeXML(text))
	}
}

func (p *pen) rect(class string, x, y, w, h, r int) {
	fmt.Fprintf(p, `<rect class="%s" x="%d" y="%d" width="%d" height="%d" rx="%d"/>`, class, x, y, w, h, r)
}

func (p *pen) line(class string, x1, y1, x2, y2 int) {
	fmt.Fprintf(p, `<line class="%s" x1="%d" y1="%d" x2="%d" y2="%d"/>`, class, x1, y1, x2, y2)
}

func escapeXML(text string) string {
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;").Replace(text)
}

// breakText sets text in at most lines lines of n columns.
func breakText(text string, n, lines int) []string {
	var out []string
	line := ""
	all := strings.Fields(text)
	for i, word := range all {
		switch {
		case line == "":
			line = word
		case term.Width(line)+1+term.Width(word) <= n:
			line += " " + word
		case len(out) == lines-1:
			return append(out, term.Clip(line+" "+strings.Join(all[i:], " "), n))
		default:
			out, line = append(out, term.Clip(line, n)), word
		}
	}
	if line != "" {
		out = append(out, term.Clip(line, n))
	}
	return out
}
