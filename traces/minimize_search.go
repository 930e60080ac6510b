package traces

import (
	"slices"

	"mc/model"
)

// search considers every shortest trace from start, of at most limit steps,
// that breaks the property, and returns the one that costs least. It reports
// false if that would take more states than allowed.
func (a aim[S]) search(w *weigher[S], start S, limit, allowed int) (*model.Path[S], bool) {
	g := &shortestGraph[S]{aim: a, level: map[S]int{start: 0}, allowed: allowed}
	if !g.grow(start, limit) {
		return nil, false
	}
	g.prune()
	d := &descent[S]{g: g, w: w, seen: map[stop[S]]bool{}}
	d.down(start, load{})
	return &model.Path[S]{Start: start, Steps: d.best}, d.best != nil
}

// shortestGraph holds the states by the fewest steps that lead to them, up to
// the level in which the property is first broken.
type shortestGraph[S comparable] struct {
	aim[S]
	level   map[S]int
	levels  [][]S
	last    map[S][]model.Transition[S] // from the last level but one: the steps that break it
	useful  map[S]bool                  // states from which such a step can be reached in time
	allowed int
}

// grow explores level by level until the property is broken.
func (g *shortestGraph[S]) grow(start S, limit int) bool {
	g.levels = [][]S{{start}}
	g.last = map[S][]model.Transition[S]{}
	for depth := 1; depth <= limit; depth++ {
		var next []S
		for _, s := range g.levels[depth-1] {
			eachSuccessor(g.m, &s, func(a model.Action, after *S) {
				n := *after
				if g.breaks(s, a, n) {
					g.last[s] = append(g.last[s], model.Transition[S]{Action: a, After: n})
				}
				if _, known := g.level[n]; !known {
					g.level[n] = depth
					next = append(next, n)
				}
			})
			if len(g.level) > g.allowed {
				return false
			}
		}
		if len(g.last) > 0 {
			return true
		}
		next = slices.DeleteFunc(next, func(s S) bool { return g.m.Within != nil && !g.m.Within(&s) })
		g.levels = append(g.levels, next)
	}
	return false
}

func (g *shortestGraph[S]) breaks(before S, a model.Action, after S) bool {
	return g.met(&model.Path[S]{Start: before, Steps: []model.Transition[S]{{Action: a, After: after}}})
}

// prune finds the states that lie on a shortest trace.
func (g *shortestGraph[S]) prune() {
	g.useful = map[S]bool{}
	for s := range g.last {
		g.useful[s] = true
	}
	for depth := len(g.levels) - 2; depth >= 0; depth-- {
		for _, s := range g.levels[depth] {
			g.useful[s] = g.useful[s] || len(g.next(s)) > 0
		}
	}
}

// next are the steps from s that stay on shortest traces, in the order of
// their actions.
func (g *shortestGraph[S]) next(s S) (steps []model.Transition[S]) {
	depth := g.level[s]
	eachSuccessor(g.m, &s, func(a model.Action, after *S) {
		if g.useful[*after] && g.level[*after] == depth+1 {
			steps = append(steps, model.Transition[S]{Action: a, After: *after})
		}
	})
	slices.SortStableFunc(steps, func(x, y model.Transition[S]) int { return compareActions(x.Action, y.Action) })
	return steps
}

// stop is a state on the way down with what was used on the way to it.
type stop[S comparable] struct {
	at S
	load
}

// descent walks down the graph, keeping the cheapest trace. Of two ways to
// the same state that have used the same, only the first is followed.
type descent[S comparable] struct {
	g    *shortestGraph[S]
	w    *weigher[S]
	seen map[stop[S]]bool
	path []model.Transition[S]
	best []model.Transition[S]
	cost Cost
}

func (d *descent[S]) down(s S, l load) {
	here := stop[S]{s, l}
	if d.seen[here] || d.best != nil && l.cost(len(d.best)).compare(d.cost) >= 0 {
		return
	}
	d.seen[here] = true
	for _, step := range d.g.last[s] {
		d.keep(step, d.w.add(l, &s, &step))
	}
	if d.g.level[s] == len(d.g.levels)-1 {
		return
	}
	for _, step := range d.g.next(s) {
		d.path = append(d.path, step)
		d.down(step.After, d.w.add(l, &s, &step))
		d.path = d.path[:len(d.path)-1]
	}
}

func (d *descent[S]) keep(step model.Transition[S], l load) {
	cost := l.cost(len(d.path) + 1)
	if d.best == nil || cost.compare(d.cost) < 0 {
		d.best, d.cost = append(slices.Clone(d.path), step), cost
	}
}
