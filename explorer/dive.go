package explorer

import (
	"unsafe"

	"github.com/emirpasic/gods/queues/priorityqueue"
	"github.com/emirpasic/gods/stacks/arraystack"

	"mc/explorer/internal/store"
	"mc/model"
)

// dive is a search that is not breadth first: one goroutine, a frontier of
// its own order, a parent for every state. It visits the same states when it
// runs to the end, but traces are as long as they come, and there are no
// levels.
type dive[S comparable] struct {
	s        *search[S]
	set      *store.Numbered
	parents  []uint64 // by number: the parent's number plus one
	depths   []uint32
	frontier frontier
	deepest  uint32
	at       uint64 // the state being expanded
	starting bool   // the initial states are being added
	ends     map[int]uint64
}

// beforeAll stands for the state before an initial one.
const beforeAll = ^uint64(0)

// frontier holds the numbers of the states to expand.
type frontier interface {
	push(number uint64, promise int)
	pop() (number uint64, ok bool)
	size() int
}

// stack is the frontier of a depth-first search.
type stack struct{ *arraystack.Stack }

func (f stack) push(number uint64, _ int) { f.Push(number) }
func (f stack) size() int                 { return f.Size() }
func (f stack) pop() (uint64, bool) {
	v, ok := f.Pop()
	if !ok {
		return 0, false
	}
	return v.(uint64), true
}

// queue is the frontier of a guided search: the most promising state first,
// the oldest of equals.
type queue struct{ *priorityqueue.Queue }

type promising struct {
	number  uint64
	promise int
}

func newQueue() queue {
	return queue{priorityqueue.NewWith(func(a, b any) int {
		x, y := a.(promising), b.(promising)
		if x.promise != y.promise {
			return y.promise - x.promise
		}
		if x.number < y.number {
			return -1
		}
		return 1
	})}
}

func (f queue) push(number uint64, promise int) { f.Enqueue(promising{number, promise}) }
func (f queue) size() int                       { return f.Size() }
func (f queue) pop() (uint64, bool) {
	v, ok := f.Dequeue()
	if !ok {
		return 0, false
	}
	return v.(promising).number, true
}

// dive explores depth first or guided, until all is decided.
func (s *search[S]) dive() error {
	set, err := store.NewNumbered(s.packer.Words())
	if err != nil {
		return err
	}
	defer set.Free()
	d := &dive[S]{s: s, set: set, ends: map[int]uint64{}}
	d.frontier = stack{arraystack.New()}
	if s.opt.Search == Guided {
		d.frontier = newQueue()
	}
	w := s.workers[0]
	w.steps = model.NewSteps(func(a model.Action, n *S) { d.emit(w, a, n) })
	s.active = openClaims(s.claims)
	err = guard(s.m.Name, w.whereabouts, func() {
		d.starting = true
		s.m.Init(func(state S) {
			w.in.state = state
			w.tally.Generated++
			d.keep(w, 0, &w.in.state)
		})
		d.starting = false
		d.run(w)
	})
	if err != nil {
		return err
	}
	if w.failure != nil {
		return w.failure
	}
	d.finish(&w.tally)
	return d.traces()
}

// finish sums up what was explored.
func (d *dive[S]) finish(t *tally) {
	s := d.s
	s.total.add(t)
	s.dived = &States{Distinct: uint64(len(d.parents)), Generated: s.total.Generated, Depth: int(d.deepest)}
	s.whole = d.frontier.size() == 0 && !s.pass.halted() && !s.allDecided()
	s.cut.Frontier = uint64(d.frontier.size())
	if reason, halted := s.pass.reason(); halted {
		s.cut.Reasons = append(s.cut.Reasons, reason)
	}
	s.whole = s.whole && len(s.cut.Reasons) == 0
}

func (d *dive[S]) run(w *worker[S]) {
	s := d.s
	for !s.pass.checkOnly.Load() && w.failure == nil && !s.allDecided() {
		number, ok := d.frontier.pop()
		if !ok {
			return
		}
		d.visit(w, number)
		w.obeyLimits()
		if used := d.set.Bytes() + 12*uint64(len(d.parents)); s.opt.Memory > 0 && used > s.opt.Memory {
			s.halt(Reason{Memory, s.opt.Memory})
		}
	}
}

