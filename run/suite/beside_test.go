package suite_test

import (
	"context"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"mc/explorer"
	"mc/report"
	"mc/run/registry"
	"mc/run/suite"
)

// TestInOrder: whatever the order in which things end, they are handed over in
// theirs, each once, and no more are under way than may be.
func TestInOrder(t *testing.T) {
	for _, jobs := range []int{0, 1, 2, 7, 100} {
		var now, most atomic.Int32
		var got []int
		suite.InOrder(t.Context(), 30, jobs, func(_ context.Context, i int) int {
			most.Store(max(most.Load(), now.Add(1)))
			time.Sleep(time.Duration(30-i) * 50 * time.Microsecond)
			now.Add(-1)
			return i
		}, func(i, came int) bool {
			if i != came {
				t.Errorf("%d is handed over as %d", came, i)
			}
			got = append(got, i)
			return true
		})
		if len(got) != 30 || !slices.IsSorted(got) || int(most.Load()) > max(1, jobs) {
			t.Errorf("%d jobs, %d at once: %v", jobs, most.Load(), got)
		}
	}
}

// TestInOrderEnds: after enough nothing is begun and nothing handed over, and what was
// going on has ended.
func TestInOrderEnds(t *testing.T) {
	for _, jobs := range []int{1, 3} {
		var now atomic.Int32
		taken := 0
		suite.InOrder(t.Context(), 1000, jobs, func(ctx context.Context, i int) int {
			defer now.Add(-1)
			now.Add(1)
			if i > 4 {
				<-ctx.Done()
			}
			return i
		}, func(i, _ int) bool { taken++; return i < 4 })
		if taken != 5 || now.Load() != 0 {
			t.Errorf("%d jobs: %d taken, %d still going on", jobs, taken, now.Load())
		}
	}
}

// TestInOrderInterrupted: what was begun is handed over, and no more is begun; the
// first is, whatever happens.
func TestInOrderInterrupted(t *testing.T) {
	for _, jobs := range []int{1, 3} {
		ctx, stop := context.WithCancel(t.Context())
		var begun atomic.Int32
		taken := 0
		suite.InOrder(ctx, 1000, jobs, func(ctx context.Context, i int) int {
			if begun.Add(1) == 10 {
				stop()
			}
			return i
		}, func(i, _ int) bool { taken++; return true })
		if n := int(begun.Load()); taken != n || n < 10 || n > 10+jobs {
			t.Errorf("%d jobs: %d begun, %d taken", jobs, n, taken)
		}
		taken = 0
		suite.InOrder(ctx, 1000, jobs, func(ctx context.Context, i int) int { return i }, func(i, _ int) bool { taken++; return true })
		if taken != 1 {
			t.Errorf("%d jobs: %d taken after the end", jobs, taken)
		}
	}
}

// TestShare: a run that its share cuts short is made again with the whole, alone; one
// that has enough is not, nor one that what it was asked for has cut.
func TestShare(t *testing.T) {
	crew := suite.NewCrew(4, 9, 400<<20)
	job := registry.Job{}
	job.Options.Memory = 300 << 20
	for kind, want := range map[explorer.ReasonKind][]uint64{
		0: {100 << 20}, explorer.MaxStates: {100 << 20}, explorer.Memory: {100 << 20, 300 << 20}, explorer.Timeout: {100 << 20, 300 << 20},
	} {
		var got []uint64
		_, err := crew.Do(t.Context(), job, func(job registry.Job) (*report.Outcome, error) {
			got = append(got, job.Options.Memory)
			if len(got) == 1 && job.Options.Workers == 0 || len(got) > 1 && job.Options.Workers != 0 {
				t.Errorf("%d workers in run %d", job.Options.Workers, len(got))
			}
			out := &report.Outcome{}
			if kind != 0 {
				out.Cut.Reasons = []explorer.Reason{{Kind: kind}}
			}
			return out, nil
		})
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%v: runs with %d bytes, want %d", kind, got, want)
		}
	}
	if crew := suite.NewCrew(8, 3, 0); crew.Jobs != 3 {
		t.Errorf("%d jobs for three things to do", crew.Jobs)
	}
	if crew := suite.NewCrew(0, 100, 1<<20); crew.Jobs != 1 {
		t.Errorf("%d jobs where there is memory for one", crew.Jobs)
	}
}
