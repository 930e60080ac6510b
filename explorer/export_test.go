package explorer

import "mc/explorer/internal/runs"

// OnDisk returns o with another disk under it, and a buffer that may be
// pressed from so many states on.
func (o Options) OnDisk(d runs.Disk, leastBuffer uint64) Options {
	o.disk, o.leastBuffer = d, leastBuffer
	return o
}
