package explorer_test

import (
	"context"
	"runtime"
	"slices"
	"strings"
	"testing"

	"mc/explorer"
	"mc/explorer/internal/mem"
	"mc/model"
)

// TestMemoryHolds: what a run keeps of states stays within the limit in every
// order and store, is used up before the run is cut, and nothing of it is
// hidden in the heap.
func TestMemoryHolds(t *testing.T) {
	const limit = 8 << 20
	for _, c := range combinations() {
		if c.dir || !c.possible(1) {
			continue
		}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		r, err := explorer.Check(context.Background(), congruential(21), explorer.Options{
			Store: c.store.Name, Search: c.search.Name, Workers: 1, Memory: limit})
		if err != nil {
			t.Fatal(err)
		}
		runtime.ReadMemStats(&after)
		name := c.search.Name + ", " + c.store.Name
		if !r.Cut.By(explorer.Memory) || r.Exhaustive || r.Cut.Frontier == 0 {
			t.Errorf("%s: %d states, cut %+v; want a cut by memory", name, r.States.Distinct, r.Cut)
		}
		if r.StoreBytes > limit*21/20 || r.StoreBytes < limit*6/10 {
			t.Errorf("%s: %d bytes of %d", name, r.StoreBytes, limit)
		}
		if perState := float64(r.StoreBytes) / float64(r.States.Distinct); perState < 8 {
			t.Errorf("%s: %.1f bytes for each of %d states: something is not counted", name, perState, r.States.Distinct)
		}
		// With -short the race detector may be at work, which makes pools forget what was put there.
		if heap := after.TotalAlloc - before.TotalAlloc; heap > limit/2 && !testing.Short() {
			t.Errorf("%s: %d bytes in the heap for %d states", name, heap, r.States.Distinct)
		}
	}
}

// TestSystemMemory: a run to which the system gives no more is cut like one
// that has reached its own limit, in every order and store: what is counted is
// complete levels, or all states found, and nothing is said of the rest.
func TestSystemMemory(t *testing.T) {
	whole, err := explorer.Check(context.Background(), congruential(20), explorer.Options{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range combinations() {
		if c.dir || !c.possible(1) {
			continue
		}
		ration := int64(6 << 20)
		switch c.store.Name {
		case explorer.StoreExact:
			ration = 20 << 20 // states lie in pieces of 16 MiB
		case explorer.StoreInterned:
			ration = 40 << 20 // of two sets, each with a piece of its own
		}
		end := mem.Ration(ration)
		r, err := explorer.Check(context.Background(), congruential(20), explorer.Options{
			Store: c.store.Name, Search: c.search.Name, Workers: 1})
		end()
		name := c.search.Name + ", " + c.store.Name
		switch {
		case err != nil:
			t.Errorf("%s: %v", name, err)
			continue
		case !r.Cut.By(explorer.SystemMemory), r.Exhaustive, r.Cut.Frontier == 0, r.States.Distinct >= whole.States.Distinct:
			t.Errorf("%s: %d states, cut %+v; want a cut by the system's memory", name, r.States.Distinct, r.Cut)
			continue
		}
		if c.search.Shortest && !slices.Equal(r.States.Levels, whole.States.Levels[:len(r.States.Levels)]) {
			t.Errorf("%s: the levels are %v, want those of the whole run", name, r.States.Levels)
		}
		if limit := r.Cut.Reasons[0].Limit; limit == 0 || limit > uint64(ration) {
			t.Errorf("%s: cut at %d bytes of %d", name, limit, ration)
		}
	}
}

// TestSystemMemoryOnDisk: so is one with a directory, which has saved its complete
// levels, and goes on from them to the result of one that was not cut.
func TestSystemMemoryOnDisk(t *testing.T) {
	want := decided(t, congruential(20), explorer.Options{Workers: 1})
	for _, workers := range []int{1, 3} {
		opt := explorer.Options{Workers: workers, Dir: t.TempDir(), Memory: explorer.NoLimit}
		end := mem.Ration(20 << 20)
		r, err := explorer.Check(context.Background(), congruential(20), opt)
		end()
		if err != nil {
			t.Fatal(err)
		}
		if !r.Cut.By(explorer.SystemMemory) || r.Exhaustive || r.Checkpoint != opt.Dir ||
			!slices.Equal(r.States.Levels, want.States.Levels[:len(r.States.Levels)]) {
			t.Errorf("%d workers: %+v, cut %+v, saved in %q", workers, r.States, r.Cut, r.Checkpoint)
		}
		opt.Resume = true
		if again := decided(t, congruential(20), opt); told(again) != told(want) {
			t.Errorf("%d workers: resumed %v, want %v", workers, again.States, want.States)
		}
	}
}

// large is a state of 4096 bytes.
type large struct{ X [512]uint64 }

// TestRefusedFromTheStart: where not even the first state has room there is
// nothing to report, and the error says what was refused, not what followed
// from that.
func TestRefusedFromTheStart(t *testing.T) {
	m := &model.Model[large]{Name: "large", Init: func(add func(large)) { add(large{}) },
		Rules: []model.Rule[large]{{Name: "Up", Expand: func(s *large, out *model.Steps[large]) {
			if s.X[0] < 56 {
				n := out.Step()
				for i := range n.X {
					n.X[i]++
				}
			}
		}}}}
	defer mem.Ration(20 << 20)()
	_, err := explorer.Check(context.Background(), m, explorer.Options{Store: explorer.StoreInterned, Workers: 1})
	if err == nil || !strings.Contains(err.Error(), "cannot map 16777216 bytes") {
		t.Errorf("got %v, want the piece that was refused", err)
	}
}
