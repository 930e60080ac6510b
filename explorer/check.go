package explorer

import (
	"context"
	"fmt"
	"sync"
	"time"

	"mc/explorer/internal/pack"
	"mc/explorer/internal/store"
	"mc/model"
)

// Check explores m as the package comment says. The error tells that the job
// could not be done; when ctx ends, the result covers what was explored until
// then and its Cut says "interrupted".
func Check[S comparable](ctx context.Context, m *model.Model[S], opt Options) (*Result[S], error) {
	s, err := newSearch(m, opt)
	if err != nil {
		return nil, err
	}
	defer s.close()
	stopWatching := s.watch(ctx)
	if s.opt.Search == BreadthFirst {
		err = s.run()
	} else {
		err = s.dive()
	}
	stopWatching()
	if err != nil {
		return nil, err
	}
	r, err := s.result()
	if err == nil && s.keeper != nil {
		if r.Cut.Any() && !s.whole && !s.allDecided() {
			r.Checkpoint = s.opt.Dir
		} else {
			err = s.clear()
		}
	}
	return r, err
}

func (s *search[S]) close() {
	s.set.Free()
	if s.unlock != nil {
		s.unlock()
	}
}

// search is one run of Check.
type search[S comparable] struct {
	m       *model.Model[S]
	opt     Options
	packer  *pack.Packer
	set     store.Set
	workers []*worker[S]
	claims  []*claim[S] // the properties to decide, in order
	active  roster[S]   // those still open

	levels []store.Level
	sizes  []uint64
	total  tally
	sealed tally // total as of the last complete level

	work    portions
	pass    pass
	started time.Time
	glance  glance
	cut     Cut
	whole   bool    // the frontier ran empty
	dived   *States // the counts of a search that is not breadth first

	keeper    *store.Spilling // the set, if the run has a directory
	unlock    func()
	resumed   *resumption
	saved     time.Time // the last checkpoint
	everSaved bool
}

func newSearch[S comparable](m *model.Model[S], opt Options) (*search[S], error) {
	if err := model.CheckPlain[S](); err != nil {
		return nil, &ModelError{m.Name, err.Error()}
	}
	opt, err := opt.normalise(len(m.Rules))
	if err != nil {
		return nil, err
	}
	if opt.Symmetry && m.Canonical == nil {
		return nil, fmt.Errorf("explorer: %s has no symmetry%s; run with symmetry off", m.Name, because(m.Asymmetric))
	}
	props, err := chosen(m, opt.Check)
	if err != nil {
		return nil, err
	}
	s := &search[S]{m: m, opt: opt, started: time.Now()}
	for _, p := range props {
		s.claims = append(s.claims, &claim[S]{p: p})
	}
	if err := s.openStore(); err != nil {
		return nil, err
	}
	s.total.init(len(m.Rules))
	for range opt.Workers {
		s.workers = append(s.workers, newWorker(s))
	}
	return s, nil
}

// openStore chooses the set of seen states and the packing that suits it.
func (s *search[S]) openStore() (err error) {
	s.packer = pack.New(s.m.Widest)
	words := s.packer.Words()
	switch {
	case s.opt.Store == StoreFP64:
		s.set, err = store.NewFingerprints(words, 64, s.opt.Dir)
	case s.opt.Store == StoreFP128:
		s.set, err = store.NewFingerprints(words, 128, s.opt.Dir)
	case s.opt.Dir != "":
		err = s.openKeeper()
	case s.opt.Store == StoreInterned && words > 1: // one word is its own number
		s.packer = pack.InParts(s.m.Widest)
		s.set, err = store.NewInterned(s.packer.Words(), 0)
	default:
		s.set, err = store.NewExact(words, 0)
	}
	return err
}

func because(reason string) string {
	if reason == "" {
		return ""
	}
	return ": " + reason
}

// run explores level by level until all is decided or nothing is left.
func (s *search[S]) run() error {
	if err := s.begin(); err != nil {
		return err
	}
	for s.sizes[len(s.sizes)-1] > 0 {
		depth := len(s.levels)
		s.active = openClaims(s.claims)
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
		if len(s.levels) == depth || s.pass.overfull || s.allDecided() && latest <= depth {
			s.forget(depth) // this level was judged, but is not counted as expanded
			break
		}
		s.sealed = s.total.clone()
		if s.allDecided() {
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
	if s.keeper != nil {
		saved, err := s.prepareDir()
		if err != nil {
			return err
		}
		if saved != nil {
			return s.restore(saved)
		}
	}
	return s.initial()
}

// initial builds level 1.
func (s *search[S]) initial() error {
	w := s.workers[0]
	s.active = openClaims(s.claims)
	s.pass.begin(len(s.claims), s.active.open)
	w.begin(1)
	err := guard(s.m.Name, func() string { return "Init" }, func() {
		s.m.Init(func(state S) { w.addInitial(&state) })
	})
	if err != nil {
		return err
	}
	w.out.Insert(w.batch)
	w.out.Flush()
	if err := s.collect(s.workers[:1]); err != nil {
		return err
	}
	clear(s.total.Created) // no rule is credited with an initial state
	s.decide(0)
	s.sealed = s.total.clone()
	return nil
}

// expand judges and expands the states of the given level, which is the last
// one, and adds the level after it, unless that is not wanted any more.
func (s *search[S]) expand(depth int) error {
	frontier := s.sizes[depth-1]
	s.pass.begin(len(s.claims), s.active.open)
	s.glance.depth.Store(int64(depth))
	s.glance.frontier.Store(frontier)
	if !s.pass.checkOnly.Load() {
		if err := s.reserve(depth); err != nil {
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
	return s.collect(active)
}

// goThrough lets the workers go through the portions, with the pauses they need.
func (s *search[S]) goThrough(active []*worker[S]) error {
	for {
		var wg sync.WaitGroup
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
		work, err := s.keeper.Relieve(s.work.stand())
		if err != nil {
			return fmt.Errorf("explorer: moving states to disk: %w%s", err, s.lastSaved())
		}
		s.work.set(work)
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

// rebreak notes the claims that a restored level has broken already.
func (s *search[S]) rebreak() {
	for i := range s.claims {
		if s.workers[0].finds[i].at == atState {
			s.pass.breaks(i)
		}
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
		s.total.add(&w.tally)
		w.tally.reset()
	}
	level, created, err := s.set.EndLevel(writers)
	if err != nil {
		return err
	}
	for i, n := range created {
		s.total.Created[i] += n
	}
	s.levels, s.sizes = append(s.levels, level), append(s.sizes, level.Size())
	s.glance.states.Store(s.distinct())
	return nil
}
