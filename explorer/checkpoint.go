package explorer

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"time"
	"unsafe"

	"mc/explorer/internal/expand"
	"mc/explorer/internal/runs"
	"mc/explorer/internal/store"
)

// manifestName is the file of a run directory that names all others.
const manifestName = "run.json"

// defaultCheckpoint is how often a run with a directory is saved.
const defaultCheckpoint = time.Minute

// checkpoint is what resuming needs, beside the states themselves.
type checkpoint struct {
	Run     string // see identity
	Sizes   []uint64
	Total   expand.Tally // with what was done of the last level
	Sealed  expand.Tally // without
	Claims  []savedDecision
	Finds   []savedFind // of the level at hand
	Store   store.Saved
	Elapsed time.Duration
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

// openKeeper makes a set with a directory behind it, which must not hold
// another run.
func (s *search[S]) openKeeper(kept *Store) (err error) {
	if s.opt.disk == nil {
		s.opt.disk = runs.OS{}
	}
	if err := s.opt.disk.MkdirAll(s.opt.Dir); err != nil {
		return fmt.Errorf("explorer: the run directory cannot be made: %w", err)
	}
	if _, real := s.opt.disk.(runs.OS); real {
		if s.unlock, err = lock(s.opt.Dir); err != nil {
			return err
		}
	}
	s.keeper, err = kept.keep(store.SpillOptions{
		Disk: s.opt.disk, Dir: s.opt.Dir, Run: s.identity(), Words: s.packer.Words(),
		Memory: s.opt.Memory, Workers: s.opt.Workers, LeastBuffer: s.opt.leastBuffer, Seed: seed(),
	})
	s.set, s.saved = s.keeper, time.Now()
	return err
}

func (s *search[S]) manifest() string { return filepath.Join(s.opt.Dir, manifestName) }

// prepareDir looks at what the directory holds: a run to be resumed, or
// nothing that would be lost.
func (s *search[S]) prepareDir() (*checkpoint, error) {
	var c checkpoint
	err := runs.ReadManifest(s.opt.disk, s.manifest(), &c)
	switch {
	case errors.Is(err, fs.ErrNotExist) && s.opt.Resume:
		return nil, &NothingToResume{s.opt.Dir}
	case errors.Is(err, fs.ErrNotExist):
		return nil, s.keeper.Sweep()
	case err != nil:
		return nil, err // also of a run that is not to be resumed: nobody could
	case !s.opt.Resume:
		return nil, &Occupied{s.opt.Dir}
	}
	if id := s.identity(); c.Run != hex.EncodeToString(id[:]) {
		return nil, &runs.Foreign{Path: s.manifest(),
			What: "it was saved for another model, spec, set of properties or version"}
	}
	if len(c.Claims) != len(s.decisions) || len(c.Finds) != len(s.decisions) || len(c.Sizes) != len(c.Store.Levels) ||
		len(c.Total.Fired) != len(s.m.Rules) || len(c.Sealed.Fired) != len(s.m.Rules) ||
		len(c.Total.Stopped) != len(s.m.Budgets) || len(c.Sealed.Stopped) != len(s.m.Budgets) {
		return nil, &runs.Damaged{Path: s.manifest(), What: "its parts do not fit together"}
	}
	return &c, nil
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
	s.levels, s.sizes = levels, c.Sizes
	for i, l := range levels {
		if l.Size() != c.Sizes[i] {
			return &runs.Damaged{Path: s.manifest(), What: fmt.Sprintf("level %d has %d states, not %d", i+1, l.Size(),
				c.Sizes[i])}
		}
	}
	s.total, s.sealed = c.Total, c.Sealed
	for i, d := range s.decisions {
		d.Length, d.Find = c.Claims[i].Length, c.Claims[i].Find.restored()
		d.Premise.Store(c.Claims[i].Premise)
		s.workers[0].x.Finds[i] = c.Finds[i].restored()
	}
	s.progress.states.Store(s.distinct())
	s.progress.restored.Store(s.distinct())
	s.progress.generated.Store(s.total.Generated)
	s.started = s.started.Add(-c.Elapsed)
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
	id := s.identity()
	c := checkpoint{Run: hex.EncodeToString(id[:]), Sizes: s.sizes, Sealed: s.sealed, Elapsed: time.Since(s.started)}
	for _, w := range s.workers {
		s.total.Add(&w.x.Tally)
		w.x.Tally.Reset()
	}
	c.Total = s.total
	if work == nil {
		c.Sealed = s.total
	}
	for i, d := range s.decisions {
		c.Claims = append(c.Claims, savedDecision{d.Length, savedOf(d.Find), d.Premise.Load()})
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
	s.saved, s.everSaved = time.Now(), true
	return nil
}

// unsaved tells what a run that cannot go on leaves behind.
func (s *search[S]) unsaved(doing string, err error) error {
	return &DiskError{Doing: doing, Err: err, Saved: s.everSaved || s.opt.Resume}
}

// clear removes the files of a run that has come to its end.
func (s *search[S]) clear() error {
	if err := s.opt.disk.Remove(s.manifest()); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("explorer: removing the finished run: %w", err)
	}
	if err := s.opt.disk.SyncDir(s.opt.Dir); err != nil { // else the manifest may come back after a power loss, and find its files gone
		return fmt.Errorf("explorer: removing the finished run: %w", err)
	}
	return s.keeper.Clear()
}
