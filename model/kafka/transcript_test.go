package kafka_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"

	"mc/model"
	"mc/model/kafka"
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
// A step is a word of the table below and its arguments: brokers by number,
// values as they are. A step that is not enabled ends the directive. Run with
// -rewrite to write down what the model does now.
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

// words are the steps of a session and the rules that they name.
var words = map[string]string{
	"produce": "Produce", "fetch": "Fetch", "fetch-early": "FetchEarly", "respond": "Respond", "lookup": "Lookup",
	"learn": "Learn", "shrink": "Shrink", "propose-shrink": "ProposeShrink", "lag": "LagTimeout", "send-expand": "SendExpand",
	"decide": "AlterPartition", "answer": "AlterPartitionAnswer", "lose-answer": "LoseAnswer", "resend": "Resend",
	"stale-controller": "StaleController", "fence": "Fence", "fence-together": "FenceTogether", "unfence": "Unfence",
	"elect": "Elect", "shut-down": "ShutDown", "min-isr": "ChangeMinIsr", "kill": "Kill", "crash": "LossyCrash",
	"partial-crash": "PartialCrash", "stop": "Stop", "restart": "Restart", "checkpoint": "Checkpoint", "flush": "Flush",
	"learn-older": "LearnOlder", "swap-log": "SwapLog", "finish-read": "FinishRead",
	"ack": "AckCheck", "timeout": "ProduceTimeout", "read": "Read", "latest": "ListLatest",
}

type session struct {
	m *model.Model[kafka.State]
	s kafka.State
}

func (x *session) setup(args []datadriven.CmdArg) string {
	set := map[string]string{"records": "4", "fences": "4", "unfences": "4", "kills": "2", "lag_timeouts": "4",
		"max_epoch": "5", "reply_hw": "after", "hw_waits_for_caught_up": "off"}
	for _, a := range args {
		set[a.Key] = strings.Join(a.Vals, ",")
	}
	m, _, err := kafka.Template.Build(set)
	if err != nil {
		x.m = nil
		return err.Error() + "\n"
	}
	x.m = m
	m.Init(func(s kafka.State) { x.s = s })
	return x.picture()
}

func (x *session) steps(input string) string {
	var out strings.Builder
	for _, line := range strings.Split(input, "\n") {
		a, err := x.action(strings.Fields(line))
		if err != nil {
			return out.String() + err.Error() + "\n"
		}
		after, enabled := x.m.Successor(&x.s, a)
		if !enabled {
			fmt.Fprintf(&out, "%s: not enabled\n", line)
			break
		}
		fmt.Fprintln(&out, x.m.Story(a, &x.s, &after).Words)
		x.s = after
	}
	return out.String() + x.picture()
}

// action reads a step: "produce 1 acks=all", "propose-shrink 1 2".
func (x *session) action(fields []string) (a model.Action, err error) {
	i := x.m.Rule(words[fields[0]])
	if i < 0 {
		return a, fmt.Errorf("unknown step %q", fields[0])
	}
	a.Rule = uint16(i)
	for j, p := range x.m.Rules[i].Params {
		text := map[string]string{"acks": "all"}[p.Name]
		if j+1 < len(fields) {
			text = strings.TrimPrefix(fields[j+1], "acks=")
		}
		v, ok := argument(p, text)
		if !ok {
			return a, fmt.Errorf("%s needs %s", fields[0], p.Name)
		}
		a.Args[j] = v
	}
	return a, nil
}

// argument is the value that a parameter shows as text, or as "b" and text.
func argument(p model.Param, text string) (uint8, bool) {
	for v := range uint8(32) {
		if shown := p.Text(v); shown == text || shown == "b"+text {
			return v, true
		}
	}
	return 0, false
}

// picture is the state in a few lines, one per lane.
func (x *session) picture() string {
	var out strings.Builder
	for _, lane := range x.m.Describe(&x.s).Lanes {
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
