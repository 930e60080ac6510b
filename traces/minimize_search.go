package traces

import (
	"slices"

	"mc/model"
)

// search considers every shortest trace from start, of at most limit steps,
// that breaks the property, and returns the one that costs least of those that
// it came to, if any. It says what kept it from considering all.
func (a aim[S]) search(w *weigher[S], start S, limit int, left *allowance) (*model.Path[S], Shortfall) {
	g := &shortestGraph[S]{aim: a, states: newStateSet[S](), last: map[uint32][]model.Transition[S]{}, left: left}
	g.pair.Steps = make([]model.Transition[S], 1)
	g.steps = model.NewSteps(func(a model.Action, after *S) { g.visit(a, after) })
	if !g.grow(start, limit) {
		return nil, left.short
	}
	g.prune()
	d := &descent[S]{g: g, w: w, seen: map[stop]bool{}}
	d.down(0, load{})
	if d.best == nil {
		return nil, left.short
	}
	return &model.Path[S]{Start: start, Steps: d.best}, left.short
}

// allowance is what a search may still take.
type allowance struct {
	states int
	bytes  uint64
	short  Shortfall // what there was too little of
}

// newAllowance is what the options allow. The collector lets the heap grow to
// twice of what is in use.
func newAllowance(o MinimizeOptions) *allowance {
	left := &allowance{states: o.States, bytes: o.Memory / 2}
	if left.states == 0 {
		left.states = 200_000
	}
	if o.Memory == 0 {
		left.bytes = 1 << 62
	}
	return left
}

// take takes something, and tells whether it was there.
func (l *allowance) take(states int, bytes uint64) bool {
	switch {
	case states > l.states:
		l.short = ShortOfStates
	case bytes > l.bytes:
		l.short = ShortOfMemory
	default:
		l.states, l.bytes = l.states-states, l.bytes-bytes
	}
	return l.short == Complete
}

// shortestGraph holds the states by the fewest steps that lead to them, up to
// the level in which the property is first broken.
type shortestGraph[S comparable] struct {
	aim[S]
	states *stateSet[S]
	level  []int32 // by state
	levels [][]uint32
	last   map[uint32][]model.Transition[S] // from the last level but one: the steps that break it
	useful []bool                           // by state: such a step can be reached in time
	left   *allowance

	pair  model.Path[S]      // a step that is asked about
	steps *model.Gatherer[S] // one for all states: its rows are larger than what is kept of one
	visit func(a model.Action, after *S)
}

// each visits the successors of a state.
func (g *shortestGraph[S]) each(s S, visit func(a model.Action, after *S)) {
	g.visit = visit
	g.m.Expand(&s, g.steps)
}

// grow explores level by level until the property is broken.
func (g *shortestGraph[S]) grow(start S, limit int) bool {
	g.states.add(&start)
	g.level = append(g.level, 0)
	g.levels = [][]uint32{{0}}
	for depth := 1; depth <= limit; depth++ {
		next := g.expand(depth)
		if g.left.short != Complete {
			return false
		}
		if len(g.last) > 0 {
			return true
		}
		g.levels = append(g.levels, slices.DeleteFunc(next, func(n uint32) bool {
			return g.m.Within != nil && !g.m.Within(g.states.at(n))
		}))
	}
	return false
}

// expand finds the states of a level, as far as there is room for them.
func (g *shortestGraph[S]) expand(depth int) (next []uint32) {
	for _, from := range g.levels[depth-1] {
		s := *g.states.at(from)
		g.each(s, func(a model.Action, after *S) {
			if g.breaks(&s, a, after) && g.left.take(0, g.states.each()) {
				g.last[from] = append(g.last[from], model.Transition[S]{Action: a, After: *after})
			}
			if number, fresh := g.states.add(after); fresh {
				g.level, next = append(g.level, int32(depth)), append(next, number)
				g.left.take(1, g.states.each())
			}
		})
		if g.left.short != Complete {
			break
		}
	}
	return next
}

func (g *shortestGraph[S]) breaks(before *S, a model.Action, after *S) bool {
	g.pair.Start, g.pair.Steps[0] = *before, model.Transition[S]{Action: a, After: *after}
	return g.met(&g.pair)
}

// prune finds the states that lie on a shortest trace.
func (g *shortestGraph[S]) prune() {
	g.useful = make([]bool, g.states.len())
	for s := range g.last {
		g.useful[s] = true
	}
	for depth := len(g.levels) - 2; depth >= 0; depth-- {
		for _, s := range g.levels[depth] {
			g.useful[s] = g.useful[s] || len(g.next(s)) > 0
		}
	}
}

// next are the steps from a state that stay on shortest traces, in the order of
// their actions.
func (g *shortestGraph[S]) next(from uint32) (steps []model.Transition[S]) {
	g.each(*g.states.at(from), func(a model.Action, after *S) {
		if n, known := g.states.find(after); known && g.useful[n] && g.level[n] == g.level[from]+1 {
			steps = append(steps, model.Transition[S]{Action: a, After: *after})
		}
	})
	slices.SortStableFunc(steps, func(x, y model.Transition[S]) int { return compareActions(x.Action, y.Action) })
	return steps
}

// stop is a state on the way down with what was used on the way to it.
type stop struct {
	at uint32
	load
}

// descent walks down the graph, keeping the cheapest trace. Of two ways to
// the same state that have used the same, only the first is followed.
type descent[S comparable] struct {
	g    *shortestGraph[S]
	w    *weigher[S]
	seen map[stop]bool
	path []model.Transition[S]
	best []model.Transition[S]
	cost Cost
}

func (d *descent[S]) down(at uint32, l load) {
	here := stop{at, l}
	if d.seen[here] || d.best != nil && l.cost(len(d.best)).compare(d.cost) >= 0 || !d.g.left.take(0, 2*entryBytes) {
		return
	}
	d.seen[here] = true
	s := *d.g.states.at(at)
	for _, step := range d.g.last[at] {
		d.keep(step, d.w.add(l, &s, &step))
	}
	if int(d.g.level[at]) == len(d.g.levels)-1 {
		return
	}
	for _, step := range d.g.next(at) {
		number, _ := d.g.states.find(&step.After)
		d.path = append(d.path, step)
		d.down(number, d.w.add(l, &s, &step))
		d.path = d.path[:len(d.path)-1]
	}
}

func (d *descent[S]) keep(step model.Transition[S], l load) {
	cost := l.cost(len(d.path) + 1)
	if d.best == nil || cost.compare(d.cost) < 0 {
		d.best, d.cost = append(slices.Clone(d.path), step), cost
	}
}
