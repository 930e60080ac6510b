package explorer_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"reflect"
	"testing"

	"mc/explorer"
	"mc/model"
)

// drawClaim makes a claim of a random kind about numbers up to n, under random
// fairness.
func drawClaim(r *rand.Rand, n uint8) model.Property[uint8] {
	from, to, rule := uint8(r.Uint32()), uint8(r.Uint32()), uint16(r.IntN(4))
	is := func(set uint8) func(*uint8) bool { return func(s *uint8) bool { return set>>(*s%8)&1 == 1 } }
	taken := func(_ *uint8, a model.Action, after *uint8) bool { return a.Rule == rule && from>>(*after%8)&1 == 1 }
	claims := []model.Property[uint8]{
		model.Guarantee("claim", "", is(to)), model.Recurrence("claim", "", is(to)), model.Persistence("claim", "", is(to)),
		model.Response("claim", "", is(from), is(to)), model.RecurringStep("claim", "", taken),
		model.CeasingStep("claim", "", taken),
	}
	p := claims[r.IntN(len(claims))]
	f := &model.Fairness[uint8]{Name: "drawn"}
	for _, rule := range []string{"A", "B", "C", "D"} {
		switch r.IntN(6) {
		case 0, 1:
			f.Conditions = append(f.Conditions, model.Weak[uint8](rule))
		case 2:
			f.Conditions = append(f.Conditions, model.Strong[uint8](rule))
		case 3:
			set := uint8(r.Uint32())
			f.Conditions = append(f.Conditions, model.Weak[uint8](rule, "A").While("here", is(set)))
		}
	}
	if r.IntN(6) == 0 {
		p = p.If(model.InfinitelyOften("there", is(uint8(r.Uint32())|1)))
	}
	return p.Under(f)
}

func drawModel(r *rand.Rand, states, steps int) *model.Model[uint8] {
	n := 1 + r.IntN(states)
	var arrows []arrow
	for range r.IntN(steps + 1) {
		arrows = append(arrows, arrow{string("ABCD"[r.IntN(4)]), uint8(r.IntN(n)), uint8(r.IntN(n))})
	}
	m := byHand(arrows...)
	if r.IntN(5) == 0 {
		bad := uint8(1 + r.IntN(n))
		m.Within = func(s *uint8) bool { return *s != bad }
	}
	m.Properties = []model.Property[uint8]{drawClaim(r, uint8(n))}
	return m
}

// walks calls visit for every lasso of m with so many steps at most, the one that
// closes it included.
func walks(m *model.Model[uint8], most int, visit func(*model.Lasso[uint8])) {
	path := model.Path[uint8]{}
	var extend func()
	extend = func() {
		last := path.Last()
		visit(&model.Lasso[uint8]{Path: path, Loop: len(path.Steps)})
		if len(path.Steps) == most {
			return
		}
		seen := map[uint8]bool{}
		m.Expand(&last, model.NewSteps(func(a model.Action, after *uint8) {
			to := *after
			if seen[to] || to == last || m.Within != nil && !m.Within(&to) {
				return
			}
			seen[to] = true
			for i := range path.Steps {
				if (model.Path[uint8]{Start: path.Start, Steps: path.Steps[:i]}).Last() == to {
					visit(&model.Lasso[uint8]{Path: path, Loop: i})
				}
			}
			path.Steps = append(path.Steps, model.Transition[uint8]{Action: a, After: to})
			extend()
			path.Steps = path.Steps[:len(path.Steps)-1]
		}))
	}
	m.Init(func(s uint8) { path.Start = s; extend() })
}

// size is a lasso as it is to be least: steps of the stem, then of the loop.
func size(l *model.Lasso[uint8]) [2]int {
	loop := len(l.Steps) - l.Loop
	if loop > 0 || l.Loop < len(l.Steps) {
		loop++ // the step that closes it
	}
	return [2]int{l.Loop, loop}
}

// waited reports whether a run has come to wait when its loop begins, where the
// claim is about waiting: that is where a stem ends.
func waited(p *model.Property[uint8], l *model.Lasso[uint8]) bool {
	for i := range l.Loop + 1 {
		s := model.Path[uint8]{Start: l.Start, Steps: l.Steps[:i]}.Last()
		if p.Kind != model.LeadsTo || p.From(&s) && !p.To(&s) {
			return true
		}
	}
	return false
}

