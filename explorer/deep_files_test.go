package explorer_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"mc/explorer"
	"mc/explorer/internal/runs/runstest"
	"mc/model"
)

// shaft is a state of a deep, narrow model: a place in one of many levels.
type shaft struct {
	Level uint16
	Place uint16
}

// drawShaft draws a model of so many levels of a few states each, with steps back
// to earlier levels, that breaks a claim far down, and has a loop.
func drawShaft(r *rand.Rand, levels int) *model.Model[shaft] {
	width, down, back := 1+r.IntN(12), 1+r.IntN(3), r.IntN(9)
	bad := shaft{uint16(levels - 1 - r.IntN(levels/2)), uint16(r.IntN(width))}
	return &model.Model[shaft]{
		Name: "shaft", Init: func(add func(shaft)) { add(shaft{}) },
		Rules: []model.Rule[shaft]{
			{Name: "Down", Expand: func(s *shaft, o *model.Steps[shaft]) {
				for k := range down {
					if int(s.Level)+1 < levels {
						n := o.Step(uint8(k))
						n.Level, n.Place = s.Level+1, (s.Place*5+uint16(k)*3+1)%uint16(width)
					}
				}
			}, Params: []model.Param{{Name: "k"}}},
			{Name: "Back", Expand: func(s *shaft, o *model.Steps[shaft]) {
				if int(s.Level) >= back && s.Place%3 == 0 {
					n := o.Step()
					n.Level, n.Place = s.Level-uint16(back), s.Place/2
				}
			}},
		},
		Properties: []model.Property[shaft]{
			{Name: "not there", Kind: model.Always, State: func(s *shaft) error { return failIf(*s == bad, "it is at %v", bad) }},
			{Name: "bottom", Kind: model.Reachable, Goal: func(s *shaft) bool { return int(s.Level) == levels-1 }},
			{Name: "ends", Kind: model.EventuallyAlways, To: func(s *shaft) bool { return int(s.Level) >= levels/3 }},
		},
	}
}

// told is what any two runs of a job have in common.
func told[S comparable](r *explorer.Result[S]) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%+v %+v %v\n", r.States, r.Actions, r.Exhaustive)
	for _, p := range r.Properties {
		fmt.Fprintf(&b, "%s %s %q\n", p.Name, p.Verdict, p.Witness)
		if p.Path != nil {
			fmt.Fprintf(&b, "%+v\n", *p.Path)
		}
		if p.Run != nil {
			fmt.Fprintf(&b, "%+v\n", *p.Run.Lasso)
		}
	}
	return b.String()
}

// deepOnDisk draws options for a deep run with a directory.
func deepOnDisk(r *rand.Rand, disk *runstest.Memory) explorer.Options {
	opt := explorer.Options{Dir: "run", Workers: 1 + r.IntN(3), Keep: r.IntN(2) == 0,
		Memory: []uint64{0, 1, 1 << 16}[r.IntN(3)], Checkpoint: []time.Duration{1, time.Hour}[r.IntN(2)]}
	return opt.OnDisk(disk, []uint64{1, 30}[r.IntN(2)])
}

// concluded is the result of a run: where memory had no room for the graph of a
// claim about runs, that of one that goes on from the levels with more.
func concluded(m *model.Model[shaft], opt explorer.Options) (r *explorer.Result[shaft], err error) {
	for {
		if r, err = explorer.Check(context.Background(), m, opt); err != nil || r.Checkpoint == "" || opt.MaxDepth > 0 {
			return r, err
		}
		opt.Resume, opt.Memory = true, 0
	}
}

// TestDeepRunsOnDisk: a deep run that spills, or is saved, or both, has the result
// of one in memory, traces and loops and all, though levels share files; and of
// these there are few.
func TestDeepRunsOnDisk(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 8))
	for i := range 12 {
		m, disk := drawShaft(r, 20+r.IntN(60)), runstest.NewMemory()
		want := decided(t, m, explorer.Options{})
		opt := deepOnDisk(r, disk)
		most := 0
		m.Within = func(*shaft) bool {
			names, _ := disk.ReadDir("run")
			most = max(most, len(names))
			return true
		}
		opt.Workers = 1
		got, err := concluded(m, opt)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(told(want), told(got)); diff != "" {
			t.Fatalf("model %d, %+v:\n%s", i, opt, diff)
		}
		if most > 30 {
			t.Errorf("model %d: %d files lay there at a time, of a run of %d levels", i, most, want.States.Depth)
		}
		if err := got.Kept.Release(); err != nil {
			t.Fatal(err)
		}
		if names, _ := disk.ReadDir("run"); len(names) != 1 {
			t.Errorf("model %d: %v is left", i, names)
		}
	}
}

