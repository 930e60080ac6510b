package progress

import (
	"strings"
	"testing"
	"time"

	"mc/explorer"
)

var glance = explorer.Progress{
	States: 9_985_570, Generated: 26_629_363, Depth: 21, Frontier: 993_000,
	Rate: 5_050_000, Memory: 200 << 20, Elapsed: 2100 * time.Millisecond,
}

func TestText(t *testing.T) {
	want := "kip-320: 9.99M states, 5.05M/s, frontier 993k, depth 21, memory 200MiB, 2s"
	if got := Text("kip-320", glance); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	waiting := glance
	waiting.Doing = "merging" // H9: why nothing is added for a while
	want = strings.Replace(want, ": ", ": merging, ", 1)
	if got := Text("kip-320", waiting); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// TestNarrow: a line is no longer than its terminal is wide, else what it
// overwrites stays (H8).
func TestNarrow(t *testing.T) {
	var out strings.Builder
	l := &Line{Out: &out, Name: "a-long-name-of-a-spec", Terminal: true, Columns: func() int { return 60 }}
	l.Show(glance)
	l.Clear()
	for part := range strings.SplitSeq(out.String(), "\r") {
		if n := len([]rune(part)); n > 59 {
			t.Errorf("%d columns of 60: %q", n, part)
		}
	}
}

// TestLog adds a line to a log, and no second one within the second.
func TestLog(t *testing.T) {
	var out strings.Builder
	l := &Line{Out: &out, Name: "x"}
	l.Show(glance)
	l.Show(glance)
	l.Clear()
	if got := out.String(); strings.Count(got, "\n") != 1 || strings.Contains(got, "\r") {
		t.Errorf("got %q, want one line", got)
	}
}

// TestTerminal overwrites the line, and leaves nothing of it.
func TestTerminal(t *testing.T) {
	var out strings.Builder
	l := &Line{Out: &out, Name: "x", Terminal: true}
	l.Show(glance)
	l.Clear()
	blank := strings.Repeat(" ", len(Text("x", glance)))
	if want := "\r" + Text("x", glance) + "\r" + blank + "\r"; out.String() != want {
		t.Errorf("got %q, want %q", out.String(), want)
	}
}
