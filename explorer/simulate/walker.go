package simulate

import (
	"fmt"
	"math"
	"math/bits"
	"math/rand/v2"

	"mc/model"
)

// claim is a property on its way.
type claim[S comparable] struct {
	*model.Property[S]
	found bool // in an earlier round
}

// find is the place at which a walk decides a property.
type find struct {
	walk uint64
	step int
	met  bool
}

// before tells whether a find is to be preferred to another.
func (f find) before(o find) bool {
	return f.met && (!o.met || f.walk < o.walk || f.walk == o.walk && f.step < o.step)
}

// walker takes walks on behalf of one goroutine.
type walker[S comparable] struct {
	m       *model.Model[S]
	o       *Options
	starts  []S
	weights []uint64 // by rule
	claims  []claim[S]

	source *rand.PCG
	steps  *model.Gatherer[S]
	walk   uint64 // its number
	at     int    // steps taken
	state  S
	chosen S            // the step drawn so far, among those of the rule
	action model.Action // of it
	seen   uint64       // steps of the rule so far
	drawn  []draw       // the rules that are still to be tried in this state
	own    []draw       // those of this walk
	asking string       // the property that is being evaluated

	tally  tally
	finds  []find
	record *model.Path[S] // if the walk is to be written down
	until  int            // steps of it that are wanted
}

// draw is a rule that can be drawn.
type draw struct {
	rule   int
	weight uint64
	left   int // how often it may still be taken in this walk
}

// tally counts what a walker has done.
type tally struct {
	walks, steps uint64
	ended        uint64   // walks at a state without a step within the constraint
	fired        []uint64 // by rule
	within       []uint64 // walks in which each rule fired
	last         []uint64 // the number of the last of these, plus one
	premise      []bool   // by property: was true somewhere
}

func newWalker[S comparable](m *model.Model[S], o *Options, starts []S, claims []claim[S]) *walker[S] {
	w := &walker[S]{m: m, o: o, starts: starts, claims: claims, source: rand.NewPCG(0, 0), finds: make([]find, len(claims))}
	w.weights = make([]uint64, len(m.Rules))
	for i, r := range m.Rules {
		w.weights[i] = 1
		if given, named := o.Weights[r.Name]; named {
			w.weights[i] = uint64(given)
		}
		if r.Absent {
			w.weights[i] = 0
		}
	}
	w.tally = tally{fired: make([]uint64, len(m.Rules)), within: make([]uint64, len(m.Rules)),
		last: make([]uint64, len(m.Rules)), premise: make([]bool, len(claims))}
	w.steps = model.NewGatherer[S](64, w.gathered)
	w.steps.Narrow(m.Widest)
	w.steps.WithArgs(true)
	return w
}

// below is a random number from 0 to n-1.
func (w *walker[S]) below(n uint64) uint64 {
	hi, _ := bits.Mul64(w.source.Uint64(), n)
	return hi
}

// take takes the walk of a number.
func (w *walker[S]) take(number uint64) {
	w.source.Seed(w.o.Seed, number)
	w.walk, w.at = number, 0
	w.deal()
	w.state = w.starts[w.below(uint64(len(w.starts)))]
	if w.record != nil {
		w.record.Start = w.state
	}
	w.tally.walks++
	w.judgeState()
	for w.at < w.o.Depth && (w.record == nil || w.at < w.until) {
		if !w.step() {
			w.tally.ended++
			return
		}
	}
}

// deal says which rules a walk has, and with which weights.
func (w *walker[S]) deal() {
	w.own = w.own[:0]
	for i, weight := range w.weights {
		d := draw{i, weight, math.MaxInt}
		if w.o.Swarm && weight > 0 {
			d.weight *= w.swarm(w.m.Rules[i].Fault)
		}
		if d.weight > 0 {
			if w.o.Swarm && w.m.Rules[i].Fault {
				d.left = w.budget()
			}
			w.own = append(w.own, d)
		}
	}
}

// budget is how often a walk of a swarm takes a fault: as often as the model's own
// budgets allow in every second walk, else one to four times.
func (w *walker[S]) budget() int {
	if w.below(2) == 0 {
		return math.MaxInt
	}
	return 1 + int(w.below(4))
}

// spend counts a rule that was taken, and leaves it out once its budget is spent.
func (w *walker[S]) spend(rule int) {
	for i := range w.own {
		if d := &w.own[i]; d.rule == rule {
			if d.left--; d.left == 0 {
				w.own = append(w.own[:i], w.own[i+1:]...)
			}
			return
		}
	}
}

