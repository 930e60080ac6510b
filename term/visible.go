package term

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"
)

// Visible shows what a terminal would obey: control characters, those that
// change the direction of a text, and what is no text at all. Tabs and ends of
// lines stay.
func Visible(text string) string {
	if !slices.ContainsFunc([]byte(text), suspect) {
		return text
	}
	var out strings.Builder
	for i, r := range text {
		if r == utf8.RuneError && text[i] != "\uFFFD"[0] {
			fmt.Fprintf(&out, `\x%02x`, text[i])
		} else {
			out.WriteString(visible(r))
		}
	}
	return out.String()
}

// suspect is a byte with which something that Visible changes may begin; most
// texts have none.
func suspect(b byte) bool { return b < ' ' && b != '\n' && b != '\t' || b >= 0x7f }

// visible is one character. From DEL on the form is one that JSON reads as the
// same character.
func visible(r rune) string {
	switch {
	case r == '\n' || r == '\t':
	case r < ' ':
		return fmt.Sprintf(`\x%02x`, r)
	case r >= 0x7f && r < 0xa0, r >= '\u2028' && r <= '\u202e', r >= '\u2066' && r <= '\u2069', r == 0xfffe, r == 0xffff:
		return fmt.Sprintf(`\u%04x`, r)
	}
	return string(r)
}

// Filter is a writer to w on which everything is Visible; of what a terminal
// obeys only the colours of this package pass, where they are wanted.
func Filter(w io.Writer, colors Paint) io.Writer { return &filter{w: w, colors: colors} }

type filter struct {
	w      io.Writer
	colors Paint
	cut    []byte // the beginning of a character whose rest has not come yet
}

func (f *filter) Write(p []byte) (int, error) {
	text := append(f.cut, p...)
	whole := len(text) - unfinished(text)
	f.cut = slices.Clone(text[whole:])
	if _, err := io.WriteString(f.w, f.shown(string(text[:whole]))); err != nil {
		return 0, err
	}
	return len(p), nil
}

// shown is text with the colours left in it.
func (f *filter) shown(text string) string {
	if !f.colors {
		return Visible(text)
	}
	var out strings.Builder
	for {
		before, after, found := strings.Cut(text, escape)
		out.WriteString(Visible(before))
		if !found {
			return out.String()
		}
		code, rest, ended := strings.Cut(after, "m")
		if ended && (code == "0" || slices.Contains(palette, Color(code))) {
			out.WriteString(escape + code + "m")
			text = rest
		} else {
			out.WriteString(Visible(escape))
			text = after
		}
	}
}

// unfinished is how many bytes at the end of p begin a character and do not
// end it.
func unfinished(p []byte) int {
	for n := 1; n < utf8.UTFMax && n <= len(p); n++ {
		if start := p[len(p)-n:]; utf8.RuneStart(start[0]) {
			if utf8.FullRune(start) {
				return 0
			}
			return n
		}
	}
	return 0
}
