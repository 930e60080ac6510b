package explorer

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"syscall"
	"time"

	"mc/explorer/internal/runs"
	"mc/explorer/internal/store"
)

// openKeeper makes a set with a directory behind it, which must be empty or a
// run's own. Nothing is written into any other.
func (s *search[S]) openKeeper(kept *Store) (err error) {
	if s.opt.disk == nil {
		s.opt.disk = runs.OS{}
	}
	if err := s.opt.disk.MkdirAll(s.opt.Dir); errors.Is(err, syscall.ENOTDIR) {
		return &NoDirectory{s.opt.Dir, err}
	} else if err != nil {
		return fmt.Errorf("explorer: the run directory cannot be made: %w", err)
	}
	if err := s.admit(); err != nil {
		return err
	}
	if err := s.lockDir(); err != nil {
		return err
	}
	s.metered = runs.NewMetered(s.opt.disk)
	s.opt.disk = s.metered
	s.keeper, err = kept.keep(store.SpillOptions{
		Disk: s.opt.disk, Dir: s.opt.Dir, Run: s.identity(), Words: s.packer.Words(),
		Memory: s.opt.Memory, Workers: s.opt.Workers, LeastBuffer: s.opt.leastBuffer, Seed: seed(),
		MostSegments: s.opt.segments,
	})
	s.set, s.saved = s.keeper, time.Now()
	if err != nil && s.unlock != nil {
		s.unlock()
	}
	return err
}

// lock keeps other processes out of a directory.
func lock(dir string) (unlock func(), err error) {
	if unlock, err = runs.Lock(dir); errors.Is(err, runs.ErrBusy) {
		return nil, &Busy{dir}
	}
	return unlock, err
}

// lockDir keeps other processes out. The name of the lock is on stable storage
// before any other: it is what tells a run's directory in which there is no
// manifest yet.
func (s *search[S]) lockDir() (err error) {
	if _, real := s.opt.disk.(runs.OS); real {
		if s.unlock, err = lock(s.opt.Dir); err != nil {
			return err
		}
	} else if f, err := s.opt.disk.Create(filepath.Join(s.opt.Dir, runs.LockFile)); err != nil {
		return fmt.Errorf("explorer: the run directory cannot be locked: %w", err)
	} else if err := f.Close(); err != nil {
		return fmt.Errorf("explorer: the run directory cannot be locked: %w", err)
	}
	if err := s.opt.disk.SyncDir(s.opt.Dir); err != nil {
		return fmt.Errorf("explorer: the run directory cannot be locked: %w", err)
	}
	return nil
}

// admit refuses a directory that holds what is not of a run, or run files that
// no manifest names.
func (s *search[S]) admit() error {
	there, err := runs.Look(s.opt.disk, s.opt.Dir)
	switch {
	case err != nil:
		return fmt.Errorf("explorer: the run directory cannot be read: %w", err)
	case there.Stray():
		return &Stray{s.opt.Dir, fileNames(there.Files)}
	case there.Taken():
		return &Taken{s.opt.Dir, slices.Sorted(slices.Values(append(there.Foreign, there.Leftovers...)))}
	}
	return nil
}

func fileNames(files []runs.Found) (names []string) {
	for _, f := range files {
		names = append(names, f.Name)
	}
	return names
}

func (s *search[S]) manifest() string { return filepath.Join(s.opt.Dir, runs.ManifestFile) }

// prepareDir looks at what the directory holds: a run to be resumed, or
// nothing that would be lost. In an empty one it begins a run: from then on
// there is a manifest, so that every file has one that can name it.
func (s *search[S]) prepareDir() (*checkpoint, error) {
	var c checkpoint
	err := runs.ReadManifest(s.opt.disk, s.manifest(), &c)
	switch {
	case errors.Is(err, fs.ErrNotExist) && s.opt.Resume:
		return nil, &NothingToResume{s.opt.Dir}
	case errors.Is(err, fs.ErrNotExist):
		return nil, s.beginDir()
	case err != nil:
		return nil, err // also of a run that is not to be resumed: nobody could
	case !s.opt.Resume:
		return nil, &Occupied{Dir: s.opt.Dir, Ended: c.Ended != nil}
	}
	if c.Run != s.digest() {
		return nil, &runs.Foreign{Path: s.manifest(),
			What: "it was saved for another model, spec, set of properties or version"}
	}
	if differs := counted(c.Counts, s.counts()); differs != "" {
		return nil, &runs.Foreign{Path: s.manifest(), What: differs}
	}
	if s.owns = true; c.Begun {
		return nil, s.keeper.Sweep()
	}
	s.everSaved = true // also if what follows fails: it is not this run's to take away
	if !s.fits(&c) {
		return nil, &runs.Damaged{Path: s.manifest(), What: "its parts do not fit together"}
	}
	return &c, nil
}

// beginDir takes possession of an empty directory.
func (s *search[S]) beginDir() error {
	if err := s.admit(); err != nil { // a second look: from here on nobody else gets in
		return err
	}
	if err := s.keeper.Sweep(); err != nil {
		return err
	}
	s.owns = true
	if err := s.writeBegun(); err != nil {
		return s.unsaved("beginning the run", err)
	}
	return nil
}

