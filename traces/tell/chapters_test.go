package tell

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"mc/model"
	"mc/traces"
)

// TestQuiet: what is folded has no news, in no chapter but its own, and everything else
// is told; the whole text has every title.
func TestQuiet(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := &traces.File{Model: "toy", Verdict: model.Violated, Steps: make([]traces.Event, rapid.IntRange(1, 40).Draw(t, "steps"))}
		for i := range f.Steps {
			f.Steps[i].Title = fmt.Sprintf("step-%d-ends", i+1)
			if rapid.IntRange(0, 3).Draw(t, "turn") == 0 {
				f.Steps[i].Turns = []model.Turn{{Kind: model.Commit, Words: "x"}}
			}
		}
		inside := map[int]bool{}
		for from, until := range Quiet(f) {
			if until <= from {
				t.Fatalf("one step, %d, is folded", from)
			}
			for i := from; i <= until; i++ {
				if f.News(i) || inside[i] {
					t.Fatalf("step %d is folded, though it has news or was folded before", i)
				}
				inside[i] = true
			}
			for _, c := range f.Chapters() {
				if from < c.From && c.From <= until {
					t.Fatalf("steps %d to %d are folded across the beginning of %+v", from, until, c)
				}
			}
		}
		for _, unfolded := range []bool{false, true} {
			var out strings.Builder
			if err := Text(&out, f, Options{Unfolded: unfolded}); err != nil {
				t.Fatal(err)
			}
			for i := range f.Steps {
				if !strings.Contains(out.String(), f.Title(i+1)) {
					t.Fatalf("unfolded %v: step %d is not told", unfolded, i+1)
				}
			}
			if unfolded && strings.Contains(out.String(), "without news") {
				t.Fatal("what is to be unfolded is folded")
			}
			for _, c := range f.Chapters() {
				if strings.Count(strings.Join(strings.Fields(out.String()), " "), Chapter(c)) != 1 {
					t.Fatalf("the heading of %+v is not told once", c)
				}
			}
		}
	})
}

// TestWhy: causes are named with their steps, of runs that break something.
func TestWhy(t *testing.T) {
	f := &traces.File{Verdict: model.Violated, Steps: make([]traces.Event, 4)}
	f.Steps[1].Turns = []model.Turn{{Words: "b1 missed epoch 1", Cause: ", and leads"}, {Words: "b1 counts on b2", Cause: ", which is empty"}}
	f.Steps[2].Turns = []model.Turn{{Words: "r1 is committed"}}
	f.Steps[3].Turns = []model.Turn{{Words: "b2 is elected", Cause: ", though it lacks r1"}}
	want := "Why: b1 missed epoch 1, and leads, and b1 counts on b2, which is empty (step 2); b2 is elected, though it lacks r1 (step 4)."
	if got := Why(f); len(got) != 1 || got[0] != want {
		t.Errorf("told %q, want %q", got, want)
	}
	f.Verdict = model.Reached
	if got := Why(f); got != nil {
		t.Errorf("of what is no harm: %q", got)
	}
}
