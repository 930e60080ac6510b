package toy

import (
	"testing"

	"mc/model"
)

// Shortest finds a shortest path of m to where the property is broken.
func Shortest[S comparable](t testing.TB, m *model.Model[S], property string) *model.Path[S] {
	t.Helper()
	p, ok := m.Property(property)
	if !ok {
		t.Fatalf("no property %q", property)
	}
	came := map[S]model.Transition[S]{} // how a state was reached, and from where
	var queue []S
	m.Init(func(s S) { came[s] = model.Transition[S]{After: s}; queue = append(queue, s) })
	for i := 0; i < len(queue); i++ {
		s := queue[i]
		if broken, _ := m.DecidedAt(p, model.Path[S]{Start: s}); broken {
			return back(came, s)
		}
		for _, next := range Next(m, s) {
			if _, seen := came[next.After]; !seen {
				came[next.After] = model.Transition[S]{Action: next.Action, After: s}
				queue = append(queue, next.After)
			}
		}
	}
	t.Fatalf("%s holds in all %d states", property, len(queue))
	return nil
}

func back[S comparable](came map[S]model.Transition[S], at S) *model.Path[S] {
	path := &model.Path[S]{}
	for came[at].After != at {
		by := came[at]
		path.Steps = append([]model.Transition[S]{{Action: by.Action, After: at}}, path.Steps...)
		at = by.After
	}
	path.Start = at
	return path
}

// Next are the steps that m can take from s.
func Next[S comparable](m *model.Model[S], s S) (next []model.Transition[S]) {
	m.Expand(&s, model.NewSteps(func(a model.Action, after *S) {
		next = append(next, model.Transition[S]{Action: a, After: *after})
	}))
	return next
}

// Run is the path that the named actions take from the model's start.
func Run[S comparable](t testing.TB, m *model.Model[S], actions ...string) *model.Path[S] {
	t.Helper()
	path := Walk(m, len(actions), func(next []model.Transition[S], i int) int {
		for n, step := range next {
			if m.Text(step.Action) == actions[i] {
				return n
			}
		}
		t.Fatalf("%s is not enabled after %d steps", actions[i], i)
		return 0
	})
	if len(path.Steps) < len(actions) {
		t.Fatalf("nothing is enabled after %d steps", len(path.Steps))
	}
	return path
}

// Walk takes up to n steps of m; choose picks one of those that it can take
// after i steps.
func Walk[S comparable](m *model.Model[S], n int, choose func(next []model.Transition[S], i int) int) *model.Path[S] {
	path := &model.Path[S]{}
	m.Init(func(s S) { path.Start = s })
	for i := range n {
		next := Next(m, path.Last())
		if len(next) == 0 {
			break
		}
		path.Steps = append(path.Steps, next[choose(next, i)])
	}
	return path
}

// Many is a run of fifteen records on three brokers: ten replicated, five that
// only the leader has when it dies, three of the next epoch.
func Many() (c Config, schedule []string) {
	for range 10 {
		schedule = append(schedule, "Produce")
	}
	return Config{Brokers: 3, Records: 15, Kills: 3}, append(schedule, "Fetch b2", "Fetch b3", "Fetch b2", "Fetch b3",
		"Produce", "Produce", "Kill b1", "Elect b2", "Produce", "Produce", "Produce", "Fetch b3", "Restart b1", "Fetch b1",
		"Fetch b3")
}

// Five is a run of 25 steps on five brokers.
func Five() (c Config, schedule []string) {
	return Config{Brokers: 5, Records: 4, Kills: 5}, []string{
		"Produce", "Fetch b2", "Fetch b3", "Fetch b4", "Fetch b5", "Produce", "Fetch b2", "Fetch b3", "Fetch b4", "Fetch b5",
		"Kill b3", "Fetch b2", "Fetch b4", "Fetch b5", "Restart b3", "Produce", "Kill b5", "Kill b4", "Restart b5",
		"Fetch b2", "Kill b1", "Elect b3", "Produce", "Fetch b5", "Fetch b2",
	}
}