// fits reports that the parts of a checkpoint are as many as this run has.
func (s *search[S]) fits(c *checkpoint) bool {
	levels := len(c.Sizes)
	if c.Ended != nil && c.Ended.Rebuilt {
		levels = 0
	}
	for i := range s.decisions {
		if levels == 0 && (len(c.Ended.Paths) != len(c.Claims) || c.Claims[i].Length > 0 && len(c.Ended.Paths[i]) == 0) {
			return false
		}
	}
	return len(c.Claims) == len(s.decisions) && levels == c.Store.Depth() &&
		(c.Ended != nil || len(c.Finds) == len(s.decisions)) &&
		s.total.Alike(&c.Total) && s.total.Alike(&c.Sealed) && s.fitsCoverage(c)
}

// abandon takes away what a run that failed leaves behind, if nothing of use
// was saved.
func (s *search[S]) abandon() {
	if s.keeper != nil && s.owns && !s.everSaved {
		_ = s.clear() // the failure that brought us here is what is told
	}
}

// clear removes the files of a run that is over, the manifest last: whatever
// ends this, none is left without a manifest, and none is missed by one.
func (s *search[S]) clear() error {
	if err := s.clearInOrder(); err != nil {
		return fmt.Errorf("explorer: removing the finished run: %w", err)
	}
	return nil
}

func (s *search[S]) clearInOrder() error {
	if s.naming && s.writeBegun() != nil {
		// A full disk, most likely. What is left to do must make room, and if it
		// is cut off, the files are told as what they are: of no run.
		if err := s.removeManifest(); err != nil {
			return err
		}
	}
	if err := s.keeper.Clear(); err != nil {
		return err
	}
	if err := s.opt.disk.SyncDir(s.opt.Dir); err != nil {
		return err
	}
	return s.removeManifest()
}

func (s *search[S]) removeManifest() error {
	if err := s.opt.disk.Remove(s.manifest()); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return s.opt.disk.SyncDir(s.opt.Dir)
}

// writeBegun puts a manifest in place that names no file.
func (s *search[S]) writeBegun() error {
	c := checkpoint{Run: s.digest(), Note: s.opt.Note, Counts: s.counts(), Begun: true}
	err := runs.WriteManifest(s.opt.disk, s.manifest(), &c)
	s.naming = s.naming && err != nil
	return err
}

// SavedRun is what a directory says of the run that it holds.
type SavedRun struct {
	Dir     string
	Note    string // see Options.Note
	Begun   bool   // nothing of it was saved yet
	Ended   bool   // its search is over: resuming it gives the result
	States  uint64 // distinct, over complete levels
	Depth   int    // levels found
	Elapsed time.Duration
}

// ReadRun reads the manifest of a run directory. Where there is none, the error
// is *NothingToResume, or *Stray if files of a run lie there without it.
func ReadRun(dir string) (*SavedRun, error) {
	var c checkpoint
	err := runs.ReadManifest(runs.OS{}, filepath.Join(dir, runs.ManifestFile), &c)
	if errors.Is(err, fs.ErrNotExist) {
		there, err := runs.Look(runs.OS{}, dir)
		if err == nil && there.Stray() {
			return nil, &Stray{dir, fileNames(there.Files)}
		}
		return nil, &NothingToResume{dir}
	}
	if err != nil {
		return nil, err
	}
	r := &SavedRun{Dir: dir, Note: c.Note, Begun: c.Begun, Ended: c.Ended != nil, Depth: len(c.Sizes), Elapsed: c.Elapsed}
	for _, size := range c.Sizes {
		r.States += size
	}
	return r, nil
}

// Discarded is what Discard did.
type Discarded struct {
	Removed []string
	Kept    []string // not of a run
}

// Discard removes the run that a directory holds, also one whose manifest is
// damaged, missing, or of another version, and nothing else: files are known by
// name and by how they begin. The empty lock stays. If there is nothing of a run,
// the error is *NothingToResume.
func Discard(dir string) (*Discarded, error) {
	disk := runs.OS{}
	there, err := runs.Look(disk, dir)
	if err != nil {
		return nil, fmt.Errorf("explorer: the run directory cannot be read: %w", err)
	}
	if !there.Manifest && len(there.Files) == 0 && (len(there.Leftovers) == 0 || !there.Locked) {
		return nil, &NothingToResume{dir}
	}
	unlock, err := lock(dir)
	if err != nil {
		return nil, err
	}
	defer unlock()
	if there, err = runs.Look(disk, dir); err != nil {
		return nil, fmt.Errorf("explorer: the run directory cannot be read: %w", err)
	}
	d := &Discarded{Kept: there.Foreign}
	for _, name := range there.Own() {
		if err := disk.Remove(filepath.Join(dir, name)); err != nil {
			return d, fmt.Errorf("explorer: discarding the run: %w", err)
		}
		d.Removed = append(d.Removed, name)
	}
	return d, nil
}
