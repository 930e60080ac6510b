package retrace

import (
	"slices"

	"mc/model"
	"mc/model/evidence"
)

// outcome is the way to a node, and what stopped the search there.
func (f *finder[S]) outcome(n *node[S], found, cut bool) *Outcome[S] {
	o := &Outcome[S]{Found: found, Cut: cut, Stuck: -1, Nodes: f.nodes, Memory: f.memory, Full: f.memory > f.Memory}
	end := n
	for ; n.parent != nil; n = n.parent {
		o.Stale = append(o.Stale, n.over...)
		if !n.step {
			o.Stale = append(o.Stale, n.lines...)
			continue
		}
		o.Path.Steps = append(o.Path.Steps, model.Transition[S]{Action: n.action, After: n.state})
		o.Lines = append(o.Lines, n.lines)
	}
	o.Stale = append(o.Stale, n.over...)
	o.Path.Start = n.state
	slices.Reverse(o.Path.Steps)
	slices.Reverse(o.Lines)
	slices.Sort(o.Stale)
	if !found {
		o.Stuck = slices.Index(f.told, false)
		o.Could = f.instead(end, o.Stuck)
	}
	return o
}

// instead is what the model could have shown at the end of the longest run, in the stream
// of the line that nothing tells.
func (f *finder[S]) instead(end *node[S], stuck int) (could []Instead) {
	if stuck < 0 {
		return nil
	}
	stream := f.r.Lines[stuck].Stream
	g := model.NewSteps(func(a model.Action, after *S) {
		next := func(s int) *evidence.Line { return f.head(end, s) }
		for _, way := range f.r.Ways(&end.state, f.m.Rules[a.Rule].Name, a.Args, after, next) {
			for _, sign := range way {
				if sign.Stream == stream && !sign.Peek {
					could = append(could, Instead{a, sign.Fact})
				}
			}
		}
	})
	f.m.Gather(&end.state, g)
	g.Flush()
	return could
}
