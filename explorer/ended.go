package explorer

import (
	"fmt"
	"slices"
	"time"

	"mc/explorer/internal/runs"
)

// ending is what a manifest holds of a search that has come to its end: all
// of its result that is not in the rest of the checkpoint.
type ending struct {
	Whole     bool
	KeepGoing bool
	Beyond    uint64
	Frontier  uint64
	Reasons   []savedReason

	// Rebuilt says that Paths has the states of every property's path, none
	// where it has no trace. Before that the levels are kept, for them to be
	// found in.
	Rebuilt bool
	Paths   [][][]uint64
	Sums    []string `json:",omitempty"` // of the levels, if they were asked for
}

type savedReason struct {
	Kind  ReasonKind
	Limit uint64
}

// Kept is the result of a run in its directory.
type Kept struct {
	Dir string

	// Whole says that the result can be had again from the directory. It is
	// false if it could not be written; what was saved before is there.
	Whole bool

	clear  func() error
	unlock func()
}

// Release removes the files of the run: its result is where it is to be. A nil
// Kept has none.
func (k *Kept) Release() error {
	if k == nil {
		return nil
	}
	err := k.clear()
	if k.unlock != nil {
		k.unlock()
	}
	return err
}

// over tells whether nothing is left to search.
func (s *search[S]) over() bool { return s.whole || s.settled() }

// conclude makes the result of a run with a directory. One that may go on
// leaves its checkpoint there; one that is over, if it is to be kept, what
// gives the result again without a search.
func (s *search[S]) conclude() (*Result[S], error) {
	open := s.undecided()
	r, err := s.result()
	switch {
	case err != nil:
		return nil, err
	case open || !s.over():
		r.Checkpoint = s.opt.Dir
		return r, nil
	case !s.opt.Keep:
		return r, s.clear()
	}
	r.Kept = &Kept{Dir: s.opt.Dir, Whole: s.keepResult() == nil, clear: s.clear, unlock: s.unlock}
	s.unlock = nil
	return r, nil
}

// secure saves the levels of a search that has just ended, in which the rest of
// its result is found: claims about runs, whose graph takes as long again, and paths,
// where the result is kept. If that fails an older checkpoint is gone on with.
func (s *search[S]) secure() {
	if s.keeper == nil || s.ended != nil || !s.over() {
		return
	}
	path := slices.ContainsFunc(s.decisions, func(d *decision[S]) bool { return d.Length > 0 })
	if len(s.temporal()) > 0 || s.opt.Keep && path {
		s.levelsLost = s.keepLevels()
	}
}

// undecided tells whether a claim about runs is open though all levels are there,
// for want of time or memory: the run can go on from them.
func (s *search[S]) undecided() bool {
	return s.over() && slices.ContainsFunc(s.temporal(), func(f *fate[S]) bool { return f.open != "" })
}

// keepLevels saves the levels of a search that is over, so that its paths can
// be rebuilt from them.
func (s *search[S]) keepLevels() (err error) {
	c := s.atEnd()
	if c.Store, err = s.keeper.SaveLevels(len(s.levels)); err != nil {
		return err
	}
	if err = runs.WriteManifest(s.opt.disk, s.manifest(), c); err == nil {
		s.keeper.Written(c.Store)
		s.everSaved, s.naming = true, true
	}
	return err
}

// keepResult saves the result, without which the files of states can go. Claims
// about runs are decided anew from the levels, which stay.
func (s *search[S]) keepResult() error {
	if len(s.temporal()) > 0 {
		return s.levelsLost
	}
	c := s.atEnd()
	c.Ended.Rebuilt = true
	for _, d := range s.decisions {
		c.Ended.Paths = append(c.Ended.Paths, d.states)
	}
	if err := runs.WriteManifest(s.opt.disk, s.manifest(), c); err != nil {
		return err
	}
	s.everSaved, s.naming = true, false
	_ = s.keeper.Clear() // what stays is of the run, and goes with it
	return nil
}

// atEnd is the checkpoint of a search that is over, but for its states.
func (s *search[S]) atEnd() *checkpoint {
	e := &ending{Whole: s.whole, KeepGoing: s.opt.KeepGoing, Beyond: s.beyond, Frontier: s.cut.Frontier}
	for _, r := range s.cut.Reasons {
		e.Reasons = append(e.Reasons, savedReason(r))
	}
	c := &checkpoint{Run: s.digest(), Note: s.opt.Note, Counts: s.counts(), Ended: e, Sizes: s.sizes, Total: s.total, Sealed: s.total,
		ByDepth: s.byDepth, Elapsed: time.Since(s.started)}
	for _, d := range s.decisions {
		c.Claims = append(c.Claims, d.saved())
	}
	return c
}

// restoreEnd takes up a search that is over.
func (s *search[S]) restoreEnd(c *checkpoint) (err error) {
	e := c.Ended
	if s.opt.KeepGoing && !e.KeepGoing && !e.Whole {
		return &runs.Foreign{Path: s.manifest(), What: "its search ended when all was decided, and this one is to go on"}
	}
	s.ended, s.whole, s.beyond = e, e.Whole, e.Beyond
	s.cut.Frontier = e.Frontier
	for _, r := range e.Reasons {
		s.cut.Reasons = append(s.cut.Reasons, Reason(r))
	}
	s.take(c)
	if e.Rebuilt {
		for i, d := range s.decisions {
			d.states = e.Paths[i]
		}
		if s.keeper == nil {
			return nil
		}
		return s.keeper.Sweep() // a loss of power may bring back names that were removed
	}
	if s.levels, err = s.keeper.Reopen(c.Store); err != nil {
		return err
	}
	return s.compareSizes()
}

// restoreResult takes up a search that has ended elsewhere, which a file tells.
func (s *search[S]) restoreResult() error {
	var c checkpoint
	disk := s.opt.disk
	if disk == nil {
		disk = runs.OS{}
	}
	if err := runs.ReadManifest(disk, s.opt.Result, &c); err != nil {
		return err
	}
	if c.Run != s.digest() {
		return &runs.Foreign{Path: s.opt.Result, What: "it was saved for another model, spec, set of properties or version"}
	}
	if differs := counted(c.Counts, s.counts()); differs != "" {
		return &runs.Foreign{Path: s.opt.Result, What: differs}
	}
	if c.Ended == nil || !c.Ended.Rebuilt || !s.fits(&c) {
		return &runs.Damaged{Path: s.opt.Result, What: "its parts do not fit together"}
	}
	return s.restoreEnd(&c)
}

// take takes over what a checkpoint says of the search beside its states.
func (s *search[S]) take(c *checkpoint) {
	s.sizes, s.total, s.sealed, s.byDepth = c.Sizes, c.Total, c.Sealed, c.ByDepth
	for i, d := range s.decisions {
		d.Length, d.Find = c.Claims[i].Length, c.Claims[i].Find.restored()
		d.Premise.Store(c.Claims[i].Premise)
	}
	s.progress.states.Store(s.distinct())
	s.progress.restored.Store(s.distinct())
	s.progress.generated.Store(s.total.Generated)
	s.started = s.started.Add(-c.Elapsed)
	s.naming = len(c.Store.Segments) > 0
}

// compareSizes holds the levels that were read back against their sizes.
func (s *search[S]) compareSizes() error {
	for i, l := range s.levels {
		if l.Size() != s.sizes[i] {
			return &runs.Damaged{Path: s.manifest(),
				What: fmt.Sprintf("level %d has %d states, not %d", i+1, l.Size(), s.sizes[i])}
		}
	}
	return nil
}
