package explorer_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"path/filepath"
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

// cluster is what carries a run out in tasks: each by a process of its own, in random
// order, some of them twice, on a disk that may fail and show names late.
type cluster struct {
	t     *rapid.T
	disk  func() runs.Disk // of a process
	m     *model.Model[procs]
	opt   explorer.Options
	most  int // workers of a process
	tasks int // done
	fails int // calls that failed
}

func (c *cluster) open() explorer.Shards {
	c.opt.Workers = rapid.IntRange(1, c.most).Draw(c.t, "workers")
	s, err := explorer.NewShards(c.m, "run", c.opt.OnDisk(c.disk(), 1))
	if err != nil {
		c.t.Fatal(err)
	}
	return s
}

// next asks for tasks until it is told some, or that there are none.
func (c *cluster) next() *explorer.Stand {
	for range 500 {
		driver := c.open()
		stand, err := driver.Next(context.Background(), explorer.Inline{
			States: uint64(rapid.SampledFrom([]int{0, 0, 0, 8, 1000}).Draw(c.t, "inline")),
			Target: time.Duration(rapid.IntRange(1, 30).Draw(c.t, "target")) * time.Microsecond})
		driver.Close()
		if err == nil {
			return stand
		}
		c.fail("next", err)
	}
	c.t.Fatal("next never comes to an end")
	return nil
}

// fail notes a failure, which is to be of the kind that may pass.
func (c *cluster) fail(what string, err error) {
	var damaged *explorer.Damaged
	var foreign *explorer.Foreign
	var broken *explorer.ModelError
	var refused *explorer.Refused
	if errors.As(err, &damaged) || errors.As(err, &foreign) || errors.As(err, &broken) || errors.As(err, &refused) {
		c.t.Fatalf("%s: %v", what, err)
	}
	c.fails++
}

// run carries the run out.
func (c *cluster) run() {
	for {
		stand := c.next()
		if stand.Ended {
			return
		}
		list := slices.Clone(stand.Tasks)
		for range rapid.IntRange(0, 2).Draw(c.t, "twice") {
			list = append(list, rapid.SampledFrom(stand.Tasks).Draw(c.t, "again"))
		}
		for _, task := range rapid.Permutation(list).Draw(c.t, "order")[:rapid.IntRange(1, len(list)).Draw(c.t, "done")] {
			worker := c.open()
			if err := worker.Do(context.Background(), task); err != nil {
				c.fail(task, err)
			}
			worker.Close()
			c.tasks++
		}
	}
}

// drawTasks draws a model and what is asked of it.
func drawTasks(t *rapid.T) (*model.Model[procs], explorer.Options) {
	m := randomModel(t)
	opt := explorer.Options{Symmetry: rapid.Bool().Draw(t, "symmetry"), Sums: true, Workers: 2}
	drawCounts(t, m, &opt)
	opt.KeepGoing = rapid.Bool().Draw(t, "keep going")
	opt.MaxDepth = rapid.IntRange(0, 8).Draw(t, "depth")
	opt.MaxStates = uint64(rapid.SampledFrom([]int{0, 0, 10, 40}).Draw(t, "states"))
	return m, opt
}

// begin begins a run, and removes what was begun and failed, as a user does.
func (c *cluster) begin(disk *runstest.Memory) {
	for range 100 {
		one := c.open()
		err := one.Init()
		one.Close()
		if err == nil {
			return
		}
		c.fails++
		names, _ := disk.ReadDir("run")
		for _, name := range names {
			_ = disk.Remove(filepath.Join("run", name))
		}
	}
	c.t.Fatal("the run never begins")
}

// same holds the result of the run against that of Check.
func (c *cluster) same(disk *runstest.Memory) {
	want, err := explorer.Check(context.Background(), c.m, c.opt)
	if err != nil {
		c.t.Fatal(err)
	}
	c.opt.Result = "run/result.json"
	got, err := explorer.Check(context.Background(), c.m, c.opt.OnDisk(disk, 1))
	if err != nil {
		c.t.Fatal(err)
	}
	if diff := cmp.Diff(want, got, ofTheRun, cmpopts.EquateEmpty()); diff != "" {
		c.t.Errorf("in one process (-), in tasks (+):\n%s", diff)
	}
}

// TestShards: a run in tasks comes to what Check does, whoever does what how often.
func TestShards(t *testing.T) {
	tasks := 0
	rapid.Check(t, func(t *rapid.T) {
		disk := runstest.NewMemory()
		c := &cluster{t: t, most: 3, disk: func() runs.Disk { return disk }}
		c.m, c.opt = drawTasks(t)
		c.begin(disk)
		c.run()
		c.same(disk)
		tasks += c.tasks
		if names, _ := disk.ReadDir("run"); slices.ContainsFunc(names, ofStates) || c.fails > 0 {
			t.Errorf("%d calls failed, and there are %v", c.fails, names)
		}
	})
	if tasks < 100 {
		t.Errorf("only %d tasks were done", tasks)
	}
}

func ofStates(name string) bool { return filepath.Ext(name) == ".run" }

// TestShardsOnABadDisk: it does, too, where names show late and operations fail.
func TestShardsOnABadDisk(t *testing.T) {
	fails := 0
	rapid.Check(t, func(t *rapid.T) {
		disk := runstest.NewMemory()
		chance := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		c := &cluster{t: t, most: 1, disk: func() runs.Disk { return &runstest.Shared{Disk: disk, Rand: chance, Late: 30, Fails: 10} }}
		c.m, c.opt = drawTasks(t)
		c.begin(disk)
		c.run()
		c.same(disk)
		fails += c.fails
	})
	if fails < 100 {
		t.Errorf("only %d calls failed", fails)
	}
}
