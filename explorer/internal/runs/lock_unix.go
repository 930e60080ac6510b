//go:build linux || darwin || freebsd

package runs

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
)

// Lock keeps other processes out of a run directory until the returned
// function is called, or this process ends in any way. If another has it the error is
// ErrBusy.
func Lock(dir string) (unlock func(), err error) {
	f, err := os.OpenFile(filepath.Join(dir, LockFile), os.O_CREATE|os.O_RDWR, 0o666)
	if err != nil {
		return nil, fmt.Errorf("runs: the run directory cannot be locked: %w", err)
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		f.Close()
		if errors.Is(err, syscall.EWOULDBLOCK) {
			return nil, ErrBusy
		}
		return nil, fmt.Errorf("runs: the run directory %s cannot be locked: %w; give one on another file system", dir, err)
	}
	return func() { f.Close() }, nil
}
