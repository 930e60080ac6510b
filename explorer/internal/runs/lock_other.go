//go:build !linux && !darwin && !freebsd

package runs

import (
	"fmt"
	"os"
	"path/filepath"
)

// Lock only makes the file here: the system has no advisory locks that end with
// the process.
func Lock(dir string) (unlock func(), err error) {
	f, err := os.OpenFile(filepath.Join(dir, LockFile), os.O_CREATE|os.O_RDWR, 0o666)
	if err != nil {
		return nil, fmt.Errorf("runs: the run directory cannot be locked: %w", err)
	}
	return func() { f.Close() }, nil
}
