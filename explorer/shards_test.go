package explorer_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
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
	var last error
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
		last = err
	}
	c.t.Fatalf("next never comes to an end: %v", last)
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
	least := 20 // of some hundred, as a rule
	if testing.Short() {
		least = 2 // a fifth of the samples are drawn
	}
	if tasks < least {
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
		shared := &runstest.Shared{Disk: disk, Rand: chance, Late: 5, Fails: 40}
		c := &cluster{t: t, most: 1, disk: shared.Machine}
		c.m, c.opt = drawTasks(t)
		c.begin(disk)
		c.run()
		c.same(disk)
		fails += c.fails
	})
	if fails < 20 { // of some hundred, as a rule
		t.Errorf("only %d calls failed", fails)
	}
}

// chain is a model of so many levels of one state.
func chain(states uint16) *model.Model[uint16] {
	widest := ^uint16(0)
	return &model.Model[uint16]{Name: "chain", Widest: &widest, Init: func(add func(uint16)) { add(0) },
		Rules: []model.Rule[uint16]{{Name: "Go", Expand: func(s *uint16, out *model.Steps[uint16]) {
			if *s+1 < states {
				*out.Step() = *s + 1
			}
		}}},
		Properties: []model.Property[uint16]{{Name: "end", Kind: model.Reachable, Goal: func(s *uint16) bool { return *s == states-1 }}}}
}

// shardsOf is a process that works on a run in a directory.
func shardsOf(t *testing.T, m *model.Model[uint16], dir string, opt explorer.Options) explorer.Shards {
	t.Helper()
	s, err := explorer.NewShards(m, dir, opt)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

// TestShardsOfManyLevels: a thousand levels of few states are done in one call, and leave
// few files.
func TestShardsOfManyLevels(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "run")
	s := shardsOf(t, chain(1000), dir, explorer.Options{})
	if err := s.Init(); err != nil {
		t.Fatal(err)
	}
	stand, err := s.Next(context.Background(), explorer.Inline{States: 10})
	if err != nil || !stand.Ended || stand.Depth != 1000 {
		t.Fatalf("%+v %v", stand, err)
	}
	r, err := explorer.Check(context.Background(), chain(1000), explorer.Options{Result: stand.Result})
	if err != nil || r.States.Depth != 1000 || len(r.Properties[0].Path.Steps) != 999 {
		t.Errorf("%+v %v", r, err)
	}
	left, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil || len(left) > 30 {
		t.Errorf("%d files are left: %v", len(left), err)
	}
}

// TestShardsRefuse: what no retry cures is refused by the task that meets it, and from
// then on by Next, until somebody has mended it.
func TestShardsRefuse(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "run")
	m := chain(10)
	if err := shardsOf(t, m, dir, explorer.Options{}).Init(); err != nil {
		t.Fatal(err)
	}
	var taken *explorer.Taken
	if err := shardsOf(t, m, dir, explorer.Options{}).Init(); !errors.As(err, &taken) {
		t.Errorf("a run is begun in the directory of another: %v", err)
	}
	var foreign *explorer.Foreign
	if _, err := shardsOf(t, m, dir, explorer.Options{Identity: "another"}).Stand(); !errors.As(err, &foreign) {
		t.Errorf("another spec goes on with the run: %v", err)
	}
	next := func() (*explorer.Stand, error) {
		return shardsOf(t, m, dir, explorer.Options{}).Next(context.Background(), explorer.Inline{})
	}
	stand, err := next()
	if err != nil || len(stand.Tasks) != 1 {
		t.Fatalf("%+v %v", stand, err)
	}
	task := stand.Tasks[0]
	var early *explorer.TooEarly
	if err := shardsOf(t, m, dir, explorer.Options{}).Do(context.Background(), "9/expand/0"); !errors.As(err, &early) {
		t.Errorf("a task of a plan that is not there: %v", err)
	}
	file := states(t, dir)[0]
	whole := damage(t, file)
	s := shardsOf(t, m, dir, explorer.Options{})
	var damaged *explorer.Damaged
	if err := s.Do(context.Background(), task); !errors.As(err, &damaged) || damaged.Path != file {
		t.Fatalf("a task on a damaged file: %v", err)
	}
	if err := s.Refuse(task, 74, "it is damaged"); err != nil {
		t.Fatal(err)
	}
	var refused *explorer.Refused
	if _, err := next(); !errors.As(err, &refused) || refused.Code != 74 || refused.Task != task {
		t.Fatalf("next to a task that is refused: %v", err)
	}
	if err := errors.Join(os.WriteFile(file, whole, 0o600), os.Remove(refused.File)); err != nil {
		t.Fatal(err)
	}
	if err := s.Do(context.Background(), task); err != nil {
		t.Error(err)
	}
	if stand, err := next(); err != nil || stand.Level != 2 {
		t.Errorf("%+v %v", stand, err)
	}
}

// states are the files of levels in a directory.
func states(t *testing.T, dir string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*-level-*.run"))
	if err != nil || len(files) == 0 {
		t.Fatalf("there are no files of states: %v", err)
	}
	return files
}

// damage flips a bit in the first block of a file of states, and returns what it was.
func damage(t *testing.T, file string) []byte {
	t.Helper()
	whole, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	changed := slices.Clone(whole)
	changed[64] ^= 1
	if err := os.WriteFile(file, changed, 0o600); err != nil {
		t.Fatal(err)
	}
	return whole
}

// TestShardsHaveOneDriver: of two that plan at the same time one is refused, and nothing
// is lost.
func TestShardsHaveOneDriver(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "run")
	m := chain(300)
	if err := shardsOf(t, m, dir, explorer.Options{}).Init(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan bool)
	for range 2 {
		s := shardsOf(t, m, dir, explorer.Options{})
		go func() {
			stand, err := s.Next(context.Background(), explorer.Inline{States: 10})
			var busy *explorer.Busy
			if err != nil && !errors.As(err, &busy) {
				t.Error(err)
			}
			ended <- err == nil && stand.Ended
		}()
	}
	if a, b := <-ended, <-ended; !a && !b {
		t.Error("neither came to the end")
	}
}

// TestShardsHaveNoLoops: claims about runs that go on for ever are refused at the start.
func TestShardsHaveNoLoops(t *testing.T) {
	m := chain(3)
	m.Properties = []model.Property[uint16]{{Name: "ends", Kind: model.Eventually, To: func(s *uint16) bool { return *s == 2 }}}
	if _, err := explorer.NewShards(m, t.TempDir(), explorer.Options{}); err == nil || !strings.Contains(err.Error(), "for ever") {
		t.Errorf("%v", err)
	}
}
