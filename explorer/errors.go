package explorer

import (
	"fmt"
	"strings"

	"mc/explorer/internal/runs"
	"mc/explorer/internal/store"
)

// ModelError says that the model, not the run, is at fault: a state does not
// fit its encoding, a rule panicked, a property is not symmetric.
type ModelError struct {
	Model  string
	Detail string
}

func (e *ModelError) Error() string {
	return fmt.Sprintf("explorer: model %s: %s", e.Model, e.Detail)
}

// Damaged says that a file of a run directory is not what was written.
type Damaged = runs.Damaged

// Foreign says that a run directory belongs to another model, spec, version
// or choice of properties.
type Foreign = runs.Foreign

// NoPlace says that a store of fingerprints cannot write its levels.
type NoPlace = store.NoPlace

// NoDirectory says that what was named as a directory is, or lies in, a file.
type NoDirectory struct {
	Dir string
	Err error
}

func (e *NoDirectory) Error() string {
	return fmt.Sprintf("explorer: %s cannot be the directory of a run: %v; name one that is empty or does not exist", e.Dir, e.Err)
}

func (e *NoDirectory) Unwrap() error { return e.Err }

// NothingToResume says that a directory has no run to resume.
type NothingToResume struct{ Dir string }

func (e *NothingToResume) Error() string {
	return fmt.Sprintf("explorer: %s holds no run to resume; start one from the beginning", e.Dir)
}

// Occupied says that a directory holds an unfinished run, or the result of one
// that was not released.
type Occupied struct {
	Dir   string
	Ended bool
}

func (e *Occupied) Error() string {
	if e.Ended {
		return fmt.Sprintf("explorer: %s holds the result of a run; resume that to have it, discard it, or give another directory", e.Dir)
	}
	return fmt.Sprintf("explorer: %s holds an unfinished run; resume it, discard it, or give another directory", e.Dir)
}

// Taken says that a directory holds what is not of a run. Nothing was written
// into it.
type Taken struct {
	Dir   string
	Names []string
}

func (e *Taken) Error() string {
	return fmt.Sprintf("explorer: %s is no directory of a run: it holds %s; give one that is empty or does not exist",
		e.Dir, Named(e.Names))
}

// Stray says that a directory holds run files that no manifest names. Nothing
// was written into it.
type Stray struct {
	Dir   string
	Names []string
}

func (e *Stray) Error() string {
	return fmt.Sprintf("explorer: %s holds run files without the manifest that names them: %s; discard them, or give another directory",
		e.Dir, Named(e.Names))
}

// Named are the first few of some names, and how many more there are.
func Named(names []string) string {
	const few = 5
	if len(names) <= few {
		return strings.Join(names, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(names[:few], ", "), len(names)-few)
}

// Busy says that another process is using a directory.
type Busy struct{ Dir string }

func (e *Busy) Error() string {
	return fmt.Sprintf("explorer: another process is using %s; wait for it or give another directory", e.Dir)
}

// DiskError says that a run with a directory could not go on.
type DiskError struct {
	Doing string // what failed: "saving the run"
	Err   error
	Saved bool // there is a checkpoint, and it is whole
}

func (e *DiskError) Error() string {
	left := "nothing was saved before"
	if e.Saved {
		left = "the checkpoint before is whole: make room and resume the run"
	}
	return fmt.Sprintf("explorer: %s: %v; %s", e.Doing, e.Err, left)
}

func (e *DiskError) Unwrap() error { return e.Err }
