package explorer

import (
	"errors"
	"fmt"
	"slices"
	"sync"
	"unsafe"

	"mc/model"
)

// thread is a counterexample under reconstruction: the unpacked words of its
// states, the last one first.
type thread[S comparable] struct {
	c    *claim[S]
	back [][]uint64
	next int // the level in which the predecessor of the last of back is sought
}

// rebuild finds the path of every decided claim, walking the levels backwards
// once for all of them.
func (s *search[S]) rebuild() error {
	var threads []*thread[S]
	top := 0
	for _, c := range s.claims {
		if c.length == 0 {
			continue
		}
		t := &thread[S]{c: c, back: [][]uint64{c.find.state}, next: c.length - 1}
		if c.find.at == atStep {
			t.next-- // the find is the state before the step
		}
		threads, top = append(threads, t), max(top, t.next)
	}
	for level := top; level >= 1; level-- {
		var at []*thread[S]
		for _, t := range threads {
			if t.next == level {
				at = append(at, t)
			}
		}
		if err := s.predecessors(level, at); err != nil {
			return err
		}
	}
	for _, t := range threads {
		if err := s.realise(t); err != nil {
			return err
		}
	}
	return nil
}

// predecessors extends each thread by the least state of the level that has
// the thread's last state as a successor.
func (s *search[S]) predecessors(level int, threads []*thread[S]) error {
	if len(threads) == 0 {
		return nil
	}
	s.work.fill(s.levels[level-1], 0, len(s.workers))
	found := make([][][]uint64, len(s.workers)) // by worker, then thread
	errs := make([]error, len(s.workers))
	var wg sync.WaitGroup
	for i := range s.workers {
		wg.Go(func() { found[i], errs[i] = s.seek(threads) })
	}
	wg.Wait()
	if err := errors.Join(errs...); err != nil {
		return err
	}
	for i, t := range threads {
		var best []uint64
		for _, f := range found {
			if f[i] != nil && (best == nil || slices.Compare(f[i], best) < 0) {
				best = f[i]
			}
		}
		if best == nil {
			return &ModelError{s.m.Name, fmt.Sprintf("a state of level %d has no predecessor on a second look; a rule depends on more than the state (a map's order, a clock, a variable outside)", level+1)}
		}
		t.back, t.next = append(t.back, best), level-1
	}
	return nil
}

// seek goes through portions of a level and returns, for each thread, the
// least state that leads to the thread's last one.
func (s *search[S]) seek(threads []*thread[S]) (least [][]uint64, err error) {
	least = make([][]uint64, len(threads))
	n := s.packer.Words()
	var in cell[S]
	buf := make([]uint64, maxPortion*n)
	steps := model.NewSteps(func(_ model.Action, after *S) {
		s.represent(after)
		for i, t := range threads {
			if slices.Equal(words(after), t.back[len(t.back)-1]) && (least[i] == nil || slices.Compare(words(&in.state), least[i]) < 0) {
				least[i] = slices.Clone(words(&in.state))
			}
		}
	})
	for portion, more := s.work.take(); more; portion, more = s.work.take() {
		level, err := s.work.level.Read(portion, buf)
		if err != nil {
			return nil, err
		}
		for ; len(level) > 0; level = level[n:] {
			s.packer.Unpack(unsafe.Pointer(&in.state), &level[0])
			s.m.Expand(&in.state, steps)
		}
	}
	return least, nil
}

// represent rewrites n to the representative of its orbit, if symmetry is on.
func (s *search[S]) represent(n *S) {
	if s.opt.Symmetry {
		s.m.Canonical(n)
	}
}

// realise turns a thread of representatives into a run: from a real initial
// state, the first action that leads to the next representative, and so on.
func (s *search[S]) realise(t *thread[S]) error {
	slices.Reverse(t.back)
	c := t.c
	path := &model.Path[S]{Start: s.start(t.back[0])}
	at := path.Start
	for _, target := range t.back[1:] {
		step, ok := s.firstStep(&at, func(_ model.Action, n *S) bool { return s.leadsTo(n, target) })
		if !ok {
			return &ModelError{s.m.Name, "a counterexample cannot be replayed: Canonical maps states together that behave differently; run with symmetry off"}
		}
		path.Steps = append(path.Steps, step)
		at = step.After
	}
	if c.find.at == atStep {
		step, ok := s.firstStep(&at, func(a model.Action, n *S) bool { return c.p.Step(&at, a, n) != nil })
		if !ok {
			return s.unsymmetric(c)
		}
		path.Steps = append(path.Steps, step)
		c.witness = c.p.Step(&at, step.Action, &step.After).Error()
	} else if err := s.witness(c, &at); err != nil {
		return err
	}
	c.path = path
	return nil
}

// witness fills in what is wrong in the last state of c's trace.
func (s *search[S]) witness(c *claim[S], last *S) error {
	switch {
	case c.p.Name == Deadlock:
		c.witness = "no rule is enabled"
	case c.p.Kind == model.Reachable:
		if !c.p.Goal(last) {
			return s.unsymmetric(c)
		}
	default:
		err := c.p.State(last)
		if err == nil {
			return s.unsymmetric(c)
		}
		c.witness = err.Error()
	}
	return nil
}

func (s *search[S]) unsymmetric(c *claim[S]) error {
	return &ModelError{s.m.Name, fmt.Sprintf("property %s tells states apart that Canonical maps together; run with symmetry off", c.p.Name)}
}

// start is the first of Init's states that is represented by the given one.
func (s *search[S]) start(representative []uint64) (start S) {
	found := false
	s.m.Init(func(state S) {
		if !found && s.leadsTo(&state, representative) {
			start, found = state, true
		}
	})
	return start
}

// leadsTo tells whether n is represented by the given state.
func (s *search[S]) leadsTo(n *S, representative []uint64) bool {
	in := cell[S]{state: *n}
	s.represent(&in.state)
	return slices.Equal(words(&in.state), representative)
}

// firstStep is the first step out of a state that is wanted.
func (s *search[S]) firstStep(from *S, wanted func(model.Action, *S) bool) (step model.Transition[S], ok bool) {
	steps := model.NewSteps(func(a model.Action, n *S) {
		if !ok && wanted(a, n) {
			step, ok = model.Transition[S]{Action: a, After: *n}, true
		}
	})
	s.m.Expand(from, steps)
	return step, ok
}
