package explorer_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"mc/explorer"
	"mc/explorer/internal/runs"
	"mc/explorer/internal/runs/runstest"
	"mc/model"
)

// TestKeptResults: from the moment in which a search is over until its result is
// released it can be had again, however often, whatever the limits, and after a
// loss of power; and never before another run takes the directory.
func TestKeptResults(t *testing.T) {
	traces := 0
	rapid.Check(t, func(t *rapid.T) {
		m, disk := randomModel(t), runstest.NewMemory()
		opt := onDisk(t, disk)
		opt.Keep, opt.Note = true, "a note"
		want := undisturbed(t, m, opt)
		random := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		for range 3 {
			got, err := explorer.Check(context.Background(), m, opt)
			if err != nil || got.Kept == nil || !got.Kept.Whole {
				t.Fatalf("%v: want a result that is kept", err)
			}
			if diff := cmp.Diff(want, plainResult(got)); diff != "" {
				t.Fatalf("the result is another one:\n%s", diff)
			}
			if names, _ := disk.ReadDir("run"); !slices.Equal(names, []string{"lock", "run.json"}) {
				t.Fatalf("the kept result is %v", names)
			}
			if rapid.Bool().Draw(t, "crash") {
				disk.Crash(random)
			}
			var occupied *explorer.Occupied
			again := opt
			again.Resume = false
			if _, err := explorer.Check(context.Background(), m, again); !errors.As(err, &occupied) || !occupied.Ended {
				t.Fatalf("a new run in its place: %v", err)
			}
			opt.Resume, opt.MaxStates, opt.MaxDepth = true, 1, 1
			opt.Workers = rapid.IntRange(1, 3).Draw(t, "workers then")
		}
		for _, p := range want.Properties {
			if p.Path != nil {
				traces++
			}
		}
	})
	if traces == 0 {
		t.Error("no run had a trace: the test shows little")
	}
}

// TestKeptIsNotSearchedAgain: a result that is had again costs the steps of its
// traces, and no search.
func TestKeptIsNotSearchedAgain(t *testing.T) {
	m, expanded := diehard(), 0
	for i := range m.Rules {
		expand := m.Rules[i].Expand
		m.Rules[i].Expand = func(s *jugs, o *model.Steps[jugs]) { expanded++; expand(s, o) }
	}
	opt := explorer.Options{Dir: "run", Keep: true, Workers: 1}.OnDisk(runstest.NewMemory(), 1)
	first, err := explorer.Check(context.Background(), m, opt)
	if err != nil {
		t.Fatal(err)
	}
	searched := expanded
	expanded, opt.Resume = 0, true
	second, err := explorer.Check(context.Background(), m, opt)
	if err != nil {
		t.Fatal(err)
	}
	length := 0
	for _, p := range second.Properties {
		if p.Path != nil {
			length += len(p.Path.Steps)
		}
	}
	if diff := cmp.Diff(first.Properties, second.Properties); diff != "" || length == 0 {
		t.Errorf("traces of %d steps:\n%s", length, diff)
	}
	if most := length * len(m.Rules); expanded > most || searched <= most {
		t.Errorf("%d calls of rules, then %d; want %d at most", searched, expanded, most)
	}
}

// TestInterruptedRebuild: killed while the traces are rebuilt, a search that was
// over is not searched again: only its levels are gone through for them.
func TestInterruptedRebuild(t *testing.T) {
	for _, memory := range []uint64{0, 1} {
		disk := runstest.NewMemory()
		opt := explorer.Options{Dir: "run", Keep: true, Workers: 1, Memory: memory}
		want, err := explorer.Check(context.Background(), diehard(), explorer.Options{})
		if err != nil {
			t.Fatal(err)
		}
		// The operation that replaces the levels by the paths is the first that
		// fails: what is on the disk is what a kill before it leaves.
		counting := &runstest.Faulty{Disk: disk}
		if _, err := explorer.Check(context.Background(), diehard(), opt.OnDisk(counting, 1)); err != nil {
			t.Fatal(err)
		}
		ended := 0
		for at := int64(1); at <= counting.Operations(); at++ {
			disk = runstest.NewMemory()
			faulty := &runstest.Faulty{Disk: disk, At: at, Stuck: true, Fault: runstest.Broken}
			r, err := explorer.Check(context.Background(), diehard(), opt.OnDisk(faulty, 1))
			if err == nil && r.Kept.Whole {
				continue
			}
			again := opt.OnDisk(disk, 1)
			again.Resume = true
			got, err := explorer.Check(context.Background(), diehard(), again)
			var nothing *explorer.NothingToResume
			if errors.As(err, &nothing) {
				continue
			}
			if err != nil {
				t.Fatalf("memory %d, operation %d: %v", memory, at, err)
			}
			ended++
			if diff := cmp.Diff(want.Properties, got.Properties); diff != "" {
				t.Errorf("memory %d, operation %d:\n%s", memory, at, diff)
			}
			if diff := cmp.Diff(want.States, got.States); diff != "" {
				t.Errorf("memory %d, operation %d:\n%s", memory, at, diff)
			}
		}
		if ended < 5 {
			t.Errorf("only %d runs were resumed: the test shows little", ended)
		}
	}
}

