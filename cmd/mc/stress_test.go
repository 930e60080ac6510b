//go:build stress

package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// The stress tests treat a saved run as bad luck does: kill -9 at random
// moments, flipped bits, lost files, a full disk. They take minutes:
//
//	go test -tags stress -run Stress -timeout 1h ./cmd/mc
//
// The flags make the run larger; the brief for a long night is
//
//	-args -model kafkaspec/kip-320 -set log_size=3,max_records=3,max_leader_epoch=3 -memory 512MiB -every 20s -delay 60s
var (
	stressModel  = flag.String("model", "kafkaspec/kip-320-first-try", "the model to explore")
	stressSet    = flag.String("set", "log_size=2,max_records=2,max_leader_epoch=2", "its constants")
	stressCheck  = flag.String("properties", "WeakIsr,StrongIsr,TypeOk", "the properties to check")
	stressMemory = flag.String("memory", "4MiB", "the memory of the runs that spill")
	stressEvery  = flag.String("every", "40ms", "the time between checkpoints")
	stressDelay  = flag.Duration("delay", 1500*time.Millisecond, "the longest time until a kill")
	stressKills  = flag.Int("kills", 24, "how often to kill")
	stressHarm   = flag.Int("harm", 60, "how many damaged copies to try")
	stressSeed   = flag.Uint64("seed", 0, "of the bad luck; 0 draws one")
)

// luck is bad luck that can be had again.
func luck(t *testing.T) *rand.Rand {
	seed := *stressSeed
	if seed == 0 {
		seed = uint64(time.Now().UnixNano())
	}
	t.Logf("-args -seed %d", seed)
	return rand.New(rand.NewPCG(seed, 0))
}

// stressArgs are the command line of the run, with more flags.
func stressArgs(more ...string) []string {
	args := []string{"check", "-q", "--json", "--model", *stressModel, "--check", *stressCheck}
	for pair := range strings.SplitSeq(*stressSet, ",") {
		args = append(args, "--set", pair)
	}
	return append(args, more...)
}

func spilling(dir string, more ...string) []string {
	return stressArgs(append([]string{"--dir", dir, "--memory", *stressMemory, "--checkpoint", *stressEvery}, more...)...)
}

// ended runs mc to its end.
func runTo(t *testing.T, args []string) (code int, out, said string) {
	t.Helper()
	cmd := exec.Command("mc", args...)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	var exit *exec.ExitError
	if err := cmd.Run(); err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return cmd.ProcessState.ExitCode(), stdout.String(), stderr.String()
}

// essence is what must not depend on how a run went.
func essence(t *testing.T, out string) map[string]any {
	t.Helper()
	var r map[string]any
	if err := json.Unmarshal([]byte(out), &r); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	for _, key := range []string{"seconds", "states_per_second", "bytes_per_state", "peak_rss", "memory", "files"} {
		delete(r, key)
	}
	if graph, has := r["graph"].(map[string]any); has { // its steps are kept if there is memory for them
		r["graph"] = graph["edges"]
	}
	return r
}

// undisturbed is the same run in memory, and its exit code.
func undisturbed(t *testing.T) (map[string]any, int) {
	code, out, said := runTo(t, stressArgs())
	if code != 0 && code != 12 {
		t.Fatalf("the run in memory ends with %d: %s", code, said)
	}
	want := essence(t, out)
	t.Logf("undisturbed: %v", want["states"])
	return want, code
}

// killed starts a run and kills it after a while; done tells that it came to
// its end before.
func killed(t *testing.T, after time.Duration, args []string) (done bool, code int, out, said string) {
	t.Helper()
	cmd := exec.Command("mc", args...)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	timer := time.AfterFunc(after, func() { _ = cmd.Process.Kill() })
	_ = cmd.Wait()
	timer.Stop()
	status, ok := cmd.ProcessState.Sys().(syscall.WaitStatus)
	return !(ok && status.Signaled()), cmd.ProcessState.ExitCode(), stdout.String(), stderr.String()
}

// resumable tells whether dir holds a checkpoint.
func resumable(dir string) bool {
	_, err := os.Stat(filepath.Join(dir, "run.json"))
	return err == nil
}

// halfway makes a directory with a run that was killed on its way.
func halfway(t *testing.T, random *rand.Rand) string {
	t.Helper()
	for range 100 {
		dir := filepath.Join(t.TempDir(), "run")
		done, _, _, said := killed(t, *stressDelay/2+time.Duration(random.Int64N(int64(*stressDelay)/2)), spilling(dir))
		runs, _ := filepath.Glob(filepath.Join(dir, "*.run"))
		if !done && resumable(dir) && len(runs) > 2 {
			return dir
		}
		t.Logf("not halfway: done %v, %d files, %s", done, len(runs), said)
	}
	t.Fatal("no run could be killed halfway; change -delay")
	return ""
}

