package explorer_test

import (
	"context"
	"errors"
	"maps"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"mc/explorer"
	"mc/explorer/internal/runs/runstest"
	"mc/model"
	"mc/model/modeltest"
)

// drawCounts draws what is to be counted, and of which properties.
func drawCounts(t *rapid.T, m *model.Model[procs], opt *explorer.Options) {
	opt.Continue, opt.Coverage = rapid.Bool().Draw(t, "continue"), rapid.Bool().Draw(t, "coverage")
	opt.KeepGoing = true
	opt.Check = []string{"sum", "cell", model.DeadlockName} // none about steps, so that successors go in rows
	if rapid.Bool().Draw(t, "all") {
		for i := range m.Properties {
			opt.Check = append(opt.Check, m.Properties[i].Name)
		}
		opt.Check = opt.Check[2:]
	}
}

// TestCountsTwin: what Continue and Coverage count is what the twin counts,
// whatever the order, the store and the workers, and nothing else of the result
// changes for it.
func TestCountsTwin(t *testing.T) {
	found := 0
	rapid.Check(t, func(t *rapid.T) {
		m, opt := randomModel(t), explorer.Options{Symmetry: rapid.Bool().Draw(t, "symmetry")}
		drawCounts(t, m, &opt)
		want := modeltest.Explore(m, opt.Symmetry)
		if opt.MaxDepth = rapid.IntRange(0, 8).Draw(t, "depth"); opt.MaxDepth > 0 {
			want = modeltest.ExploreTo(m, opt.Symmetry, opt.MaxDepth-1)
		}
		order := rapid.SampledFrom(explorer.Searches()).Draw(t, "order")
		if opt.Search = order.Name; order.Stores {
			opt.Store = rapid.SampledFrom(explorer.Stores()).Draw(t, "store").Name
			opt.Workers = rapid.IntRange(1, 3).Draw(t, "workers")
		}
		got, err := explorer.Check(context.Background(), m, opt)
		if err != nil {
			t.Fatal(err)
		}
		if opt.Coverage {
			compareCoverage(t, got.Coverage, want, order.Shortest)
		}
		if opt.Continue {
			found += compareBreaks(t, m, got, want)
		}
		opt.Continue, opt.Coverage = false, false
		without, err := explorer.Check(context.Background(), m, opt)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(plainResult(without), uncounted(got)); diff != "" {
			t.Fatalf("%s, without and with counts:\n%s", order.Name, diff)
		}
	})
	if found < 10 && !testing.Short() { // of how many depends on the models drawn, and -short draws few
		t.Errorf("%d states and steps broke anything: the test shows little", found)
	}
}

// uncounted is a plain result without what Continue and Coverage count.
func uncounted(r *explorer.Result[procs]) *explorer.Result[procs] {
	r = plainResult(r)
	r.Coverage = nil
	r.Properties = append([]explorer.PropertyResult[procs]{}, r.Properties...)
	for i := range r.Properties {
		r.Properties[i].Breaks = nil
	}
	return r
}

// compareBreaks holds the counts of a run against the twin, and returns
// their sum.
func compareBreaks(t *rapid.T, m *model.Model[procs], r *explorer.Result[procs], want modeltest.Counts) (sum int) {
	steps := 0
	for _, n := range want.Fired {
		steps += n
	}
	for _, p := range r.Properties {
		found, astray, of, prop := want.Breaks[p.Name], want.Astray[p.Name], want.Distinct, (*model.Property[procs])(nil)
		if prop, _ = m.Property(p.Name); prop.Kind == model.Step {
			of = steps
		}
		if p.Name == model.DeadlockName {
			found, of = want.Deadlocks, 0
			for _, n := range want.Levels {
				of += n
			}
		}
		b := p.Breaks
		if b == nil || int(b.Found) != found || int(b.Astray) != astray || int(b.Of) != of || b.Steps != (prop.Kind == model.Step) {
			t.Fatalf("%s: %+v; the twin: %d, %d astray, of %d", p.Name, b, found, astray, of)
		}
		if p.Path == nil && b.Found+b.Astray > 0 {
			t.Fatalf("%s: %+v, and no trace", p.Name, b)
		}
		sum += found + astray
	}
	return sum
}

