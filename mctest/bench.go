package mctest

import (
	"testing"

	"mc/explorer"
	"mc/model"
)

// Bench explores a model again and again, and reports states a second and bytes a
// state.
func Bench[S comparable](b *testing.B, m *model.Model[S], given ...Option) {
	b.Helper()
	o := optionsOf(given)
	var states uint64
	var last *explorer.Result[S]
	for b.Loop() {
		r, err := explorer.Check(b.Context(), m, o.explore)
		if err != nil {
			b.Fatalf("mctest: %v", err)
		}
		states += r.States.Distinct
		last = r
	}
	b.ReportMetric(float64(states)/b.Elapsed().Seconds(), "states/s")
	b.ReportMetric(float64(last.StoreBytes)/float64(max(1, last.States.Distinct)), "bytes/state")
}
