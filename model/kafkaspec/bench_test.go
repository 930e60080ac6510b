package kafkaspec

import (
	"math"
	"testing"

	"mc/model"
)

// sample is a spread of all states of m, shallow and deep.
func sample(b *testing.B, m *model.Model[State]) []State {
	b.Helper()
	const every = 37
	states := reachable(m, math.MaxInt)
	var spread []State
	for i := 0; i < len(states); i += every {
		spread = append(spread, states[i])
	}
	return spread
}

// BenchmarkExpand is the cost of all rules on one state, emitting included.
func BenchmarkExpand(b *testing.B) {
	for _, p := range ladder {
		m := build(b, p.name, 3, 2, 2, 1)
		states := sample(b, m)
		b.Run(p.name, func(b *testing.B) { benchmarkExpand(b, m, states) })
	}
}

// BenchmarkYardstick is the same for the model that the engine is measured
// with. Its sample takes a while.
func BenchmarkYardstick(b *testing.B) {
	m := build(b, "kip-320", 3, 2, 2, 2)
	states := sample(b, m)
	b.Run("kip-320", func(b *testing.B) { benchmarkExpand(b, m, states) })
}

func benchmarkExpand(b *testing.B, m *model.Model[State], states []State) {
	emitted, at := 0, 0
	out := model.NewSteps(func(model.Action, *State) { emitted++ })
	b.ReportAllocs()
	for b.Loop() {
		m.Expand(&states[at], out)
		if at++; at == len(states) {
			at = 0
		}
	}
	b.ReportMetric(float64(emitted)/float64(b.N), "successors/op")
}

// BenchmarkProperties is the cost of all default properties on one state.
func BenchmarkProperties(b *testing.B) {
	m := build(b, "kip-320", 3, 2, 2, 1)
	states := sample(b, m)
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		for j := range m.Properties {
			if p := &m.Properties[j]; !p.OnRequest && p.State(&states[i%len(states)]) != nil {
				b.Fatal(p.Name)
			}
		}
	}
}

// BenchmarkCanonical is the cost of the least renaming of one state.
func BenchmarkCanonical(b *testing.B) {
	for _, n := range []int{3, 5} {
		m := build(b, "kip-320", n, 1, 1, 1)
		states := sample(b, m)
		b.Run(showBroker(uint8(n-1)), func(b *testing.B) {
			b.ReportAllocs()
			var s State
			for i := 0; b.Loop(); i++ {
				s = states[i%len(states)]
				m.Canonical(&s)
			}
		})
	}
}

// TestExpandAllocatesNothing holds the promise that the benchmark shows.
func TestExpandAllocatesNothing(t *testing.T) {
	for _, p := range ladder {
		m := build(t, p.name, 3, 2, 2, 2)
		states := reachable(m, 2000)
		out := model.NewSteps(func(model.Action, *State) {})
		// An average of several, rounded down: the runtime allocates now and then, too.
		allocs := testing.AllocsPerRun(5, func() {
			for i := range states {
				s := &states[i]
				m.Expand(s, out)
				m.Canonical(s)
				for j := range m.Properties {
					if p := &m.Properties[j]; !p.OnRequest {
						_ = p.State(s)
					}
				}
			}
		})
		if allocs != 0 {
			t.Errorf("%s: %v allocations for %d states", m.Name, allocs, len(states))
		}
	}
}
