//go:build linux || darwin || freebsd

package bench

import (
	"runtime"
	"syscall"
)

func usage() (u syscall.Rusage) {
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &u) // cannot fail for one's own process
	return u
}

// cpu is the processor time of this process so far, in seconds: its own, and
// what the system spent on its behalf.
func cpu() (user, system float64) {
	u := usage()
	return float64(u.Utime.Nano()) / 1e9, float64(u.Stime.Nano()) / 1e9
}

// peakRSS is the largest resident set of this process so far, in bytes.
func peakRSS() uint64 {
	unit := uint64(1024)
	if runtime.GOOS == "darwin" {
		unit = 1
	}
	return uint64(usage().Maxrss) * unit
}
