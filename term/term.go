// Package term is what programs that write to terminals ask of them: how wide
// a text is there, how to break it into lines, how to colour it, and whether
// there is a terminal at all.
//
//	paint := term.Paint(term.IsTerminal(os.Stdout) && term.ColorsWanted())
//	for line := range term.Wrap("  ", sentence, 96) {
//		fmt.Println(paint.Text(term.Red, line))
//	}
//
// A text is as wide as the columns that it takes: a wide character (CJK,
// most emoji) takes two, a combining mark and a colour take none.
package term

import (
	"io"
	"iter"
	"os"
	"strings"

	"github.com/clipperhouse/displaywidth"
	"golang.org/x/term"
)

var columns = displaywidth.Options{ControlSequences: true}

// Width is how many columns text takes.
func Width(text string) int { return columns.String(text) }

// Pad fills text up to n columns.
func Pad(text string, n int) string {
	return text + strings.Repeat(" ", max(0, n-Width(text)))
}

// Clip shortens text to n columns, with a sign that there was more.
func Clip(text string, n int) string {
	if n < 1 && text != "" {
		return more
	}
	return columns.TruncateString(text, n, more)
}

const more = "…"

// Wrap breaks text between its words into lines of at most n columns, each
// with indent before it. A word that is longer has a line of its own.
func Wrap(indent, text string, n int) iter.Seq[string] {
	return func(yield func(string) bool) {
		line, width, empty := indent, Width(indent), true
		for _, word := range strings.Fields(text) {
			w := Width(word)
			switch {
			case empty:
				line, width = line+word, width+w
			case width+1+w > n:
				if !yield(line) {
					return
				}
				line, width = indent+word, Width(indent)+w
			default:
				line, width = line+" "+word, width+1+w
			}
			empty = false
		}
		if !empty {
			yield(line)
		}
	}
}

// Color is how a text is set off, as terminals call it.
type Color string

// The colours that mc uses.
const (
	Bold      Color = "1"
	Dim       Color = "2"
	Red       Color = "31"
	Green     Color = "32"
	Amber     Color = "33"
	Cyan      Color = "36"
	BoldRed   Color = "1;31"
	BoldGreen Color = "1;32"
	BoldAmber Color = "1;33"
)

var palette = []Color{Bold, Dim, Red, Green, Amber, Cyan, BoldRed, BoldGreen, BoldAmber}

// escape begins a colour.
const escape = "\x1b["

// Paint says whether texts are coloured.
type Paint bool

// Text is text in a colour, or as it is.
func (p Paint) Text(c Color, text string) string {
	if !p || text == "" {
		return text
	}
	return escape + string(c) + "m" + text + escape + "0m"
}

// ColorsWanted reports that the user has not turned colours off.
func ColorsWanted() bool { return os.Getenv("NO_COLOR") == "" }

// Columns is how wide a terminal is; 0 if w is none or does not say.
func Columns(w io.Writer) int {
	f, ok := w.(*os.File)
	if !ok {
		return 0
	}
	n, _, err := term.GetSize(int(f.Fd()))
	if err != nil {
		return 0
	}
	return max(n, 0)
}

// IsTerminal reports whether w is a terminal that moves its cursor.
func IsTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd())) && os.Getenv("TERM") != "dumb"
}
