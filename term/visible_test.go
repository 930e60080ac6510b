package term

import (
	"bytes"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

func TestVisible(t *testing.T) {
	for text, want := range map[string]string{
		"plain, ┃×▸ 日本\n\ttext": "plain, ┃×▸ 日本\n\ttext",
		"\x1b]0;title\a":        `\x1b]0;title\x07`,
		"a\rb\x00":              `a\x0db\x00`,
		"\x7f\u009b2J":          `\u007f\u009b2J`,
		"\u202eevil\u2066":      `\u202eevil\u2066`,
		"\xff\uFFFD":            `\xff` + "\uFFFD",
	} {
		if got := Visible(text); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
}

// TestFilterLetsColoursPass and nothing that looks like one.
func TestFilterLetsColoursPass(t *testing.T) {
	red := Paint(true).Text(Red, "red")
	for text, want := range map[string]string{
		red:                      red,
		"\x1b[2J" + red:          `\x1b[2J` + red,
		"\x1b[31;8m":             `\x1b[31;8m`,
		"\x1b[":                  `\x1b[`,
		"\x1b]8;;http://x\x1b\\": `\x1b]8;;http://x\x1b\`,
	} {
		var out bytes.Buffer
		Filter(&out, true).Write([]byte(text))
		if out.String() != want {
			t.Errorf("%q becomes %q, want %q", text, out.String(), want)
		}
	}
	var out bytes.Buffer
	Filter(&out, false).Write([]byte(red))
	if out.String() != `\x1b[31mred\x1b[0m` {
		t.Errorf("without colours: %q", out.String())
	}
}

// TestFilterInPieces: however a text is cut into writes, the same comes out, it
// is text, and nothing in it moves a cursor.
func TestFilterInPieces(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringMatching(`[\x00-\x{ff}日\x{202e}a-c]*`).Draw(t, "text")
		var out bytes.Buffer
		w := Filter(&out, false)
		for rest := []byte(text); len(rest) > 0; {
			n := rapid.IntRange(1, len(rest)).Draw(t, "n")
			if written, err := w.Write(rest[:n]); written != n || err != nil {
				t.Fatal(written, err)
			}
			rest = rest[n:]
		}
		if out.String() != Visible(text) || !utf8.Valid(out.Bytes()) || strings.ContainsAny(out.String(), "\x1b\a\r\u009b\u202e") {
			t.Fatalf("%q became %q", text, out.String())
		}
	})
}
