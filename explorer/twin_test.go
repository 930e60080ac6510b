package explorer_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"mc/explorer"
	"mc/model"
	"mc/model/modeltest"
)

// procs is a state with symmetry in it: three processes in small local states
// and a shared cell.
type procs struct {
	At   [3]uint8
	Cell uint8
	Mark bool
	_    [3]uint8
	Echo [2]uint64 // follows from the rest; makes the state three words wide
}

// echoed fills in Echo.
func (s *procs) echoed() {
	x := uint64(s.At[0])<<16 | uint64(s.At[1])<<8 | uint64(s.At[2]) | uint64(s.Cell)<<24
	s.Echo = [2]uint64{x * 0x9e3779b97f4a7c15, ^x * 0xd6e8feb86659fd93}
}

// move is one edge of a process's random program.
type move struct {
	at, cell, to, put uint8
	by                model.Budgets // what stops it
}

const places, cells = 4, 3

// randomModel draws a program that every process runs, a constraint and
// properties of every kind. All of it is symmetric in the processes.
func randomModel(t *rapid.T) *model.Model[procs] {
	draw := func(max int, label string) uint8 { return uint8(rapid.IntRange(0, max-1).Draw(t, label)) }
	m := &model.Model[procs]{
		Name: "random",
		Init: func(add func(procs)) {
			for cell := range uint8(2) {
				s := procs{Cell: cell}
				s.echoed()
				add(s)
			}
		},
		Canonical: func(s *procs) {
			slices.Sort(s.At[:])
			s.echoed()
		},
		Budgets: []model.Budget{{Constant: "a", Limit: 1}, {Constant: "b", Limit: 2}, {Constant: "c"}},
		Widest:  &procs{At: [3]uint8{3, 3, 3}, Cell: 3, Mark: true, Echo: [2]uint64{^uint64(0), ^uint64(0)}},
	}
	for r := range rapid.IntRange(1, 5).Draw(t, "rules") {
		var moves []move
		for range rapid.IntRange(0, 4).Draw(t, "moves") {
			moves = append(moves, move{draw(places, "at"), draw(cells, "cell"), draw(places, "to"), draw(cells, "put"),
				model.Budgets(max(3, draw(11, "by")) - 3)})
		}
		marks := rapid.Bool().Draw(t, "marks")
		m.Rules = append(m.Rules, model.Rule[procs]{
			Name:   fmt.Sprintf("R%d", r),
			Params: []model.Param{{Name: "process"}},
			Expand: func(s *procs, out *model.Steps[procs]) {
				for p := range s.At {
					for _, v := range moves {
						if s.At[p] == v.at && s.Cell == v.cell {
							if v.by != 0 && (int(s.At[0])+int(s.At[1])+int(s.At[2]))%2 == 0 {
								out.Stopped(v.by)
								continue
							}
							n := out.Step(uint8(p))
							n.At[p], n.Cell = v.to, v.put
							n.Mark = s.Mark || marks
							n.echoed()
						}
					}
				}
			},
		})
	}
	if rapid.Bool().Draw(t, "constrained") {
		at := 1 + draw(places-1, "never") // the processes begin at 0
		m.Within = func(s *procs) bool { return s.At != [3]uint8{at, at, at} }
	}
	sum := int(draw(10, "sum"))
	cell, last := draw(cells, "bad cell"), draw(places, "last")
	m.Properties = []model.Property[procs]{
		{Name: "sum", Kind: model.Always, State: func(s *procs) error {
			return failIf(int(s.At[0]+s.At[1]+s.At[2]) == sum, "the places add up to %d", sum)
		}},
		{Name: "cell", Kind: model.Always, Premise: func(s *procs) bool { return s.Mark }, State: func(s *procs) error {
			return failIf(s.Mark && s.Cell == cell, "marked with %d in the cell", cell)
		}},
		{Name: "step", Kind: model.Step, Step: func(b *procs, _ model.Action, a *procs) error {
			return failIf(b.Cell == cell && a.Cell == last%cells && a.Mark, "the cell goes from %d to %d", b.Cell, a.Cell)
		}},
		{Name: "named", Kind: model.Step, Step: func(b *procs, act model.Action, a *procs) error {
			was := *b
			was.At[act.Args[0]] = a.At[act.Args[0]]
			return failIf(was.At != a.At, "another process than %d moved", act.Args[0])
		}},
		{Name: "goal", Kind: model.Reachable, Goal: func(s *procs) bool { return s.At == [3]uint8{last, last, last} }},
	}
	return m
}

func failIf(bad bool, format string, args ...any) error {
	if bad {
		return fmt.Errorf(format, args...)
	}
	return nil
}

