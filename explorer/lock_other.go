//go:build !linux && !darwin && !freebsd

package explorer

import (
	"fmt"
	"os"
	"path/filepath"

	"mc/explorer/internal/runs"
)

// lock only makes the file here: the system has no advisory locks that end with
// the process.
func lock(dir string) (unlock func(), err error) {
	f, err := os.OpenFile(filepath.Join(dir, runs.LockFile), os.O_CREATE|os.O_RDWR, 0o666)
	if err != nil {
		return nil, fmt.Errorf("explorer: the run directory cannot be locked: %w", err)
	}
	return func() { f.Close() }, nil
}
