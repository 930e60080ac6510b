package tell

import (
	"fmt"
	"io"
	"slices"

	"mc/traces"
	"mc/traces/internal/views"
	"mc/traces/internal/words"
)

// Brief tells f in some twenty lines: what went wrong in a few sentences, and its
// steps by their titles, those that decide it with a picture.
func Brief(w io.Writer, f *traces.File, o Options) error {
	t := newTeller(f, o)
	t.heading()
	for _, sentence := range t.story() {
		t.wrap("  ", sentence)
	}
	for _, c := range t.f.Chapters() {
		t.wrap("  ", Chapter(c))
	}
	t.moments()
	if o.Whole != "" {
		t.wrap("  ", fmt.Sprintf("All %d states, step by step: %s", f.States(), o.Whole))
	}
	_, err := w.Write(t.out.Bytes())
	return err
}

// story are the sentences of a brief account: each loss, or else what was to hold
// and how the run goes on; and what closes it. The property's witness is told where
// its verdict is.
func (t *teller) story() (out []string) {
	for _, l := range t.f.Analysis().Losses {
		out = append(out, loss{l, t.f, true}.text())
	}
	if len(out) == 0 && t.f.Property.Doc != "" {
		out = append(out, words.Sentence(t.f.Property.Doc))
	}
	return slices.Concat(out, Loop(t.f), Why(t.f), Closed(t.f))
}

// Deciding are at most three steps that decide a trace, in their order: in which a
// record was committed, in which it was cut, and the last; of a run that goes on for
// ever the one that its loop begins with, and the last. The start is step 0.
func Deciding(f *traces.File) (steps []int) {
	steps = []int{len(f.Steps)}
	switch losses := f.Analysis().Losses; {
	case len(losses) > 0:
		for _, i := range []int{losses[0].Committed, losses[0].Cut, losses[0].Early} {
			if i > 0 {
				steps = append(steps, i)
			}
		}
	case f.Loop != nil:
		steps = append(steps, f.Loop.To)
	}
	slices.Sort(steps)
	return slices.Compact(steps)
}

// room is how many lines the steps of a brief account take, if those that decide it
// leave a choice.
const room = 13

// moments are the steps by their titles, the deciding ones with a picture. Where there
// is room, others have one, too, the last first; where there is not, titles between are
// left out, the first first.
func (t *teller) moments() {
	pictured, room := map[int]bool{}, room
	if len(Why(t.f)) > 0 {
		room -= 2 // which that takes
	}
	lines := 1 + len(t.f.Steps)
	for _, i := range Deciding(t.f) {
		pictured[i] = true
		lines += t.height(i)
	}
	for i := len(t.f.Steps); i > 0; i-- {
		if h := t.height(i); !pictured[i] && t.shows(i) && lines+h <= room {
			pictured[i] = true
			lines += h
		}
	}
	folded := t.folded(pictured, lines-room)
	first := true
	for i := range 1 + len(t.f.Steps) {
		switch past := folded[i]; {
		case i == 0 && !pictured[0] || past == inside:
		case past > 0:
			t.line("     ... steps %d to %d", i, past-1)
		default:
			t.line("%3d  %s", i, t.f.Title(i))
			if pictured[i] {
				t.moment(i, first)
				first = false
			}
		}
	}
}

// inside marks a step that is left out together with one before it.
const inside = -1

// folded says which steps are left out to spare so many lines: by the first of a run
// of them, where the run ends. A line takes the place of each run.
func (t *teller) folded(pictured map[int]bool, spare int) map[int]int {
	out := map[int]int{}
	for i := 1; i <= len(t.f.Steps) && spare > 0; i++ {
		past := i
		for past < len(t.f.Steps) && !pictured[past] && past-i <= spare {
			past++
		}
		if past-i < 2 {
			continue
		}
		out[i] = past
		for k := i + 1; k < past; k++ {
			out[k] = inside
		}
		spare -= past - i - 1
		i = past
	}
	return out
}

// height is how many lines the picture after a step takes.
func (t *teller) height(i int) (lines int) {
	v := t.f.Frame(i).View
	if !views.HasLogs(v) {
		return max(1, len(v.Picture))
	}
	for _, lane := range v.Lanes {
		if lane.Log != nil {
			lines++
		}
	}
	return lines
}

// shows reports whether the picture after a step is another than before it.
func (t *teller) shows(i int) bool {
	v := t.f.Frame(i).View
	if views.HasLogs(v) {
		return logsChanged(t.f.Steps[i-1].Changes, v)
	}
	return !slices.Equal(v.Picture, t.f.Frame(i-1).View.Picture)
}

// moment is the picture after a step; where there is none, what the step changed.
func (t *teller) moment(i int, first bool) {
	v := t.f.Frame(i).View
	before := t.f.Frame(max(i-1, 0)).View
	switch {
	case views.HasLogs(v):
		t.lanes(before, v, first, func(lane string) bool {
			return i > 0 && logsChanged(traces.DiffLane(views.Lane(before, lane), views.Lane(v, lane)), v)
		})
	case len(v.Picture) > 0:
		for _, line := range v.Picture {
			t.line("       %s", line)
		}
	case i > 0:
		t.changes(t.f.Steps[i-1].Changes)
	default:
		t.fields(v)
	}
}