// TestFailureLeavesNothing: a run that fails before anything was saved leaves
// its directory as a finished one does, and one that could not read what was
// saved leaves that alone.
func TestFailureLeavesNothing(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "run")
	m := diehard()
	m.Rules[0].Expand = func(*jugs, *model.Steps[jugs]) { panic("a slip") }
	if _, err := explorer.Check(context.Background(), m, explorer.Options{Dir: dir}); err == nil {
		t.Fatal("no error")
	}
	if names := namesIn(t, dir); !slices.Equal(names, []string{"lock"}) {
		t.Errorf("the failed run left %v", names)
	}
	if _, err := explorer.Check(context.Background(), diehard(), explorer.Options{Dir: dir, MaxDepth: 3}); err != nil {
		t.Fatal(err)
	}
	before := namesIn(t, dir)
	level := filepath.Join(dir, "000000-level.run")
	if err := os.Truncate(level, 70); err != nil {
		t.Fatal(err)
	}
	var damaged *explorer.Damaged
	if _, err := explorer.Check(context.Background(), diehard(), explorer.Options{Dir: dir, Resume: true}); !errors.As(err, &damaged) {
		t.Errorf("a damaged run: %v", err)
	}
	if after := namesIn(t, dir); !slices.Equal(before, after) {
		t.Errorf("before %v, after the refusal %v", before, after)
	}
}

func namesIn(t *testing.T, dir string) (names []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

// TestDirectoryOfOthers: nothing is written into a directory that holds what is
// not of a run, and Discard leaves that alone.
func TestDirectoryOfOthers(t *testing.T) {
	dir := t.TempDir()
	mine := filepath.Join(dir, "000001-level.run")
	if err := os.WriteFile(mine, []byte("an installer"), 0o666); err != nil {
		t.Fatal(err)
	}
	var taken *explorer.Taken
	if _, err := explorer.Check(context.Background(), diehard(), explorer.Options{Dir: dir}); !errors.As(err, &taken) {
		t.Errorf("got %v, want that the directory is taken", err)
	}
	var nothing *explorer.NothingToResume
	if _, err := explorer.Discard(dir); !errors.As(err, &nothing) {
		t.Errorf("got %v, want that there is nothing to discard", err)
	}
	if names := namesIn(t, dir); !slices.Equal(names, []string{"000001-level.run"}) {
		t.Errorf("the directory holds %v", names)
	}

	run := filepath.Join(dir, "run")
	if _, err := explorer.Check(context.Background(), diehard(), explorer.Options{Dir: run, MaxDepth: 3}); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(mine, filepath.Join(run, "000077-level.run")); err != nil {
		t.Fatal(err)
	}
	r, err := explorer.ReadRun(run)
	if err != nil || r.Ended || r.Begun || r.Depth != 3 || r.States == 0 {
		t.Errorf("%+v, %v", r, err)
	}
	d, err := explorer.Discard(run)
	if err != nil || !slices.Equal(d.Kept, []string{"000077-level.run"}) || len(d.Removed) < 2 {
		t.Errorf("%+v, %v", d, err)
	}
	if names := namesIn(t, run); !slices.Equal(names, []string{"000077-level.run", "lock"}) {
		t.Errorf("the directory holds %v", names)
	}
}

// fullDisk has no room for another manifest.
type fullDisk struct{ runs.Disk }

func (d fullDisk) Create(path string) (runs.File, error) {
	if strings.HasSuffix(path, "run.json.tmp") {
		return nil, syscall.ENOSPC
	}
	return d.Disk.Create(path)
}

// TestResultWithoutRoom: a result that cannot be kept is given all the same, says
// that it is not kept, and its directory is cleared.
func TestResultWithoutRoom(t *testing.T) {
	disk := runstest.NewMemory()
	opt := explorer.Options{Dir: "run", Keep: true, MaxDepth: 3}
	if _, err := explorer.Check(context.Background(), diehard(), opt.OnDisk(disk, 1)); err != nil {
		t.Fatal(err)
	}
	opt.Resume, opt.MaxDepth = true, 0
	r, err := explorer.Check(context.Background(), diehard(), opt.OnDisk(fullDisk{disk}, 1))
	if err != nil || r.States.Distinct != 16 || r.Kept == nil || r.Kept.Whole {
		t.Fatalf("%+v, %v: want the whole result, not kept", r, err)
	}
	if err := r.Kept.Release(); err != nil {
		t.Error(err)
	}
	if names, _ := disk.ReadDir("run"); !slices.Equal(names, []string{"lock"}) {
		t.Errorf("the directory holds %v", names)
	}
}
