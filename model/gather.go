package model

import "unsafe"

// Gatherer expands states: it hands a Steps to the rules of a model and passes
// the successors on, many at a time, which spares each the way through several
// calls. Like its Steps it belongs to one goroutine.
type Gatherer[S comparable] struct {
	steps Steps[S]
	of    *Model[S]
	rules []present[S] // of that model
}

// present is what expanding needs of a rule that is not absent. The rules themselves are
// large: to pass by some sixty absent ones in every state took an eighth of a run.
type present[S comparable] struct {
	expand func(s *S, out *Steps[S])
	rule   uint16
	arity  int
}

// NewGatherer returns a Gatherer that calls sink for up to size successors, of
// any number of states; At has them. Unless WithArgs is called, of an action
// only the rule is given.
func NewGatherer[S comparable](size int, sink func(actions []Action)) *Gatherer[S] {
	var s S
	g := &Gatherer[S]{steps: Steps[S]{sink: sink, actions: make([]Action, size), stride: max(8, (unsafe.Sizeof(s)+7)&^7)}}
	o := &g.steps
	o.words = make([]uint64, uintptr(size+1)*o.stride/8)
	o.next = unsafe.Pointer(&o.words[0])
	return g
}

// NewSteps returns a Gatherer that passes each successor to sink, before
// Expand returns. The state that sink receives is valid, and may be rewritten
// by it, until sink returns.
func NewSteps[S comparable](sink func(Action, *S)) *Gatherer[S] {
	var g *Gatherer[S]
	g = NewGatherer[S](16, func(actions []Action) {
		for i, a := range actions {
			sink(a, g.At(i))
		}
	})
	g.WithArgs(true)
	return g
}

// WithArgs tells whether actions are to have their arguments.
func (g *Gatherer[S]) WithArgs(wanted bool) { g.steps.named = wanted }

// At is the i-th of the successors that sink is called for. They lie one
// behind the other, each at a multiple of 8 bytes.
func (g *Gatherer[S]) At(i int) *S {
	return (*S)(unsafe.Pointer(&g.steps.words[uintptr(i)*g.steps.stride/8]))
}

// Flush passes on what has been gathered.
func (g *Gatherer[S]) Flush() { g.steps.flush() }

// Count is the number of successors so far.
func (g *Gatherer[S]) Count() int { return g.steps.passed + g.steps.n }

// Narrow tells that no state has a bit that widest lacks, so that a step need
// not copy what comes behind the last of them. Nil tells nothing.
func (g *Gatherer[S]) Narrow(widest *S) {
	if widest == nil {
		return
	}
	bytes := bytesOf(widest, unsafe.Sizeof(*widest))
	n := len(bytes)
	for n > 0 && bytes[n-1] == 0 {
		n--
	}
	const stride = 32 // of the copy; a partial one takes as long
	n = (n + stride - 1) &^ (stride - 1)
	if n <= len(bytes)*3/4 { // else a copy of known length is faster
		g.steps.span = uintptr(n)
	}
}

// Overflowed returns the rule that had no room for a step and what is to be
// said of it: "" if there is none.
func (g *Gatherer[S]) Overflowed() (rule int, complaint string) { return g.steps.culprit, g.steps.over }

// Stopped gives the budgets that stopped a step of the state gathered last:
// those of which one alone did, and the sets of several that did together. The
// slice is valid until the next state.
func (g *Gatherer[S]) Stopped() (alone Budgets, jointly []Budgets) {
	return g.steps.alone, g.steps.jointly
}

// Stop is a step that budgets kept a rule from taking: of the instance that the
// action is, or of Any.
type Stop struct {
	Action Action
	Any    bool
	By     Budgets
}

// NoteStops tells whether stopped steps are to be kept one by one.
func (g *Gatherer[S]) NoteStops(wanted bool) { g.steps.noting = wanted }

// Stops are the steps that budgets stopped in the state gathered last. The
// slice is valid until the next state.
func (g *Gatherer[S]) Stops() []Stop { return g.steps.stops }

// Rule is the index of the rule that was applied last: the culprit when a
// rule panics.
func (g *Gatherer[S]) Rule() int { return int(g.steps.rule) }

// Expand applies every rule of m that is not absent to s, in the model's order.
func (m *Model[S]) Expand(s *S, out *Gatherer[S]) {
	m.Gather(s, out)
	out.Flush()
}

// Gather is Expand, but successors may be left for a later Flush. Which rules are absent is
// looked at when out is first given m, not in every state.
func (m *Model[S]) Gather(s *S, out *Gatherer[S]) {
	o := &out.steps
	o.base = s
	o.alone, o.jointly, o.stops = 0, o.jointly[:0], o.stops[:0]
	if out.of != m {
		out.learn(m)
	}
	for i := range out.rules {
		r := &out.rules[i]
		o.rule, o.arity = r.rule, r.arity
		o.live = false
		r.expand(s, o)
	}
}

// learn keeps what is needed of the rules of m.
func (g *Gatherer[S]) learn(m *Model[S]) {
	g.of, g.rules = m, g.rules[:0]
	for i, r := range m.Rules {
		if !r.Absent {
			g.rules = append(g.rules, present[S]{r.Expand, uint16(i), len(r.Params)})
		}
	}
}

// GatherRule is Gather with one rule of m, by its index.
func (m *Model[S]) GatherRule(rule int, s *S, out *Gatherer[S]) {
	o := &out.steps
	o.base = s
	o.alone, o.jointly = 0, o.jointly[:0]
	o.rule, o.arity = uint16(rule), len(m.Rules[rule].Params)
	o.live = false
	m.Rules[rule].Expand(s, o)
}

// Successor applies the single action a to s and reports whether it is
// enabled there. It is the slow, careful way that replay uses.
func (m *Model[S]) Successor(s *S, a Action) (after S, enabled bool) {
	out := NewSteps(func(b Action, n *S) {
		if b == a && !enabled {
			after, enabled = *n, true
		}
	})
	o := &out.steps
	o.base, o.rule, o.arity = s, a.Rule, len(m.Rules[a.Rule].Params)
	m.Rules[a.Rule].Expand(s, o)
	o.flush()
	return after, enabled
}
