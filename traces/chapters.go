package traces

import (
	"slices"

	"mc/model"
)

// Chapter is a part of a long run: steps of which a reader can be told at once.
type Chapter struct {
	From, Until int      // its first step and its last
	Turns       []string // what it is about, in order
}

// A run of few steps is told as it is. A chapter has few turns, as its heading does.
const (
	longRun  = 12
	fewTurns = 3
)

// Chapters divide the steps of a long run: each is in one, in order. A chapter begins
// where somebody is elected, or where the one before has enough to tell. A short run
// has none, nor has one whose model knows of no turns.
func (f *File) Chapters() (out []Chapter) {
	if len(f.Steps) <= longRun || !slices.ContainsFunc(f.Steps, func(e Event) bool { return len(e.Turns) > 0 }) {
		return nil
	}
	begun, settled := Chapter{From: 1}, false // settled: more than an election is told of in it
	for i := range f.Steps {
		turns := f.Steps[i].Turns
		elects := slices.ContainsFunc(turns, func(t model.Turn) bool { return t.Kind == model.Election })
		if len(begun.Turns) >= fewTurns || elects && (settled || len(begun.Turns) > 0 && i+1-begun.From > longRun/2) {
			out = append(out, begun)
			begun, settled = Chapter{From: i + 1}, false
		}
		begun.Until = i + 1
		for _, t := range turns {
			begun.Turns = append(begun.Turns, t.Words)
			settled = settled || t.Kind != model.Election
		}
	}
	if n := len(out); n > 0 && len(begun.Turns) == 0 {
		out[n-1].Until = begun.Until
		return out
	}
	return append(out, begun)
}

// News reports whether step i has something that a reader of a long run goes by: a
// turn, something that did not happen, another log or high watermark, or the end.
func (f *File) News(i int) bool {
	if i == 0 || i == len(f.Steps) {
		return true
	}
	e := &f.Steps[i-1]
	return len(e.Turns) > 0 || e.Held || slices.ContainsFunc(e.Changes, func(c Change) bool {
		return c.What == RecordChanged || c.What == WatermarkChanged
	})
}

// news is what was said before of what did not happen, by what it is about.
type news map[string]string

// fresh are the sentences that say something else than was said last of the same.
func (n news) fresh(held []model.Held) (out []string) {
	for _, h := range held {
		if n != nil && n[h.About] != h.Words {
			n[h.About] = h.Words
			out = append(out, h.Words)
		}
	}
	return out
}

// turnsOf finds again what a file does not keep of a step.
func (f *File) turnsOf(i int, story model.Story, told news) {
	e := &f.Steps[i]
	e.Turns, e.Held, e.Lost = slices.Clone(story.Turns), len(told.fresh(story.Held)) > 0, slices.Clone(story.Lost)
	for k := range e.Lost {
		e.Lost[k].Text = f.Labelled(e.Lost[k].Text)
	}
	for k := range e.Turns {
		e.Turns[k].Words, e.Turns[k].Cause = f.Labelled(e.Turns[k].Words), f.Labelled(e.Turns[k].Cause)
	}
}
