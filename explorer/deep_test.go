package explorer_test

import (
	"context"
	"testing"
	"time"

	"mc/explorer"
	"mc/model"
)

// counting is a model of n states, one in each level.
func counting(n uint32) *model.Model[fan] {
	return &model.Model[fan]{Name: "counting", Init: func(add func(fan)) { add(fan{}) },
		Rules: []model.Rule[fan]{{Name: "Inc", Expand: func(s *fan, o *model.Steps[fan]) {
			if s.N+1 < n {
				o.Step().N++
			}
		}}}}
}

// TestDeep: the time for a level does not depend on how many there were, nor
// does its memory on how many states a large one would have.
func TestDeep(t *testing.T) {
	const levels = 1_000_000
	r, err := explorer.Check(context.Background(), counting(levels), explorer.Options{Workers: 1, Timeout: time.Minute})
	if err != nil {
		t.Fatal(err)
	}
	if !r.Exhaustive || r.States.Depth != levels || r.States.Distinct != levels {
		t.Errorf("%d states in %d levels, cut %+v", r.States.Distinct, r.States.Depth, r.Cut)
	}
	if each := r.StoreBytes / levels; each > 40 {
		t.Errorf("%d bytes for a state of 8", each)
	}
	t.Logf("%v", r.Elapsed)
}