// TestTwin holds the engine against the map-based twin: counts, levels,
// verdicts and lengths, with and without symmetry.
func TestTwin(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := randomModel(t)
		symmetry := rapid.Bool().Draw(t, "symmetry")
		want := modeltest.Explore(m, symmetry)
		got, err := explorer.Check(context.Background(), m, explorer.Options{
			Check: []string{}, Symmetry: symmetry, Workers: rapid.IntRange(1, 3).Draw(t, "workers")})
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want.Levels, ints(got.States.Levels)); diff != "" {
			t.Fatalf("levels (-twin +engine):\n%s", diff)
		}
		if int(got.States.Generated) != want.Generated || int(got.Deadlocks) != want.Deadlocks {
			t.Fatalf("generated %d, deadlocks %d; twin %d, %d", got.States.Generated, got.Deadlocks, want.Generated, want.Deadlocks)
		}
		created := uint64(0)
		for _, a := range got.Actions {
			if int(a.Fired) != want.Fired[a.Rule] {
				t.Fatalf("%s fired %d, twin %d", a.Rule, a.Fired, want.Fired[a.Rule])
			}
			created += a.New
		}
		if initial := got.States.Levels; len(initial) > 0 && created != got.States.Distinct-initial[0] {
			t.Fatalf("%d states credited to rules, of %d", created, got.States.Distinct-initial[0])
		}
		compareBudgets(t, got.Budgets, want)
		all, err := explorer.Check(context.Background(), m, explorer.Options{Symmetry: symmetry, Workers: 2})
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range all.Properties {
			compareProperty(t, m, p, want.Violated[p.Name])
		}
		for _, order := range explorer.Searches() {
			if !order.Shortest {
				compareOrder(t, m, explorer.Options{Search: order.Name, Symmetry: symmetry}, want)
			}
		}
	})
}

// compareBudgets holds what budgets stopped against the twin.
func compareBudgets(t *rapid.T, got []explorer.BudgetUse, want modeltest.Counts) {
	for i, b := range got {
		jointly := 0
		for by, states := range want.Stopped {
			if by.Has(i) && !by.Alone() {
				jointly += states
			}
		}
		if int(b.Stopped) != want.Stopped[model.Only(i)] || int(b.Jointly) != jointly || (len(b.With) > 0) != (jointly > 0) {
			t.Fatalf("%s: %+v; the twin: %v", b.Constant, b, want.Stopped)
		}
		if b.Binds() != (b.Limit > 0 && b.Stopped+uint64(jointly) > 0) {
			t.Fatalf("%s binds: %v", b.Constant, b.Binds())
		}
	}
}

// TestDepthLimitsAgree: a limit of depth is the same limit in every order.
func TestDepthLimitsAgree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := randomModel(t)
		opt := explorer.Options{Symmetry: rapid.Bool().Draw(t, "symmetry"), MaxDepth: rapid.IntRange(1, 8).Draw(t, "depth")}
		var first *explorer.Result[procs]
		for _, order := range explorer.Searches() {
			opt.Search, opt.Check = order.Name, nil
			all, err := explorer.Check(context.Background(), m, opt)
			if err != nil {
				t.Fatal(err)
			}
			for _, p := range all.Properties {
				if p.Path != nil {
					compareProperty(t, m, p, p.Path.States())
				}
			}
			opt.Check = []string{}
			r, err := explorer.Check(context.Background(), m, opt)
			if err != nil {
				t.Fatal(err)
			}
			r.Properties = all.Properties
			if first == nil {
				first = r
				continue
			}
			if r.States.Distinct != first.States.Distinct || r.States.Generated != first.States.Generated ||
				!cmp.Equal(r.Cut, first.Cut) || !cmp.Equal(r.Budgets, first.Budgets) || !cmp.Equal(r.Actions, first.Actions, anyNew) {
				t.Fatalf("%s: %+v %+v %+v\n%s: %+v %+v %+v", opt.Search, r.States, r.Cut, r.Budgets,
					explorer.BreadthFirst, first.States, first.Cut, first.Budgets)
			}
			for i, p := range r.Properties {
				if q := first.Properties[i]; p.Verdict != q.Verdict {
					t.Fatalf("%s: %s %s, breadth first %s", opt.Search, p.Name, p.Verdict, q.Verdict)
				}
			}
		}
	})
}

// anyNew leaves aside which rule a state is credited to.
var anyNew = cmp.Transformer("fired", func(a explorer.ActionCount) uint64 { return a.Fired })

