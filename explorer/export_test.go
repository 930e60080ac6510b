package explorer

import "mc/explorer/internal/runs"

// OnDisk returns o with another disk under it, a buffer that may be pressed from
// so many states on, and few files before levels share them.
func (o Options) OnDisk(d runs.Disk, leastBuffer uint64) Options {
	o.disk, o.leastBuffer = d, leastBuffer
	o.segments = 2
	return o
}
