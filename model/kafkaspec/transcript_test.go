package kafkaspec

import (
	"fmt"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"

	"mc/model"
)

// TestTranscripts replays schedules and compares what they tell. Commands:
//
//	model NAME constant=value...   begin at the initial state
//	steps                          one action a line, as Model.Text renders it
//	show                           the state, lane by lane
//	verdict                        every default property, with its witness
func TestTranscripts(t *testing.T) {
	datadriven.Walk(t, "testdata/transcripts", func(t *testing.T, path string) {
		var run transcript
		datadriven.RunTest(t, path, func(t *testing.T, d *datadriven.TestData) string {
			switch d.Cmd {
			case "model":
				run = newTranscript(t, d)
				return ""
			case "steps":
				return run.steps(t, d)
			case "show":
				return run.show()
			case "verdict":
				return run.verdict()
			}
			d.Fatalf(t, "unknown command %q", d.Cmd)
			return ""
		})
	})
}

// transcript is a run under way, whatever its type of state.
type transcript interface {
	steps(t *testing.T, d *datadriven.TestData) string
	show() string
	verdict() string
}

func newTranscript(t *testing.T, d *datadriven.TestData) transcript {
	set := map[string]string{}
	for _, arg := range d.CmdArgs[1:] {
		set[arg.Key] = arg.Vals[0]
	}
	name := d.CmdArgs[0].Key
	if a := AsyncIsr(); a.Name == name {
		return begin(t, a, set)
	}
	for _, template := range Templates() {
		if template.Name == name {
			return begin(t, template, set)
		}
	}
	d.Fatalf(t, "there is no model %s", name)
	return nil
}

type transcriptOf[S comparable] struct {
	m   *model.Model[S]
	now S
}

func begin[S comparable](t *testing.T, template model.Template[S], set map[string]string) transcript {
	m, _, err := template.Build(set)
	if err != nil {
		t.Fatal(err)
	}
	run := &transcriptOf[S]{m: m}
	m.Init(func(s S) { run.now = s })
	return run
}

func (r *transcriptOf[S]) steps(t *testing.T, d *datadriven.TestData) string {
	var b strings.Builder
	for _, line := range strings.Split(strings.TrimSpace(d.Input), "\n") {
		after, a, enabled := r.find(line)
		if !enabled {
			d.Fatalf(t, "%q is not enabled", line)
		}
		story := r.m.Story(a, &r.now, &after)
		fmt.Fprintf(&b, "%s\n  %s\n", story.Title, story.Words)
		for _, arrow := range story.Arrows {
			fmt.Fprintf(&b, "  %s -> %s: %s\n", arrow.From, arrow.To, arrow.Text)
		}
		r.now = after
	}
	return b.String()
}

func (r *transcriptOf[S]) find(text string) (after S, action model.Action, enabled bool) {
	out := model.NewSteps(func(a model.Action, s *S) {
		if r.m.Text(a) == text {
			after, action, enabled = *s, a, true
		}
	})
	r.m.Expand(&r.now, out)
	return after, action, enabled
}

func (r *transcriptOf[S]) show() string {
	var b strings.Builder
	for _, lane := range r.m.Describe(&r.now).Lanes {
		fmt.Fprintf(&b, "%s [%s]", lane.Name, lane.Badge)
		for _, f := range lane.Fields {
			fmt.Fprintf(&b, " %s=%s", f.Name, f.Value)
		}
		if lane.Log != nil {
			fmt.Fprintf(&b, " log:")
			for o, c := range lane.Log.Cells {
				fmt.Fprintf(&b, " %d:%s@%d", o, c.Text, c.Epoch)
			}
			fmt.Fprintf(&b, " (hw %d, room for %d)", lane.Log.HighWatermark, lane.Log.Capacity)
		}
		b.WriteString("\n")
	}
	return b.String()
}

func (r *transcriptOf[S]) verdict() string {
	var b strings.Builder
	for _, p := range r.m.Properties {
		verdict := "holds"
		if err := p.State(&r.now); err != nil {
			verdict = err.Error()
		}
		fmt.Fprintf(&b, "%s: %s\n", p.Name, verdict)
		if p.Parts != nil {
			for _, part := range p.Parts(&r.now) {
				fmt.Fprintf(&b, "  %s: %v\n", part.Text, part.Holds)
			}
		}
	}
	return b.String()
}
