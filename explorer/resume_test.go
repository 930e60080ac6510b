package explorer_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"mc/explorer"
	"mc/explorer/internal/runs"
	"mc/explorer/internal/runs/runstest"
	"mc/model"
)

// plainResult strips what may differ between two runs of the same job.
func plainResult(r *explorer.Result[procs]) *explorer.Result[procs] {
	c := *r
	c.Beyond, c.Kept = 0, nil
	c.Workers, c.Elapsed, c.PeakMemory, c.StoreBytes, c.Store, c.PackedBytes, c.Checkpoint, c.CollisionProbability = 0, 0, 0, 0, "", 0, "", 0
	c.Files = nil
	c.Memory = explorer.MemoryLimit{}
	return &c
}

// onDisk draws options for a run with a directory: memory for everything, or
// for nearly nothing, and checkpoints after every portion or hardly ever.
func onDisk(t *rapid.T, d runs.Disk) explorer.Options {
	opt := explorer.Options{
		Workers:    rapid.SampledFrom([]int{1, 2, 3}).Draw(t, "workers"),
		Symmetry:   rapid.Bool().Draw(t, "symmetry"),
		Dir:        "run",
		Checkpoint: rapid.SampledFrom([]time.Duration{1, time.Hour}).Draw(t, "checkpoint"),
		Keep:       rapid.Bool().Draw(t, "keep"),
		Memory:     uint64(rapid.SampledFrom([]int{0, 1}).Draw(t, "memory")),
	}
	return opt.OnDisk(d, uint64(rapid.SampledFrom([]int{1, 20}).Draw(t, "least buffer")))
}

// undisturbed is the result of the same job in memory, at one go.
func undisturbed(t *rapid.T, m *model.Model[procs], opt explorer.Options) *explorer.Result[procs] {
	r, err := explorer.Check(context.Background(), m, explorer.Options{Symmetry: opt.Symmetry})
	if err != nil {
		t.Fatal(err)
	}
	return plainResult(r)
}

// TestDiskAgrees: a run that spills and saves has the result of one in
// memory, and leaves nothing behind.
func TestDiskAgrees(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m, disk := randomModel(t), runstest.NewMemory()
		opt := onDisk(t, disk)
		want := undisturbed(t, m, opt)
		got, err := explorer.Check(context.Background(), m, opt)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, plainResult(got)); diff != "" {
			t.Fatalf("memory and disk differ:\n%s", diff)
		}
		if err := got.Kept.Release(); err != nil {
			t.Fatal(err)
		}
		if names, err := disk.ReadDir("run"); err != nil || len(names) != 1 || names[0] != "lock" {
			t.Fatalf("the finished run left %v, %v", names, err)
		}
	})
}

// TestInterruptedRunsAgree: a run that is stopped by a limit again and again,
// and resumed, ends with the result of one that was not.
func TestInterruptedRunsAgree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := randomModel(t)
		opt := onDisk(t, runstest.NewMemory())
		want := undisturbed(t, m, opt)
		inPieces(t, m, opt, func(got *explorer.Result[procs], over bool) {
			if !over {
				return
			}
			if diff := cmp.Diff(want, plainResult(got)); diff != "" {
				t.Fatalf("at once and in pieces differ:\n%s", diff)
			}
		})
	})
}

// inPieces stops a run by limits of three times as many states each, resumes it
// until it is over, and has each result judged.
func inPieces(t *rapid.T, m *model.Model[procs], opt explorer.Options, judge func(got *explorer.Result[procs], over bool)) {
	for opt.MaxStates = 1; ; opt.MaxStates *= 3 {
		got, err := explorer.Check(context.Background(), m, opt)
		if err != nil {
			t.Fatal(err)
		}
		opt.Resume = got.Checkpoint != ""
		if err := got.Kept.Release(); err != nil {
			t.Fatal(err)
		}
		over := !opt.Resume && len(got.Cut.Reasons) == 0
		if judge(got, over); over {
			return
		}
	}
}

// TestCrashedRunsAgree: whatever operation of the disk fails, and whatever
// the power loss after it leaves, the run is resumed to the same result, or
// says that there is nothing to resume.
func TestCrashedRunsAgree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m, disk := randomModel(t), runstest.NewMemory()
		opt := onDisk(t, disk)
		want := undisturbed(t, m, opt)
		random := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		for range rapid.IntRange(1, 5).Draw(t, "crashes") {
			faulty := &runstest.Faulty{Disk: disk, At: int64(rapid.IntRange(1, 200).Draw(t, "at")), Stuck: true, Fault: runstest.Broken}
			_, err := explorer.Check(context.Background(), m, opt.OnDisk(faulty, 1))
			disk.Crash(random)
			opt.Resume = true
			var nothing *explorer.NothingToResume
			if errors.As(err, &nothing) {
				opt.Resume = false
			}
			var damaged *explorer.Damaged
			if errors.As(err, &damaged) {
				t.Fatalf("an honest disk is called damaged: %v", err)
			}
		}
		got, err := explorer.Check(context.Background(), m, opt)
		if removeGarbled(t, disk, err) {
			got, err = explorer.Check(context.Background(), m, opt)
		}
		if nothing := (*explorer.NothingToResume)(nil); errors.As(err, &nothing) {
			opt.Resume = false
			got, err = explorer.Check(context.Background(), m, opt)
		}
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, plainResult(got)); diff != "" {
			t.Fatalf("without and with crashes differ:\n%s", diff)
		}
	})
}

