package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// TestKilledAtTheEnd kills a run between its last level and its output: the same
// command gives the whole result when it is resumed, and so does mc run show.
func TestKilledAtTheEnd(t *testing.T) {
	root := t.TempDir()
	dir, file := filepath.Join(root, "run"), filepath.Join(root, "t.json")
	args := []string{"check", "-q", "kip-320-first-try", "--minimize", "-o", file}
	want, err := exec.Command("mc", args...).Output()
	if err != nil {
		t.Fatalf("%v: %s", err, want)
	}
	trace := contents(file)
	args = append(args, "--dir", dir)
	for left := ""; left == ""; left = over(dir) { // until a kill comes before the end
		os.Remove(file)
		cmd := exec.Command("mc", args...)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		done := make(chan struct{})
		go func() { _ = cmd.Wait(); close(done) }()
		until(done, func() bool { return over(dir) != "" })
		_ = cmd.Process.Kill()
		<-done
	}
	for _, again := range [][]string{{"run", "show", dir}, append(args, "--resume", "--max-depth", "1")} {
		got, err := exec.Command("mc", again...).CombinedOutput()
		if err != nil {
			t.Fatalf("%v: %v: %s", again, err, got)
		}
		if diff := cmp.Diff(told(string(want)), told(string(got))); diff != "" {
			t.Errorf("%v:\n%s", again, diff)
		}
	}
	if contents(file) != trace {
		t.Error("the trace file is another one")
	}
	if over(dir) != "" {
		t.Error("the result that was told is still there")
	}
}

// told are the lines of a result without time, memory, and the ways to see and to replay it.
func told(text string) (lines []string) {
	for line := range strings.Lines(text) {
		if !strings.Contains(line, "workers, ") && !strings.Contains(line, "Replay: ") && !strings.Contains(line, "step by step: ") {
			lines = append(lines, line)
		}
	}
	return lines
}

// until polls a condition as long as the process lives.
func until(done <-chan struct{}, holds func() bool) {
	for !holds() {
		select {
		case <-done:
			return
		case <-time.After(200 * time.Microsecond):
		}
	}
}

// over tells what of the end of a search a directory holds: "levels", "result",
// or nothing.
func over(dir string) string {
	data := contents(filepath.Join(dir, "run.json"))
	switch {
	case !strings.Contains(data, `"Ended": {`):
		return ""
	case strings.Contains(data, `"Rebuilt": true`):
		return "result"
	}
	return "levels"
}

func contents(file string) string {
	data, _ := os.ReadFile(file)
	return string(data)
}
