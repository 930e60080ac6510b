package specfile

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"mc/model/schedule"
)

const scripted = `name: x
model: m
clock: {lag: 30s, session: 9s}
steps:
  - produce: {to: b1, values: [a, b], count: 2}
    note: The leader alone has them.
    expect: {leo: {b1: 2, b2: 0}, isr: "1,2", offsets: [0, 1]}
  - fetch: b2
  - freeze: [b2, b3]
  - settle:
  - settle
  - produce b1 acks=1
  - await: {hw: {b1: 2}, within: 9s}
`

func command(name string, args ...schedule.Arg) schedule.Command {
	return schedule.Command{Name: name, Args: args}
}

func arg(key string, values ...string) schedule.Arg { return schedule.Arg{Key: key, Values: values} }

func TestSteps(t *testing.T) {
	s, err := Parse("x.yaml", []byte(scripted))
	if err != nil {
		t.Fatal(err)
	}
	want := &schedule.Script{
		Clock: map[string]time.Duration{"lag": 30 * time.Second, "session": 9 * time.Second},
		Steps: []schedule.Step{
			{Command: command("produce", arg("to", "b1"), arg("values", "a", "b"), arg("count", "2")), Note: "The leader alone has them.",
				Expect: []schedule.Want{{Key: "leo", Of: "b1", Values: []string{"2"}}, {Key: "leo", Of: "b2", Values: []string{"0"}},
					{Key: "isr", Values: []string{"1,2"}}, {Key: "offsets", Values: []string{"0", "1"}}}},
			{Command: command("fetch", arg("", "b2"))},
			{Command: command("freeze", arg("", "b2", "b3"))},
			{Command: command("settle")},
			{Command: command("settle")},
			{Command: command("produce", arg("", "b1"), arg("acks", "1"))},
			{Command: command("await", arg("hw.b1", "2"), arg("within", "9s"))},
		},
	}
	if diff := cmp.Diff(want, s.Script()); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
	for i, line := range map[int]int{1: 5, 2: 8, 6: 12, 7: 13} {
		if place := s.Complain(StepPath(i), "").Place; place.Line != line {
			t.Errorf("step %d is placed at %v, want line %d", i, place, line)
		}
	}
}

func TestNoSteps(t *testing.T) {
	for text, want := range map[string]bool{"": false, "steps: []\n": true} {
		s, err := Parse("x.yaml", []byte("name: x\nmodel: m\n"+text))
		if err != nil {
			t.Fatal(err)
		}
		if got := s.Script() != nil; got != want {
			t.Errorf("%q: a script: %v", text, got)
		}
	}
}

func TestStepComplaints(t *testing.T) {
	for line, want := range map[string]string{
		"steps: 7":                           `x.yaml:3:8: steps must be a list of steps, got a number`,
		"steps: [{fetch: b2, learn: b3}]":    `x.yaml:3:21: a step is one command, and this one has fetch and learn; make them two steps`,
		"steps: [{note: x}]":                 `this step has no command; look: does nothing but expect`,
		"steps: [[a]]":                       `must be a mapping (key: value), got a list`,
		"steps: [{fetch: b2, expect: 3}]":    `steps.1.expect must be a mapping (key: value), got a number`,
		"steps: [{fetch: b2, note: [a]}]":    `steps.1.note must be text, got a list`,
		"steps: [{fetch: [[b2]]}]":           `steps.1.fetch must be a list of words, got a list`,
		"steps: [{fetch: b2, fetch: b3}]":    `key "fetch" is repeated`,
		"clock: {lag: 30}":                   `clock.lag: "30" is not a duration`,
		"clock: 9s":                          `clock must be a mapping (key: value), got text`,
		"steps: [{f: b, expect: {a: {b: }}]": `is not YAML`,
	} {
		_, err := Parse("x.yaml", []byte("name: x\nmodel: m\n"+line+"\n"))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s\n got %v\nwant %s", line, err, want)
		}
	}
}
