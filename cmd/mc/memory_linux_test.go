package main

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// peakOf runs mc as a process of its own and gives exit code, output and the
// most memory, in bytes, that it had at a time.
func peakOf(t *testing.T, environment []string, args ...string) (code int, out string, peak uint64) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "status")
	cmd := exec.Command("mc", args...)
	cmd.Env = append(append(os.Environ(), peakFile+"="+file), environment...)
	text, err := cmd.CombinedOutput()
	if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	status, err := os.Open(file)
	if err != nil {
		t.Fatalf("the process did not say how much memory it had: %v", err)
	}
	defer status.Close()
	for scan := bufio.NewScanner(status); scan.Scan(); {
		if line, found := strings.CutPrefix(scan.Text(), "VmHWM:"); found {
			if _, err := fmt.Sscanf(line, "%d kB", &peak); err != nil {
				t.Fatal(err)
			}
		}
	}
	return cmd.ProcessState.ExitCode(), string(text), peak << 10
}

// allowed is what a process may have whose states may take so many bytes: a tenth
// and 27 MiB more, and here, where the code of the tests is in it, 31. CI holds the
// product itself to 27.
func allowed(memory uint64) uint64 { return memory + memory/10 + 31<<20 }

// TestDefaultMemory: where there is little memory and no limit is given, a run
// ends by itself before it would be ended, with the code of a cut, and says
// what would let it go on; in a directory it goes on.
func TestDefaultMemory(t *testing.T) {
	t.Parallel()
	room, depth := uint64(100), "12"
	if thorough {
		room, depth = 400, "15"
	}
	environment := []string{fmt.Sprintf("GOMEMLIMIT=%dMiB", room)}
	args := []string{"check", "-q", "kip-320", "--set", "max_leader_epoch=4", "--set", "max_records=3"}
	code, out, peak := peakOf(t, environment, args...)
	want := fmt.Sprintf("no limit was given, and this is their share of the %dMiB that GOMEMLIMIT leaves; with --dir DIR they go to disk instead", room)
	if code != 3 || !strings.Contains(out, "cut by memory") || !strings.Contains(out, want) {
		t.Errorf("exit code %d:\n%s", code, out)
	}
	t.Logf("peak %d MiB of %d", peak>>20, room)
	if peak > room<<20 {
		t.Errorf("%d MiB of memory where there are %d", peak>>20, room)
	}
	code, out, peak = peakOf(t, environment, append(args, "--dir", filepath.Join(t.TempDir(), "run"), "--max-depth", depth)...)
	if code != 3 || !strings.Contains(out, "cut by max-depth "+depth) {
		t.Errorf("in a directory: exit code %d:\n%s", code, out)
	}
	t.Logf("in a directory: peak %d MiB of %d", peak>>20, room)
	if peak > room<<20 {
		t.Errorf("in a directory: %d MiB of memory where there are %d", peak>>20, room)
	}
}

// TestMinimizeMemory: the search for a trace that is easier to follow keeps to
// its limit, too, and shows what it has come to.
func TestMinimizeMemory(t *testing.T) {
	trace := filepath.Join(t.TempDir(), "v18.json")
	if out, err := exec.Command("mc", "check", "-q", "v18-expand-below-epoch-start", "-o", trace).CombinedOutput(); err != nil {
		t.Fatalf("%v:\n%s", err, out)
	}
	const limit = 32
	code, out, peak := peakOf(t, nil, "show", trace, "--minimize", "--memory", fmt.Sprintf("%dMiB", limit))
	if code != 0 || !strings.Contains(out, "it may not be the least: more states lie within its length than there is memory for") {
		t.Errorf("exit code %d:\n%s", code, out)
	}
	t.Logf("peak %.1f MiB", float64(peak)/(1<<20))
	if most := allowed(limit << 20); peak > most {
		t.Errorf("%d bytes of memory, at most %d are allowed", peak, most)
	}
}

// TestMemoryLimit: a process keeps to --memory, but for a tenth and what it
// needs for itself, in every order and with every store, in memory and on disk.
func TestMemoryLimit(t *testing.T) {
	const limit = 32
	for _, how := range []string{"", "--store interned", "--store fp64", "--store fp128", "--search depth-first",
		"--search guided", "--dir run"} {
		args := append([]string{"check", "-q", "kip-320", "--set", "max_leader_epoch=3", "--set", "max_records=3",
			"--memory", fmt.Sprintf("%dMiB", limit)}, strings.Fields(how)...)
		cut := "cut by memory"
		if how == "--dir run" {
			args[len(args)-1] = filepath.Join(t.TempDir(), "run")
			args, cut = append(args, "--max-states", "1500000"), "cut by max-states"
		}
		code, out, peak := peakOf(t, nil, args...)
		if code != 3 || !strings.Contains(out, cut) {
			t.Errorf("%s: exit code %d:\n%s", how, code, out)
		}
		t.Logf("%s: peak %.1f MiB", how, float64(peak)/(1<<20))
		if most := allowed(limit << 20); peak > most {
			t.Errorf("%s: %d bytes of memory, at most %d are allowed", how, peak, most)
		}
	}
}

// TestFewFiles: a run that spills may have more files than a process may have
// open.
func TestFewFiles(t *testing.T) {
	const script = `ulimit -n 40 && exec mc check -q kip-320 --set max_leader_epoch=2 --dir "$1" --memory 4MiB`
	out, err := exec.Command("sh", "-c", script, "sh", filepath.Join(t.TempDir(), "run")).CombinedOutput()
	if err != nil || !strings.Contains(string(out), "737794 distinct states") {
		t.Errorf("%v:\n%s", err, out)
	}
}
