package term

import (
	"bytes"
	"strings"
	"testing"
	"unicode/utf8"
)

// FuzzFilter holds that nothing which a terminal obeys gets through, however a
// text is cut into pieces, and that what is visible is left alone.
func FuzzFilter(f *testing.F) {
	for _, text := range []string{"a\x1b[31mb\x1b[0m", "\x1b]0;t\a", "\xc2", "\u009b2J\u202e", "é\xff\tx\n", "\x1b[1;3\x1b[2Jm"} {
		f.Add(text, 3, true)
		f.Add(text, 1, false)
	}
	f.Fuzz(func(t *testing.T, text string, cut int, colors bool) {
		cut = max(0, min(cut, len(text)))
		var whole, pieces bytes.Buffer
		w := Filter(&whole, false)
		w.Write([]byte(text))
		p := Filter(&pieces, Paint(colors))
		p.Write([]byte(text[:cut]))
		p.Write([]byte(text[cut:]))
		for _, out := range []string{whole.String(), pieces.String()} {
			for _, c := range palette {
				out = strings.ReplaceAll(out, escape+string(c)+"m", "")
			}
			out = strings.ReplaceAll(out, escape+"0m", "")
			if i := strings.IndexFunc(out, func(r rune) bool { return r < ' ' && r != '\n' && r != '\t' || r >= 0x7f && r < 0xa0 || r == '\u202e' }); i >= 0 {
				t.Errorf("%q of %q gets through as %q", out[i:], text, out)
			}
		}
		if !colors && utf8.ValidString(text) && whole.String() != pieces.String() {
			t.Errorf("whole %q, in pieces %q", whole.String(), pieces.String())
		}
		if again := Visible(Visible(text)); again != Visible(text) {
			t.Errorf("%q is visible as %q, and that as %q", text, Visible(text), again)
		}
	})
}
