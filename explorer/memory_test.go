package explorer_test

import (
	"context"
	"runtime"
	"testing"

	"mc/explorer"
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
		if heap := after.TotalAlloc - before.TotalAlloc; heap > limit/2 {
			t.Errorf("%s: %d bytes in the heap for %d states", name, heap, r.States.Distinct)
		}
	}
}