// TestStressDamage changes files of a saved run: it is refused, or the file
// does not matter and the run ends as it should.
func TestStressDamage(t *testing.T) {
	want, wantCode := undisturbed(t)
	random := luck(t)
	saved := halfway(t, random)
	refused, harmless := 0, 0
	for range *stressHarm {
		dir := filepath.Join(t.TempDir(), "run")
		if err := os.CopyFS(dir, os.DirFS(saved)); err != nil {
			t.Fatal(err)
		}
		harm := hurt(t, random, dir)
		code, out, said := runTo(t, spilling(dir, "--resume"))
		switch {
		case code == 74 || code == 2:
			refused++
			if strings.Contains(said, "goroutine") || said == "" {
				t.Errorf("%s: refused without a reason, or with a stack: %s", harm, said)
			}
		case code != wantCode:
			t.Errorf("%s: exit code %d: %s", harm, code, said)
		default:
			harmless++
			if diff := cmp.Diff(want, essence(t, out)); diff != "" {
				t.Errorf("%s: believed:\n%s", harm, diff)
			}
		}
		if err := os.RemoveAll(dir); err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("%d refused, %d without effect", refused, harmless)
	if refused < *stressHarm/2 {
		t.Errorf("only %d of %d damaged runs were refused", refused, *stressHarm)
	}
}

// hurt damages a file of a run and says how.
func hurt(t *testing.T, random *rand.Rand, dir string) string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil || len(files) == 0 {
		t.Fatal(err, files)
	}
	file := files[random.IntN(len(files))]
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Base(file)
	switch way := random.IntN(4); {
	case way == 0 && len(data) > 0:
		at, bit := random.IntN(len(data)), random.IntN(8)
		data[at] ^= 1 << bit
		put(t, file, data)
		return name + ": a flipped bit"
	case way == 1 && len(data) > 0:
		put(t, file, data[:random.IntN(len(data))])
		return name + ": cut short"
	case way == 2:
		put(t, file, append(data, make([]byte, 1+random.IntN(5000))...))
		return name + ": made longer"
	}
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	return name + ": removed"
}

func put(t *testing.T, file string, data []byte) {
	t.Helper()
	if err := os.WriteFile(file, data, 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestStressMixed puts the files of one saved run in place of another's.
func TestStressMixed(t *testing.T) {
	random := luck(t)
	older := halfway(t, random)
	newer := filepath.Join(t.TempDir(), "newer")
	if err := os.CopyFS(newer, os.DirFS(older)); err != nil {
		t.Fatal(err)
	}
	if done, _, _, said := killed(t, *stressDelay, spilling(newer, "--resume")); done {
		t.Skipf("the run came to its end before it could be killed: %s", said)
	}
	data, err := os.ReadFile(filepath.Join(older, "run.json"))
	if err != nil {
		t.Fatal(err)
	}
	put(t, filepath.Join(newer, "run.json"), data) // names files that are gone
	want, wantCode := undisturbed(t)
	code, out, said := runTo(t, spilling(newer, "--resume"))
	if code == wantCode {
		if diff := cmp.Diff(want, essence(t, out)); diff != "" {
			t.Errorf("an old checkpoint among new files is believed:\n%s", diff)
		}
	} else if code != 74 && code != 2 {
		t.Errorf("exit code %d: %s", code, said)
	}
}

// TestStressMemory: a run that spills stays within its memory, and what a
// process needs that does nothing.
func TestStressMemory(t *testing.T) {
	const idle = 48 << 20
	for _, limit := range []int64{32 << 20, 64 << 20} {
		cmd := exec.Command("mc", "check", "-q", "--model", "kafkaspec/kip-320", "--set", "max_leader_epoch=3",
			"--check", "none", "--dir", filepath.Join(t.TempDir(), "run"), "--memory", fmt.Sprint(limit, "B"))
		if out, err := cmd.CombinedOutput(); err != nil || !strings.Contains(string(out), "9985570 distinct states") {
			t.Fatalf("%v: %s", err, out)
		}
		peak := cmd.ProcessState.SysUsage().(*syscall.Rusage).Maxrss << 10
		t.Logf("a limit of %d MiB: a peak of %d MiB", limit>>20, peak>>20)
		if peak > limit+idle {
			t.Errorf("with %d bytes allowed the peak is %d", limit, peak)
		}
	}
}
