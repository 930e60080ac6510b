package term

import (
	"fmt"
	"io"
	"os"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func ExampleFold() {
	out := Fold(os.Stdout, 30)
	fmt.Fprintln(out, "short stays")
	fmt.Fprintln(out, "  what has no room in thirty columns goes on, two columns deeper")
	// Output:
	// short stays
	//   what has no room in thirty
	//     columns goes on, two
	//     columns deeper
}

// folded is the obvious way: all of a line at once, and its words one after the other.
func folded(line string, n int) string {
	if Width(line) <= n {
		return strings.TrimRight(line, " ")
	}
	words := strings.Fields(line)
	indent := strings.Repeat(" ", len(line)-len(strings.TrimLeft(line, " ")))
	deeper := strings.Repeat(" ", min(len(indent)+2, n/2))
	var out []string
	at := indent
	left := strings.TrimLeft(line, " ")
	for i, word := range words {
		spaces := left[:strings.Index(left, word)]
		left = left[len(spaces)+len(word):]
		if i > 0 && Width(at+spaces+word) > n {
			out, at, spaces = append(out, at), deeper, ""
		}
		at += spaces + word
	}
	return strings.Join(append(out, at), "\n")
}

// TestFold: folded text is what the obvious way makes of it, however it is cut into
// pieces; only words that are longer stand out.
func TestFold(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(4, 40).Draw(t, "columns")
		lines := rapid.SliceOf(rapid.StringMatching(`( {0,6}([a-zé世]{1,9}|\x1b\[31ma\x1b\[0m)){0,12}`)).Draw(t, "lines")
		text, want := "", ""
		for _, line := range lines {
			text += line + "\n"
			want += folded(line, n) + "\n"
		}
		var out strings.Builder
		w := Fold(&out, n)
		for rest := text; rest != ""; {
			size := len(rest)
			if i := strings.IndexAny(rest, " \n"); i >= 0 && rapid.Bool().Draw(t, "cut") {
				size = i + 1
			}
			io.WriteString(w, rest[:size])
			rest = rest[size:]
		}
		var got []string // a space that was written before a fold is no matter
		for line := range strings.SplitSeq(out.String(), "\n") {
			got = append(got, strings.TrimRight(line, " "))
		}
		if is := strings.Join(got, "\n"); is != want {
			t.Fatalf("%d columns:\n%q\n%q, want\n%q", n, text, is, want)
		}
	})
}
