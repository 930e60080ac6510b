package explorer

import (
	"sync"

	"mc/explorer/internal/store"
)

// run explores level by level until all is decided or nothing is left.
func (s *search[S]) run() error {
	if err := s.begin(); err != nil || s.ended != nil {
		return err
	}
	for s.sizes[len(s.sizes)-1] > 0 {
		depth := len(s.levels)
		s.open = s.roster()
		if s.opt.MaxDepth > 0 && depth >= s.opt.MaxDepth {
			s.halt(Reason{MaxDepth, uint64(s.opt.MaxDepth)})
		}
		if s.keeper != nil && s.resumed == nil && (s.due() || s.pass.halted()) {
			if err := s.save(nil); err != nil {
				return err
			}
		}
		if err := s.expand(depth); err != nil {
			return err
		}
		latest := s.decide(depth)
		if err := s.tooMany(depth); err != nil {
			return err
		}
		if len(s.levels) == depth || s.pass.overfull || s.settled() && latest <= depth {
			s.forget(depth) // this level was judged, but is not counted as expanded
			if err := s.saveSealed(); err != nil {
				return err
			}
			break
		}
		s.sealed = s.total.Clone()
		if s.settled() {
			break
		}
	}
	s.finish()
	return nil
}

// tooMany ends a search whose last level exceeds the limit of states. The
// workers notice most of the time, but may miss their last batches.
func (s *search[S]) tooMany(depth int) error {
	if s.opt.MaxStates == 0 || len(s.levels) == depth || s.distinct() <= s.opt.MaxStates {
		return nil
	}
	s.halt(Reason{MaxStates, s.opt.MaxStates})
	s.pass.overfull = true
	if s.keeper == nil {
		return nil
	}
	return s.save(nil) // the level is whole: what was done for it is not lost
}

// begin makes level 1, or goes back to where a saved run stopped.
func (s *search[S]) begin() error {
	if s.opt.Result != "" {
		return s.restoreResult()
	}
	if s.keeper != nil {
		saved, err := s.prepareDir()
		if err != nil {
			return err
		}
		switch {
		case saved != nil && saved.Ended != nil:
			return s.restoreEnd(saved)
		case saved != nil:
			return s.restore(saved)
		}
	}
	return s.initial()
}

// initial builds level 1.
func (s *search[S]) initial() error {
	w := s.workers[0]
	s.open = s.roster()
	s.pass.begin(len(s.decisions), s.open.Open)
	w.begin(1)
	if err := s.start(w.x); err != nil {
		return err
	}
	w.out.Flush()
	if err := s.collect(s.workers[:1]); err != nil {
		return err
	}
	clear(s.total.Created) // no rule is credited with an initial state
	s.decide(0)
	s.sealed = s.total.Clone()
	s.set.Limit(s.memory) // from here on there is a level to report
	return nil
}

// expand judges and expands the states of the given level, which is the last
// one, and adds the level after it, unless that is not wanted any more.
func (s *search[S]) expand(depth int) error {
	frontier := s.sizes[depth-1]
	s.pass.begin(len(s.decisions), s.open.Open)
	s.progress.depth.Store(int64(depth))
	s.progress.frontier.Store(frontier)
	if !s.pass.checkOnly.Load() {
		if err := s.reserve(depth); err != nil && !refused(err) { // it is a guess; a writer will see
			return err
		}
	}
	active := s.workers
	if frontier < 256 {
		active = active[:1] // waking others costs more than the work
	}
	if s.resumed != nil {
		active = s.workers
		s.work.fill(s.resumed.frontier, s.resumed.from, len(s.workers))
		s.rebreak()
		s.resumed = nil
	} else {
		s.work.fill(s.levels[depth-1], 0, len(s.workers))
		for _, w := range active {
			w.begin(min(1024, max(16, frontier/uint64(64*len(s.workers)))))
		}
	}
	if err := s.goThrough(active); err != nil || s.pass.checkOnly.Load() {
		return err
	}
	if err := s.collect(active); err != nil {
		return err
	}
	s.cover()
	return nil
}

// goThrough lets the workers go through the portions, with the pauses they need.
func (s *search[S]) goThrough(active []*worker[S]) error {
	for {
		var wg sync.WaitGroup
		s.meeting.begin(len(active))
		for _, w := range active[1:] {
			wg.Go(w.run)
		}
		active[0].run()
		wg.Wait()
		for _, w := range active {
			if w.failure != nil {
				return w.failure
			}
		}
		if !s.pass.pause.Swap(false) || s.work.stand().Finished() {
			return nil
		}
		if err := s.paused(); err != nil {
			return err
		}
	}
}

// paused does what the workers were sent home for. Not if some states have
// been judged only: then this level is the last, and must not be saved as if
// they had been expanded.
func (s *search[S]) paused() error {
	if s.pass.checkOnly.Load() {
		return nil
	}
	if s.keeper.Pressed() {
		if err := s.relieve(); err != nil {
			return err
		}
	}
	if s.due() || s.pass.halted() {
		work := s.work.stand()
		if err := s.save(&work); err != nil {
			return err
		}
	}
	if s.pass.halted() {
		s.pass.checkOnly.Store(true)
	}
	return nil
}

// relieve moves states from memory to disk. No worker is inserting.
func (s *search[S]) relieve() error {
	defer s.progress.does("writing to disk")()
	work, err := s.keeper.Relieve(s.work.stand())
	if err != nil {
		return s.unsaved("moving states to disk", err)
	}
	s.work.set(work)
	return nil
}

// rebreak notes the properties that a restored level has decided already.
func (s *search[S]) rebreak() {
	for i := range s.decisions {
		s.decides(i, s.workers[0].x.Finds[i].At)
	}
}

// reserve makes room for the level after the given one and the one after that;
// how large they will be is a guess from the last two.
func (s *search[S]) reserve(depth int) error {
	now, growth := float64(s.sizes[depth-1]), 4.0
	if depth >= 2 {
		growth = min(4, now/float64(s.sizes[depth-2]))
	}
	next := 1.1 * growth * now
	return s.set.Reserve(uint64(next), uint64(growth*next), len(s.workers))
}

// collect makes a level of what the workers found.
func (s *search[S]) collect(workers []*worker[S]) error {
	writers := make([]store.Writer, len(workers))
	for i, w := range workers {
		w.end()
		if w.failure != nil {
			return w.failure
		}
		writers[i] = w.out
		s.total.Add(&w.x.Tally)
		w.x.Tally.Reset()
	}
	if s.keeper != nil && s.keeper.External() {
		defer s.progress.does("merging")()
	}
	level, created, err := s.set.EndLevel(writers)
	if err != nil {
		return err
	}
	for i, n := range created {
		s.total.Created[i] += n
	}
	s.levels, s.sizes = append(s.levels, level), append(s.sizes, level.Size())
	s.progress.states.Store(s.distinct())
	return nil
}
