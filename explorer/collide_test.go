package explorer_test

import (
	"context"
	"math/rand/v2"
	"testing"
	"time"

	"mc/explorer"
	"mc/explorer/internal/store"
	"mc/model"
)

// TestChosenCollisions: states that were chosen to lie in one place of a table
// with a known seed take no longer than others (hardening, E). Without a seed of
// the run they take minutes.
func TestChosenCollisions(t *testing.T) {
	const n = 100_000
	type word struct{ X uint64 }
	var chosen []word
	for random := rand.New(rand.NewPCG(1, 2)); len(chosen) < n; {
		if x := random.Uint64(); store.Hash([]uint64{x}, 0)>>56 == 0 {
			chosen = append(chosen, word{x})
		}
	}
	m := &model.Model[word]{
		Name: "chosen",
		Init: func(add func(word)) {
			for _, s := range chosen {
				add(s)
			}
		},
		Rules: []model.Rule[word]{{Name: "Stay", Expand: func(_ *word, out *model.Steps[word]) { out.Step() }}},
	}
	for _, kept := range explorer.Stores() {
		began := time.Now()
		r, err := explorer.Check(context.Background(), m, explorer.Options{Workers: 1, Store: kept.Name, Timeout: 8 * time.Second})
		if err != nil {
			t.Fatal(err)
		}
		if !r.Exhaustive || r.States.Distinct != n {
			t.Errorf("%s: %d of %d states in %v; does the table know the seed of the run?", kept.Name, r.States.Distinct, n, r.Elapsed)
		}
		t.Logf("%s: %v", kept.Name, time.Since(began))
	}
}
