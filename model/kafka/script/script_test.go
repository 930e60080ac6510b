package script

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"mc/model/kafka"
	"mc/model/schedule"
)

// steps makes a script of transcript lines; "=> hw of b1 = 2" after a line is
// what it expects.
func steps(lines ...string) (sc schedule.Script) {
	for _, line := range lines {
		text, want, expects := strings.Cut(line, " => ")
		step := schedule.Step{Command: schedule.Line(text)}
		if expects {
			name, value, _ := strings.Cut(want, " = ")
			key, of, _ := strings.Cut(name, " of ")
			step.Expect = []schedule.Want{{Key: key, Of: of, Values: []string{value}}}
		}
		sc.Steps = append(sc.Steps, step)
	}
	return sc
}

func run(t testing.TB, sc schedule.Script, set map[string]string) *schedule.Run[kafka.State] {
	t.Helper()
	full := Defaults(sc)
	full["replicas"], full["min_insync_replicas"] = "2", "1"
	for k, v := range set {
		full[k] = v
	}
	m, values, err := kafka.Template.Build(full)
	if err != nil {
		t.Fatal(err)
	}
	r, err := Play(m, values, sc)
	if err != nil {
		t.Fatal(err)
	}
	at := r.Start
	for i, step := range r.Taken {
		after, ok := m.Successor(&at, step.Action)
		if !ok || after != step.After {
			t.Fatalf("action %d (%s) is not one of the model", i+1, m.Text(step.Action))
		}
		at = after
	}
	return r
}

// TestFailures: a script that goes wrong says where, what it wanted and what
// it saw.
func TestFailures(t *testing.T) {
	for _, tc := range []struct {
		lines []string
		want  string
	}{
		{[]string{"produce b1", "replicate b2 => hw of b1 = 1"}, "step 2 (replicate b2): hw of b1: want 1, seen 0"},
		{[]string{"settle => isr = 1"}, "step 1 (settle): isr: want {b1}, seen {b1, b2}"},
		{[]string{"produce b2"}, "step 1 (produce b2): answered with NOT_LEADER_OR_FOLLOWER, which the step does not expect"},
		{[]string{"produce b1 => error = NOT_ENOUGH_REPLICAS"}, "step 1 (produce b1): error: want NOT_ENOUGH_REPLICAS, seen none"},
		{[]string{"fetch b2 => refused = in flight"}, "step 1 (fetch b2): was carried out, but is expected to be refused: in flight"},
		{[]string{"fetch b1 => refused = in flight"}, `which does not contain "in flight"`},
		{[]string{"kill b1", "restart b1"}, "step 2 (restart b1): Restart b1 is not enabled: its session has not expired yet; fence it first, or set restart_before_fence"},
		{[]string{"look => sees = nobody"}, "step 1 (look): sees: want nobody, seen none"},
		{[]string{"look => cache of b1 = 0"}, "epochs are pairs"},
		{[]string{"look => isr = 7"}, `isr: "7" is no broker`},
	} {
		r := run(t, steps(tc.lines...), nil)
		if r.Failure == nil || !strings.Contains(r.Failure.Error(), tc.want) {
			t.Errorf("%v\n got %v\nwant %s", tc.lines, r.Failure, tc.want)
		}
	}
}