// compareOrder: a search in another order finds the same states and verdicts,
// with traces that are real, if not shortest.
func compareOrder(t *rapid.T, m *model.Model[procs], opt explorer.Options, want modeltest.Counts) {
	r, err := explorer.Check(context.Background(), m, opt)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range r.Properties {
		if (p.Path != nil) != (want.Violated[p.Name] != 0) {
			t.Fatalf("%s, %s: %s; the twin: %d", opt.Search, p.Name, p.Verdict, want.Violated[p.Name])
		}
		if p.Path != nil {
			compareProperty(t, m, p, p.Path.States())
		}
	}
	opt.Check = []string{}
	if r, err = explorer.Check(context.Background(), m, opt); err != nil {
		t.Fatal(err)
	}
	compareBudgets(t, r.Budgets, want)
	if int(r.States.Distinct) != want.Distinct || int(r.States.Generated) != want.Generated {
		t.Fatalf("%s: %+v; the twin: %d distinct, %d generated", opt.Search, r.States, want.Distinct, want.Generated)
	}
}

// compareProperty checks one verdict against the twin's shortest length, and
// its trace by taking every step again.
func compareProperty(t *rapid.T, m *model.Model[procs], p explorer.PropertyResult[procs], want int) {
	if p.Path == nil {
		if want != 0 {
			t.Fatalf("%s: %s; the twin breaks it in %d states", p.Name, p.Verdict, want)
		}
		return
	}
	if p.Path.States() != want {
		t.Fatalf("%s: trace of %d states, the twin's has %d", p.Name, p.Path.States(), want)
	}
	at := p.Path.Start
	for i, step := range p.Path.Steps {
		after, enabled := successors(m, at, step.Action)
		if !enabled || !slices.Contains(after, step.After) {
			t.Fatalf("%s: step %d (%s) does not lead from %+v to %+v", p.Name, i+1, m.Text(step.Action), at, step.After)
		}
		if prop, _ := m.Property(p.Name); i == len(p.Path.Steps)-1 && prop.Kind == model.Step && prop.Step(&at, step.Action, &step.After) == nil {
			t.Fatalf("%s: the last step does not break it", p.Name)
		}
		at = step.After
	}
	switch prop, _ := m.Property(p.Name); prop.Kind {
	case model.Always:
		if prop.State(&at) == nil {
			t.Fatalf("%s holds in the last state %+v", p.Name, at)
		}
	case model.Reachable:
		if !prop.Goal(&at) {
			t.Fatalf("%s is not reached in the last state %+v", p.Name, at)
		}
	}
}

// successors are the states that an action leads to; a random program may
// give several for one.
func successors(m *model.Model[procs], from procs, a model.Action) (after []procs, enabled bool) {
	out := model.NewSteps(func(b model.Action, n *procs) {
		if a == b {
			after, enabled = append(after, *n), true
		}
	})
	m.Expand(&from, out)
	return after, enabled
}

// TestRunsAgree: everything that a run reports of states, actions and
// properties is the same for any number of workers and any store, limits
// included.
func TestRunsAgree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := randomModel(t)
		opt := explorer.Options{
			Symmetry:  rapid.Bool().Draw(t, "symmetry"),
			MaxDepth:  rapid.IntRange(0, 6).Draw(t, "depth"),
			MaxStates: uint64(rapid.SampledFrom([]int{0, 0, 5, 20}).Draw(t, "states")),
		}
		var first *explorer.Result[procs]
		for _, store := range explorer.Stores() {
			opt.Store = store.Name
			for _, opt.Workers = range []int{1, 2, 4} {
				r, err := explorer.Check(context.Background(), m, opt)
				if err != nil {
					t.Fatal(err)
				}
				if opt.Store == explorer.StoreFP64 && r.States.Distinct > 1 && (r.CollisionProbability <= 0 || r.CollisionProbability > 1e-10) {
					t.Fatalf("a chance of %g that one of %d fingerprints collides", r.CollisionProbability, r.States.Distinct)
				}
				r = plainResult(r)
				if first == nil {
					first = r
				} else if diff := cmp.Diff(first, r); diff != "" {
					t.Fatalf("1 worker, exact and %d workers, %s differ:\n%s", opt.Workers, opt.Store, diff)
				}
			}
		}
	})
}

// TestSymmetryAgrees: symmetry changes counts, never verdicts or lengths.
func TestSymmetryAgrees(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := randomModel(t)
		off, err := explorer.Check(context.Background(), m, explorer.Options{})
		if err != nil {
			t.Fatal(err)
		}
		on, err := explorer.Check(context.Background(), m, explorer.Options{Symmetry: true})
		if err != nil {
			t.Fatal(err)
		}
		for i, p := range off.Properties {
			q := on.Properties[i]
			if p.Verdict != q.Verdict || (p.Path == nil) != (q.Path == nil) || p.Path != nil && p.Path.States() != q.Path.States() {
				t.Fatalf("%s: %s without symmetry, %s with it", p.Name, p.Verdict, q.Verdict)
			}
		}
		if on.States.Distinct > off.States.Distinct {
			t.Fatalf("symmetry made more states: %d of %d", on.States.Distinct, off.States.Distinct)
		}
	})
}

func ints(u []uint64) (n []int) {
	for _, x := range u {
		n = append(n, int(x))
	}
	return n
}
