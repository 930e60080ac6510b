package between

import (
	"cmp"
	"context"
	"encoding/binary"
	"slices"

	"mc/model"
)

// Difference is what the one of two models can do and the other cannot.
type Difference[S comparable] struct {
	Refusals [2][]Refusal[S] // what the first can, and what the second; in the order of its rules
	Pairs    int             // that were visited: what the same schedules lead to in both
	Deepest  int             // steps of the longest schedule that was followed in both
	Cut      bool            // there are more pairs
}

// Refusal is a shortest schedule that one model takes, and that the other takes but
// for its last step. It is the first of its rule.
type Refusal[S comparable] struct {
	Rule  string
	Run   model.Path[S] // in the one that takes it
	Other S             // where the other is before the last step
	Lacks bool          // the other has no such rule
}

// event is an action by a number that both models give its rule.
type event struct {
	rule int
	args model.Args
}

// pair is what one schedule leads to: the states that each model may be in. Mostly
// that is one; where a rule has several successors for the same arguments, more.
type pair struct {
	parent int // -1 for the start
	by     event
	depth  int
	states [2][]int
}

// walker follows both models.
type walker[S comparable] struct {
	both  [2]*space[S]
	event [2][]int // by rule, the number of its events
	pairs []pair
	seen  map[string]bool
	found [2]map[int]bool // events' rules that have a refusal
	out   Difference[S]
	full  bool
	most  int
}

// Refusals follows the schedules that both models take, breadth first, and reports
// for each rule the first of its actions that only one of them can take next. Rules
// are the same if their names and those of their parameters are. A step beyond a
// constraint can be taken, and is not followed.
func Refusals[S comparable](ctx context.Context, a, b *model.Model[S], o Options) (*Difference[S], error) {
	w := &walker[S]{both: spaces(a, b, Options{}), seen: map[string]bool{}, most: o.Most, found: [2]map[int]bool{{}, {}}}
	w.match()
	start := pair{parent: -1}
	for i, x := range w.both {
		x.m.Init(func(s S) {
			if x.within(&s) {
				n, _ := x.add(&s)
				start.states[i] = append(start.states[i], n)
			}
		})
	}
	w.visit(start)
	for n := 0; n < len(w.pairs); n++ {
		if n%256 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		w.expand(n)
		if err := cmp.Or(w.both[0].err, w.both[1].err); err != nil {
			return nil, err
		}
	}
	w.out.Pairs, w.out.Cut = len(w.pairs), w.full
	for i, x := range w.both {
		slices.SortFunc(w.out.Refusals[i], func(p, q Refusal[S]) int { return cmp.Compare(x.m.Rule(p.Rule), x.m.Rule(q.Rule)) })
	}
	return &w.out, nil
}

// match numbers the rules: the same in both if they are the same.
func (w *walker[S]) match() {
	a, b := w.both[0].m, w.both[1].m
	for i := range a.Rules {
		w.event[0] = append(w.event[0], i)
	}
	for i := range b.Rules {
		n := a.Rule(b.Rules[i].Name)
		if n < 0 || !slices.EqualFunc(a.Rules[n].Params, b.Rules[i].Params, func(p, q model.Param) bool { return p.Name == q.Name }) {
			n = len(a.Rules) + i
		}
		w.event[1] = append(w.event[1], n)
	}
}

// visit adds a pair that is new, if there is room.
func (w *walker[S]) visit(p pair) {
	var key []byte
	for i := range p.states {
		slices.Sort(p.states[i])
		p.states[i] = slices.Compact(p.states[i])
		key = binary.AppendUvarint(key, uint64(len(p.states[i])))
		for _, n := range p.states[i] {
			key = binary.AppendUvarint(key, uint64(n))
		}
	}
	if w.seen[string(key)] {
		return
	}
	if len(w.pairs) >= max(w.most, 1) {
		w.full = true
		return
	}
	w.seen[string(key)] = true
	w.pairs, w.out.Deepest = append(w.pairs, p), max(w.out.Deepest, p.depth)
}

// led is what an event leads to in one model.
type led struct {
	states []int
	beyond bool // some are outside the constraint
}

// expand compares what can be done next.
func (w *walker[S]) expand(n int) {
	var can [2]map[event]*led
	var order [2][]event
	for i, x := range w.both {
		can[i] = map[event]*led{}
		for _, at := range w.pairs[n].states[i] {
			x.each(x.state(at), func(a model.Action, after *S) {
				e := event{w.event[i][a.Rule], a.Args}
				l := can[i][e]
				if l == nil {
					l = &led{}
					can[i][e], order[i] = l, append(order[i], e)
				}
				if !x.within(after) {
					l.beyond = true
					return
				}
				to, _ := x.add(after)
				l.states = append(l.states, to)
			})
		}
	}
	for i := range w.both {
		for _, e := range order[i] {
			there, both := can[1-i][e]
			switch here := can[i][e]; {
			case !both:
				w.refused(i, n, e)
			case i == 0 && !here.beyond && !there.beyond:
				w.visit(pair{n, e, w.pairs[n].depth + 1, [2][]int{here.states, there.states}})
			}
		}
	}
}

// refused notes that only model i can do e next.
func (w *walker[S]) refused(i, n int, e event) {
	if w.found[i][e.rule] {
		return
	}
	w.found[i][e.rule] = true
	schedule := []event{e}
	for at := n; w.pairs[at].parent >= 0; at = w.pairs[at].parent {
		schedule = append(schedule, w.pairs[at].by)
	}
	slices.Reverse(schedule)
	run := w.run(i, schedule)
	other := w.run(1-i, schedule[:len(schedule)-1])
	rule := slices.Index(w.event[i], e.rule)
	w.out.Refusals[i] = append(w.out.Refusals[i], Refusal[S]{Rule: w.both[i].m.Rules[rule].Name, Run: run, Other: other.Last(),
		Lacks: !slices.Contains(w.event[1-i], e.rule)})
}

// run is a run of model i with a schedule that it takes. Where an action leads to
// several states, the way to one from which the next can be taken is sought.
func (w *walker[S]) run(i int, schedule []event) (found model.Path[S]) {
	x := w.both[i]
	var follow func(p model.Path[S]) bool
	follow = func(p model.Path[S]) bool {
		if len(p.Steps) == len(schedule) {
			found = p
			return true
		}
		next, done := schedule[len(p.Steps)], false
		x.each(p.Last(), func(a model.Action, after *S) {
			last := len(p.Steps)+1 == len(schedule)
			if !done && (event{w.event[i][a.Rule], a.Args}) == next && (last || x.within(after)) {
				step := model.Transition[S]{Action: a, After: *after}
				done = follow(model.Path[S]{Start: p.Start, Steps: append(slices.Clone(p.Steps), step)})
			}
		})
		return done
	}
	done := false
	x.m.Init(func(s S) {
		if !done && x.within(&s) {
			done = follow(model.Path[S]{Start: s})
		}
	})
	return found
}