// TestReassignments: a reassignment is said by where it leads, or by what is different,
// and as a process only where it is one.
func TestReassignments(t *testing.T) {
	process := map[string]string{"generation": "kip-320", "replicas": "3", "initial_replicas": "2"}
	for _, tc := range []struct {
		set   map[string]string
		lines []string
		want  string // of the refusal
	}{
		{process, []string{"reassign to=b1,b3 => adding = b3", "look => removing = b2", "look => replicas = 1,2,3"}, ""},
		{process, []string{"reassign add=b3 remove=b2 => adding = b3", "look => removing = b2", "settle => replicas = 1,3"}, ""},
		{process, []string{"reassign add=b3", "reassign to=b1"}, "a reassignment is under way; cancel it first"},
		{process, []string{"reassign add=b3", "complete-reassignment"}, "{b1, b2, b3} would stay, and the ISR is {b1, b2}"},
		{process, []string{"complete-reassignment"}, "no reassignment is under way"},
		{process, []string{"reassign to=b1,b2"}, "those are the replicas already"},
		{process, []string{"stop-replica b2"}, "no StopReplica request is on its way to it"},
		{process, []string{"reassign to=b2", "complete-reassignment => stop_replica of b1 = 2", "settle => role of b1 = idle", "look => leader = b2"}, ""},
		{map[string]string{"reassignment": "at-once"}, []string{"reassign add=b2"}, "set reassignment: process"},
	} {
		r := run(t, steps(tc.lines...), tc.set)
		if got := fmt.Sprint(r.Failure); tc.want == "" && r.Failure != nil || !strings.Contains(got, tc.want) {
			t.Errorf("%v\n got %s\nwant %s", tc.lines, got, tc.want)
		}
	}
}

// TestSpellings: the same thing may be wanted in several forms.
func TestSpellings(t *testing.T) {
	for _, want := range []string{
		"isr = 1,2", "isr = {b1, b2}", "isr = b2 b1", "cache of b1 = 0 0", "cache of b1 = 0:0", "acked = a-1..a-2", "acked = a-1, a-2",
		"acked = a-1..2", "leader = 1", "leader = b1", "elr = none", "elr = {}", "waited of a-1 = 0s", "error = none", "caught_up of b2 = yes",
	} {
		r := run(t, steps("produce b1 values=a count=2", "replicate b2", "fetch b2 => "+want), map[string]string{"generation": "kip-966"})
		if r.Failure != nil {
			t.Errorf("%s: %v", want, r.Failure)
		}
	}
}

func TestValidate(t *testing.T) {
	sc := steps("fetsh b2", "fetch b2 folower=b1", "settle => hv of b1 = 2", "learn-older b2", "look => waited of a = 1s")
	var got []string
	for _, p := range Validate(sc) {
		got = append(got, p.Message)
	}
	want := []string{
		`there is no command "fetsh", did you mean "fetch"?`,
		`fetch has no argument "folower", did you mean "follower"?; it takes follower, early, parked`,
		`expect: nothing is called "hv", did you mean "hw"?`,
	}
	if diff := cmp.Diff(want, got[:min(3, len(got))]); diff != "" || len(got) > 4 {
		t.Errorf("-want +got\n%s%v", diff, got)
	}
}

