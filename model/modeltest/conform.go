package modeltest

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"

	"mc/model"
)

// TB is the part of testing.TB that Conform needs.
type TB interface {
	Helper()
	Errorf(format string, args ...any)
}

// Conform checks, on the first states of m (as many as limit says), what
// every engine relies on and every reader:
//
//   - the state is plain, and there is an initial one within the constraint;
//   - rules and properties have names of their own, a sentence of Doc, and the
//     functions that their kind asks for;
//   - Expand is a function of the state and leaves it alone; an action leads to
//     one state; nothing panics;
//   - an action has as many arguments as its rule has Params, each of its Values;
//   - Widest has every bit that a state has;
//   - Canonical is idempotent, and rules, properties and the constraint say the
//     same of a state and of its representative;
//   - Forgets is idempotent, and the same actions lead from a state and from what
//     it becomes to what becomes the same; properties, conditions of fairness,
//     budgets and the constraint say the same of both, and of each step;
//   - no counter wraps;
//   - stories and views can be told.
func Conform[S comparable](t TB, m *model.Model[S], limit int) {
	t.Helper()
	conform(t, m, func(c *conformity[S]) []string { return c.walk(limit) })
}

// ConformWalks checks the same in the states of random walks of m, so many of so many
// steps: where the first states of a breadth-first search are all near the start. The
// same seed gives the same walks.
func ConformWalks[S comparable](t TB, m *model.Model[S], seed uint64, walks, steps int) {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 0))
	conform(t, m, func(c *conformity[S]) (complaints []string) {
		for range walks {
			if complaint := c.stroll(r, steps); complaint != "" {
				return []string{complaint}
			}
		}
		return nil
	})
}

// conform complains of a model as such, and of what look finds in its states.
func conform[S comparable](t TB, m *model.Model[S], look func(*conformity[S]) []string) {
	t.Helper()
	c := &conformity[S]{m: m, motions: map[place]*motion{}}
	for _, complaint := range c.outline() {
		t.Errorf("%s: %s", m.Name, complaint)
	}
	if model.CheckPlain[S]() != nil || m.Init == nil || slices.ContainsFunc(m.Rules, func(r model.Rule[S]) bool { return r.Expand == nil }) {
		return // nothing can be taken
	}
	for _, f := range m.Fairness {
		o, err := m.Obligations(f.Conditions)
		if err != nil {
			t.Errorf("%s: fairness %s: %v", m.Name, f.Name, err)
			return
		}
		c.duties = append(c.duties, o)
	}
	c.leaves = leavesOf(reflect.TypeFor[S](), "", 0)
	c.owner = owners(c.leaves)
	for i := range m.Rules {
		c.single = append(c.single, *m)
		c.single[i].Rules = slices.Clone(m.Rules)
		for j := range m.Rules {
			c.single[i].Rules[j].Absent = m.Rules[j].Absent || j != i
		}
	}
	for _, complaint := range look(c) {
		t.Errorf("%s: %s", m.Name, complaint)
	}
}

// conformity is one look at a model.
type conformity[S comparable] struct {
	m       *model.Model[S]
	single  []model.Model[S] // m with one rule each
	leaves  []leaf
	owner   []int // by byte of a state, its leaf
	motions map[place]*motion
	duties  []*model.Obligations[S] // by set of fairness
	over    string                  // what a step had no room for
	doing   string                  // for the report of a panic
}

// walk goes through the first states, and ends with the first that is at fault.
func (c *conformity[S]) walk(limit int) (complaints []string) {
	seen := map[S]bool{}
	var queue []S
	add := func(s S) {
		if !seen[s] && len(seen) < limit {
			seen[s] = true
			queue = append(queue, s)
		}
	}
	starts := 0
	if complaint := c.guarded("Init", func() string {
		c.m.Init(func(s S) {
			if starts++; c.within(&s) {
				add(s)
			}
		})
		return ""
	}); complaint != "" {
		return []string{complaint}
	}
	switch {
	case starts == 0:
		return []string{"Init adds no state"}
	case len(queue) == 0:
		return []string{"no state that Init adds is within the constraint"}
	}
	for ; len(queue) > 0; queue = queue[1:] {
		s := queue[0]
		complaint := c.guarded("", func() string { return c.state(s, add) })
		if complaint != "" {
			return []string{fmt.Sprintf("in state %+v: %s", s, complaint)}
		}
	}
	return c.wrapped()
}

