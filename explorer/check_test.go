package explorer_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"mc/explorer"
	"mc/model"
	"mc/model/modeltest"
)

// jugs are Die Hard's: 3 and 5 gallons.
type jugs struct{ Small, Big uint8 }

func diehard() *model.Model[jugs] {
	rule := func(name string, effect func(n *jugs)) model.Rule[jugs] {
		return model.Rule[jugs]{Name: name, Expand: func(s *jugs, out *model.Steps[jugs]) { effect(out.Step()) }}
	}
	return &model.Model[jugs]{
		Name: "diehard",
		Init: func(add func(jugs)) { add(jugs{}) },
		Rules: []model.Rule[jugs]{
			rule("FillSmall", func(n *jugs) { n.Small = 3 }),
			rule("FillBig", func(n *jugs) { n.Big = 5 }),
			rule("EmptySmall", func(n *jugs) { n.Small = 0 }),
			rule("EmptyBig", func(n *jugs) { n.Big = 0 }),
			rule("SmallToBig", func(n *jugs) {
				pour := min(n.Small, 5-n.Big)
				n.Small, n.Big = n.Small-pour, n.Big+pour
			}),
			rule("BigToSmall", func(n *jugs) {
				pour := min(n.Big, 3-n.Small)
				n.Big, n.Small = n.Big-pour, n.Small+pour
			}),
		},
		Properties: []model.Property[jugs]{
			{Name: "not-four", Kind: model.Always, State: func(s *jugs) error { return failIf(s.Big == 4, "the big jug holds 4 gallons") }},
			{Name: "fits", Kind: model.Always, State: func(s *jugs) error { return failIf(s.Big > 5, "it overflows") }},
			{Name: "thirsty", Kind: model.Always, Premise: func(s *jugs) bool { return s.Big == 6 }, State: func(*jugs) error { return nil }},
			{Name: "big-seven", Kind: model.Reachable, Goal: func(s *jugs) bool { return s.Big == 7 }},
		},
	}
}

// TestExampleConforms: the model that the page for authors of models shows
// keeps all that the page asks of theirs.
func TestExampleConforms(t *testing.T) {
	modeltest.Conform(t, twoPhase(true), 1000)
	modeltest.Conform(t, twoPhase(false), 1000)
}

