package mctest_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"mc/explorer"
	"mc/mctest"
	"mc/model"
)

// stairs is somebody who climbs, three steps at a time where the model is broken.
func stairs(broken bool, top uint16) *model.Model[uint16] {
	stride := uint16(1)
	if broken {
		stride = 3
	}
	return &model.Model[uint16]{
		Name: "stairs", Doc: "Somebody climbs.",
		Init: func(add func(uint16)) { add(0) },
		Rules: []model.Rule[uint16]{{Name: "Climb", Doc: "Up.", Expand: func(s *uint16, out *model.Steps[uint16]) {
			if *s < top {
				*out.Step() = *s + stride
			}
		}}},
		Properties: []model.Property[uint16]{
			model.Invariant("within", "Nobody is above the top.", func(s *uint16) error {
				if *s > top {
					return fmt.Errorf("on step %d of %d", *s, top)
				}
				return nil
			}),
			model.Goal("there", "The top is reached.", func(s *uint16) bool { return *s >= top }),
			model.Guarantee("arrives", "Everybody gets there.", func(s *uint16) bool { return *s >= top }).
				Under(&model.Fairness[uint16]{Name: "on", Doc: "Nobody stops.", Conditions: []model.Condition[uint16]{model.Weak[uint16]("Climb")}}),
		},
		Fairness: []*model.Fairness[uint16]{{Name: "on", Doc: "Nobody stops.", Conditions: []model.Condition[uint16]{model.Weak[uint16]("Climb")}}},
	}
}

func TestSound(t *testing.T) {
	mctest.Check(t, stairs(false, 8), mctest.Expect("there", model.Reached), mctest.Expect(model.DeadlockName, model.Violated))
	mctest.Check(t, stairs(true, 8), mctest.With(explorer.Options{Check: []string{"within", "there"}}),
		mctest.Expect("within", model.Violated), mctest.Short(5))
}

// child says how the model of the tests below is made; they run in a process of their
// own, because they are to fail.
const child = "MCTEST_CHILD"

func TestChild(t *testing.T) {
	switch os.Getenv(child) {
	case "":
		t.Skip("is run by the others")
	case "allowed": // the same steps, and a claim that they do not break
		m := stairs(true, 8)
		m.Properties[0] = model.Invariant("within", "Nobody is far above.", func(*uint16) error { return nil })
		mctest.Check(t, m)
	case "typo":
		mctest.Check(t, stairs(false, 8), mctest.Expect("whithin", model.Violated))
	case "never":
		mctest.Check(t, stairs(false, 8), mctest.With(explorer.Options{Check: []string{"arrives"}, Fairness: model.NoFairness}))
	case "cut":
		mctest.Check(t, stairs(false, 60_000), mctest.With(explorer.Options{MaxStates: 9, Check: []string{"within"}}))
	case "large":
		mctest.Check(t, stairs(false, 60_000), mctest.With(explorer.Options{Check: []string{"within", "there"}}))
	default:
		mctest.Check(t, stairs(os.Getenv(child) == "broken", 8), mctest.With(explorer.Options{Check: []string{"within", "there"}}))
	}
}

func BenchmarkStairs(b *testing.B) { mctest.Bench(b, stairs(false, 1000)) }

// in runs a test of this package in a directory, and wants it to pass or to fail with
// some words and without others (after a !).
func in(t *testing.T, dir, how string, pass bool, args []string, words ...string) {
	t.Helper()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(program, append([]string{"-test.run=^TestChild$", "-test.v"}, args...)...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), child+"="+how)
	out, err := cmd.CombinedOutput()
	if (err == nil) != pass {
		t.Errorf("%s %v: %v", how, args, err)
	}
	for _, word := range words {
		without, not := strings.CutPrefix(word, "!")
		if strings.Contains(string(out), without) == not {
			t.Errorf("%s %v: want %q", how, args, word)
		}
	}
	if t.Failed() {
		t.Fatalf("%s", out)
	}
}

// TestFailure: a failure is told, saved, taken again before anything is searched, and
// forgiven once the model is mended.
func TestFailure(t *testing.T) {
	dir, left := t.TempDir(), t.TempDir()
	in(t, dir, "broken", false, []string{"-mc.artifacts", left},
		"--- FAIL: TestChild/within", "--- PASS: TestChild/there", "violated in 4 states: on step 9 of 8", "Nobody is above the top.",
		"Climb", "saved in testdata/mc/TestChild/within.json; the next run takes these steps first", "trace.html")
	page, err := os.ReadFile(filepath.Join(left, "TestChild", "within", "trace.html"))
	if err != nil || !strings.Contains(string(page), "<html") {
		t.Errorf("there is no page: %v", err)
	}
	in(t, dir, "broken", false, nil, "the steps that were saved in testdata/mc/TestChild/within.json still do harm; nothing was searched",
		"on step 9 of 8", "--- PASS: TestChild/there")
	in(t, dir, "sound", true, nil, "the model does not take these steps any more", "--- PASS: TestChild/within")
	in(t, dir, "allowed", true, nil, "within.json: these steps do no harm any more", "--- PASS: TestChild/within")
	if err := os.WriteFile(filepath.Join(dir, "testdata/mc/TestChild/within.json"), []byte("{"), 0o644); err != nil {
		t.Fatal(err)
	}
	in(t, dir, "sound", false, nil, "is no trace", "--- PASS: TestChild/within")
}

// TestCounts: counts are held to a file once there is one.
func TestCounts(t *testing.T) {
	dir := t.TempDir()
	in(t, dir, "sound", true, nil, "there is no testdata/mc/TestChild/counts.txt; -mc.update writes it")
	in(t, dir, "sound", true, []string{"-mc.update"})
	in(t, dir, "sound", true, nil, "--- PASS: TestChild/counts")
	file := filepath.Join(dir, "testdata/mc/TestChild/counts.txt")
	text, err := os.ReadFile(file)
	want := "states 9\ngenerated 9\ndepth 9\nrule Climb 8\nproperty within holds\nproperty there reachable 9\n"
	if err != nil || string(text) != want {
		t.Errorf("%q, %v; want %q", text, err, want)
	}
	if err := os.WriteFile(file, []byte(strings.Replace(want, "states 9", "states 10", 1)), 0o644); err != nil {
		t.Fatal(err)
	}
	in(t, dir, "sound", false, nil, "--- FAIL: TestChild/counts", "- states 10\n", "+ states 9\n", "!generated 9")
}

// TestCut: what a limit left open fails, but with -short.
func TestCut(t *testing.T) {
	dir := t.TempDir()
	in(t, dir, "cut", false, nil, "not decided: holds-within-bounds, cut by [max-states 9]")
	in(t, dir, "cut", true, []string{"-test.short"}, "not decided within [max-states 9]")
	in(t, dir, "large", true, nil, "60001 states")
	in(t, dir, "large", true, []string{"-test.short"}, "not decided within [max-states 20000]", "!60001")
}

// TestWords: a claim about runs is told with its loop, and what is expected of nothing
// is a mistake.
func TestWords(t *testing.T) {
	dir := t.TempDir()
	in(t, dir, "never", false, nil, "--- FAIL: TestChild/arrives", "After the last step nothing happens any more.")
	in(t, dir, "never", false, nil, "still do harm; nothing was searched", "After the last step")
	in(t, dir, "typo", false, nil, `"whithin" is expected to be something, and is no property of the model`)
	in(t, dir, "sound", true, []string{"-test.bench=Stairs", "-test.benchtime=1x"}, "states/s", "bytes/state")
}
