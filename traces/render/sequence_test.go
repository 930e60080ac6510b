package render_test

import (
	"bytes"
	"strings"
	"testing"

	"mc/model"
	"mc/traces"
	"mc/traces/render"
)

// course is a run of so many steps in which a is elected, an answer to b is lost, and a
// record is committed and acknowledged.
func course(steps int) *traces.File {
	view := func(acked string) model.View {
		return model.View{Lanes: []model.Lane{{Name: "clients", Fields: []model.Field{{Name: "acked", Value: acked, Kind: model.Acknowledged}}},
			{Name: "a"}, {Name: "b"}}}
	}
	f := &traces.File{Schema: traces.Schema, Model: "course", Start: traces.Frame{View: view("none")}}
	for i := range steps {
		e := traces.Event{Rule: "Wait", Action: "Wait", Title: "a waits", Frame: traces.Frame{View: view("none")}}
		switch i {
		case 0:
			e.Turns = []model.Turn{{Kind: model.Election, Words: "a is elected"}}
		case 1:
			e.Lost = []model.Arrow{{From: "a", To: "b", Text: "answer"}}
		case 2:
			e.Turns = []model.Turn{{Kind: model.Commit, Words: "r1 is committed"}, {Kind: model.Failure, Words: "b stops"}}
			e.View = view("r1")
			e.Changes = traces.Diff(view("none"), e.View)
		}
		f.Steps = append(f.Steps, e)
	}
	return f
}

// TestSequencesTellTurnsAndLosses: both dialects have elections, commits, what is
// acknowledged, and answers that never arrive; a long run is in chapters, each of which
// ends.
func TestSequencesTellTurnsAndLosses(t *testing.T) {
	for name, want := range map[string][]string{
		"sequence": {"Note over p0,p2: a is elected\n", "p1--xp2: answer, which never arrives\n",
			"Note over p0,p2: r1 is committed\n", "Note over p0: acknowledged: r1\n"},
		"plantuml": {"note over p0, p2 : a is elected\n", "p1 ->x p2 : answer, which never arrives\n",
			"note over p0, p2 : r1 is committed\n", "note over p0 : acknowledged: r1\n"},
	} {
		for _, steps := range []int{3, 20} {
			f := course(steps)
			var out bytes.Buffer
			if err := render.Render(&out, f, name, render.Options{}); err != nil {
				t.Fatal(err)
			}
			text := out.String()
			for _, line := range want {
				if strings.Count(text, line) != 1 {
					t.Errorf("%s of %d steps does not have %q once:\n%s", name, steps, line, text)
				}
			}
			begun := strings.Count(text, "Steps ")
			ended := strings.Count(text, "    end\n") + strings.Count(text, "\nend\n")
			if begun != len(f.Chapters()) || ended != begun || (begun > 0) != (steps > 12) {
				t.Errorf("%s: %d chapters begin and %d end; the run has %d", name, begun, ended, len(f.Chapters()))
			}
			if steps == 3 && strings.Contains(text, "b stops") {
				t.Errorf("%s: a failure, which a step has in its title, is told twice", name)
			}
		}
	}
}
