package script

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/cockroachdb/datadriven"

	"mc/model/kafka"
	"mc/model/schedule"
)

// TestTranscripts plays the sessions in testdata, line by line as a script
// would. A session starts with
//
//	start generation=kip-966 replicas=3 clock=(lag=10s,session=9s)
//
// and goes on with play, whose lines are commands and whose output is the
// actions that each took, and see, whose lines are what is to be looked at.
// Run with -rewrite to write down what is seen now.
func TestTranscripts(t *testing.T) {
	datadriven.Walk(t, "testdata", func(t *testing.T, path string) {
		var x *Player
		datadriven.RunTest(t, path, func(t *testing.T, d *datadriven.TestData) string {
			switch d.Cmd {
			case "start":
				var err error
				if x, err = start(d.CmdArgs); err != nil {
					return err.Error() + "\n"
				}
				return ""
			case "play":
				return played(x, d.Input)
			case "see":
				return seen(x, d.Input)
			}
			t.Fatalf("%s: unknown directive %s", d.Pos, d.Cmd)
			return ""
		})
	})
}

// start makes a player with room for whatever a session does.
func start(args []datadriven.CmdArg) (*Player, error) {
	set := map[string]string{"records": "6", "fetch_records": "6", "max_leader_epoch": "7", "acks": "any", "track_acks": "with-hw", "reply_hw": "after",
		"lag_timeouts": "15", "fences": "15", "unfences": "15", "kills": "15", "elections": "15"}
	var clock map[string]time.Duration
	for _, a := range args {
		if a.Key != "clock" {
			set[a.Key] = strings.Join(a.Vals, ",")
			continue
		}
		clock = map[string]time.Duration{}
		for _, v := range a.Vals {
			key, text, _ := strings.Cut(v, "=")
			clock[key], _ = time.ParseDuration(text)
		}
	}
	m, values, err := kafka.Template.Build(set)
	if err != nil {
		return nil, err
	}
	p, err := kafka.NewProtocol(values)
	if err != nil {
		return nil, err
	}
	return New(p, m, clock)
}

// played carries out the lines up to the first that is refused.
func played(x *Player, input string) string {
	var out strings.Builder
	for _, line := range strings.Split(input, "\n") {
		before := len(x.Taken)
		err := x.Do(schedule.Line(line))
		fmt.Fprintf(&out, "%s: %s", line, listed(x.texts(before)))
		if x.outcome.errored != "" {
			fmt.Fprintf(&out, " [%s]", x.outcome.errored)
		}
		out.WriteString("\n")
		if err != nil {
			fmt.Fprintf(&out, "  %v\n", err)
			break
		}
	}
	return out.String()
}

func seen(x *Player, input string) string {
	var out strings.Builder
	for _, line := range strings.Split(input, "\n") {
		key, of, _ := strings.Cut(line, " ")
		_, text, err := x.Look(schedule.Want{Key: key, Of: of})
		if err != nil {
			text = err.Error()
		}
		fmt.Fprintf(&out, "%s: %s\n", line, text)
	}
	return out.String()
}
