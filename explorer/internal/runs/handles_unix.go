//go:build linux || darwin || freebsd

package runs

import (
	"errors"
	"syscall"
)

// mostOpen is about half of what the process may have open: the rest is for
// what it writes, and for itself.
func mostOpen() int {
	var most syscall.Rlimit
	if syscall.Getrlimit(syscall.RLIMIT_NOFILE, &most) != nil {
		return 64
	}
	return int(max(4, min(512, uint64(most.Cur))/2-12))
}

// tooMany tells that the process or the system has too many files open.
func tooMany(err error) bool {
	return errors.Is(err, syscall.EMFILE) || errors.Is(err, syscall.ENFILE)
}
