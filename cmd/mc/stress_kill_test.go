//go:build stress

package main

import (
	"bytes"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// The kills of a short run and of a long one, which takes half an hour:
//
//	go test -tags stress -run StressKill ./cmd/mc
//	go test -tags stress -run StressKill -timeout 2h -v ./cmd/mc -args -large -kills 300
var stressLarge = flag.Bool("large", false, "kill runs of up to 1.7 million states, not of some ten thousand")

// victim is a configuration whose runs are killed.
type victim struct {
	name         string
	args         string // after mc check
	short, large string // what is set for a short run and a long one
}

// victims are runs with and without violations, symmetry, and trace files; some
// hold, some break in several ways, one is bounded by its own constraint.
var victims = []victim{
	{"holds", "--model kafkaspec/kip-320", "max_leader_epoch=1", "max_leader_epoch=2 max_records=3"},
	{"holds, symmetry", "--model kafkaspec/kip-320 --symmetry on", "max_leader_epoch=1",
		"max_leader_epoch=2 max_records=3"},
	{"breaks", "--model kafkaspec/kip-320-first-try --check WeakIsr,StrongIsr,TypeOk -o OUT", "log_size=1 max_records=1 max_leader_epoch=2",
		"log_size=2 max_records=2 max_leader_epoch=2"},
	{"breaks, symmetry", "--model kafkaspec/kip-320-first-try --check WeakIsr,StrongIsr,TypeOk --symmetry on --minimize -o OUT",
		"log_size=1 max_records=1 max_leader_epoch=2", "log_size=2 max_records=2 max_leader_epoch=2"},
	{"several properties", "kip-101-data-loss --check committed-on-leader,hw-within-maximal-isr,committed-somewhere --minimize -o OUT",
		"records=1", "records=2 kills=2"},
	{"elr", "v15-elr-holds", "fences=2 unfences=2", "fences=3"},
	{"unclean", "v20-unclean-kip-497", "records=2 fences=2", "records=3"},
	{"progress holds", "kip-966-isr-heals-after-a-fence", "records=1", "lag_timeouts=1"},
	{"progress breaks", "r16-kafka-13091-progress-silent-broken -o OUT", "records=1", "fences=1 unfences=1"},
	{"deep", "--model kafka --set replicas=2 --set records=0 --set fences=0 --set unfences=0 --set lag_timeouts=0", // levels share files
		"max_leader_epoch=1 clean_stops=6", "max_leader_epoch=1 clean_stops=12"},
	{"constraint", "async-isr", "max_offset=2", "max_offset=3 max_version=4"},
	{"counts", "kip-101-data-loss --continue --coverage -o OUT", "records=1", "records=2 kills=2"},
	{"counts, symmetry", "--model kafkaspec/kip-320-first-try --check WeakIsr,StrongIsr,TypeOk --symmetry on --continue --coverage",
		"log_size=1 max_records=1 max_leader_epoch=2", "log_size=2 max_records=2 max_leader_epoch=2"},
}

// command is the command line, with the file for a trace.
func (v victim) command(out string) []string {
	args := append([]string{"check", "-q", "--json", "--timeout", "5h"}, strings.Fields(strings.ReplaceAll(v.args, "OUT", out))...)
	set := v.short
	if *stressLarge {
		set = v.large
	}
	for _, pair := range strings.Fields(set) {
		args = append(args, "--set", pair)
	}
	return args
}

// ref is what an undisturbed run in memory gives.
type ref struct {
	code   int
	result map[string]any
	trace  string
	took   time.Duration
}

func (v victim) reference(t *testing.T) *ref {
	file := filepath.Join(t.TempDir(), "t.json")
	began := time.Now()
	code, out, said := runTo(t, v.command(file))
	if code == 2 || code > 70 {
		t.Fatalf("%s: in memory it ends with %d: %s", v.name, code, said)
	}
	r := &ref{code: code, result: plain(t, out), trace: contents(file), took: time.Since(began)}
	t.Logf("%s: %v states, exit code %d, %v", v.name, r.result["states"].(map[string]any)["distinct"], code,
		r.took.Round(time.Millisecond))
	return r
}

// plain is the essence without what a run's directory and its resources change.
func plain(t *testing.T, out string) map[string]any {
	t.Helper()
	r := essence(t, out)
	delete(r, "workers")
	delete(r, "checkpoint")
	return r
}

// The moments of a kill.
const (
	anyTime = iota // of four times an undisturbed run, most often early
	onFile         // a file is being written
	atEnd          // the search is over, its result not printed or written yet
	moments
)

// tally counts what a stress test has done.
type tally struct {
	kills, signals, ends, fullOutputs int
	noRoom                            int          // for the graph of claims about runs: it went on with other memory
	aimed                             [moments]int // kills
	withLevels, withResult            int          // kills that left the end of a search
}

// aim waits for the moment of a kill, at most as long as the process lives.
func aim(random *rand.Rand, moment int, dir string, took time.Duration, done <-chan struct{}) {
	part := func(of time.Duration) time.Duration {
		x := random.Float64()
		return time.Duration(x * x * float64(of))
	}
	wait := 4 * part(took)
	switch moment {
	case onFile:
		awaited := []string{".tmp", "level", "run.json."}[random.IntN(3)]
		until(done, func() bool {
			names, _ := filepath.Glob(filepath.Join(dir, "*"))
			return slices.ContainsFunc(names, func(n string) bool { return strings.Contains(filepath.Base(n), awaited) })
		})
		wait = part(20 * time.Millisecond)
	case atEnd:
		until(done, func() bool { return over(dir) != "" })
		wait = part(min(took, 400*time.Millisecond))
	}
	select {
	case <-done:
	case <-time.After(wait):
	}
}

// start begins a run, resumed if there is something, with what may change drawn
// anew.
func (v victim) start(random *rand.Rand, dir, file string, out *os.File) *exec.Cmd {
	pick := func(of ...string) string { return of[random.IntN(len(of))] }
	often := "1ms"
	if *stressLarge {
		often = "1s" // as often as that a large run does nothing but save
	}
	least := 2
	if strings.Contains(v.args, "--minimize") {
		least = 512 // what minimising has no room for is another result, and says so
	}
	args := append(v.command(file), "--dir", dir, "--memory", fmt.Sprint(least+random.IntN(99), "MiB"),
		"--workers", pick("1", "2", "3", "8"), "--checkpoint", pick(often, "20ms", "50ms", "200ms"))
	if resumable(dir) {
		args = append(args, "--resume")
	}
	cmd := exec.Command("mc", args...)
	cmd.Stdout, cmd.Stderr = out, &bytes.Buffer{}
	return cmd
}

// life takes one run from its beginning to its end through kills, signals and
// outputs that fail.
func (v victim) life(t *testing.T, random *rand.Rand, want *ref, n *tally) {
	root := t.TempDir()
	dir, file, said := filepath.Join(root, "run"), filepath.Join(root, "t.json"), filepath.Join(root, "out")
	for disturbances := 0; ; disturbances++ {
		device := said
		if full := random.IntN(8) == 0 && disturbances < 6; full {
			device = "/dev/full"
		}
		out, err := os.OpenFile(device, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o666)
		if err != nil {
			t.Fatal(err)
		}
		cmd := v.start(random, dir, file, out)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		v.disturb(random, cmd, dir, want.took, disturbances, n)
		out.Close()
		if v.refused(t, cmd, dir, n) {
			continue
		}
		code := cmd.ProcessState.ExitCode()
		if device == "/dev/full" && code == 74 {
			n.fullOutputs++
			continue
		}
		if code == 3 && want.code != 3 && resumable(dir) { // the graph of its claims had no room
			n.noRoom++
			continue
		}
		if code != want.code {
			t.Fatalf("%s: exit code %d, want %d: %s", v.name, code, want.code, cmd.Stderr)
		}
		n.ends++
		v.compare(t, want, contents(said), contents(file), dir)
		return
	}
}

// disturb kills a process, or signals it, at a moment of its life, unless it has
// been disturbed enough; it returns when the process has ended.
func (v victim) disturb(random *rand.Rand, cmd *exec.Cmd, dir string, took time.Duration, before int, n *tally) {
	done := make(chan struct{})
	go func() { _ = cmd.Wait(); close(done) }()
	if before < 6 {
		moment := random.IntN(moments)
		aim(random, moment, dir, took, done)
		signal := []os.Signal{syscall.SIGTERM, os.Interrupt, syscall.SIGKILL}[min(2, random.IntN(10))]
		if cmd.Process.Signal(signal) == nil && signal == syscall.SIGKILL {
			<-done
			if status, ok := cmd.ProcessState.Sys().(syscall.WaitStatus); ok && status.Signaled() {
				n.aimed[moment]++
			}
		}
	}
	<-done
}

// refused tells that a process did not come to its end, and counts why; then
// what is there is not to be overwritten.
func (v victim) refused(t *testing.T, cmd *exec.Cmd, dir string, n *tally) bool {
	status, ok := cmd.ProcessState.Sys().(syscall.WaitStatus)
	switch {
	case ok && status.Signaled() && status.Signal() == syscall.SIGKILL:
		n.kills++
	case ok && status.Signaled(), cmd.ProcessState.ExitCode() == 130:
		n.signals++
	default:
		return false
	}
	switch over(dir) {
	case "levels":
		n.withLevels++
	case "result":
		n.withResult++
	}
	if resumable(dir) {
		code, _, said := runTo(t, append(v.command("none.json"), "--dir", dir))
		if code != 2 || !strings.Contains(said, "mc run discard") {
			t.Errorf("%s: a run in the place of a saved one ends with %d: %s", v.name, code, said)
		}
	}
	return true
}

// compare holds the end of a run against that of an undisturbed one.
func (v victim) compare(t *testing.T, want *ref, out, trace, dir string) {
	t.Helper()
	if diff := cmp.Diff(want.result, plain(t, out)); diff != "" {
		t.Errorf("%s: it ends otherwise:\n%s", v.name, diff)
	}
	if trace != want.trace {
		t.Errorf("%s: its trace file is another one, of %d bytes and not %d", v.name, len(trace), len(want.trace))
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) != 1 || entries[0].Name() != "lock" {
		t.Errorf("%s: it leaves %v, %v", v.name, entries, err)
	}
}

// TestStressKill kills runs of all victims in turn until enough have died.
func TestStressKill(t *testing.T) {
	random := luck(t)
	refs := map[string]*ref{}
	for _, v := range victims {
		refs[v.name] = v.reference(t)
	}
	var n tally
	began := time.Now()
	for turn := 0; n.kills < *stressKills || turn < len(victims); turn++ {
		v := victims[turn%len(victims)]
		v.life(t, random, refs[v.name], &n)
		if turn%len(victims) == len(victims)-1 {
			t.Logf("%v: %+v", time.Since(began).Round(time.Second), n)
		}
	}
	t.Logf("%d kills (%d at any time, %d on a file, %d at the end), %d other signals, %d full outputs; "+
		"%d left the levels of a finished search, %d its result; %d runs to the end, %v", n.kills, n.aimed[anyTime],
		n.aimed[onFile], n.aimed[atEnd], n.signals, n.fullOutputs, n.withLevels, n.withResult, n.ends,
		time.Since(began).Round(time.Second))
	if n.withLevels+n.withResult == 0 || n.aimed[atEnd] == 0 {
		t.Errorf("no kill between the last level and the printed result: %+v", n)
	}
}

// TestStressOutput kills a run at every stage of its end in turn: a resumed run
// always has the whole result, and searches nothing.
func TestStressOutput(t *testing.T) {
	random, v := luck(t), victims[2]
	want := v.reference(t)
	found := map[string]int{}
	for i := 0; i < 40 && (found["levels"] == 0 || found["result"] == 0); i++ {
		root := t.TempDir()
		dir, file := filepath.Join(root, "run"), filepath.Join(root, "t.json")
		cmd := v.start(random, dir, file, nil)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		done := make(chan struct{})
		go func() { _ = cmd.Wait(); close(done) }()
		stage := []string{"levels", "result"}[i%2]
		until(done, func() bool { return over(dir) == stage })
		_ = cmd.Process.Kill()
		<-done
		left := over(dir)
		if found[left]++; left == "" {
			continue
		}
		for _, args := range [][]string{{"run", "show", dir, "--json"}, append(v.command(file), "--dir", dir, "--resume", "--timeout", "1ns")} {
			code, out, said := runTo(t, args)
			if code != want.code {
				t.Fatalf("%v: exit code %d, want %d: %s", args, code, want.code, said)
			}
			if diff := cmp.Diff(want.result, plain(t, out)); diff != "" {
				t.Fatalf("%s, %v:\n%s", left, args, diff)
			}
		}
		if contents(file) != want.trace {
			t.Errorf("%s: the trace file is another one", left)
		}
	}
	if found["levels"] == 0 || found["result"] == 0 {
		t.Errorf("not every stage was hit: %v", found)
	}
}