// TestDeepRunsCutOff: whatever operation of the disk fails, in the middle of a
// merge of files as well, and whatever the loss of power leaves, a deep run is
// resumed to the result of one that was not cut off.
func TestDeepRunsCutOff(t *testing.T) {
	r := rand.New(rand.NewPCG(13, 21))
	resumed := 0
	for i := range 25 {
		m, disk := drawShaft(r, 20+r.IntN(40)), runstest.NewMemory()
		want := told(decided(t, m, explorer.Options{}))
		opt := deepOnDisk(r, disk)
		opt.Checkpoint = time.Duration(1 + r.IntN(2)*int(200*time.Microsecond))
		for range 4 {
			faulty := &runstest.Faulty{Disk: disk, At: 1 + r.Int64N(900), Stuck: true, Fault: runstest.Broken}
			cut := opt.OnDisk(faulty, []uint64{1, 30}[r.IntN(2)])
			cut.Workers, cut.Memory = 1+r.IntN(3), []uint64{0, 1}[r.IntN(2)]
			_, err := explorer.Check(context.Background(), m, cut)
			disk.Crash(r)
			var nothing *explorer.NothingToResume
			opt.Resume = !errors.As(err, &nothing)
			if damaged := (*explorer.Damaged)(nil); errors.As(err, &damaged) {
				t.Fatalf("model %d: an honest disk is called damaged: %v", i, err)
			}
		}
		got, err := concluded(m, opt)
		var taken *explorer.Taken
		var stray *explorer.Stray
		if errors.As(err, &taken) || errors.As(err, &stray) {
			continue // a garbled beginning, which TestCrashedRunsAgree looks at
		}
		if nothing := (*explorer.NothingToResume)(nil); errors.As(err, &nothing) {
			continue
		}
		if err != nil {
			t.Fatalf("model %d: %v", i, err)
		}
		if resumed++; cmp.Diff(want, told(got)) != "" {
			t.Fatalf("model %d:\n%s", i, cmp.Diff(want, told(got)))
		}
	}
	if resumed < 12 {
		t.Errorf("only %d runs were resumed: the test shows little", resumed)
	}
}

// TestSharedFilesAreNotBelieved: a file that levels share is refused if it is
// changed, exchanged or gone.
func TestSharedFilesAreNotBelieved(t *testing.T) {
	r := rand.New(rand.NewPCG(34, 55))
	for i := range 20 {
		m, disk := drawShaft(r, 40), runstest.NewMemory()
		m.Properties = nil
		opt := explorer.Options{Dir: "run", MaxDepth: 35, Memory: uint64(1 + i%2<<20)}.OnDisk(disk, 1)
		if got := decided(t, m, opt); got.Checkpoint == "" {
			t.Fatal("the run was not saved")
		}
		files, err := explorer.SharedFiles(disk, "run")
		if err != nil || len(files) == 0 {
			t.Fatalf("levels share %d files, %v", len(files), err)
		}
		path := filepath.Join("run", files[r.IntN(len(files))])
		switch data := disk.Get(path); r.IntN(4) {
		case 0:
			data[r.IntN(len(data))] ^= byte(1 + r.IntN(255))
			disk.Put(path, data)
		case 1:
			disk.Put(path, data[:r.IntN(len(data))])
		case 2:
			_ = disk.Remove(path)
		case 3:
			names, _ := disk.ReadDir("run")
			for _, name := range names {
				if other := disk.Get(filepath.Join("run", name)); strings.HasSuffix(name, ".run") && !reflect.DeepEqual(other, data) {
					disk.Put(path, other)
				}
			}
			if reflect.DeepEqual(disk.Get(path), data) {
				disk.Put(path, nil)
			}
		}
		opt.MaxDepth, opt.Resume = 0, true
		_, err = explorer.Check(context.Background(), m, opt)
		damaged, foreign, gone := (*explorer.Damaged)(nil), (*explorer.Foreign)(nil), err != nil && strings.Contains(err.Error(), "not exist")
		if !errors.As(err, &damaged) && !errors.As(err, &foreign) && !gone {
			t.Fatalf("run %d: a damaged %s was believed: %v", i, path, err)
		}
	}
}

// TestManySuccessorsOnDisk: one state may have more successors than memory has room
// for, which go to disk while it is expanded; whoever else works waits, and all is
// counted as in memory.
func TestManySuccessorsOnDisk(t *testing.T) {
	for _, workers := range []int{1, 3} {
		for _, start := range []uint32{1, 700} { // one state, and many of which a few are like that
			m := fans(start)
			want := told(decided(t, m, explorer.Options{}))
			disk := runstest.NewMemory()
			opt := explorer.Options{Dir: "run", Memory: 1, Workers: workers, Keep: true, Checkpoint: 1}.OnDisk(disk, 1)
			r := decided(t, m, opt)
			if diff := cmp.Diff(want, told(r)); diff != "" {
				t.Errorf("%d workers, %d states to begin with:\n%s", workers, start, diff)
			}
		}
	}
}

// fans is a model that begins with so many states, every 300th of which has 20,000
// successors by one rule and half of them again by another; the last of these leads on.
func fans(start uint32) *model.Model[fan] {
	const first, many = 1 << 20, 20_000
	expand := func(step uint32) func(s *fan, o *model.Steps[fan]) {
		return func(s *fan, o *model.Steps[fan]) {
			for i := uint32(0); s.N < start && s.N%300 == 0 && i < many; i += step {
				o.Step().N = first + s.N + i
			}
			if s.N == first+many-1 {
				o.Step().N = 2 * first
			}
		}
	}
	return &model.Model[fan]{Name: "fans",
		Init: func(add func(fan)) {
			for i := range start {
				add(fan{i})
			}
		},
		Rules: []model.Rule[fan]{{Name: "Half", Expand: expand(2)}, {Name: "All", Expand: expand(1)}},
		Properties: []model.Property[fan]{{Name: "stays", Kind: model.Always, State: func(s *fan) error {
			return failIf(s.N == 2*first, "it went on to %d", s.N)
		}}},
	}
}
