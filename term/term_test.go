package term

import (
	"bytes"
	"os"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestWidth(t *testing.T) {
	for text, want := range map[string]int{
		"": 0, "m0@e0": 5, "日本": 4, "e\u0301": 1, "\x1b[1;31mred\x1b[0m": 3, "┃×▸→·≠–…": 8, "👩‍💻": 2,
	} {
		if got := Width(text); got != want {
			t.Errorf("%q takes %d columns, want %d", text, got, want)
		}
	}
}

func TestPadFillsColumns(t *testing.T) {
	for text, want := range map[string]string{"ab": "ab  ", "日": "日  ", "too long": "too long", "e\u0301": "e\u0301   "} {
		if got := Pad(text, 4); got != want {
			t.Errorf("%q is padded to %q, want %q", text, got, want)
		}
	}
}

func TestClip(t *testing.T) {
	for text, want := range map[string]string{"abcd": "abcd", "abcde": "abc…", "日本語": "日…", "": ""} {
		if got := Clip(text, 4); got != want {
			t.Errorf("%q is clipped to %q, want %q", text, got, want)
		}
	}
	if got := Clip("abc", 0); got != "…" {
		t.Errorf("got %q", got)
	}
}

func TestWrap(t *testing.T) {
	for _, c := range []struct {
		text string
		want []string
	}{
		{"", nil},
		{"one two three", []string{"  one two", "  three"}},
		{"a-very-long-word and", []string{"  a-very-long-word", "  and"}},
		{"日本 日本 日本", []string{"  日本 日本", "  日本"}},
	} {
		if got := slices.Collect(Wrap("  ", c.text, 11)); !slices.Equal(got, c.want) {
			t.Errorf("%q becomes %q, want %q", c.text, got, c.want)
		}
	}
}

// However a text is wrapped, no word is lost, and no line is too long that
// could be broken.
func TestWrapKeepsEveryWord(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringMatching(`([a-z日é]{0,9} ){0,20}`).Draw(t, "text")
		n := rapid.IntRange(1, 30).Draw(t, "columns")
		lines := slices.Collect(Wrap("", text, n))
		if got, want := strings.Join(lines, " "), strings.Join(strings.Fields(text), " "); got != want {
			t.Fatalf("%q becomes %q", want, got)
		}
		for _, line := range lines {
			if Width(line) > n && strings.Contains(line, " ") {
				t.Fatalf("%q takes more than %d columns", line, n)
			}
		}
	})
}

func TestPaint(t *testing.T) {
	if got := Paint(true).Text(Red, "x"); got != "\x1b[31mx\x1b[0m" {
		t.Errorf("got %q", got)
	}
	if got := Paint(false).Text(Red, "x") + Paint(true).Text(Red, ""); got != "x" {
		t.Errorf("got %q", got)
	}
}

func TestNoTerminal(t *testing.T) {
	file, err := os.CreateTemp(t.TempDir(), "")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if IsTerminal(file) || IsTerminal(&bytes.Buffer{}) {
		t.Error("a file is taken for a terminal")
	}
	t.Setenv("NO_COLOR", "1")
	if ColorsWanted() {
		t.Error("colours are wanted though NO_COLOR is set")
	}
}
