package explorer

import (
	"errors"
	"fmt"
	"slices"
	"sync"
	"unsafe"

	"mc/explorer/internal/expand"
	"mc/explorer/internal/pack"
	"mc/model"
)

// rebuilt is a counterexample under reconstruction: the unpacked words of its
// states, the last one first.
type rebuilt[S comparable] struct {
	d    *decision[S]
	back [][]uint64
	next int // the level in which the predecessor of the last of back is sought
}

// rebuild finds the path of every decided property.
func (s *search[S]) rebuild() error {
	if s.ended == nil || !s.ended.Rebuilt {
		if err := s.walkBack(); err != nil {
			return err
		}
	}
	for _, d := range s.decisions {
		if d.Length == 0 {
			continue
		}
		if err := s.realise(d); err != nil {
			return err
		}
	}
	return nil
}

// walkBack finds the states of all paths, going through the levels backwards
// once for all of them.
func (s *search[S]) walkBack() error {
	paths, top := s.traces()
	for level := top; level >= 1; level-- {
		at := passing(paths, level)
		found, err := s.predecessors(level, at)
		if err == nil {
			err = s.extend(level, at, found)
		}
		if err != nil {
			return err
		}
	}
	keepTraces(paths)
	return nil
}

// traces are the paths to be found, and the last level in which there is something to
// be sought.
func (s *search[S]) traces() (paths []*rebuilt[S], top int) {
	for _, d := range s.decisions {
		if d.Length == 0 {
			continue
		}
		t := &rebuilt[S]{d: d, back: [][]uint64{d.Find.State}, next: d.Length - 1}
		if d.Find.At == expand.AtStep {
			t.next-- // the find is the state before the step
		}
		paths, top = append(paths, t), max(top, t.next)
	}
	return paths, top
}

// passing are the paths of which a state is sought in a level.
func passing[S comparable](paths []*rebuilt[S], level int) (at []*rebuilt[S]) {
	for _, t := range paths {
		if t.next == level {
			at = append(at, t)
		}
	}
	return at
}

// keepTraces says what was found.
func keepTraces[S comparable](paths []*rebuilt[S]) {
	for _, t := range paths {
		t.d.states = slices.Clone(t.back) // a plan may have it as it was found
		slices.Reverse(t.d.states)
	}
}

// predecessors finds, for each path, states of the level that have the path's last
// state as a successor: the least that each worker has met.
func (s *search[S]) predecessors(level int, paths []*rebuilt[S]) ([][][]uint64, error) {
	if len(paths) == 0 {
		return nil, nil
	}
	s.work.fill(s.levels[level-1], 0, len(s.workers))
	return s.seekAll(paths)
}

// seekAll lets all workers go through the portions.
func (s *search[S]) seekAll(paths []*rebuilt[S]) ([][][]uint64, error) {
	found := make([][][]uint64, len(s.workers)) // by worker, then path
	errs := make([]error, len(s.workers))
	var wg sync.WaitGroup
	for i := range s.workers {
		wg.Go(func() { found[i], errs[i] = s.seek(paths) })
	}
	wg.Wait()
	return found, errors.Join(errs...)
}

// least is, for path i, the least of the states that several have found; nil if none
// has.
func least(found [][][]uint64, i int) (best []uint64) {
	for _, f := range found {
		if f[i] != nil && (best == nil || slices.Compare(f[i], best) < 0) {
			best = f[i]
		}
	}
	return best
}

// extend extends each path by the least state of the level that leads to its last.
func (s *search[S]) extend(level int, paths []*rebuilt[S], found [][][]uint64) error {
	for i, t := range paths {
		best := least(found, i)
		if best == nil {
			return &ModelError{s.m.Name, fmt.Sprintf("a state of level %d has no predecessor on a second look; a rule depends on more than the state (a map's order, a clock, a variable outside)", level+1)}
		}
		t.back, t.next = append(t.back, best), level-1
	}
	return nil
}

// seek goes through portions of a level and returns, for each path, the
// least state that leads to the last one of it.
func (s *search[S]) seek(paths []*rebuilt[S]) (least [][]uint64, err error) {
	least = make([][]uint64, len(paths))
	n := s.packer.Words()
	var in pack.Cell[S]
	buf := make([]uint64, maxPortion*n)
	steps := model.NewSteps(func(_ model.Action, after *S) {
		s.represent(after)
		for i, t := range paths {
			if slices.Equal(pack.WordsOf(after), t.back[len(t.back)-1]) &&
				(least[i] == nil || slices.Compare(pack.WordsOf(&in.State), least[i]) < 0) {
				least[i] = slices.Clone(pack.WordsOf(&in.State))
			}
		}
	})
	for portion, more := s.work.take(); more; portion, more = s.work.take() {
		level, err := s.work.level.Read(portion, buf)
		if err != nil {
			return nil, err
		}
		for ; len(level) > 0; level = level[n:] {
			s.packer.Unpack(unsafe.Pointer(&in.State), &level[0])
			s.m.Expand(&in.State, steps)
		}
	}
	return least, nil
}

// representative is what rewrites a state to the one that stands for it: of its
// orbit, if symmetry is on, or of those that differ in what is forgotten. It is nil
// if each stands for itself.
func (s *search[S]) representative() func(*S) {
	switch {
	case s.opt.Symmetry:
		return s.m.Canonical
	case s.m.Forgets != nil:
		return s.m.Forgets.Apply
	}
	return nil
}

// represent rewrites n to the state that stands for it.
func (s *search[S]) represent(n *S) {
	if rewrite := s.representative(); rewrite != nil {
		rewrite(n)
	}
}

// realise turns a path of representatives into a run: from a real initial
// state, the first action that leads to the next representative, and so on.
func (s *search[S]) realise(d *decision[S]) error {
	path := &model.Path[S]{Start: s.beginning(d.states[0])}
	at := path.Start
	for _, target := range d.states[1:] {
		step, ok := s.firstStep(&at, func(_ model.Action, n *S) bool { return s.leadsTo(n, target) })
		if !ok {
			return &ModelError{s.m.Name, "a counterexample cannot be replayed: " + s.mistaken("that behave differently")}
		}
		path.Steps = append(path.Steps, step)
		at = step.After
	}
	if d.Find.At == expand.AtStep {
		step, ok := s.firstStep(&at, func(a model.Action, n *S) bool {
			decided, _ := d.Property.DecidedBy(&at, a, n)
			return decided
		})
		if !ok {
			return s.unsymmetric(d)
		}
		path.Steps = append(path.Steps, step)
	}
	decided, why := s.m.DecidedAt(d.Property, *path)
	if !decided {
		return s.unsymmetric(d)
	}
	if why != nil {
		d.witness = why.Error()
	}
	d.path = path
	return nil
}

func (s *search[S]) unsymmetric(d *decision[S]) error {
	return &ModelError{s.m.Name, fmt.Sprintf("property %s cannot be decided: %s", d.Property.Name, s.mistaken("that it tells apart"))}
}

// mistaken says of states that one stands for another, and which should not.
func (s *search[S]) mistaken(which string) string {
	if s.m.Forgets != nil {
		return "Forgets makes states one " + which + "; set it right, or run without it"
	}
	return "Canonical maps states together " + which + "; run with symmetry off"
}

// beginning is the first of Init's states that is represented by the given one.
func (s *search[S]) beginning(representative []uint64) (start S) {
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
	in := pack.Cell[S]{State: *n}
	s.represent(&in.State)
	return slices.Equal(pack.WordsOf(&in.State), representative)
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
