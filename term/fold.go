package term

import (
	"io"
	"strings"
	"unicode/utf8"
)

// Fold is a writer to w on which a line that has no room in n columns goes on in the
// next one, after a space where there is one, and two columns deeper than it began. A
// word that is longer stays whole. With n = 0 nothing is folded.
func Fold(w io.Writer, n int) io.Writer {
	if n < 1 {
		return w
	}
	return &fold{w: w, n: n}
}

type fold struct {
	w      io.Writer
	n      int
	at     int    // the column behind what is written of the line
	indent int    // of the line
	inside bool   // there is a word in the line
	gap    bool   // there is a space behind the last word
	spaces int    // of it, that are not written yet
	cut    []byte // the beginning of a character whose rest has not come yet
}

// Write writes all words of p, also one that goes on in the next call: who is asked for
// something at the end of a line sees it.
func (f *fold) Write(p []byte) (int, error) {
	text := append(f.cut, p...)
	whole := len(text) - unfinished(text)
	f.cut = append([]byte(nil), text[whole:]...)
	var out strings.Builder
	for rest := string(text[:whole]); rest != ""; {
		r, size := utf8.DecodeRuneInString(rest)
		switch r {
		case '\n':
			out.WriteByte('\n')
			f.at, f.indent, f.inside, f.gap, f.spaces = 0, 0, false, false, 0
		case ' ':
			f.gap = true
			f.spaces++
		default:
			if size = strings.IndexAny(rest, " \n"); size < 0 {
				size = len(rest)
			}
			f.word(&out, rest[:size])
		}
		rest = rest[size:]
	}
	if f.spaces > 0 && f.at+f.spaces <= f.n && !strings.HasSuffix(string(p), "\n") {
		f.space(&out)
	}
	if _, err := io.WriteString(f.w, out.String()); err != nil {
		return 0, err
	}
	return len(p), nil
}

// word adds a word, in the next line if it has no room in this one.
func (f *fold) word(out *strings.Builder, word string) {
	width := Width(word)
	if f.inside && f.gap && f.at+f.spaces+width > f.n {
		out.WriteByte('\n')
		f.at, f.spaces = 0, min(f.indent+2, f.n/2)
	}
	if !f.inside {
		f.indent = f.at + f.spaces
	}
	f.space(out)
	out.WriteString(word)
	f.at, f.gap = f.at+width, false
	f.inside = f.inside || width > 0 // a colour alone is none
}

// space writes the spaces that are due.
func (f *fold) space(out *strings.Builder) {
	out.WriteString(strings.Repeat(" ", f.spaces))
	f.at += f.spaces
	f.spaces = 0
}
