//go:build darwin || freebsd

package machine

import (
	"io/fs"
	"runtime"

	"golang.org/x/sys/unix"
)

// ofSystem is the machine's memory; how much of it is free is not said.
func ofSystem(fs.FS) []Room {
	name := map[string]string{"darwin": "hw.memsize", "freebsd": "hw.physmem"}[runtime.GOOS]
	if n, err := unix.SysctlUint64(name); err == nil {
		return []Room{{n, Installed}}
	}
	return nil
}
