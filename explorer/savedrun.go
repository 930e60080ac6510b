package explorer

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"time"

	"mc/explorer/internal/runs"
)

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
