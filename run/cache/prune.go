package cache

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"
)

// binaries is how many builds keep their results; those of older ones go.
const binaries = 8

// mostBytes is what all results together may take; the oldest go first.
const mostBytes = 256 << 20

// abandoned is how old a file is that its writer will not finish any more.
const abandoned = time.Hour

var binaryName = regexp.MustCompile(fmt.Sprintf(`^[0-9a-f]{%d}$`, 2*nameBytes))

// prune removes what builds left behind that nobody runs any more, and what there is
// no room for. Others may do the same at the same time.
func prune(dir string) error {
	builds, err := list(dir, func(d fs.DirEntry) bool { return d.IsDir() && binaryName.MatchString(d.Name()) })
	if err != nil {
		return err
	}
	kept := builds[:min(binaries, len(builds))]
	for _, old := range builds[len(kept):] {
		if err := os.RemoveAll(old.path); err != nil {
			return fmt.Errorf("cache: %w", err)
		}
	}
	return bound(kept, mostBytes)
}

// bound removes the oldest results of all builds until they take no more than so many
// bytes.
func bound(builds []aged, most int64) error {
	var all []aged
	for _, b := range builds {
		files, err := list(b.path, func(d fs.DirEntry) bool { return d.Type().IsRegular() })
		if err != nil {
			return err
		}
		all = append(all, files...)
	}
	slices.SortFunc(all, aged.newerFirst)
	var total int64
	for _, f := range all {
		total += f.Size()
		left := strings.HasPrefix(f.Name(), "new-") && time.Since(f.ModTime()) > abandoned
		if total <= most && !left {
			continue
		}
		if err := os.Remove(f.path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("cache: %w", err)
		}
	}
	return nil
}

// aged is a file or directory.
type aged struct {
	fs.FileInfo
	path string
}

func (a aged) newerFirst(b aged) int {
	return cmp.Or(b.ModTime().Compare(a.ModTime()), cmp.Compare(a.path, b.path))
}

// list are some of what a directory holds, the newest first.
func list(dir string, wanted func(fs.DirEntry) bool) (found []aged, err error) {
	all, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("cache: %w", err)
	}
	for _, d := range all {
		if !wanted(d) {
			continue
		}
		if info, err := d.Info(); err == nil { // else somebody has just removed it
			found = append(found, aged{info, filepath.Join(dir, d.Name())})
		}
	}
	slices.SortFunc(found, aged.newerFirst)
	return found, nil
}
