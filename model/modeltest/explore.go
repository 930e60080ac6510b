package modeltest

import "mc/model"

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
}

// Explore visits every state of m that is reachable within its constraint,
// breadth first. With symmetry it visits one state per orbit; of those that the model
// makes one by forgetting, it visits that one.
func Explore[S comparable](m *model.Model[S], symmetry bool) Counts {
	c := Counts{Fired: map[string]int{}, Stopped: map[model.Budgets]int{}, Violated: map[string]int{}}
	seen := map[S]bool{}
	var level, next []S
	visit := func(s *S) {
		c.Generated++
		if symmetry {
			m.Canonical(s)
		}
		if m.Forgets != nil {
			m.Forgets.Apply(s)
		}
		if !seen[*s] {
			c.judge(len(c.Levels)+1, brokenIn(m, s))
			if m.Within == nil || m.Within(s) {
				seen[*s] = true
				next = append(next, *s)
			}
		}
	}
	m.Init(func(s S) { visit(&s) })
	var from S
	fired := 0
	out := model.NewSteps(func(a model.Action, s *S) {
		fired++
		c.Fired[m.Rules[a.Rule].Name]++
		n := *s // a step property sees the step as the rule took it
		c.judge(len(c.Levels)+1, brokenBy(m, &from, a, &n))
		visit(s)
	})
	for len(next) > 0 {
		level, next = next, level[:0:0]
		c.Levels = append(c.Levels, len(level))
		for _, from = range level {
			fired = 0
			s := from
			m.Expand(&s, out)
			if fired == 0 {
				c.Deadlocks++
			}
			alone, jointly := out.Stopped()
			for i := range m.Budgets {
				if alone.Has(i) {
					c.Stopped[model.Only(i)]++
				}
			}
			for _, by := range jointly {
				c.Stopped[by]++
			}
		}
	}
	c.Distinct, c.Depth = len(seen), len(c.Levels)
	return c
}

func (c *Counts) judge(length int, names []string) {
	for _, name := range names {
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