// stroll takes one random walk, which ends early where a state has no room for a
// step of the model as it is, before anything is forgotten.
func (c *conformity[S]) stroll(r *rand.Rand, steps int) string {
	var next []S
	c.m.Init(func(s S) { next = append(next, s) })
	for range steps {
		if len(next) == 0 {
			break
		}
		s := next[r.IntN(len(next))]
		next = next[:0]
		complaint := c.guarded("", func() string { return c.state(s, func(n S) { next = append(next, n) }) })
		if c.over != "" && c.m.Forgets != nil {
			c.over = ""
			break
		}
		if complaint != "" {
			return fmt.Sprintf("in state %+v: %s", s, complaint)
		}
	}
	return ""
}

// guarded is what do complains of, a panic included.
func (c *conformity[S]) guarded(doing string, do func() string) (complaint string) {
	c.doing = doing
	defer func() {
		if p := recover(); p != nil {
			complaint = fmt.Sprintf("%s panics: %v", c.doing, p)
		}
	}()
	return do()
}

func (c *conformity[S]) within(s *S) bool {
	if c.m.Within == nil {
		return true
	}
	c.doing = "Within"
	return c.m.Within(s)
}

// state checks the promises in one state and hands out its successors.
func (c *conformity[S]) state(s S, add func(S)) string {
	kept := s
	if c.m.Forgets != nil {
		kept = c.forgets(s)
	}
	if where := c.stray(&kept); where != "" {
		return fmt.Sprintf("Widest lacks a bit of %s; widen it", where)
	}
	first, changed := c.steps(s)
	if c.over != "" {
		return c.over
	}
	second, _ := c.steps(s)
	if changed {
		return "Expand changed the state it was given"
	}
	if !slices.Equal(first, second) {
		return "Expand gave different successors the second time"
	}
	if complaint := c.judge(&s, first); complaint != "" {
		return complaint
	}
	if c.m.Canonical != nil {
		if complaint := c.symmetric(s, first); complaint != "" {
			return complaint
		}
	}
	if c.m.Forgets != nil {
		if complaint := c.forgetful(s, first); complaint != "" {
			return complaint
		}
	}
	c.doing = "View"
	c.m.Describe(&s)
	for _, step := range first {
		if complaint := c.step(&s, &step); complaint != "" {
			return complaint
		}
		if c.within(&step.After) {
			add(step.After)
		}
	}
	return ""
}

// step checks what is promised of one action.
func (c *conformity[S]) step(s *S, step *model.Transition[S]) string {
	text := c.m.Text(step.Action)
	c.doing = text
	for i, p := range c.m.Rules[step.Action.Rule].Params {
		if v := step.Action.Args[i]; p.Values != nil && !slices.Contains(p.Values, v) {
			return fmt.Sprintf("action %q has the %s %s, which its Values lack", text, p.Name, p.Text(v))
		}
	}
	if len(strings.Fields(text)) != 1+len(c.m.Rules[step.Action.Rule].Params) {
		return fmt.Sprintf("action %q has an argument that is shown as none or as several words; who names it could not", text)
	}
	if got, enabled := c.m.Successor(s, step.Action); !enabled || got != step.After {
		return fmt.Sprintf("action %q leads to two different states; give it another argument", text)
	}
	if story := c.m.Story(step.Action, s, &step.After); story.Title == "" || story.Words == "" {
		return fmt.Sprintf("action %q has no story; give its rule a Doc or a Tell", text)
	}
	c.note(step, s)
	return ""
}

// steps are the transitions out of a state.
func (c *conformity[S]) steps(s S) (list []model.Transition[S], changed bool) {
	before := s
	sink := model.NewSteps(func(a model.Action, n *S) {
		list = append(list, model.Transition[S]{Action: a, After: *n})
	})
	for i := range c.single {
		c.doing = "rule " + c.m.Rules[i].Name
		c.single[i].Expand(&s, sink)
	}
	if rule, complaint := sink.Overflowed(); complaint != "" {
		c.over = fmt.Sprintf("rule %s: %s", c.m.Rules[rule].Name, complaint)
	}
	return list, s != before
}

// judge asks every property once, for the panics that it may have.
func (c *conformity[S]) judge(s *S, steps []model.Transition[S]) string {
	for i := range c.m.Properties {
		p := &c.m.Properties[i]
		c.doing = "property " + p.Name
		p.DecidedIn(s)
		for k := range steps {
			p.DecidedBy(s, steps[k].Action, &steps[k].After)
		}
		if p.Premise != nil {
			p.Premise(s)
		}
		if p.Parts != nil {
			p.Parts(s)
		}
	}
	return ""
}
