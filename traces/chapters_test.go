package traces

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"mc/model"
)

// eventful draws a run whose steps mean something, or nothing.
func eventful(t *rapid.T) *File {
	kinds := []model.TurnKind{model.Election, model.Missed, model.Belief, model.Commit, model.Cut, model.Loss, model.Failure}
	f := &File{Verdict: model.Violated, Steps: make([]Event, rapid.IntRange(0, 60).Draw(t, "steps"))}
	for i := range f.Steps {
		for k := range max(0, rapid.IntRange(-4, 3).Draw(t, "turns")) {
			f.Steps[i].Turns = append(f.Steps[i].Turns, model.Turn{Kind: rapid.SampledFrom(kinds).Draw(t, "kind"), Words: fmt.Sprintf("%d.%d", i+1, k)})
		}
		f.Steps[i].Held = rapid.IntRange(0, 9).Draw(t, "held") == 0
	}
	return f
}

// TestChapters: every step is in one chapter, in order; every turn is in the heading of
// the chapter of its step, and no heading is empty; short runs have none.
func TestChapters(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := eventful(t)
		chapters := f.Chapters()
		var turns []string
		for _, e := range f.Steps {
			for _, turn := range e.Turns {
				turns = append(turns, turn.Words)
			}
		}
		if len(f.Steps) <= 12 || len(turns) == 0 {
			if chapters != nil {
				t.Fatalf("%d steps with %d turns have chapters: %v", len(f.Steps), len(turns), chapters)
			}
			return
		}
		next := 1
		var told []string
		for _, c := range chapters {
			if c.From != next || c.Until < c.From {
				t.Fatalf("a chapter begins at %d, want %d: %v", c.From, next, chapters)
			}
			var within []string
			for i := c.From; i <= c.Until; i++ {
				for _, turn := range f.Steps[i-1].Turns {
					within = append(within, turn.Words)
				}
			}
			if !slices.Equal(within, c.Turns) || len(within) == 0 {
				t.Fatalf("steps %d to %d have %v, and the chapter %v", c.From, c.Until, within, c.Turns)
			}
			told = append(told, within...)
			next = c.Until + 1
		}
		if next != len(f.Steps)+1 || !slices.Equal(told, turns) {
			t.Fatalf("the chapters end at %d of %d: %v", next-1, len(f.Steps), chapters)
		}
	})
}

// TestChaptersBeginAtElections: who is elected begins a chapter, unless that has told of
// elections only; and few turns fill one.
func TestChaptersBeginAtElections(t *testing.T) {
	f := &File{Steps: make([]Event, 19)}
	at := func(step int, kind model.TurnKind, words string) {
		f.Steps[step-1].Turns = append(f.Steps[step-1].Turns, model.Turn{Kind: kind, Words: words})
	}
	at(1, model.Election, "b3 is elected")
	at(3, model.Belief, "b1 appends")
	at(10, model.Election, "b1 is elected")
	at(12, model.Missed, "b1 missed")
	at(12, model.Belief, "b1 counts")
	at(14, model.Cut, "b2 cuts")
	at(17, model.Election, "b2 is elected")
	at(19, model.Commit, "committed")
	want := []Chapter{
		{1, 9, []string{"b3 is elected", "b1 appends"}}, {10, 12, []string{"b1 is elected", "b1 missed", "b1 counts"}},
		{13, 16, []string{"b2 cuts"}}, {17, 19, []string{"b2 is elected", "committed"}},
	}
	if got := f.Chapters(); !slices.EqualFunc(got, want, func(a, b Chapter) bool {
		return a.From == b.From && a.Until == b.Until && slices.Equal(a.Turns, b.Turns)
	}) {
		t.Errorf("chapters %v, want %v", got, want)
	}
}

// TestHeldIsToldOnce: what did not happen is told where it is news, and again when
// something else was said of the same thing.
func TestHeldIsToldOnce(t *testing.T) {
	told := news{}
	for i, step := range []struct{ about, words, want string }{
		{"hw", "it waits for b2", "it waits for b2"}, {"hw", "it waits for b2", ""}, {"isr", "b3 is fenced", "b3 is fenced"},
		{"hw", "it waits for b2", ""}, {"hw", "it waits for b3", "it waits for b3"}, {"hw", "it waits for b2", "it waits for b2"},
	} {
		got := told.fresh([]model.Held{{About: step.about, Words: step.words}})
		if len(got) != min(1, len(step.want)) || len(got) == 1 && got[0] != step.want {
			t.Errorf("%d: told %q, want %q", i, got, step.want)
		}
	}
	if got := news(nil).fresh([]model.Held{{About: "hw", Words: "it waits"}}); got != nil {
		t.Errorf("who asks for nothing is told %q", got)
	}
}
