package explorer

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"time"
	"unsafe"

	"mc/explorer/internal/expand"
	"mc/explorer/internal/runs"
	"mc/explorer/internal/store"
)

// defaultCheckpoint is how often a run with a directory is saved.
const defaultCheckpoint = time.Minute

// checkpoint is what resuming needs, beside the states themselves.
type checkpoint struct {
	Run     string // see identity
	Note    string // see Options.Note
	Counts  expand.Counts
	Begun   bool    // there is nothing yet but the directory
	Ended   *ending // the search has come to its end
	Sizes   []uint64
	Total   expand.Tally // with what was done of the last level
	Sealed  expand.Tally // without
	ByDepth []atDepth    // of the levels that were expanded, for coverage
	Claims  []savedDecision
	Finds   []savedFind // of the level at hand
	Store   store.Saved
	Elapsed time.Duration
}

// counts is what this search counts that not every search does.
func (s *search[S]) counts() expand.Counts {
	return expand.Counts{Breaks: s.opt.Continue, Coverage: s.opt.Coverage}
}

// counted says what a saved run counts and this one is not to, or the other way
// round: neither can go on where the other stopped. It is empty if both count the
// same.
func counted(saved, asked expand.Counts) string {
	for what, counts := range map[string][2]bool{
		"all that breaks a property": {saved.Breaks, asked.Breaks},
		"coverage":                   {saved.Coverage, asked.Coverage},
	} {
		switch {
		case counts[0] && !counts[1]:
			return "it counts " + what + ", and this run is not to"
		case counts[1] && !counts[0]:
			return "it does not count " + what + ", and this run is to"
		}
	}
	return ""
}

type savedDecision struct {
	Length  int
	Find    savedFind
	Premise bool
}

type savedFind struct {
	At    uint8
	State []uint64
}

func savedOf(f expand.Find) savedFind { return savedFind{uint8(f.At), f.State} }

func (f savedFind) restored() expand.Find { return expand.Find{At: expand.Where(f.At), State: f.State} }

// identity digests everything that two runs must have in common to share
// their files.
func (s *search[S]) identity() (id [16]byte) {
	h := sha256.New()
	fmt.Fprintln(h, "mc run 1", s.opt.Identity, s.m.Name, s.opt.Symmetry)
	for _, r := range s.m.Rules {
		fmt.Fprintln(h, "rule", r.Name)
	}
	for _, d := range s.decisions {
		fmt.Fprintln(h, "claim", d.Property.Name)
	}
	if s.m.Widest != nil {
		h.Write(unsafe.Slice((*byte)(unsafe.Pointer(s.m.Widest)), unsafe.Sizeof(*s.m.Widest)))
	}
	copy(id[:], h.Sum(nil))
	return id
}

// digest is the identity as a manifest has it.
func (s *search[S]) digest() string {
	id := s.identity()
	return hex.EncodeToString(id[:])
}

// restore brings the search back to where c was made.
func (s *search[S]) restore(c *checkpoint) error {
	writers := make([]store.Writer, len(s.workers))
	for i, w := range s.workers {
		writers[i] = w.out
	}
	levels, frontier, from, err := s.keeper.Restore(c.Store, writers)
	if err != nil {
		return err
	}
	s.levels = levels
	s.take(c)
	for i := range s.decisions {
		s.workers[0].x.Finds[i] = c.Finds[i].restored()
	}
	if err := s.compareSizes(); err != nil {
		return err
	}
	s.resumed = &resumption{frontier: frontier, from: from}
	return nil
}

// resumption is the level in the middle of which a restored search goes on.
type resumption struct {
	frontier store.Level
	from     int
}

// due tells whether it is time for a checkpoint.
func (s *search[S]) due() bool {
	interval := s.opt.Checkpoint
	if interval == 0 {
		interval = defaultCheckpoint
	}
	return s.keeper != nil && time.Since(s.saved) >= interval
}

// save writes a checkpoint. In the middle of a level, work tells where that
// stands; between levels it is nil.
func (s *search[S]) save(work *store.Work) error {
	c := checkpoint{Run: s.digest(), Note: s.opt.Note, Counts: s.counts(), Sizes: s.sizes, Sealed: s.sealed, Elapsed: time.Since(s.started)}
	for _, w := range s.workers {
		s.total.Add(&w.x.Tally)
		w.x.Tally.Reset()
	}
	c.Total, c.ByDepth = s.total, s.byDepth
	if work == nil {
		c.Sealed = s.total
	}
	for i, d := range s.decisions {
		c.Claims = append(c.Claims, d.saved())
		best := s.best(i)
		s.workers[0].x.Finds[i] = best
		c.Finds = append(c.Finds, savedOf(best))
	}
	defer s.progress.does("saving")()
	var err error
	if c.Store, err = s.keeper.Save(work); err != nil {
		return s.unsaved("saving the run", err)
	}
	if err = runs.WriteManifest(s.opt.disk, s.manifest(), &c); err != nil {
		return s.unsaved("saving the run", err)
	}
	s.keeper.Written(c.Store)
	s.saved, s.everSaved, s.naming = time.Now(), true, true
	return nil
}

// saveSealed writes a checkpoint of the complete levels, if some of the next are
// missing.
func (s *search[S]) saveSealed() (err error) {
	if s.keeper == nil || !s.pass.missing.Load() {
		return nil
	}
	c := checkpoint{Run: s.digest(), Note: s.opt.Note, Sizes: s.sizes, Total: s.total, Sealed: s.sealed,
		Finds: make([]savedFind, len(s.decisions)), Elapsed: time.Since(s.started)}
	for _, d := range s.decisions {
		c.Claims = append(c.Claims, d.saved())
	}
	if c.Store, err = s.keeper.SaveLevels(len(s.levels)); err == nil {
		c.Store.External = s.keeper.External()
		err = runs.WriteManifest(s.opt.disk, s.manifest(), &c)
	}
	if err != nil {
		return s.unsaved("saving the run", err)
	}
	s.keeper.Written(c.Store)
	s.saved, s.everSaved, s.naming = time.Now(), true, true
	return nil
}

// unsaved tells what a run that cannot go on leaves behind.
func (s *search[S]) unsaved(doing string, err error) error {
	return &DiskError{Doing: doing, Err: err, Saved: s.everSaved}
}
