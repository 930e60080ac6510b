package explorer_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"mc/explorer"
	"mc/model"
)

// arrow is a step of a model that is drawn by hand.
type arrow struct {
	rule     string
	from, to uint8
}

// byHand is a model of steps between numbers, from 0.
func byHand(arrows ...arrow) *model.Model[uint8] {
	m := &model.Model[uint8]{Name: "by-hand", Init: func(add func(uint8)) { add(0) }}
	for _, name := range []string{"A", "B", "C", "D"} {
		m.Rules = append(m.Rules, model.Rule[uint8]{Name: name, Expand: func(s *uint8, out *model.Steps[uint8]) {
			for _, a := range arrows {
				if a.rule == name && a.from == *s {
					*out.Step() = a.to
				}
			}
		}})
	}
	return m
}

func at(n uint8) func(*uint8) bool { return func(s *uint8) bool { return *s == n } }

// TestByHand: the table of small graphs whose verdicts can be seen.
func TestByHand(t *testing.T) {
	weak, strong := model.Weak[uint8], model.Strong[uint8]
	type conditions = []model.Condition[uint8]
	two := []arrow{{"A", 0, 1}, {"B", 1, 0}}
	exit := []arrow{{"A", 0, 2}, {"B", 0, 1}, {"B", 1, 0}}
	both := []arrow{{"A", 0, 1}, {"A", 1, 0}, {"C", 1, 2}, {"D", 0, 2}}
	ring := []arrow{{"A", 0, 1}, {"A", 1, 2}, {"A", 2, 0}}
	for from := range uint8(3) {
		for to := range uint8(3) {
			ring = append(ring, arrow{"B", from, to})
		}
	}
	inevitable2 := model.Guarantee("claim", "", at(2))
	takesA := model.RecurringStep("claim", "", func(_ *uint8, a model.Action, _ *uint8) bool { return a.Rule == 0 })
	for i, c := range []struct {
		arrows []arrow
		fair   conditions
		claim  model.Property[uint8]
		holds  bool
	}{
		{two, conditions{weak("A")}, model.Recurrence("claim", "", at(1)), true},
		{two, conditions{weak("A")}, model.Recurrence("claim", "", at(0)), false},
		{two, conditions{weak("A"), weak("B")}, model.Recurrence("claim", "", at(0)), true},
		{exit, conditions{weak("A"), weak("B")}, inevitable2, false},
		{exit, conditions{strong("A"), weak("B")}, inevitable2, true},
		{exit, conditions{strong("A")}, inevitable2, false},
		{append(exit, arrow{"A", 1, 2}), conditions{weak("A")}, inevitable2, true},
		{both, conditions{strong("C"), strong("D")}, inevitable2, true},
		{both, conditions{strong("C")}, inevitable2, false},
		{both, conditions{strong("D")}, inevitable2, false},
		{both, conditions{strong("C"), weak("A")}, inevitable2, true},
		{both, conditions{weak("C"), weak("D")}, inevitable2, false},
		{[]arrow{{"A", 0, 0}}, conditions{weak("A")}, model.Guarantee("claim", "", at(1)), false},
		{nil, conditions{weak()}, model.Guarantee("claim", "", at(1)), false},
		{ring, conditions{weak("A")}, takesA, true},
		{two, nil, model.Persistence("claim", "", at(0)), false},
		{two, nil, model.Response("claim", "", at(0), at(1)), false},
		{two, conditions{weak("A")}, model.Response("claim", "", at(0), at(1)), true},
		{two, conditions{weak()}, model.CeasingStep("claim", "", takesA.Taken), false},
		{two, nil, model.Recurrence("claim", "", at(0)).If(model.InfinitelyOften("0", at(0))), true},
		{two, nil, model.Guarantee("claim", "", at(2)).If(model.FinitelyOften[uint8]("B")), false},
	} {
		m := byHand(c.arrows...)
		m.Properties = []model.Property[uint8]{c.claim.Under(&model.Fairness[uint8]{Name: "given", Conditions: c.fair})}
		r := check(t, m, explorer.Options{})
		want := map[bool]model.Verdict{true: model.Holds, false: model.Violated}[c.holds]
		if got := r.Properties[0]; got.Verdict != want || (got.Run != nil) == c.holds {
			t.Errorf("row %d: %s (%s), want %s", i, got.Verdict, got.Witness, want)
		}
	}
}

