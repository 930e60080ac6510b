package modeltest

import (
	"math"

	"mc/model"
)

// Counts is what Explore found, in the terms of the engine's results.
type Counts struct {
	Distinct, Generated int
	Depth               int
	Levels              []int
	Fired               map[string]int
	Deadlocks           int

	// Stopped gives, for each set of budgets, the number of states in which just
	// that set stopped a step.
	Stopped map[model.Budgets]int

	// Violated gives, for each property that was broken (or goal that was
	// reached), the number of states in the shortest trace to it.
	Violated map[string]int

	// Breaks gives, for each of these, how many states within the constraint, or
	// steps, decide it; Astray how many steps lead to such a state outside.
	Breaks, Astray map[string]int

	// ByLevel gives, for the states of each level, how many steps each rule takes
	// out of them, and how many states of the next level are credited to it.
	ByLevel []RuleCounts

	// Enabled and Held give the states in which a rule has a step, and in which a
	// budget keeps it from one; Premises those in which a property's is true.
	Enabled, Held, Premises map[string]int
}

// RuleCounts is what rules did, by name.
type RuleCounts struct{ Fired, New map[string]int }

// credit is where a state was found: behind so many levels, and by the first of
// the rules that lead there from the last of them.
type credit struct{ level, rule int }

// Explore visits every state of m that is reachable within its constraint,
// breadth first. With symmetry it visits one state per orbit; of those that the model
// makes one by forgetting, it visits that one.
func Explore[S comparable](m *model.Model[S], symmetry bool) Counts {
	return ExploreTo(m, symmetry, math.MaxInt)
}

// ExploreTo is Explore, but expands only so many levels. The states of the level
// behind them are counted, and judged; Levels and Depth are of those that were
// expanded.
func ExploreTo[S comparable](m *model.Model[S], symmetry bool, levels int) Counts {
	c := Counts{Fired: map[string]int{}, Stopped: map[model.Budgets]int{}, Violated: map[string]int{},
		Breaks: map[string]int{}, Astray: map[string]int{},
		Enabled: map[string]int{}, Held: map[string]int{}, Premises: map[string]int{}}
	seen := map[S]credit{}
	var level, next []S
	visit := func(rule int, s *S) {
		c.Generated++
		if symmetry {
			m.Canonical(s)
		}
		if m.Forgets != nil {
			m.Forgets.Apply(s)
		}
		before, known := seen[*s]
		if known && before.level == len(c.Levels) && rule < before.rule {
			seen[*s] = credit{before.level, rule}
		}
		if !known {
			tally := c.Astray
			if m.Within == nil || m.Within(s) {
				seen[*s] = credit{len(c.Levels), rule}
				next = append(next, *s)
				tally = c.Breaks
				c.premises(suppositions(m, s))
			}
			c.judge(len(c.Levels)+1, brokenIn(m, s), tally)
		}
	}
	m.Init(func(s S) { visit(0, &s) })
	var from S
	fired := map[string]int{}
	out := model.NewSteps(func(a model.Action, s *S) {
		fired[m.Rules[a.Rule].Name]++
		n := *s // a step property sees the step as the rule took it
		c.judge(len(c.Levels)+1, brokenBy(m, &from, a, &n), c.Breaks)
		visit(int(a.Rule), s)
	})
	out.NoteStops(true)
	for len(next) > 0 && len(c.Levels) < levels {
		level, next = next, level[:0:0]
		c.Levels = append(c.Levels, len(level))
		at := RuleCounts{map[string]int{}, map[string]int{}}
		for _, from = range level {
			clear(fired)
			s := from
			m.Expand(&s, out)
			c.fired(fired, at)
			c.stopped(m.Budgets, out.Stopped)
			c.held(out.Stops(), func(s model.Stop) string { return m.Rules[s.Action.Rule].Name })
		}
		for _, s := range next {
			at.New[m.Rules[seen[s].rule].Name]++
		}
		c.ByLevel = append(c.ByLevel, at)
	}
	c.Distinct, c.Depth = len(seen), len(c.Levels)
	return c
}

// fired counts a state with so many steps of each rule.
func (c *Counts) fired(steps map[string]int, at RuleCounts) {
	if len(steps) == 0 {
		c.Deadlocks++
	}
	for rule, n := range steps {
		c.Fired[rule] += n
		at.Fired[rule] += n
		c.Enabled[rule]++
	}
}

// stopped counts a state in which budgets stopped steps.
func (c *Counts) stopped(budgets []model.Budget, by func() (model.Budgets, []model.Budgets)) {
	alone, jointly := by()
	for i := range budgets {
		if alone.Has(i) {
			c.Stopped[model.Only(i)]++
		}
	}
	for _, by := range jointly {
		c.Stopped[by]++
	}
}

// held counts a state in which rules were kept from steps.
func (c *Counts) held(stops []model.Stop, rule func(model.Stop) string) {
	rules := map[string]bool{}
	for _, s := range stops {
		rules[rule(s)] = true
	}
	for name := range rules {
		c.Held[name]++
	}
}

func (c *Counts) premises(names []string) {
	for _, name := range names {
		c.Premises[name]++
	}
}

// suppositions are the properties whose premise is true in a state.
func suppositions[S comparable](m *model.Model[S], s *S) (names []string) {
	for _, p := range m.Properties {
		if p.Premise != nil && p.Premise(s) {
			names = append(names, p.Name)
		}
	}
	return names
}

func (c *Counts) judge(length int, names []string, tally map[string]int) {
	for _, name := range names {
		tally[name]++
		if _, known := c.Violated[name]; !known {
			c.Violated[name] = length
		}
	}
}

func brokenIn[S comparable](m *model.Model[S], s *S) (names []string) {
	for i := range m.Properties {
		if decided, _ := m.Properties[i].DecidedIn(s); decided {
			names = append(names, m.Properties[i].Name)
		}
	}
	return names
}

func brokenBy[S comparable](m *model.Model[S], before *S, a model.Action, after *S) (names []string) {
	for i := range m.Properties {
		if decided, _ := m.Properties[i].DecidedBy(before, a, after); decided {
			names = append(names, m.Properties[i].Name)
		}
	}
	return names
}
