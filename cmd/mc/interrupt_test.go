package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestInterrupt presses Ctrl-C once the run has shown its first progress: it
// prints what it knows and ends with 130.
func TestInterrupt(t *testing.T) {
	cmd := exec.Command("mc", "check", "--model", "kafkaspec/kip-320", "--set", "log_size=4", "--set", "max_records=4",
		"--set", "max_leader_epoch=4", "--check", "none", "--timeout", "30s")
	var out bytes.Buffer
	cmd.Stdout = &out
	stderr, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(stderr)
	if !lines.Scan() || !strings.Contains(lines.Text(), " states, ") {
		t.Errorf("the first line on standard error is %q, not progress", lines.Text())
	}
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	pressed := time.Now()
	for lines.Scan() {
	}
	var exit *exec.ExitError
	if err := cmd.Wait(); !errors.As(err, &exit) || exit.ExitCode() != 130 {
		t.Errorf("ended with %v, want exit code 130", err)
	}
	if took := time.Since(pressed); took > 10*time.Second {
		t.Errorf("took %v to stop", took)
	}
	for _, want := range []string{"holds-within-bounds", "distinct states", "cut by an interrupt"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("the output lacks %q:\n%s", want, out.String())
		}
	}
}

// TestInterruptSuite presses Ctrl-C while specs run beside each other: what was begun
// is told, in its order, and no more is begun.
func TestInterruptSuite(t *testing.T) {
	cmd := exec.Command("mc", "check", "kip-101", "kip-279", "kip-320", "kip-320", "--jobs", "2",
		"--set", "log_size=4", "--set", "max_records=4", "--set", "max_leader_epoch=4", "--check", "none", "--timeout", "30s")
	var out bytes.Buffer
	cmd.Stdout = &out
	stderr, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	lines, said := bufio.NewScanner(stderr), ""
	for lines.Scan() {
		if said = lines.Text(); strings.HasPrefix(said, "kip-279: ") {
			_ = cmd.Process.Signal(os.Interrupt) // it may have ended
			break
		}
	}
	for lines.Scan() {
		said = lines.Text()
	}
	var exit *exec.ExitError
	if err := cmd.Wait(); !errors.As(err, &exit) || exit.ExitCode() != 130 {
		t.Errorf("ended with %v, want exit code 130", err)
	}
	// On a busy machine the first may be over before the second says how far it is; then
	// a third was begun.
	left := 0
	_, err = fmt.Sscanf(said[strings.LastIndex(said, ";")+1:], "%d more specs were not run", &left)
	if !strings.HasPrefix(said, "mc: interrupted, nothing saved") || err != nil || left < 1 || left > 2 {
		t.Errorf("the last line on standard error is %q", said)
	}
	told := 4 - left
	if got := out.String(); strings.Count(got, "\n") != told+1 || !strings.Contains(got, "open  kip-") ||
		!strings.Contains(got, fmt.Sprintf("\n%d specs, ", told)) {
		t.Errorf("said of %d specs\n%s", told, got)
	}
}

// TestInterruptSaves ends a run that has a directory as a machine that shuts
// down does: it says how to go on, and that ends as if nothing had happened.
func TestInterruptSaves(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "run")
	args := []string{"check", "-q", "--model", "kafkaspec/kip-320", "--set", "max_leader_epoch=2", "--check", "none", "--dir", dir, "--checkpoint", "1ms"}
	cmd := exec.Command("mc", args...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	for range 10000 {
		if _, err := os.Stat(filepath.Join(dir, "run.json")); err == nil {
			break
		}
		time.Sleep(time.Millisecond)
	}
	if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	var exit *exec.ExitError
	if err := cmd.Wait(); !errors.As(err, &exit) || exit.ExitCode() != 130 {
		t.Fatalf("ended with %v, want exit code 130", err)
	}
	want := "mc: interrupted, progress saved in " + dir + ": resume with mc " + strings.Join(args, " ") + " --resume\n"
	if got := stderr.String(); got != want {
		t.Errorf("said %q, want %q", got, want)
	}
	out, err := exec.Command("mc", append(args, "--resume", "--checkpoint", "1m")...).CombinedOutput()
	if err != nil || !strings.Contains(string(out), "737794 distinct states, 1929154 generated, depth 26: the whole space") {
		t.Errorf("resumed: %v\n%s", err, out)
	}
}