// TestDieHard: the counts of the oracle (examples.md §1), and each verdict.
func TestDieHard(t *testing.T) {
	r, err := explorer.Check(context.Background(), diehard(), explorer.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if r.States.Distinct != 16 || r.States.Generated != 97 || r.States.Depth != 8 || !r.Exhaustive {
		t.Errorf("states %+v, exhaustive %v; the oracle has 16 distinct, 97 generated, depth 8", r.States, r.Exhaustive)
	}
	if r.OutDegree != (explorer.OutDegree{Min: 6, Max: 6, Mean: 6}) {
		t.Errorf("out-degree %+v, want exactly 6", r.OutDegree)
	}
	want := map[string]model.Verdict{"not-four": model.Violated, "fits": model.Holds, "thirsty": model.Vacuous, "big-seven": model.Unreachable}
	for _, p := range r.Properties {
		if p.Verdict != want[p.Name] {
			t.Errorf("%s: %s, want %s", p.Name, p.Verdict, want[p.Name])
		}
	}
	if p := r.Properties[0]; p.Path.States() != 7 || p.Witness != "the big jug holds 4 gallons" {
		t.Errorf("not-four: %d states, %q; the oracle has 7", p.Path.States(), p.Witness)
	}
}

// TestStopsAtViolation: when all is decided the run ends with whole levels,
// as deep as the trace is long.
func TestStopsAtViolation(t *testing.T) {
	r, err := explorer.Check(context.Background(), diehard(), explorer.Options{Check: []string{"not-four"}})
	if err != nil {
		t.Fatal(err)
	}
	if r.Verdict != model.Violated || r.Exhaustive || r.States.Depth != 7 || r.States.Distinct != 14 {
		t.Errorf("%s, exhaustive %v, %+v; want violated, 14 states in 7 levels", r.Verdict, r.Exhaustive, r.States)
	}
}

func TestLimitsAreLoud(t *testing.T) {
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	for _, tc := range []struct {
		name   string
		ctx    context.Context
		opt    explorer.Options
		reason string
	}{
		{"depth", context.Background(), explorer.Options{MaxDepth: 3}, "max-depth 3"},
		{"states", context.Background(), explorer.Options{MaxStates: 8}, "max-states 8"},
		{"memory", context.Background(), explorer.Options{Memory: 1}, "memory 1 bytes"},
		{"interrupt", ended, explorer.Options{}, "interrupted"},
		{"timeout", context.Background(), explorer.Options{Timeout: 1}, "timeout 1ns"},
	} {
		m := diehard()
		if tc.name == "interrupt" || tc.name == "timeout" {
			m.Rules[0].Expand = func(s *jugs, out *model.Steps[jugs]) { time.Sleep(20 * time.Millisecond); out.Step().Small = 3 }
		}
		tc.opt.Check = []string{"fits", "big-seven"}
		r, err := explorer.Check(tc.ctx, m, tc.opt)
		if err != nil {
			t.Fatalf("%s: %v", tc.name, err)
		}
		if r.Exhaustive || len(r.Cut.Reasons) != 1 || r.Cut.Reasons[0].String() != tc.reason || r.Cut.Frontier == 0 {
			t.Errorf("%s: exhaustive %v, cut %+v, want reason %q and a frontier", tc.name, r.Exhaustive, r.Cut, tc.reason)
		}
		if p := r.Properties; p[0].Verdict != model.HoldsWithinBounds || p[1].Verdict != model.Inconclusive {
			t.Errorf("%s: %s and %s; nothing cut short may hold outright", tc.name, p[0].Verdict, p[1].Verdict)
		}
	}
}

func TestDeadlockIsCountedAndChecked(t *testing.T) {
	m := diehard()
	for i := range m.Rules {
		expand := m.Rules[i].Expand
		m.Rules[i].Expand = func(s *jugs, out *model.Steps[jugs]) {
			if s.Big != 2 {
				expand(s, out)
			}
		}
	}
	want := modeltest.Explore(m, false)
	r, err := explorer.Check(context.Background(), m, explorer.Options{Check: []string{}})
	if err != nil || int(r.Deadlocks) != want.Deadlocks || want.Deadlocks == 0 {
		t.Errorf("%d deadlocks, %v; the twin has %d", r.Deadlocks, err, want.Deadlocks)
	}
	r, err = explorer.Check(context.Background(), m, explorer.Options{Check: []string{model.DeadlockName}})
	if err != nil || r.Verdict != model.Violated || r.Properties[0].Path.States() != 3 {
		t.Errorf("deadlock: %v %v; want a trace of 3 states: fill the big jug, pour", r, err)
	}
}

// TestModelFaults: a model that breaks its promises stops the run with an
// error that names the place.
func TestModelFaults(t *testing.T) {
	fault := func(break_ func(m *model.Model[jugs])) error {
		m := diehard()
		break_(m)
		_, err := explorer.Check(context.Background(), m, explorer.Options{})
		return err
	}
	calls := 0
	for _, tc := range []struct {
		name, want string
		err        error
	}{
		{"stray bits", "rule FillBig: a state does not fit the encoding: jugs.Big is 5 (bits 101)", fault(func(m *model.Model[jugs]) { m.Widest = &jugs{Small: 3, Big: 3} })},
		{"overflow", "rule FillBig: the encoding is too small: a third jug", fault(func(m *model.Model[jugs]) {
			m.Rules[1].Expand = func(s *jugs, out *model.Steps[jugs]) { out.Overflow("a third jug") }
		})},
		{"panic", "rule FillBig in state {Small:0 Big:0}: panic: broken jug", fault(func(m *model.Model[jugs]) {
			m.Rules[1].Expand = func(s *jugs, out *model.Steps[jugs]) { panic("broken jug") }
		})},
		{"fickle", "has no predecessor on a second look", fault(func(m *model.Model[jugs]) {
			m.Rules[1].Expand = func(s *jugs, out *model.Steps[jugs]) {
				if calls++; calls == 1 {
					out.Step().Big = 4
				}
			}
		})},
	} {
		var fault *explorer.ModelError
		if !errors.As(tc.err, &fault) || !strings.Contains(tc.err.Error(), tc.want) {
			t.Errorf("%s: got %v, want a ModelError with %q", tc.name, tc.err, tc.want)
		}
	}
}

func TestBadOptions(t *testing.T) {
	for want, opt := range map[string]explorer.Options{
		`no property "fit", did you mean "fits"?`: {Check: []string{"fit"}},
		"workers must be 1..1024":                 {Workers: -1},
		"no symmetry":                             {Symmetry: true},
		"max depth must not be negative":          {MaxDepth: -1},
	} {
		if _, err := explorer.Check(context.Background(), diehard(), opt); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want an error with %q", err, want)
		}
	}
}

