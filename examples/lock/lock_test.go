package main

import (
	"cmp"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"mc/mctest"
	"mc/model"
	"mc/model/modeltest"
)

// TestConforms holds the model, in each of its orders, to what every engine
// relies on.
func TestConforms(t *testing.T) {
	for _, order := range []string{"flag-first", "turn-first", "no-turn"} {
		m, _, err := Template.Build(map[string]string{"order": order})
		if err != nil {
			t.Fatal(err)
		}
		modeltest.Conform(t, m, 1000)
	}
}

// order is that of the lock under test: Peterson's, unless somebody breaks it.
func order() string { return cmp.Or(os.Getenv("LOCK_ORDER"), "flag-first") }

// built is the lock with its constants, and what a trace says of them.
func built(t testing.TB) (*model.Model[lock], mctest.Option) {
	t.Helper()
	set := map[string]string{"order": order()}
	m, _, err := Template.Build(set)
	if err != nil {
		t.Fatal(err)
	}
	return m, mctest.Constants(set)
}

// TestPeterson checks the lock: a subtest for each claim, and the counts of
// testdata/mc/TestPeterson/counts.txt.
func TestPeterson(t *testing.T) {
	m, constants := built(t)
	mctest.Check(t, m, constants, mctest.Expect("both-inside", model.Unreachable))
}

func BenchmarkPeterson(b *testing.B) {
	m, constants := built(b)
	mctest.Bench(b, m, constants)
}

// TestBroken breaks the lock on purpose, and reads what TestPeterson says: which claim,
// the steps in words, the page, the counts; and that the next run needs no search.
func TestBroken(t *testing.T) {
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	fails := func(wants ...string) {
		t.Helper()
		cmd := exec.Command(program, "-test.run=^TestPeterson$", "-mc.artifacts=left")
		cmd.Dir, cmd.Env = dir, append(os.Environ(), "LOCK_ORDER=turn-first")
		out, err := cmd.CombinedOutput()
		if err == nil {
			t.Error("the lock is broken, and the test passes")
		}
		for _, want := range wants {
			if !strings.Contains(string(out), want) {
				t.Errorf("lacks %q", want)
			}
		}
		if t.Failed() {
			t.Fatalf("%s", out)
		}
	}
	fails("--- FAIL: TestPeterson/exclusive", "violated in 7 states: p1 and p2 are both inside",
		"No two processes are inside at once.", "order turn-first", "6  Enter p1",
		"--- FAIL: TestPeterson/both-inside", "reachable in 7 states, expected unreachable",
		"saved in testdata/mc/TestPeterson/exclusive.json; the next run takes these steps first", "artifact: left/TestPeterson/exclusive/trace.html")
	fails("the steps that were saved in testdata/mc/TestPeterson/exclusive.json still do harm; nothing was searched")
	page, err := os.ReadFile(filepath.Join(dir, "left", "TestPeterson", "exclusive", "trace.html"))
	if err != nil || !strings.Contains(string(page), "<html") {
		t.Errorf("there is no page: %v", err)
	}
}

// TestCommands types what a user of this program types.
func TestCommands(t *testing.T) {
	dir := t.TempDir()
	program := filepath.Join(dir, "lock")
	if out, err := exec.Command("go", "build", "-o", program, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	trace := filepath.Join(dir, "trace.json")
	for _, tc := range []struct {
		args string
		code int
		want []string
	}{
		{"check -q peterson", 0, []string{"peterson: holds, as expected", "ok  exclusive  holds", "the whole space"}},
		{"check -q turn-first -o " + trace, 0, []string{"VIOLATED  exclusive", "6  Enter p1"}},
		{"check -q peterson --set order=no-turn", 12, []string{"FAIL  exclusive"}},
		{"check -q peterson --set order=no-trun", 2, []string{`did you mean "no-turn"`}},
		{"check -q specs", 0, []string{"3 specs, all as expected"}},
		{"check -q --json peterson", 0, []string{`"schema":"mc.result/1"`, `"exhaustive":true`}},
		{"list models", 0, []string{"lock", "order", "no-turn | turn-first | flag-first"}},
		{"list rules", 0, []string{"GiveWay process"}},
		{"list properties", 0, []string{"exclusive", "both-inside"}},
		{"list specs", 0, []string{"peterson", "turn-first"}},
		{"list variants", 0, []string{"flag-first", "Peterson's order"}},
		{"explain exclusive", 0, []string{"No two processes are inside at once.", "turn-first"}},
		{"explain turn-first", 0, []string{"Two processes are inside at once"}},
		{"why counter is 41 and should be 42", 0, []string{"an observation of whoever counts", "This is harm.", "check turn-first"}},
		{"why two processes inside at once", 0, []string{"exclusive"}},
		{"explore --text peterson", 0, []string{"step 0>"}},
		{"why bread", 2, []string{"there is nothing to say"}},
		{"matrix specs --no-cache -q", 0, []string{"scenario    flag-first  turn-first  no-turn", "peterson    holds       violated 7  violated 7"}},
		{"replay " + trace, 0, []string{"replayed: all 7 states are those of lock today"}},
		{"replay " + trace + " --as flag-first", 0, []string{"flag-first"}},
		{"show " + trace + " --format markdown", 0, []string{"exclusive"}},
		{"show " + trace + " --format html", 0, []string{"<html"}},
	} {
		t.Run(tc.args, func(t *testing.T) {
			cmd := exec.Command(program, strings.Fields(tc.args)...)
			out, _ := cmd.CombinedOutput()
			if code := cmd.ProcessState.ExitCode(); code != tc.code {
				t.Errorf("exit code %d, want %d", code, tc.code)
			}
			for _, want := range tc.want {
				if !strings.Contains(string(out), want) {
					t.Errorf("lacks %q", want)
				}
			}
			if t.Failed() {
				t.Logf("%s", out)
			}
		})
	}
	if page, err := exec.Command(program, "show", trace, "--format", "html").Output(); err != nil || strings.Contains(string(page), "broker") {
		t.Errorf("the page of a lock speaks of brokers, or there is none: %v", err)
	}
	if _, err := os.Stat(trace); err != nil {
		t.Error(err)
	}
}