// swarm is what the weight of a rule is multiplied by in a walk: 0 for every
// second fault and every eighth other rule, else 1, 2, 4 or 8.
func (w *walker[S]) swarm(fault bool) uint64 {
	odds := uint64(8)
	if fault {
		odds = 2
	}
	if w.below(odds) == 0 {
		return 0
	}
	return 1 << w.below(4)
}

// step takes a random step; it reports false if there is none.
func (w *walker[S]) step() bool {
	w.drawn = append(w.drawn[:0], w.own...)
	total := uint64(0)
	for _, d := range w.drawn {
		total += d.weight
	}
	for total > 0 {
		i, left := 0, w.below(total)
		for ; left >= w.drawn[i].weight; i++ {
			left -= w.drawn[i].weight
		}
		if w.draw(w.drawn[i].rule) {
			w.arrive()
			return true
		}
		total -= w.drawn[i].weight
		w.drawn[i] = w.drawn[len(w.drawn)-1]
		w.drawn = w.drawn[:len(w.drawn)-1]
	}
	w.judgeEnd()
	return false
}

// draw draws a step of a rule; it reports false if the rule has none.
func (w *walker[S]) draw(rule int) bool {
	w.seen = 0
	w.m.GatherRule(rule, &w.state, w.steps)
	w.steps.Flush()
	return w.seen > 0
}

// gathered receives steps of the rule that is being drawn. Each of n steps is
// kept with odds 1 to n, counting those received before.
func (w *walker[S]) gathered(actions []model.Action) {
	if w.m.Within != nil {
		for i, a := range actions {
			if after := w.steps.At(i); w.m.Within(after) {
				if w.seen++; w.below(w.seen) == 0 {
					w.chosen, w.action = *after, a
				}
			}
		}
		return
	}
	w.seen += uint64(len(actions))
	if i := w.below(w.seen); i < uint64(len(actions)) {
		w.chosen, w.action = *w.steps.At(int(i)), actions[i]
	}
}

// arrive goes where the step that was drawn leads.
func (w *walker[S]) arrive() {
	w.at++
	w.tally.steps++
	r := w.action.Rule
	w.tally.fired[r]++
	if w.o.Swarm {
		w.spend(int(r))
	}
	if w.tally.last[r] != w.walk+1 {
		w.tally.last[r] = w.walk + 1
		w.tally.within[r]++
	}
	if w.record != nil {
		w.record.Steps = append(w.record.Steps, model.Transition[S]{Action: w.action, After: w.chosen})
	}
	w.judgeStep()
	w.state = w.chosen
	w.judgeState()
}

// open tells whether a property is still to be decided.
func (w *walker[S]) open(i int) bool { return !w.claims[i].found && !w.finds[i].met }

func (w *walker[S]) judgeState() {
	for i := range w.claims {
		c := &w.claims[i]
		w.asking = c.Name
		if c.Premise != nil && !w.tally.premise[i] {
			w.tally.premise[i] = c.Premise(&w.state)
		}
		if c.Kind.Subject() == model.OfStates && w.open(i) {
			if decided, _ := c.DecidedIn(&w.state); decided {
				w.finds[i] = find{w.walk, w.at, true}
			}
		}
	}
	w.asking = ""
}

func (w *walker[S]) judgeStep() {
	for i := range w.claims {
		c := &w.claims[i]
		if c.Kind.Subject() != model.OfSteps || !w.open(i) {
			continue
		}
		w.asking = c.Name
		if decided, _ := c.DecidedBy(&w.state, w.action, &w.chosen); decided {
			w.finds[i] = find{w.walk, w.at, true}
		}
	}
	w.asking = ""
}

// judgeEnd decides what is asked of states without a successor. That a walk has
// none may be for want of rules, or for the constraint.
func (w *walker[S]) judgeEnd() {
	for i := range w.claims {
		c := &w.claims[i]
		if c.Kind.Subject() != model.OfSuccessors || !w.open(i) {
			continue
		}
		path := model.Path[S]{Start: w.state}
		if decided, _ := w.m.DecidedAt(c.Property, path); decided {
			w.finds[i] = find{w.walk, w.at, true}
		}
	}
}

// where says what the walker was about when the model's code panicked.
func (w *walker[S]) where() string {
	if w.asking != "" {
		return fmt.Sprintf("property %s in walk %d of seed %d, step %d", w.asking, w.walk, w.o.Seed, w.at)
	}
	return fmt.Sprintf("rule %s in walk %d of seed %d, step %d", w.m.Rules[w.steps.Rule()].Name, w.walk, w.o.Seed, w.at+1)
}
