package explorer_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"mc/explorer"
	"mc/explorer/internal/runs/runstest"
	"mc/model"
	"mc/model/modeltest"
)

// combination is one of everything that says how a space is explored.
type combination struct {
	store  explorer.Store
	search explorer.Search
	dir    bool
}

func combinations() (all []combination) {
	for _, store := range explorer.Stores() {
		for _, search := range explorer.Searches() {
			all = append(all, combination{store, search, false}, combination{store, search, true})
		}
	}
	return all
}

// possible tells from the catalogue alone whether a combination is.
func (c combination) possible(workers int) bool {
	return (c.search.Workers || workers <= 1) && (c.search.Stores || c.store.Numbers) &&
		(!c.dir || c.store.Files && c.search.Spills)
}

// TestCombinations: every combination of store, order, workers, directory,
// symmetry and memory either finds what the twin finds, or is refused.
func TestCombinations(t *testing.T) {
	root, n := t.TempDir(), 0
	rapid.Check(t, func(t *rapid.T) {
		m := randomModel(t)
		symmetry := rapid.Bool().Draw(t, "symmetry")
		want := modeltest.Explore(m, symmetry)
		verdicts := map[string]model.Verdict{}
		names := []string{model.DeadlockName}
		for i := range m.Properties {
			names = append(names, m.Properties[i].Name)
		}
		for i, c := range combinations() {
			if i > 0 && rapid.IntRange(0, 2).Draw(t, "left out") > 0 {
				continue // each of them often, not all of them always: files take time
			}
			opt := explorer.Options{
				Store: c.store.Name, Search: c.search.Name, Symmetry: symmetry, Check: names,
				Workers:   rapid.SampledFrom([]int{0, 1, 2, 3}).Draw(t, "workers"),
				Memory:    uint64(rapid.SampledFrom([]int{0, 0, 1}).Draw(t, "memory")),
				KeepGoing: rapid.Bool().Draw(t, "keep going"),
			}.OnDisk(runstest.NewMemory(), 1)
			if n++; c.dir {
				opt.Dir = filepath.Join(root, fmt.Sprint(n))
			}
			r, err := explorer.Check(context.Background(), m, opt)
			if refused := opt.Validate(); (len(refused) == 0) != c.possible(opt.Workers) || (err != nil) != (len(refused) > 0) {
				t.Fatalf("%s, %s, %d workers, directory %v: possible %v, problems %v, error %v",
					c.search.Name, c.store.Name, opt.Workers, c.dir, c.possible(opt.Workers), refused, err)
			}
			if err == nil {
				t.Logf("%s, %s, %d workers, directory %v", c.search.Name, c.store.Name, opt.Workers, c.dir)
				compareRun(t, m, c, opt, r, want, verdicts)
			}
		}
	})
}

// compareRun holds a run against the twin, and against the verdicts of those
// before it.
func compareRun(t *rapid.T, m *model.Model[procs], c combination, opt explorer.Options, r *explorer.Result[procs], want modeltest.Counts, verdicts map[string]model.Verdict) {
	if r.Cut.By(explorer.Memory) {
		if opt.Memory == 0 || c.dir && c.store.Spills {
			t.Fatalf("cut by %v", r.Cut.Reasons)
		}
		if int(r.States.Distinct) > want.Distinct || r.Exhaustive || r.Cut.Frontier == 0 {
			t.Fatalf("cut by memory, but exhaustive %v, %d states of %d, %d in the frontier", r.Exhaustive, r.States.Distinct, want.Distinct, r.Cut.Frontier)
		}
		if n := len(r.States.Levels); !slices.Equal(ints(r.States.Levels), want.Levels[:n]) {
			t.Fatalf("levels %v, of the twin %v", r.States.Levels, want.Levels)
		}
		return
	}
	if len(r.Cut.Reasons) > 0 {
		t.Fatalf("cut by %v", r.Cut.Reasons)
	}
	if opt.KeepGoing {
		compareCounts(t, c, r, want)
	}
	for _, p := range r.Properties {
		if before, known := verdicts[p.Name]; known && before != p.Verdict {
			t.Fatalf("%s: %s, and %s before", p.Name, p.Verdict, before)
		}
		verdicts[p.Name] = p.Verdict
		broken := want.Violated[p.Name] != 0
		if p.Name == model.DeadlockName {
			broken = want.Deadlocks > 0
		}
		if (p.Path != nil) != broken {
			t.Fatalf("%s: %s, in the twin broken: %v", p.Name, p.Verdict, broken)
		}
		if p.Path != nil && p.Name != model.DeadlockName {
			length := want.Violated[p.Name]
			if !c.search.Shortest {
				length = p.Path.States()
			}
			compareProperty(t, m, p, length)
		}
	}
}

// compareCounts holds the counts of a run that went on to the end against the
// twin's.
func compareCounts(t *rapid.T, c combination, r *explorer.Result[procs], want modeltest.Counts) {
	if int(r.States.Distinct) != want.Distinct || int(r.States.Generated) != want.Generated || int(r.Deadlocks) != want.Deadlocks {
		t.Fatalf("%+v, %d deadlocks; the twin: %+v", r.States, r.Deadlocks, want)
	}
	if c.search.Shortest && !slices.Equal(ints(r.States.Levels), want.Levels) {
		t.Fatalf("levels %v, of the twin %v", r.States.Levels, want.Levels)
	}
	initial, created := 0, 0
	if len(want.Levels) > 0 {
		initial = want.Levels[0]
	}
	for _, a := range r.Actions {
		created += int(a.New)
		if int(a.Fired) != want.Fired[a.Rule] {
			t.Fatalf("%s fired %d times, in the twin %d", a.Rule, a.Fired, want.Fired[a.Rule])
		}
	}
	if created != want.Distinct-initial {
		t.Fatalf("%d states credited to rules, of %d", created, want.Distinct-initial)
	}
	if want.Distinct > 0 && r.StoreBytes == 0 {
		t.Fatalf("%d states in no memory", want.Distinct)
	}
}

// TestRefusalsHaveParts: a refusal says which option does not go with which,
// and what would go; taking its advice helps.
func TestRefusalsHaveParts(t *testing.T) {
	refused := 0
	for _, c := range combinations() {
		for _, opt := range []explorer.Options{{}, {Workers: 2}, {Resume: true}, {Checkpoint: 1}} {
			opt.Store, opt.Search = c.store.Name, c.search.Name
			if c.dir {
				opt.Dir = "run"
			}
			for _, p := range opt.Validate() {
				refused++
				advised := opt
				switch {
				case p.With == "Search":
					advised.Search = p.WithWorks[0]
				case p.With == "Store":
					advised.Store = p.WithWorks[0]
				case p.Needs == "Dir":
					advised.Dir = "run"
				}
				for _, still := range advised.Validate() {
					if still.Option == p.Option && still.With == p.With && still.Needs == p.Needs {
						t.Errorf("%v; but also %v", p, still)
					}
				}
				if p.Error() == "" || p.Option == "" || p.Why == "" {
					t.Errorf("a refusal without words: %+v", p)
				}
			}
		}
	}
	if refused < 20 {
		t.Errorf("%d refusals: the test shows little", refused)
	}
	var problem *explorer.Problem
	_, err := explorer.Check(context.Background(), diehard(), explorer.Options{Store: "exakt"})
	if !errors.As(err, &problem) || problem.Option != "Store" || !slices.Contains(problem.Works, explorer.StoreExact) {
		t.Errorf("got %v, want a problem with the store", err)
	}
}
