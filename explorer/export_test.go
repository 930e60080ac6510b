package explorer

import (
	"path/filepath"

	"mc/explorer/internal/runs"
)

// OnDisk returns o with another disk under it, a buffer that may be pressed from
// so many states on, and few files before levels share them.
func (o Options) OnDisk(d runs.Disk, leastBuffer uint64) Options {
	o.disk, o.leastBuffer = d, leastBuffer
	o.segments = 2
	return o
}

// SharedFiles are the files of a saved run that several levels share.
func SharedFiles(d runs.Disk, dir string) (names []string, err error) {
	var c checkpoint
	err = runs.ReadManifest(d, filepath.Join(dir, runs.ManifestFile), &c)
	for _, g := range c.Store.Segments {
		for _, p := range g.Parts {
			if p.Shared() {
				names = append(names, p.File)
			}
		}
	}
	return names, err
}