// TestRunsAgainstWalks: a claim holds if no walk breaks it, and the run that
// breaks it is the least of the walks that do.
func TestRunsAgainstWalks(t *testing.T) {
	r := rand.New(rand.NewPCG(14, 8))
	verdicts := map[model.Verdict]int{}
	for i := range 1500 {
		m := drawModel(r, 4, 7)
		p := &m.Properties[0]
		got := check(t, m, explorer.Options{Workers: 1}).Properties[0]
		verdicts[got.Verdict]++
		least, any := [2]int{}, false
		walks(m, 7, func(l *model.Lasso[uint8]) {
			n := size(l)
			if any && (n[0] > least[0] || n[0] == least[0] && n[1] >= least[1]) || !waited(p, l) {
				return
			}
			if a, err := m.Assess(p, p.Fair, l); err != nil {
				t.Fatal(err)
			} else if a.Broken {
				least, any = n, true
			}
		})
		if any && got.Verdict != model.Violated {
			t.Fatalf("model %d: %s, and a walk breaks it: %v", i, got.Verdict, least)
		}
		if got.Verdict != model.Violated {
			continue
		}
		if n := size(got.Run.Lasso); any && n != least || !got.Run.Shortest {
			t.Fatalf("model %d: a run of %v, and a walk of %v", i, n, least)
		}
	}
	if verdicts[model.Violated] < 300 || verdicts[model.Holds] < 100 {
		t.Errorf("%v", verdicts)
	}
}

// TestRunsUnderEveryOption: stores, workers, kept or generated steps give the
// same verdicts and the same runs.
func TestRunsUnderEveryOption(t *testing.T) {
	r := rand.New(rand.NewPCG(14, 9))
	for i := range 40 {
		m := drawModel(r, 30, 70)
		want := check(t, m, explorer.Options{Workers: 1})
		for name, opt := range map[string]explorer.Options{
			"four workers": {Workers: 4}, "interned": {Store: explorer.StoreInterned},
			"fp64": {Store: explorer.StoreFP64}, "fp128": {Store: explorer.StoreFP128},
			"directory": {Dir: t.TempDir()}, "keep going": {KeepGoing: true},
		} {
			if got := check(t, m, opt); !reflect.DeepEqual(got.Properties, want.Properties) || got.Graph.Edges != want.Graph.Edges {
				t.Fatalf("model %d, %s: %+v, want %+v", i, name, got.Properties, want.Properties)
			}
		}
	}
}

// lamps is a row of lamps, each switched by its own instance of a rule.
func lamps(n int) *model.Model[uint32] {
	m := &model.Model[uint32]{Name: "lamps", Init: func(add func(uint32)) { add(0) }, Rules: []model.Rule[uint32]{{
		Name: "Switch", Params: []model.Param{{Name: "lamp"}}, Expand: func(s *uint32, out *model.Steps[uint32]) {
			for i := range n {
				*out.Step(uint8(i)) = *s ^ 1<<i
			}
		}}}}
	var each []model.Condition[uint32]
	for i := range n {
		each = append(each, model.Weak[uint32](fmt.Sprint("Switch ", i)))
	}
	m.Fairness = []*model.Fairness[uint32]{{Name: "each", Conditions: each}}
	on := func(s *uint32) bool { return *s == 1<<n-1 }
	m.Properties = []model.Property[uint32]{
		model.Recurrence("all-lit", "", on).Under(m.Fairness[0]),
		model.Recurrence("first-lit", "", func(s *uint32) bool { return *s&1 == 1 }).Under(m.Fairness[0]),
	}
	return m
}

// TestLargeComponents: one component, steps kept or generated again.
func TestLargeComponents(t *testing.T) {
	const n = 10
	want, err := explorer.Check(context.Background(), lamps(n), explorer.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if p := want.Properties; p[0].Verdict != model.Violated || p[1].Verdict != model.Holds || !want.Graph.Kept {
		t.Fatalf("%+v, %+v", p, want.Graph)
	}
	got, err := explorer.Check(context.Background(), lamps(n), explorer.Options{Memory: 160 << 10})
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got.Properties, want.Properties) || got.Graph.Kept || got.Graph.Edges != n<<n {
		t.Fatalf("%+v, want %+v; %+v", got.Properties, want.Properties, got.Graph)
	}
}
