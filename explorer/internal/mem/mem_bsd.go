//go:build darwin || freebsd

package mem

import "runtime"

// maxrssUnit: Darwin counts bytes, FreeBSD kilobytes.
var maxrssUnit = map[string]uint64{"darwin": 1, "freebsd": 1024}[runtime.GOOS]

func advise([]byte) {}

// Forget does nothing here: the pages stay until Free.
func Forget([]uint64) {}
