package explorer_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"mc/explorer"
	"mc/explorer/internal/runs"
	"mc/explorer/internal/runs/runstest"
	"mc/model"
)

// ofTheRun are fields of a result that say how it was come by.
var ofTheRun = cmpopts.IgnoreFields(explorer.Result[procs]{}, "Workers", "Elapsed", "PeakMemory", "StoreBytes", "Memory", "Beyond")

// inTasks carries a run out in tasks as an unreliable cluster does: each by a process of
// its own, in random order, some of them twice. It returns the number of tasks.
func inTasks(t *rapid.T, disk runs.Disk, m *model.Model[procs], opt explorer.Options) (tasks int) {
	open := func() explorer.Shards {
		opt.Workers = rapid.IntRange(1, 3).Draw(t, "workers")
		s, err := explorer.NewShards(m, "run", opt.OnDisk(disk, 1))
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	one := open()
	if err := one.Init(); err != nil {
		t.Fatal(err)
	}
	one.Close()
	for {
		driver := open()
		inline := explorer.Inline{States: uint64(rapid.SampledFrom([]int{0, 0, 0, 8, 1000}).Draw(t, "inline")), Target: time.Duration(rapid.IntRange(1, 30).Draw(t, "target")) * time.Microsecond}
		stand, err := driver.Next(context.Background(), inline)
		driver.Close()
		if err != nil {
			t.Fatal(err)
		}
		if stand.Ended {
			return tasks
		}
		list := slices.Clone(stand.Tasks)
		for range rapid.IntRange(0, 2).Draw(t, "twice") {
			list = append(list, rapid.SampledFrom(stand.Tasks).Draw(t, "again"))
		}
		for _, task := range rapid.Permutation(list).Draw(t, "order")[:rapid.IntRange(1, len(list)).Draw(t, "done")] {
			worker := open()
			if err := worker.Do(context.Background(), task); err != nil {
				t.Fatalf("%s: %v", task, err)
			}
			worker.Close()
			tasks++
		}
	}
}

// TestShards: a run in tasks comes to what Check does, whoever does what how often.
func TestShards(t *testing.T) {
	tasks := 0
	rapid.Check(t, func(t *rapid.T) {
		m := randomModel(t)
		opt := explorer.Options{Symmetry: rapid.Bool().Draw(t, "symmetry"), Sums: true, Workers: 2}
		drawCounts(t, m, &opt)
		opt.KeepGoing = rapid.Bool().Draw(t, "keep going")
		opt.MaxDepth = rapid.IntRange(0, 8).Draw(t, "depth")
		opt.MaxStates = uint64(rapid.SampledFrom([]int{0, 0, 10, 40}).Draw(t, "states"))
		want, err := explorer.Check(context.Background(), m, opt)
		if err != nil {
			t.Fatal(err)
		}
		disk := runstest.NewMemory()
		tasks += inTasks(t, disk, m, opt)
		opt.Result = "run/result.json"
		got, err := explorer.Check(context.Background(), m, opt.OnDisk(disk, 1))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got, ofTheRun, cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("in one process (-), in tasks (+):\n%s", diff)
		}
		names, _ := disk.ReadDir("run")
		if i := slices.IndexFunc(names, func(name string) bool { return len(name) > 4 && name[len(name)-4:] == ".run" }); i >= 0 {
			t.Errorf("%s is left", names[i])
		}
	})
	if tasks < 100 {
		t.Errorf("only %d tasks were done", tasks)
	}
}
