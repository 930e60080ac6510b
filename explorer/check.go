package explorer

import (
	"context"
	"errors"
	"fmt"
	"time"

	"mc/explorer/internal/expand"
	"mc/explorer/internal/pack"
	"mc/explorer/internal/runs"
	"mc/explorer/internal/store"
	"mc/model"
)

// Check explores m as the package comment says. The error tells that the job
// could not be done; when ctx ends, the result covers what was explored until
// then and its Cut says that it was interrupted.
func Check[S comparable](ctx context.Context, m *model.Model[S], opt Options) (*Result[S], error) {
	s, err := newSearch(m, opt)
	if err != nil {
		return nil, err
	}
	defer s.close()
	stopWatching := s.watch(ctx)
	if s.ordered != nil {
		err = s.ordered.run()
	} else {
		err = s.run()
	}
	if err == nil {
		s.secure()
		err = s.decideRuns(ctx)
	}
	stopWatching()
	switch {
	case err != nil:
		s.abandon()
		return nil, err
	case s.keeper != nil:
		return s.conclude()
	}
	return s.result()
}

// search is one run of Check.
type search[S comparable] struct {
	m         *model.Model[S]
	opt       Options
	packer    *pack.Packer
	decisions []*decision[S]    // the properties to decide, in order
	open      *expand.Roster[S] // those that are not decided yet

	total    expand.Tally
	started  time.Time
	progress progress
	pass     pass
	cut      Cut
	whole    bool   // the frontier ran empty
	beyond   uint64 // states that were seen behind the last complete level

	ordered *ordered[S] // the search, if it is not level by level

	// What a search level by level works with.
	set     store.Set
	workers []*worker[S]
	levels  []store.Level
	sizes   []uint64
	summed  int          // of sizes, the first
	sum     uint64       // of these
	sealed  expand.Tally // total as of the last complete level
	byDepth []atDepth    // what rules did in each of these, for coverage
	work    portions
	meeting meeting

	memory   uint64       // that the states may take; 0 is no limit
	copied   *store.Exact // the states once more, for a set that has no numbers
	graphUse *GraphUse

	keeper     *store.Spilling // the set, if the run has a directory
	metered    *runs.Metered   // of which this is the disk
	unlock     func()
	owns       bool // the directory is this run's
	naming     bool // the manifest in it names files
	resumed    *resumption
	ended      *ending   // with which the run began, if its search was over before
	levelsLost error     // why a search that is over could not keep its levels
	saved      time.Time // the last checkpoint
	everSaved  bool
}

func newSearch[S comparable](m *model.Model[S], opt Options) (*search[S], error) {
	if err := sound(m); err != nil {
		return nil, err
	}
	opt, err := opt.normalise()
	if err != nil {
		return nil, err
	}
	if opt.Symmetry && m.Canonical == nil {
		return nil, fmt.Errorf("explorer: %s has no symmetry%s; run with symmetry off", m.Name, because(m.Asymmetric))
	}
	if opt.Symmetry && m.Forgets != nil {
		return nil, fmt.Errorf("explorer: states of %s are counted %s, and whether symmetry goes with that is not "+
			"established; run with symmetry off", m.Name, m.Forgets.Doc)
	}
	props, err := chosen(m, opt.Check)
	if err != nil {
		return nil, err
	}
	s := &search[S]{m: m, opt: opt, started: time.Now()}
	for _, p := range props {
		d := &decision[S]{}
		d.Property = p
		s.decisions = append(s.decisions, d)
	}
	if err := s.suppose(); err != nil {
		return nil, err
	}
	s.memory = opt.Memory
	if len(s.temporal()) > 0 {
		s.memory = (opt.Memory + 1) / 2 // the rest is for the graph
	}
	s.pass.keepGoing = opt.KeepGoing
	s.total.Init(len(m.Rules), len(m.Budgets), len(s.decisions), s.counts())
	s.packer = pack.New(m.Widest)
	if order := searchNamed(opt.Search); order.frontier != nil {
		s.ordered, err = newOrdered(s, order)
		return s, err
	}
	if err := s.openStore(); err != nil {
		return nil, err
	}
	for range opt.Workers {
		s.workers = append(s.workers, newWorker(s))
	}
	return s, nil
}

// openStore makes the set of seen states and chooses the packing that suits it.
func (s *search[S]) openStore() (err error) {
	kept := storeNamed(s.opt.Store)
	if kept.inParts && s.packer.Words() > 1 { // one word is its own number
		s.packer = pack.InParts(s.m.Widest)
	} else if kept.inParts {
		kept = storeNamed(StoreExact)
	}
	if kept.keep != nil && s.opt.Dir != "" {
		return s.openKeeper(kept)
	}
	s.set, err = kept.open(s.packer.Words(), s.opt.Dir)
	return err
}

func because(reason string) string {
	if reason == "" {
		return ""
	}
	return ": " + reason
}

// expander makes one whose successors go to sink, one at a time or many.
func (s *search[S]) expander(sink expand.Sink, each bool) *expand.Expander[S] {
	return expand.New(expand.Options[S]{
		Model: s.m, Packer: s.packer, Represent: s.representative(), Decisions: s.shared(), Each: each,
		Counts: s.counts(),
		Stop:   &s.pass.checkOnly,
		Fault:  func(detail string) error { return &ModelError{s.m.Name, detail} },
	}, sink)
}

// start adds the initial states.
func (s *search[S]) start(x *expand.Expander[S]) error {
	x.Begin(s.open)
	err := x.Guard(func() {
		x.Start()
		x.Flush()
	})
	if err = errors.Join(err, x.Err()); err == nil && x.Tally.Generated == 0 {
		return &ModelError{s.m.Name, "Init adds no state; there is nothing to explore"}
	}
	if err == nil && x.Tally.Outside == x.Tally.Generated {
		return &ModelError{s.m.Name, "no state that Init adds is within the constraint; there is nothing to explore"}
	}
	return err
}

// used is the memory for all that is kept of states.
func (s *search[S]) used() uint64 {
	if s.ordered != nil {
		return s.progress.memory.Load()
	}
	return s.set.Bytes()
}

func (s *search[S]) close() {
	if s.ordered != nil {
		s.ordered.free()
	}
	if s.set != nil {
		s.set.Free()
	}
	if s.copied != nil {
		s.copied.Free()
	}
	if s.unlock != nil {
		s.unlock()
	}
}
