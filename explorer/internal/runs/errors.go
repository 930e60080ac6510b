package runs

import (
	"errors"
	"fmt"
)

// ErrBusy says that another process works in a run directory.
var ErrBusy = errors.New("runs: another process works in the directory")

// Damaged says that a file is not what was written: cut short, changed, or
// put together from parts of several. Nothing of it is to be believed.
type Damaged struct {
	Path   string
	Offset int64 // where the damaged part begins
	What   string
}

func (e *Damaged) Error() string {
	return fmt.Sprintf("runs: %s is damaged at byte %d: %s; check the disk, discard the run and start it again", e.Path, e.Offset, e.What)
}

// Foreign says that a file is intact but not of this run: it was written for
// another model, spec or version.
type Foreign struct {
	Path string
	What string
}

func (e *Foreign) Error() string {
	return fmt.Sprintf("runs: %s is not of this run: %s; resume it with the program and spec that wrote it, or give a new run another directory", e.Path, e.What)
}
