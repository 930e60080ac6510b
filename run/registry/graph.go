package registry

import (
	"cmp"
	"context"

	"mc/explorer"
	"mc/explorer/region"
	"mc/model"
	"mc/report/graph"
	"mc/traces"
)

// Graph collects the first states of the model under job.Set, without job.Without,
// at most so many of them.
func (e *entry[S]) Graph(ctx context.Context, job Job, most int) (_ *graph.Graph, err error) {
	defer e.guard(&err)
	m, _, err := e.build(job.Set, job.Without)
	if err != nil {
		return nil, err
	}
	check, unmarked := claims(m, job.Options.Check)
	r, err := region.Explore(ctx, m, region.Options[S]{MaxStates: most, Check: check})
	if err != nil {
		return nil, e.fault(ctx, err)
	}
	return erased(m, r, check, unmarked), nil
}

// GraphAround collects the states of a trace and those that are at most so many
// steps from one of them.
func (e *entry[S]) GraphAround(ctx context.Context, f *traces.File, steps, most int) (_ *graph.Graph, err error) {
	defer e.guard(&err)
	m, _, err := e.build(f.Constants, f.Without)
	if err != nil {
		return nil, err
	}
	run, err := traces.Replay(m, f)
	if err != nil {
		return nil, err
	}
	names := []string{}
	if f.Property.Name != "" {
		names = append(names, f.Property.Name)
	}
	check, unmarked := claims(m, names)
	lasso := &model.Lasso[S]{Path: run.Path, Loop: len(run.Path.Steps)}
	if f.Loop != nil {
		lasso.Loop = f.Loop.To
	}
	r, err := region.Around(ctx, m, lasso, region.Options[S]{MaxStates: most, Steps: steps, Check: check})
	if err != nil {
		return nil, e.fault(ctx, err)
	}
	g := erased(m, r, check, unmarked)
	g.Run = cmp.Or(f.Property.Name, f.Spec.Name, f.Model)
	return g, nil
}

// fault is an error of the model, unless the work was given up.
func (e *entry[S]) fault(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return &explorer.ModelError{Model: e.template.Name, Detail: err.Error()}
}

// claims are the properties of those names, or all that a run checks if no list
// is given, and the names of those that no state and no step decides by itself.
func claims[S comparable](m *model.Model[S], names []string) (check []*model.Property[S], unmarked []string) {
	if names == nil {
		for i := range m.Properties {
			if !m.Properties[i].OnRequest {
				names = append(names, m.Properties[i].Name)
			}
		}
	}
	for _, name := range names {
		switch p, known := m.Property(name); {
		case !known: // a spec that is in order names none
		case p.Kind.Temporal():
			unmarked = append(unmarked, p.Name)
		default:
			check = append(check, p)
		}
	}
	return check, unmarked
}

// erased is a region without its types.
func erased[S comparable](m *model.Model[S], r *region.Region[S], check []*model.Property[S], unmarked []string) *graph.Graph {
	g := &graph.Graph{Model: m.Name, Beyond: r.Beyond, Cut: r.Cut, Unmarked: unmarked}
	goal := map[string]bool{}
	for _, p := range check {
		goal[p.Name] = p.Kind.IsGoal()
	}
	for i := range r.States {
		s := &r.States[i]
		n := graph.Node{Level: s.Level, Initial: s.Initial, OnRun: s.OnRun, Deadlock: s.Deadlock, Beyond: s.Beyond,
			Outside: s.Outside, View: m.Describe(&s.State)}
		for _, name := range s.Decided {
			if goal[name] {
				n.Reached = append(n.Reached, name)
			} else {
				n.Broken = append(n.Broken, name)
			}
		}
		var from *model.View
		if s.Parent >= 0 {
			from = &g.Nodes[s.Parent].View
		}
		n.Text, n.Label = graph.Text(n.View), graph.Label(i, n.View, from)
		g.Nodes = append(g.Nodes, n)
	}
	for _, e := range r.Edges {
		out := graph.Edge{From: e.From, To: e.To, OnRun: e.OnRun, Broken: e.Decided}
		for _, a := range e.Actions {
			out.Actions = append(out.Actions, m.Text(a))
		}
		g.Edges = append(g.Edges, out)
	}
	return g
}