// TestFits: what no run can have is a mistake of the script, and what a run might
// have is not, nor what is expected to be refused.
func TestFits(t *testing.T) {
	sc := steps("fetch b2", "fetch b9", "fetch b9 => refused = no broker", "replicate rounds=many", "produce to=b4 values=x",
		"fetch b2 early=maybe", "do action=Fetsh", "min-isr to=two", "advance 3", "propose-shrink b7 b1",
		"look => hw of b7 = 1", "look => isr = b9", "look => leo = 1", "look => known_isr = b1", "look => log of b2 = nobody-wrote-this", "settle", "ack")
	m, v, err := kafka.Template.Build(nil)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, p := range Fits(m, v, sc) {
		got = append(got, fmt.Sprintf("%d %s", p.Step, p.Message))
	}
	want := []string{
		`2 follower: "b9" is no broker; there are b1 to b3`,
		`4 rounds must be a whole number, got "many"`,
		`5 to: "b4" is no broker; there are b1 to b3`,
		`6 early must be yes or no, got "maybe"`,
		`7 there is no rule "Fetsh", did you mean "Fetch"?`,
		`8 to must be a whole number, got "two"`,
		`9 time: "3" is not a duration; write a number and a unit, as in 12s or 500ms`,
		`10 leader: "b7" is no broker; there are b1 to b3`,
		`11 expect: "b7" is no broker; there are b1 to b3`,
		`12 expect: isr: "b9" is no broker; there are b1 to b3`,
		`13 expect: leo needs a broker, as in leo: {b1: ...}`,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}

// TestDefaults: the bounds are those that the script needs.
func TestDefaults(t *testing.T) {
	sc := steps("produce b1 count=3", "produce values=x..y", "kill b1,b2", "elect b2", "read", "ack", "fetch b2 early=yes")
	got := Defaults(sc)
	for key, want := range map[string]string{"records": "5", "fetch_records": "5", "kills": "2", "elections": "1", "reads": "1", "fences": "0",
		"track_acks": "separate", "reply_hw": "either", "unclean_elections": "", "reassignments": ""} {
		if got[key] != want {
			t.Errorf("%s is %q, want %q", key, got[key], want)
		}
	}
	sc.Clock = map[string]time.Duration{"checkpoint": time.Second}
	if got := Defaults(sc); got["fences"] != "15" || got["checkpoints"] != "15" {
		t.Errorf("with a clock: fences %s, checkpoints %s", got["fences"], got["checkpoints"])
	}
}

// TestDefaultsOfActions: beside commands an action by its own name needs what its rule's
// command needs; a script of actions alone says everything itself.
func TestDefaultsOfActions(t *testing.T) {
	got := Defaults(steps("produce b1", "do LossyCrash b1", "do Fence b2", "do Elect b2", "do Nothing b2", "do"))
	for key, want := range map[string]string{"records": "1", "lossy_crashes": "1", "fences": "1", "elections": "1", "kills": "0"} {
		if got[key] != want {
			t.Errorf("%s is %q, want %q", key, got[key], want)
		}
	}
	if got := Defaults(steps("do LossyCrash b1", "do Fence b2")); len(got) > 0 {
		t.Errorf("actions alone need %v", got)
	}
}

func TestUnknownTimeOfTheClock(t *testing.T) {
	sc := steps("settle")
	sc.Clock = map[string]time.Duration{"lagg": time.Second}
	m, values, err := kafka.Template.Build(Defaults(sc))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Play(m, values, sc); err == nil || !strings.Contains(err.Error(), `there is no time "lagg", did you mean "lag"; there are check, checkpoint, fetch_wait`) {
		t.Error(err)
	}
}

// TestAnyCourse: whatever the commands, the run is one of the model, and
// playing it again is the same.
func TestAnyCourse(t *testing.T) {
	lines := []string{"produce", "produce acks=1", "produce acks=0", "fetch b2", "respond b2", "replicate b2", "learn b1", "learn b2", "settle",
		"shrink b2", "alter-partition", "answer", "fence b1", "fence b2", "unfence b1", "unfence b2", "elect b1", "elect b2", "kill b1", "kill b2",
		"restart b1", "restart b2", "freeze b2", "thaw b2", "hold b2", "release b2", "advance 1s", "advance 20s", "read", "min-isr 2"}
	rapid.Check(t, func(t *rapid.T) {
		chosen := rapid.SliceOfN(rapid.SampledFrom(lines), 1, 15).Draw(t, "lines")
		sc := steps(chosen...)
		if slices.Contains(chosen, "advance 1s") || slices.Contains(chosen, "advance 20s") {
			sc.Clock = map[string]time.Duration{}
		}
		generation := rapid.SampledFrom([]string{"hw-truncation", "kip-101", "kip-320", "kip-497", "kip-966"}).Draw(t, "generation")
		set := Defaults(sc)
		set["generation"], set["replicas"], set["min_insync_replicas"] = generation, "2", "1"
		m, values, err := kafka.Template.Build(set)
		if err != nil {
			t.Fatal(err)
		}
		one, err := Play(m, values, sc)
		if err != nil {
			t.Fatal(err)
		}
		two, err := Play(m, values, sc)
		if err != nil {
			t.Fatal(err)
		}
		if len(one.Taken) != len(two.Taken) || (one.Failure == nil) != (two.Failure == nil) {
			t.Fatalf("%d actions and %v, then %d and %v", len(one.Taken), one.Failure, len(two.Taken), two.Failure)
		}
		at := one.Start
		for i, step := range one.Taken {
			after, ok := m.Successor(&at, step.Action)
			if !ok || after != step.After {
				t.Fatalf("action %d (%s) is not one of the model", i+1, m.Text(step.Action))
			}
			at = after
		}
	})
}