func check(t *testing.T, m *model.Model[uint8], opt explorer.Options) *explorer.Result[uint8] {
	t.Helper()
	r, err := explorer.Check(context.Background(), m, opt)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// spending is a counter that goes up and starts again; each start has a budget.
func spending(starts uint8) *model.Model[uint8] {
	m := &model.Model[uint8]{Name: "spending", Init: func(add func(uint8)) { add(0) },
		Budgets: []model.Budget{{Constant: "starts", Limit: int(starts)}}}
	m.Rules = []model.Rule[uint8]{
		{Name: "Break", Expand: func(s *uint8, out *model.Steps[uint8]) {
			if *s%2 == 0 {
				*out.Step() = *s + 1
			}
		}},
		{Name: "Mend", Expand: func(s *uint8, out *model.Steps[uint8]) {
			switch {
			case *s%2 == 0:
			case *s/2 == starts:
				out.Stopped(model.Only(0))
			default:
				*out.Step() = *s + 1
			}
		}},
	}
	mended := func(s *uint8) bool { return *s%2 == 0 }
	m.Fairness = []*model.Fairness[uint8]{{Name: "mending", Conditions: []model.Condition[uint8]{model.Weak[uint8]("Mend")}}}
	m.Properties = []model.Property[uint8]{model.Recurrence("mended", "", mended).Under(m.Fairness[0])}
	return m
}

// TestSpentBudgetIsNoStarvation: a step that a budget forbids counts as enabled.
// The claim then holds within bounds, and says by which.
func TestSpentBudgetIsNoStarvation(t *testing.T) {
	p := check(t, spending(3), explorer.Options{}).Properties[0]
	if p.Verdict != model.HoldsWithinBounds || p.Excuse == nil || !strings.Contains(p.Witness, "wait for the budget starts (1 sets") {
		t.Errorf("%+v", p)
	}
	if e := p.Excuse.Evidence; len(e) != 1 || e[0].Met || e[0].Words != "after step 7 it waits for the budget starts" {
		t.Errorf("%+v", e)
	}
	p = check(t, spending(3), explorer.Options{Fairness: model.NoFairness}).Properties[0]
	if p.Verdict != model.Violated || p.Run.Lasso.Loop != 1 || len(p.Run.Lasso.Steps) != 1 || !p.Run.Shortest {
		t.Errorf("%+v", p)
	}
}

// TestCutRunsSayNothing, unless they have found a run.
func TestCutRunsSayNothing(t *testing.T) {
	for _, opt := range []explorer.Options{{MaxDepth: 3}, {MaxStates: 3}} {
		if p := check(t, spending(3), opt).Properties[0]; p.Verdict != model.Inconclusive {
			t.Errorf("%+v: %+v", opt, p)
		}
		opt.Fairness = model.NoFairness
		if p := check(t, spending(3), opt).Properties[0]; p.Verdict != model.Violated {
			t.Errorf("%+v: %+v", opt, p)
		}
	}
	if p := check(t, spending(3), explorer.Options{Memory: 1 << 10}).Properties[0]; p.Verdict != model.Inconclusive {
		t.Errorf("without memory: %+v", p)
	}
}

// TestVacuous: nobody waits, or no run is fair.
func TestVacuous(t *testing.T) {
	m := byHand(arrow{"A", 0, 1}, arrow{"B", 1, 0})
	never, once := at(7), model.InfinitelyOften("7", at(7))
	m.Properties = []model.Property[uint8]{
		model.Response("nobody-waits", "", never, at(1)),
		model.Recurrence("no-run", "", at(0)).If(once),
	}
	for _, p := range check(t, m, explorer.Options{}).Properties {
		if p.Verdict != model.Vacuous {
			t.Errorf("%+v", p)
		}
	}
}

// TestEachInstance: a claim that is made of several is broken if one is, and the
// shortest run of any shows it.
func TestEachInstance(t *testing.T) {
	m := byHand(arrow{"A", 0, 1}, arrow{"A", 1, 2})
	part := func(name string, n uint8) model.Property[uint8] { return model.Recurrence(name, "", at(n)) }
	stops := &model.Fairness[uint8]{Name: "goes-on", Conditions: []model.Condition[uint8]{model.Weak[uint8]("A")}}
	m.Properties = []model.Property[uint8]{
		model.ForEach("each", "", part("two", 2), part("one", 1), part("nil", 0)),
		model.ForEach("fair", "", part("two", 2), part("two again", 2)).Under(stops),
	}
	p := check(t, m, explorer.Options{}).Properties
	if p[0].Verdict != model.Violated || !strings.HasPrefix(p[0].Witness, "two: ") || len(p[0].Run.Lasso.Steps) != 0 {
		t.Errorf("%+v", p[0])
	}
	if p[1].Verdict != model.Holds {
		t.Errorf("%+v", p[1])
	}
	m.Properties[0].Each[1].Kind = model.LeadsTo
	if _, err := explorer.Check(context.Background(), m, explorer.Options{}); err == nil {
		t.Error("a claim is made of claims of several kinds")
	}
}

// TestRunsAreRefused where they cannot be decided soundly.
func TestRunsAreRefused(t *testing.T) {
	for name, c := range map[string]struct {
		opt   explorer.Options
		words string
	}{
		"symmetry": {explorer.Options{Symmetry: true}, "mended is a claim about what goes on for ever"},
		"depth":    {explorer.Options{Search: explorer.DepthFirst}, "take breadth-first"},
		"fairness": {explorer.Options{Fairness: "mendin"}, "did you mean"},
	} {
		m := spending(2)
		m.Canonical = func(*uint8) {}
		_, err := explorer.Check(context.Background(), m, c.opt)
		if err == nil || !strings.Contains(err.Error(), c.words) {
			t.Errorf("%s: %v, want %q", name, err, c.words)
		}
	}
}

// TestOneFairnessOfAName: a claim that makes the model's fairness anew has the
// model's; one that has other conditions by that name is refused.
func TestOneFairnessOfAName(t *testing.T) {
	anew := func(steps string) *model.Fairness[uint8] {
		return &model.Fairness[uint8]{Name: "fair", Conditions: []model.Condition[uint8]{model.Weak[uint8](steps)}}
	}
	m := byHand(arrow{"A", 0, 1}, arrow{"B", 1, 0})
	m.Fairness = []*model.Fairness[uint8]{anew("A")}
	m.Properties = []model.Property[uint8]{
		model.Recurrence("one", "", at(1)).Under(anew("A")),
		model.Recurrence("other", "", at(1)).Under(m.Fairness[0]),
	}
	for _, p := range check(t, m, explorer.Options{}).Properties {
		if p.Verdict != model.Holds || p.Fairness != "fair" {
			t.Errorf("%s: %s under %s", p.Name, p.Verdict, p.Fairness)
		}
	}
	m.Properties[0].Fair = anew("B")
	_, err := explorer.Check(context.Background(), m, explorer.Options{})
	if err == nil || !strings.Contains(err.Error(), `one supposes a fairness "fair" that has other conditions`) {
		t.Errorf("got %v", err)
	}
	m.Properties[0].Fair.Name = "own"
	for _, p := range check(t, m, explorer.Options{}).Properties {
		if holds := p.Verdict == model.Holds; holds != (p.Name == "other") {
			t.Errorf("%s: %s", p.Name, p.Verdict)
		}
	}
}

// TestClaimsTogether: claims that are decided at the same time come out as alone,
// whatever the memory lets several be decided at a time.
func TestClaimsTogether(t *testing.T) {
	m := byHand(arrow{"A", 0, 1}, arrow{"B", 1, 0}, arrow{"C", 1, 2}, arrow{"D", 2, 3}, arrow{"D", 3, 2})
	m.Fairness = []*model.Fairness[uint8]{{Name: "fair", Conditions: []model.Condition[uint8]{model.Strong[uint8]("C")}}}
	for n := range uint8(4) {
		m.Properties = append(m.Properties, model.Recurrence(fmt.Sprint("meets-", n), "", at(n)).Under(m.Fairness[0]),
			model.Guarantee(fmt.Sprint("comes-to-", n), "", at(n)).Under(m.Fairness[0]))
	}
	alone := check(t, m, explorer.Options{Workers: 1})
	for _, opt := range []explorer.Options{{Workers: 2}, {Workers: 8}, {Workers: 8, Memory: 64 << 20}} {
		for i, p := range check(t, m, opt).Properties {
			if a := alone.Properties[i]; p.Verdict != a.Verdict || p.Witness != a.Witness || (p.Run == nil) != (a.Run == nil) {
				t.Errorf("%s: %s %q, alone %s %q", p.Name, p.Verdict, p.Witness, a.Verdict, a.Witness)
			}
		}
	}
}
