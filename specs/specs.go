// Package specs holds the spec files that come with mc, embedded in the
// binary. A spec is found by its name, which is the name of its file without
// .yaml; the directories only group them.
package specs

import (
	"embed"
	"io/fs"
	"path"
	"strings"
)

//go:embed *
var files embed.FS

// Path is where in the repository the embedded spec of that name lies.
func Path(name string) (string, bool) {
	for _, file := range Paths() {
		if nameOf(file) == name {
			return file, true
		}
	}
	return "", false
}

// Read returns the spec at a path that Path or Paths gave.
func Read(file string) ([]byte, error) { return files.ReadFile(file) }

// Paths lists the embedded specs in the order of their paths.
func Paths() []string {
	var found []string
	// Walking files that are part of the binary cannot fail.
	_ = fs.WalkDir(files, ".", func(file string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && path.Ext(file) == ".yaml" {
			found = append(found, file)
		}
		return nil
	})
	return found
}

// Names lists the names of the embedded specs.
func Names() []string {
	var names []string
	for _, file := range Paths() {
		names = append(names, nameOf(file))
	}
	return names
}

func nameOf(file string) string { return strings.TrimSuffix(path.Base(file), ".yaml") }
