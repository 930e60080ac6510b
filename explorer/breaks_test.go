package explorer_test

import (
	"context"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"mc/explorer"
	"mc/explorer/internal/runs/runstest"
	"mc/model"
	"mc/model/modeltest"
)

// TestBreaksTwin: what Continue counts is what the twin counts, whatever the
// order, the store, the workers and the memory, and nothing else of the result
// changes for it.
func TestBreaksTwin(t *testing.T) {
	found := 0
	rapid.Check(t, func(t *rapid.T) {
		m := randomModel(t)
		opt := explorer.Options{Symmetry: rapid.Bool().Draw(t, "symmetry"), Continue: true, Check: allNames(m)}
		want := modeltest.Explore(m, opt.Symmetry)
		order := rapid.SampledFrom(explorer.Searches()).Draw(t, "order")
		if opt.Search = order.Name; order.Stores {
			opt.Store = rapid.SampledFrom(explorer.Stores()).Draw(t, "store").Name
			opt.Workers = rapid.IntRange(1, 3).Draw(t, "workers")
		}
		got, err := explorer.Check(context.Background(), m, opt)
		if err != nil {
			t.Fatal(err)
		}
		found += compareBreaks(t, m, got, want)
		opt.Continue, opt.KeepGoing = false, true
		without, err := explorer.Check(context.Background(), m, opt)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(plainResult(without), withoutBreaks(got)); diff != "" {
			t.Fatalf("%s, without and with counts:\n%s", order.Name, diff)
		}
	})
	if found < 100 {
		t.Errorf("%d states and steps broke anything: the test shows little", found)
	}
}

// allNames are all properties of a model, with the one about deadlocks.
func allNames(m *model.Model[procs]) []string {
	names := []string{model.DeadlockName}
	for i := range m.Properties {
		names = append(names, m.Properties[i].Name)
	}
	return names
}

// withoutBreaks is a plain result without what Continue counts.
func withoutBreaks(r *explorer.Result[procs]) *explorer.Result[procs] {
	r = plainResult(r)
	r.Properties = append([]explorer.PropertyResult[procs]{}, r.Properties...)
	for i := range r.Properties {
		r.Properties[i].Breaks = nil
	}
	return r
}

// compareBreaks holds the counts of a whole run against the twin, and returns
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
			found = want.Deadlocks
		}
		b := p.Breaks
		if b == nil || int(b.Found) != found || int(b.Astray) != astray || int(b.Of) != of || b.Steps != (prop.Kind == model.Step) {
			t.Fatalf("%s: %+v; the twin: %d, %d astray, of %d", p.Name, b, found, astray, of)
		}
		if (p.Path != nil) != (b.Found+b.Astray > 0) {
			t.Fatalf("%s: %+v, and a trace: %v", p.Name, b, p.Path != nil)
		}
		sum += found + astray
	}
	return sum
}

// TestBreaksOnDisk: a run that spills, is cut by limits, and is resumed counts
// what one in memory counts, and so does every part of it that tells.
func TestBreaksOnDisk(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := randomModel(t)
		opt := onDisk(t, runstest.NewMemory())
		opt.Continue, opt.Check = true, allNames(m)
		want := modeltest.Explore(m, opt.Symmetry)
		for opt.MaxStates = 1; ; opt.MaxStates *= 3 {
			got, err := explorer.Check(context.Background(), m, opt)
			if err != nil {
				t.Fatal(err)
			}
			opt.Resume = got.Checkpoint != ""
			if err := got.Kept.Release(); err != nil {
				t.Fatal(err)
			}
			if !opt.Resume && len(got.Cut.Reasons) == 0 {
				compareBreaks(t, m, got, want)
				return
			}
			asDeep, err := explorer.Check(context.Background(), m, explorer.Options{Symmetry: opt.Symmetry, Continue: true,
				Check: opt.Check, MaxDepth: got.States.Depth, Workers: 1})
			if err != nil {
				t.Fatal(err)
			}
			for i, p := range asDeep.Properties { // verdicts may differ by what a level that is not whole showed
				if diff := cmp.Diff(p.Breaks, got.Properties[i].Breaks); diff != "" {
					t.Fatalf("%s, cut by %v, in memory and resumed:\n%s", p.Name, got.Cut.Reasons, diff)
				}
			}
		}
	})
}

// TestBreaksAreOneRuns: a saved run that counts is not taken up by one that does
// not, nor the other way round; the refusal says so.
func TestBreaksAreOneRuns(t *testing.T) {
	for _, counting := range []bool{false, true} {
		opt := explorer.Options{Dir: "run", MaxDepth: 3, KeepGoing: true, Continue: counting}.OnDisk(runstest.NewMemory(), 1)
		if r, err := explorer.Check(context.Background(), diehard(), opt); err != nil || r.Checkpoint != "run" {
			t.Fatalf("%v, %v; want a checkpoint", r, err)
		}
		opt.Resume, opt.Continue = true, !counting
		var foreign *explorer.Foreign
		if _, err := explorer.Check(context.Background(), diehard(), opt); !errors.As(err, &foreign) {
			t.Errorf("got %v, want a Foreign", err)
		}
	}
}
