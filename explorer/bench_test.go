package explorer_test

import (
	"context"
	"fmt"
	"runtime"
	"testing"

	"mc/explorer"
	"mc/model"
)

// spread is a state of 16 bytes that costs nothing to make.
type spread struct{ X, Echo uint64 }

// congruential has 2^bits states with four successors each, and rules of a
// few instructions.
func congruential(bits int) *model.Model[spread] {
	mask := uint64(1)<<bits - 1
	return &model.Model[spread]{
		Name: "congruential",
		Init: func(add func(spread)) { add(spread{}) },
		Rules: []model.Rule[spread]{{Name: "Next", Params: []model.Param{{Name: "generator"}},
			Expand: func(s *spread, out *model.Steps[spread]) {
				for i, c := range [4]uint64{0x2545f1, 0x1b3, 0x3c6ef3, 0x5851f5} {
					n := out.Step(uint8(i))
					n.X = (s.X*0x19660d + c) & mask
					n.Echo = n.X * 0x9e3779b97f4a7c15
				}
			}}},
	}
}

// BenchmarkCheck is the whole engine on a model that costs next to nothing.
func BenchmarkCheck(b *testing.B) {
	for _, bits := range []int{12, 18, 21} {
		for _, workers := range []int{1, 2} {
			b.Run(fmt.Sprintf("%dk/w%d", 1<<bits>>10, workers), func(b *testing.B) {
				benchmarkCheck(b, congruential(bits), explorer.Options{Workers: workers})
			})
		}
	}
}

// BenchmarkStores is the same by store.
func BenchmarkStores(b *testing.B) {
	for _, store := range explorer.Stores() {
		b.Run(store.Name, func(b *testing.B) {
			benchmarkCheck(b, congruential(18), explorer.Options{Workers: 1, Store: store.Name})
		})
	}
	for _, order := range explorer.Searches() {
		b.Run(order.Name, func(b *testing.B) {
			benchmarkCheck(b, congruential(18), explorer.Options{Workers: 1, Search: order.Name})
		})
	}
	b.Run("spilling", func(b *testing.B) {
		benchmarkCheck(b, congruential(18), explorer.Options{Workers: 1, Dir: b.TempDir(), Memory: 2 << 20})
	})
}

func benchmarkCheck(b *testing.B, m *model.Model[spread], opt explorer.Options) {
	var distinct, generated, bytes uint64
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for b.Loop() {
		r, err := explorer.Check(context.Background(), m, opt)
		if err != nil {
			b.Fatal(err)
		}
		distinct, generated, bytes = distinct+r.States.Distinct, generated+r.States.Generated, bytes+r.StoreBytes
	}
	runtime.ReadMemStats(&after)
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(distinct), "ns/state")
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(generated), "ns/generated")
	b.ReportMetric(float64(distinct)/b.Elapsed().Seconds(), "states/s")
	b.ReportMetric(float64(bytes)/float64(distinct), "B/state")
	b.ReportMetric(float64(after.Mallocs-before.Mallocs)/float64(distinct), "allocs/state")
}

// TestSteadyStateAllocatesNothing: what a run allocates does not grow with
// the number of its states.
func TestSteadyStateAllocatesNothing(t *testing.T) {
	allocations := func(bits int) float64 {
		m := congruential(bits)
		return testing.AllocsPerRun(2, func() {
			if r, err := explorer.Check(context.Background(), m, explorer.Options{Workers: 1}); err != nil || r.States.Distinct != 1<<bits {
				t.Fatal(r, err)
			}
		})
	}
	few, many := allocations(12), allocations(18)
	if perState := (many - few) / (1<<18 - 1<<12); perState > 0.001 {
		t.Errorf("%.0f allocations for 4 thousand states, %.0f for 262 thousand: %.4f per state", few, many, perState)
	}
}