// removeGarbled does what a user has to do if a loss of power garbled the first
// bytes of a file that was not complete: nobody can tell that it is of a run.
func removeGarbled(t *rapid.T, disk *runstest.Memory, err error) bool {
	var taken *explorer.Taken
	var stray *explorer.Stray
	var names []string
	switch {
	case errors.As(err, &taken):
		names = taken.Names
	case errors.As(err, &stray):
		names = stray.Names
	}
	for _, name := range names {
		if !strings.HasSuffix(name, ".run.tmp") {
			t.Fatalf("a complete file is left of a run that was cut off: %v", err)
		}
		_ = disk.Remove("run/" + name)
	}
	return len(names) > 0
}

// TestDamageIsNotBelieved: a byte changed in any file of a saved run makes
// the resumed run fail, or does not matter to it; it never gives another
// result.
func TestDamageIsNotBelieved(t *testing.T) {
	damaged := 0
	rapid.Check(t, func(t *rapid.T) {
		m, disk := randomModel(t), runstest.NewMemory()
		opt := onDisk(t, disk)
		want := undisturbed(t, m, opt)
		opt.MaxStates = uint64(rapid.IntRange(1, 30).Draw(t, "states"))
		if r, err := explorer.Check(context.Background(), m, opt); err != nil {
			t.Fatal(err)
		} else if r.Checkpoint == "" {
			return // it ended before it was saved: nothing on disk to damage
		}
		damaged++
		names, _ := disk.ReadDir("run")
		names = slices.DeleteFunc(names, func(name string) bool { return name == "lock" }) // which is empty
		path := "run/" + rapid.SampledFrom(names).Draw(t, "file")
		data := disk.Get(path)
		data[rapid.IntRange(0, len(data)-1).Draw(t, "byte")] ^= byte(rapid.IntRange(1, 255).Draw(t, "flip"))
		disk.Put(path, data)
		opt.MaxStates, opt.Resume = 0, true
		got, err := explorer.Check(context.Background(), m, opt)
		if err != nil {
			refused, foreign := (*explorer.Damaged)(nil), (*explorer.Foreign)(nil)
			if !errors.As(err, &refused) && !errors.As(err, &foreign) {
				t.Fatalf("the error does not tell that %s is damaged: %v", path, err)
			}
			return
		}
		if diff := cmp.Diff(want, plainResult(got)); diff != "" {
			t.Fatalf("a damaged %s was believed:\n%s", path, diff)
		}
	})
	enough := 10
	if testing.Short() {
		enough = 2
	}
	if damaged < enough {
		t.Errorf("only %d runs were saved and damaged: the test shows little", damaged)
	}
}

// TestForeignRunsAreRefused: a directory is not shared by runs of different
// jobs, nor taken from an unfinished one.
func TestForeignRunsAreRefused(t *testing.T) {
	disk := runstest.NewMemory()
	opt := explorer.Options{Dir: "run", MaxDepth: 3}.OnDisk(disk, 1)
	if r, err := explorer.Check(context.Background(), diehard(), opt); err != nil || r.Checkpoint != "run" {
		t.Fatalf("%v, %v; want a checkpoint", r, err)
	}
	var occupied *explorer.Occupied
	if _, err := explorer.Check(context.Background(), diehard(), opt); !errors.As(err, &occupied) {
		t.Errorf("got %v, want that the directory is occupied", err)
	}
	opt.Resume = true
	for what, change := range map[string]func(m *model.Model[jugs], o *explorer.Options){
		"another set of properties": func(_ *model.Model[jugs], o *explorer.Options) { o.Check = []string{"fits"} },
		"another identity":          func(_ *model.Model[jugs], o *explorer.Options) { o.Identity = "big=6" },
		"other rules":               func(m *model.Model[jugs], _ *explorer.Options) { m.Rules = m.Rules[1:] },
		"another model":             func(m *model.Model[jugs], _ *explorer.Options) { m.Name = "jugs" },
	} {
		m, o := diehard(), opt
		change(m, &o)
		var foreign *explorer.Foreign
		if _, err := explorer.Check(context.Background(), m, o); !errors.As(err, &foreign) {
			t.Errorf("%s: got %v, want a Foreign", what, err)
		}
	}
	opt.MaxDepth = 0
	r, err := explorer.Check(context.Background(), diehard(), opt)
	if err != nil || r.States.Distinct != 16 || r.States.Generated != 97 || !r.Exhaustive {
		t.Errorf("resumed: %v, %v; want 16 states, 97 generated", r, err)
	}
	var nothing *explorer.NothingToResume
	if _, err := explorer.Check(context.Background(), diehard(), opt); !errors.As(err, &nothing) {
		t.Errorf("got %v, want that there is nothing left to resume", err)
	}
}

// TestBusy: two runs do not share a directory.
func TestBusy(t *testing.T) {
	dir := t.TempDir()
	m := congruential(12)
	m.Within = func(s *spread) bool { // called by the one run: the other is tried from inside
		_, err := explorer.Check(context.Background(), congruential(2), explorer.Options{Dir: dir})
		var busy *explorer.Busy
		if !errors.As(err, &busy) {
			t.Errorf("a second run in the directory ends with %v", err)
		}
		return *s == spread{}
	}
	if _, err := explorer.Check(context.Background(), m, explorer.Options{Dir: dir, Workers: 1}); err != nil {
		t.Fatal(err)
	}
	if _, err := explorer.Check(context.Background(), congruential(2), explorer.Options{Dir: dir}); err != nil {
		t.Errorf("after it has ended: %v", err)
	}
}