// visit expands a state.
func (d *dive[S]) visit(w *worker[S], number uint64) {
	s := d.s
	s.glance.depth.Store(int64(d.depths[number]))
	s.glance.frontier.Store(uint64(d.frontier.size()))
	s.glance.states.Store(uint64(len(d.parents)))
	if s.opt.MaxDepth > 0 && int(d.depths[number]) >= s.opt.MaxDepth {
		s.cut.Reasons = []Reason{{MaxDepth, uint64(s.opt.MaxDepth)}}
		return
	}
	d.at = number
	before := w.steps.Count()
	s.packer.Unpack(unsafe.Pointer(&w.in.state), &d.set.State(number)[0])
	s.m.Expand(&w.in.state, w.steps)
	successors := w.steps.Count() - before
	w.tally.expandedState(successors)
	if successors == 0 && s.active.deadlock >= 0 {
		d.decide(s.active.deadlock, atState, number)
	}
	if rule, what := w.steps.Overflowed(); what != "" {
		w.fail(s.overflow(rule, what))
	}
}

// emit receives a successor of the state at hand.
func (d *dive[S]) emit(w *worker[S], a model.Action, n *S) {
	w.tally.Generated++
	w.tally.Fired[a.Rule]++
	for _, i := range d.s.active.step {
		if c := d.s.claims[i]; c.length == 0 && c.p.Step(&w.in.state, a, n) != nil {
			d.decide(i, atStep, d.at)
		}
	}
	d.keep(w, a.Rule, n)
}

// keep adds a state to the set and the frontier, if it is new and within the
// constraint, and judges it.
func (d *dive[S]) keep(w *worker[S], rule uint16, n *S) {
	s := d.s
	s.represent(n)
	packed := w.batch.States[:s.packer.Words()]
	if stray := s.packer.Pack(&packed[0], unsafe.Pointer(n), 1); stray != 0 {
		w.fail(s.misfit(rule, n))
		return
	}
	if s.m.Within != nil && !s.m.Within(n) {
		w.tally.Outside++
		last := d.at
		if d.starting {
			last = beforeAll
		}
		d.judge(n, outside, last)
		return
	}
	number, fresh, err := d.set.Number(packed)
	if err != nil {
		w.fail(err)
		return
	}
	if !fresh {
		return
	}
	parent, depth := d.at+1, uint32(1)
	if d.starting {
		parent = 0 // an initial state
	} else {
		depth = d.depths[d.at] + 1
	}
	d.parents, d.depths = append(d.parents, parent), append(d.depths, depth)
	d.deepest = max(d.deepest, depth)
	if parent != 0 {
		w.tally.Created[rule]++
	}
	d.judge(n, atState, number)
	d.frontier.push(number, s.promise(n))
}

func (d *dive[S]) judge(n *S, at where, number uint64) {
	s := d.s
	for _, i := range s.active.premise {
		if c := s.claims[i]; !c.premise.Load() && c.p.Premise(n) {
			c.premise.Store(true)
		}
	}
	for _, j := range s.active.state {
		if c := s.claims[j.claim]; c.length == 0 && j.decides(n) {
			if at == outside {
				c.find.state = append([]uint64(nil), words(n)...)
			}
			d.decide(j.claim, at, number)
		}
	}
}

// decide closes claim i; number is the last state of its trace that the set
// holds.
func (d *dive[S]) decide(i int, at where, number uint64) {
	c := d.s.claims[i]
	c.find.at = at
	if number != beforeAll {
		c.length = int(d.depths[number])
	}
	if at != atState {
		c.length++
	}
	d.ends[i] = number
}

// traces follows the parents of every decided claim.
func (d *dive[S]) traces() error {
	for i, c := range d.s.claims {
		if c.length == 0 {
			continue
		}
		t := &thread[S]{c: c}
		if c.find.at == outside {
			t.back = append(t.back, c.find.state)
		}
		for number := d.ends[i] + 1; number != 0; number = d.parents[number-1] {
			in := new(cell[S])
			d.s.packer.Unpack(unsafe.Pointer(&in.state), &d.set.State(number - 1)[0])
			t.back = append(t.back, words(&in.state))
		}
		if err := d.s.realise(t); err != nil {
			return err
		}
	}
	return nil
}

// promise tells a guided search how much to expect of a state: what the model
// says, else the number of conditions of the open properties that fail.
func (s *search[S]) promise(n *S) (promise int) {
	if s.opt.Search != Guided {
		return 0
	}
	if s.m.Promise != nil {
		return s.m.Promise(n)
	}
	for _, c := range s.claims {
		if c.length == 0 && c.p.Parts != nil {
			for _, part := range c.p.Parts(n) {
				if !part.Holds {
					promise++
				}
			}
		}
	}
	return promise
}
