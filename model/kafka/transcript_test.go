package kafka_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"

	"mc/model"
	"mc/model/kafka"
	"mc/model/kafka/script"
	"mc/model/schedule"
)

// TestTranscripts replays the sessions in testdata. A session starts with
//
//	setup generation=kip-101 replicas=2
//
// and goes on with steps, one a line, whose words and final state are shown:
//
//	steps
//	produce 1 acks=all
//	fetch 2
//
// A step is a command of package script, with brokers by number or name. One
// that is not enabled ends the directive, with the reason. Run with -rewrite to
// write down what the model does now.
func TestTranscripts(t *testing.T) {
	datadriven.Walk(t, "testdata", func(t *testing.T, path string) {
		var s session
		datadriven.RunTest(t, path, func(t *testing.T, d *datadriven.TestData) string {
			switch d.Cmd {
			case "setup":
				return s.setup(d.CmdArgs)
			case "steps":
				return s.steps(d.Input)
			}
			t.Fatalf("%s: unknown directive %s", d.Pos, d.Cmd)
			return ""
		})
	})
}

type session struct {
	m *model.Model[kafka.State]
	x *script.Player
}

func (s *session) setup(args []datadriven.CmdArg) string {
	set := map[string]string{"records": "4", "fences": "4", "unfences": "4", "kills": "2", "lag_timeouts": "4",
		"max_leader_epoch": "5", "reply_hw": "after", "hw_waits_for_caught_up": "off"}
	for _, a := range args {
		set[a.Key] = strings.Join(a.Vals, ",")
	}
	m, values, err := kafka.Template.Build(set)
	if err != nil {
		s.m = nil
		return err.Error() + "\n"
	}
	p, err := kafka.NewProtocol(values)
	if err != nil {
		return err.Error() + "\n"
	}
	s.m = m
	if s.x, err = script.New(p, m, nil); err != nil {
		return err.Error() + "\n"
	}
	return s.picture()
}

// steps carries out the commands, and tells each action that they took.
func (s *session) steps(input string) string {
	var out strings.Builder
	for _, line := range strings.Split(input, "\n") {
		n, before := len(s.x.Taken), *s.x.Now()
		err := s.x.Do(schedule.Line(line))
		for _, t := range s.x.Taken[n:] {
			fmt.Fprintln(&out, s.m.Story(t.Action, &before, &t.After).Words)
			before = t.After
		}
		if refusal := s.x.Refusal(); refusal != "" {
			fmt.Fprintf(&out, "%s: %s\n", line, refusal)
		}
		if err != nil {
			why, _, _ := strings.Cut(err.Error(), "; enabled are")
			fmt.Fprintf(&out, "%s: %s\n", line, why)
			break
		}
	}
	return out.String() + s.picture()
}

// picture is the state in a few lines, one per lane.
func (s *session) picture() string {
	var out strings.Builder
	for _, lane := range s.m.Describe(s.x.Now()).Lanes {
		out.WriteString(lane.Name)
		if lane.Badge != "" {
			fmt.Fprintf(&out, " (%s)", lane.Badge)
		}
		out.WriteString(":")
		if lane.Log != nil {
			out.WriteString(" " + logPicture(lane.Log))
		}
		for i, f := range lane.Fields {
			if i > 0 || lane.Log != nil {
				out.WriteString(";")
			}
			fmt.Fprintf(&out, " %s %s", f.Name, f.Value)
		}
		out.WriteString("\n")
	}
	return out.String()
}

// logPicture draws the records as value/epoch, with | at the high watermark.
func logPicture(l *model.Log) string {
	cells := make([]string, 0, len(l.Cells)+1)
	for o, c := range l.Cells {
		if o == l.HighWatermark {
			cells = append(cells, "|")
		}
		cells = append(cells, fmt.Sprintf("%s/%d", c.Text, c.Epoch))
	}
	if l.HighWatermark == len(l.Cells) {
		cells = append(cells, "|")
	}
	return "[" + strings.Join(cells, " ") + "]"
}
