package tell

import (
	"bytes"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"mc/model"
	"mc/traces"
	"mc/traces/internal/toy"
)

// briefly is a brief account.
func briefly(t testing.TB, f *traces.File) string {
	var out bytes.Buffer
	if err := Brief(&out, f, Options{Unicode: true, Whole: "mc show t.json"}); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// TestBrief: the steps that decide a loss, and of a long trace where there is more.
func TestBrief(t *testing.T) {
	_, f := lossFile(t)
	toy.Golden(t, "brief.txt", []byte(briefly(t, f)))
	many, _ := manyRecords(t)
	toy.Golden(t, "brief_many.txt", []byte(briefly(t, many)))
}

// A step in a brief account, and several that are left out.
var (
	titled  = regexp.MustCompile(`^ {0,2}([0-9]+)  \S`)
	leftOut = regexp.MustCompile(`^     \.\.\. steps ([0-9]+) to ([0-9]+)$`)
)

// TestBriefTakesAny: whatever is recorded, each step is named or counted once, in its
// order.
func TestBriefTakesAny(t *testing.T) {
	m := toy.Model(toy.Loss)
	rapid.Check(t, func(rt *rapid.T) {
		n := rapid.IntRange(0, 40).Draw(rt, "steps")
		path := toy.Walk(m, n, func(next []model.Transition[toy.State], i int) int {
			return rapid.IntRange(0, len(next)-1).Draw(rt, "step")
		})
		f := record(t, m, path, toy.Loss)
		text := briefly(t, f)
		last := -1
		for line := range strings.Lines(text) {
			line = strings.TrimSuffix(line, "\n")
			from, to := -1, -1
			if got := titled.FindStringSubmatch(line); got != nil {
				from, _ = strconv.Atoi(got[1])
				to = from
			} else if got := leftOut.FindStringSubmatch(line); got != nil {
				from, _ = strconv.Atoi(got[1])
				to, _ = strconv.Atoi(got[2])
			}
			if from >= 0 && (from != last+1 && !(last == -1 && from == 1) || to < from) {
				rt.Fatalf("after step %d comes %q in\n%s", last, line, text)
			}
			last = max(last, to)
		}
		if last != len(f.Steps) {
			rt.Fatalf("the last of %d steps is %d in\n%s", len(f.Steps), last, text)
		}
	})
}
