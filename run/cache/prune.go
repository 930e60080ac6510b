package cache

import (
	"cmp"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
)

// binaries is how many builds keep their results; those of older ones go.
const binaries = 8

var binaryName = regexp.MustCompile(fmt.Sprintf(`^[0-9a-f]{%d}$`, 2*nameBytes))

// prune removes what builds left behind that nobody runs any more.
func prune(dir string) error {
	all, err := os.ReadDir(dir)
	if err != nil {
		return fmt.Errorf("cache: %w", err)
	}
	var ours []fs.FileInfo
	for _, d := range all {
		if info, err := d.Info(); err == nil && d.IsDir() && binaryName.MatchString(d.Name()) {
			ours = append(ours, info)
		}
	}
	slices.SortFunc(ours, func(a, b fs.FileInfo) int {
		return cmp.Or(b.ModTime().Compare(a.ModTime()), cmp.Compare(a.Name(), b.Name()))
	})
	for _, info := range ours[min(binaries, len(ours)):] {
		if err := os.RemoveAll(filepath.Join(dir, info.Name())); err != nil {
			return fmt.Errorf("cache: %w", err)
		}
	}
	return nil
}