// compareCoverage holds what rules and premises came to against the twin.
func compareCoverage(t *rapid.T, c *explorer.Coverage, want modeltest.Counts, byLevel bool) {
	at := make([]modeltest.RuleCounts, len(want.ByLevel))
	for i := range at {
		at[i] = modeltest.RuleCounts{Fired: map[string]int{}, New: map[string]int{}}
	}
	for _, r := range c.Rules {
		if int(r.Enabled) != want.Enabled[r.Rule] || int(r.Stopped) != want.Held[r.Rule] {
			t.Fatalf("%+v; the twin: enabled %v, stopped %v", r, want.Enabled, want.Held)
		}
		first, last := 0, 0
		for i, n := range r.Fired {
			if n > 0 {
				at[i].Fired[r.Rule], last = int(n), i+1
				if first == 0 {
					first = last
				}
			}
			if n := r.New[i]; n > 0 {
				at[i].New[r.Rule] = int(n)
			}
		}
		if r.First != first || r.Last != last || byLevel && (len(r.Fired) != want.Depth || len(r.New) != want.Depth) {
			t.Fatalf("%+v; want %d levels, the first %d, the last %d", r, want.Depth, first, last)
		}
	}
	for i, w := range want.ByLevel {
		if byLevel && (!maps.Equal(w.Fired, at[i].Fired) || !maps.Equal(w.New, at[i].New)) {
			t.Fatalf("level %d: %v; the twin: %v", i+1, at[i], w)
		}
	}
	for _, p := range c.Premises {
		if int(p.True) != want.Premises[p.Property] {
			t.Fatalf("the premise of %s in %d states; the twin: %d", p.Property, p.True, want.Premises[p.Property])
		}
	}
	if len(c.Premises) != 1 {
		t.Fatalf("%d premises, want that of cell", len(c.Premises))
	}
}

// TestCountsOnDisk: a run that spills, is cut by limits, and is resumed counts
// what one in memory counts, and so does every part of it that tells.
func TestCountsOnDisk(t *testing.T) {
	cuts := 0
	rapid.Check(t, func(t *rapid.T) {
		m, opt := randomModel(t), onDisk(t, runstest.NewMemory())
		drawCounts(t, m, &opt)
		whole := modeltest.Explore(m, opt.Symmetry)
		inPieces(t, m, opt, func(got *explorer.Result[procs], over bool) {
			want := whole
			if !over {
				want = modeltest.ExploreTo(m, opt.Symmetry, got.States.Depth-1)
				cuts++
			}
			if opt.Coverage {
				compareCoverage(t, got.Coverage, want, true)
			}
			if opt.Continue {
				compareBreaks(t, m, got, want)
			}
		})
	})
	if cuts < 5 && !testing.Short() {
		t.Errorf("%d runs were cut: the test shows little", cuts)
	}
}

// TestCountsAreOneRuns: a saved run that counts is not taken up by one that does
// not count the same, and the refusal says what.
func TestCountsAreOneRuns(t *testing.T) {
	all := []explorer.Options{{}, {Continue: true}, {Coverage: true}, {Continue: true, Coverage: true}}
	for i, saved := range all {
		disk := runstest.NewMemory()
		saved.Dir, saved.MaxDepth, saved.KeepGoing = "run", 3, true
		if r, err := explorer.Check(context.Background(), diehard(), saved.OnDisk(disk, 1)); err != nil || r.Checkpoint != "run" {
			t.Fatalf("%v, %v; want a checkpoint", r, err)
		}
		for k, other := range all {
			other.Dir, other.Resume, other.MaxDepth, other.KeepGoing = "run", true, 3, true
			var foreign *explorer.Foreign
			_, err := explorer.Check(context.Background(), diehard(), other.OnDisk(disk, 1))
			if errors.As(err, &foreign) != (i != k) || i == k && err != nil {
				t.Errorf("%+v resumed as %+v: %v", saved, other, err)
			}
		}
	}
}

// TestCountedOnce: a state that a depth-first search with a limit comes back to
// from nearer is expanded again, and nothing of it is counted again.
func TestCountedOnce(t *testing.T) {
	leads := map[uint8][]uint8{0: {5, 1}, 1: {2}, 2: {3}, 3: {4}, 5: {3}} // to 3 by 1 and 2 first, then by 5
	expanded := 0
	m := &model.Model[uint8]{
		Name: "twice",
		Init: func(add func(uint8)) { add(0) },
		Rules: []model.Rule[uint8]{{Name: "Go", Expand: func(s *uint8, out *model.Steps[uint8]) {
			if *s == 3 {
				expanded++
			}
			for _, to := range leads[*s] {
				*out.Step() = to
			}
		}}},
		Properties: []model.Property[uint8]{{Name: "short of 4", Kind: model.Step,
			Step: func(_ *uint8, _ model.Action, after *uint8) error { return failIf(*after == 4, "there") }}},
	}
	r, err := explorer.Check(context.Background(), m, explorer.Options{Search: explorer.DepthFirst, MaxDepth: 5,
		Continue: true, Coverage: true})
	if err != nil {
		t.Fatal(err)
	}
	if b := r.Properties[0].Breaks; expanded < 2 || b.Found != 1 || b.Of != 6 || r.Coverage.Rules[0].Enabled != 5 {
		t.Errorf("3 was expanded %d times; %+v, %+v", expanded, b, r.Coverage)
	}
}
