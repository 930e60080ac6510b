//go:build !race

// Only Linux says how much memory is resident; the race detector has its own.

package widen_test

import (
	"context"
	"fmt"
	"os"
	"sync/atomic"
	"testing"
	"time"

	"mc/explorer"
	"mc/model"
	"mc/run/registry"
	"mc/run/widen"
)

// cube is a state of a model that is larger than any limit of memory here.
type cube struct{ Side [3]uint8 }

var cubes = model.Template[cube]{
	Name: "cubes",
	Constants: func(map[string]string) ([]model.Constant, error) {
		return []model.Constant{{Name: "side", Default: "1", Max: 255, Doc: "The side."}}, nil
	},
	New: func(v model.Values) (*model.Model[cube], error) {
		side := uint8(v["side"])
		grow := func(s *cube, out *model.Steps[cube]) {
			for i, n := range s.Side {
				if n < side {
					out.Step(uint8(i)).Side[i]++
				} else {
					out.Stopped(model.Only(0))
				}
			}
		}
		return &model.Model[cube]{
			Name: "cubes", Init: func(add func(cube)) { add(cube{}) },
			Budgets: []model.Budget{{Constant: "side", Limit: v["side"]}},
			Rules:   []model.Rule[cube]{{Name: "Grow", Doc: "A side grows.", Params: []model.Param{{Name: "i"}}, Expand: grow}},
			Properties: []model.Property[cube]{{Name: "any", Doc: "Anything.", State: func(*cube) error {
				return nil
			}}},
		}, nil
	},
}

// TestMemoryIsOfAll: the limit of memory holds at any moment of a widening, in
// which many runs are cut by it, because each gives back what it had before the
// next begins; and none of them is tried again.
func TestMemoryIsOfAll(t *testing.T) {
	const limit, runs = 8 << 20, 6
	e := registry.Of(cubes)
	job := registry.Job{Options: explorer.Options{Workers: 1, Memory: limit, Check: []string{}}} // nothing to raise for
	first, err := e.Check(context.Background(), job)
	if err != nil {
		t.Fatal(err)
	}
	p := widen.Plan{Entry: e, Job: job}
	for i := range runs {
		p.Failures = append(p.Failures, widen.Failure{Name: fmt.Sprint(i), Property: "any", States: 1 << 30,
			Set: map[string]string{"side": fmt.Sprint(255 - i)}})
	}
	visited := []int{}
	p.TriedOut = func(s widen.Tried) { visited = append(visited, int(s.Visited)) }
	stop := watch(t)
	r, err := widen.Widen(context.Background(), p, first)
	most := stop()
	if err != nil {
		t.Fatal(err)
	}
	if len(visited) != runs {
		t.Errorf("%d runs of %d: %v", len(visited), runs, visited)
	}
	for _, s := range r.Tried {
		if s.Reached() || s.Visited < 100_000 {
			t.Errorf("%s visited %d states", s.Name, s.Visited)
		}
	}
	t.Logf("%d bytes were resident, %v states visited", most, visited)
	if most > 3*limit {
		t.Errorf("%d bytes were resident, the limit is %d", most, limit)
	}
}

// watch looks again and again at how much more memory of the process is resident
// than now; the function that it returns ends that and says how much it was at
// most.
func watch(t *testing.T) (stop func() int64) {
	t.Helper()
	before := resident(t)
	var most atomic.Int64
	done, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		for {
			select {
			case <-done:
				return
			case <-time.After(time.Millisecond):
				most.Store(max(most.Load(), resident(t)-before))
			}
		}
	}()
	return func() int64 {
		close(done)
		<-ended
		return most.Load()
	}
}

// resident is how much memory of the process is, in bytes.
func resident(t *testing.T) (bytes int64) {
	text, err := os.ReadFile("/proc/self/statm")
	if err == nil {
		var all, pages int64
		_, err = fmt.Sscan(string(text), &all, &pages)
		bytes = pages * int64(os.Getpagesize())
	}
	if err != nil {
		t.Error(err)
	}
	return bytes
}
