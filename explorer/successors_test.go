package explorer_test

import (
	"context"
	"testing"
	"time"

	"mc/explorer"
	"mc/model"
)

// fan is a state with a number.
type fan struct{ N uint32 }

// fanOut is a model whose first state has so many successors.
func fanOut(n uint32) *model.Model[fan] {
	return &model.Model[fan]{Name: "fan", Init: func(add func(fan)) { add(fan{}) },
		Rules: []model.Rule[fan]{{Name: "Any", Expand: func(s *fan, o *model.Steps[fan]) {
			if s.N == 0 {
				for i := range n {
					o.Step().N = i
				}
			}
		}}}}
}

// TestManySuccessorsTime: so is a limit of time, and a deadline of the caller.
func TestManySuccessorsTime(t *testing.T) {
	for _, search := range []string{explorer.BreadthFirst, explorer.DepthFirst, explorer.Guided} {
		r, err := explorer.Check(context.Background(), fanOut(1<<32-1), explorer.Options{Search: search, Timeout: 200 * time.Millisecond})
		if err != nil {
			t.Fatal(err)
		}
		if !r.Cut.By(explorer.Timeout) {
			t.Errorf("%s: cut %+v", search, r.Cut)
		}
	}
}