func TestProgressIsReported(t *testing.T) {
	m := diehard()
	m.Rules[0].Expand = func(s *jugs, out *model.Steps[jugs]) { time.Sleep(80 * time.Millisecond); out.Step().Small = 3 }
	calls := 0
	_, err := explorer.Check(context.Background(), m, explorer.Options{Workers: 1, Progress: func(p explorer.Progress) {
		if calls++; p.Depth == 0 || p.Frontier == 0 || p.Memory == 0 {
			t.Errorf("no progress: %+v", p)
		}
	}})
	if err != nil || calls == 0 {
		t.Errorf("%d calls in 1.3 s, %v", calls, err)
	}
}

// TestStateWithoutBits: a state type may be empty.
func TestStateWithoutBits(t *testing.T) {
	m := &model.Model[struct{}]{
		Name:  "one state",
		Init:  func(add func(struct{})) { add(struct{}{}) },
		Rules: []model.Rule[struct{}]{{Name: "Stay", Expand: func(_ *struct{}, out *model.Steps[struct{}]) { out.Step() }}},
	}
	r, err := explorer.Check(context.Background(), m, explorer.Options{Workers: 1})
	if err != nil || r.States.Distinct != 1 || r.States.Generated != 2 {
		t.Fatalf("%+v, %v; want one state that leads to itself", r, err)
	}
}

// TestCountsAgree: what progress shows last is what the result counts, in its
// complete levels and in the one that was not completed.
func TestCountsAgree(t *testing.T) {
	shown := uint64(0)
	options := explorer.Options{Workers: 1, Timeout: 1200 * time.Millisecond}
	options.Progress = func(p explorer.Progress) { shown = p.States }
	r, err := explorer.Check(context.Background(), congruential(23), options)
	if err != nil || !r.Cut.By(explorer.Timeout) || shown == 0 {
		t.Skipf("the run was over at once: %v, %d shown", err, shown)
	}
	levels := uint64(0)
	for _, n := range r.States.Levels {
		levels += n
	}
	if levels != r.States.Distinct || shown > r.States.Distinct+r.Beyond {
		t.Errorf("%d states were shown; the result has %d in complete levels, %d in all, and %d beyond",
			shown, levels, r.States.Distinct, r.Beyond)
	}
}

// TestPanicBeyondTheRules: a constraint or a property that panics is an error
// that names it and the state it was asked about (hardening, G3).
func TestPanicBeyondTheRules(t *testing.T) {
	for name, spoil := range map[string]func(m *model.Model[jugs]){
		"Within in a step to state {Small:3 Big:0}": func(m *model.Model[jugs]) {
			m.Within = func(s *jugs) bool { return 3/(3-int(s.Small)) > 0 }
		},
		"property step in a step to state {Small:3 Big:0}": func(m *model.Model[jugs]) {
			m.Properties = append(m.Properties, model.Property[jugs]{Name: "step", Kind: model.Step,
				Step: func(_ *jugs, _ model.Action, after *jugs) error { _ = 3 / (3 - int(after.Small)); return nil }})
		},
		"property goal in state {Small:3 Big:0}": func(m *model.Model[jugs]) {
			m.Properties = []model.Property[jugs]{{Name: "goal", Kind: model.Reachable,
				Goal: func(s *jugs) bool { return 3/(3-int(s.Small)) > 7 }}}
		},
	} {
		m := diehard()
		spoil(m)
		_, err := explorer.Check(context.Background(), m, explorer.Options{Workers: 1})
		if err == nil || !strings.Contains(err.Error(), name) || !strings.Contains(err.Error(), "divide by zero") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestLeastDeadlock: of the states of a level without a successor the least is told,
// whichever is met first.
func TestLeastDeadlock(t *testing.T) {
	widest := uint64(1<<16 - 1)
	m := &model.Model[uint64]{Name: "fan", Widest: &widest, Init: func(add func(uint64)) { add(0) },
		Rules: []model.Rule[uint64]{{Name: "Go", Expand: func(s *uint64, out *model.Steps[uint64]) {
			for to := uint64(5000); *s == 0 && to > 100; to-- {
				*out.Step() = to
			}
		}}}}
	for workers := range 4 {
		r, err := explorer.Check(context.Background(), m, explorer.Options{Workers: workers, Check: []string{model.DeadlockName}})
		if err != nil {
			t.Fatal(err)
		}
		if path := r.Properties[0].Path; path == nil || path.Last() != 101 {
			t.Errorf("%d workers: the path is %v", workers, path)
		}
	}
}
