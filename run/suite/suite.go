package suite

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"

	"mc/run/registry"
	"mc/run/specfile"
)

// Suite is what a program can check.
type Suite struct {
	Models registry.Models
	Specs  Specs

	// Listing is the command that lists all names of a kind ("rules") that a
	// model has; nil: there is none.
	Listing func(kind, model string) string

	// Renamed is told when a spec is asked for by a name that it had before; nil:
	// nobody is.
	Renamed func(former, now string)
}

// listing is where all names of a kind are, as the end of a sentence.
func (s *Suite) listing(known []string, kind, model string) string {
	if len(known) > 10 && s.Listing != nil {
		return s.Listing(kind, model) + " names all"
	}
	return "it has " + strings.Join(known, ", ")
}

// Specs are the spec files that come with a program. A spec is found by its
// name, which is the name of its file without .yaml; directories only group
// them. The zero value has none.
type Specs struct {
	Files fs.FS

	// Dir is where a reader of the source finds Files; messages begin the
	// names of files with it.
	Dir string
}

// Path is the embedded file of the spec of that name.
func (s Specs) Path(name string) (string, bool) {
	for _, file := range s.Paths() {
		if nameOf(file) == name {
			return file, true
		}
	}
	return "", false
}

// Former is the embedded file of the spec that had a name before.
func (s Specs) Former(name string) (file string, ok bool) {
	for _, file := range s.Paths() {
		data, err := fs.ReadFile(s.Files, file)
		if err != nil || !bytes.Contains(data, []byte(name)) { // most say nothing of it, and need no reading
			continue
		}
		if spec, err := s.Parse(file); err == nil && slices.Contains(spec.Formerly, name) {
			return file, true
		}
	}
	return "", false
}

// Current is the name that a spec has now; of one that never had it, the name itself.
func (s Specs) Current(name string) string {
	if _, ok := s.Path(name); ok {
		return name
	}
	if file, ok := s.Former(name); ok {
		return nameOf(file)
	}
	return name
}

// Paths lists the spec files in the order of their paths.
func (s Specs) Paths() (found []string) {
	if s.Files == nil {
		return nil
	}
	// Walking files that are part of the binary cannot fail.
	_ = fs.WalkDir(s.Files, ".", func(file string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && path.Ext(file) == ".yaml" {
			found = append(found, file)
		}
		return nil
	})
	return found
}

// Named are the spec files by the names of their specs.
func (s Specs) Named() map[string]string {
	files := map[string]string{}
	for _, file := range s.Paths() {
		if _, first := files[nameOf(file)]; !first {
			files[nameOf(file)] = file
		}
	}
	return files
}

// Names lists the names of the specs.
func (s Specs) Names() (names []string) {
	for _, file := range s.Paths() {
		names = append(names, nameOf(file))
	}
	return names
}

// Shown is the name of a file as messages have it.
func (s Specs) Shown(file string) string { return path.Join(s.Dir, file) }

// Parse reads one of the files that Path or Paths gave.
func (s Specs) Parse(file string) (*specfile.Spec, error) {
	data, err := fs.ReadFile(s.Files, file)
	if err != nil {
		return nil, err
	}
	return specfile.Parse(s.Shown(file), data)
}

// Data reads a file that is no spec, as recorded tables are; it is nil if the
// program brings none. A large one may be there as file.gz alone.
func (s Specs) Data(file string) ([]byte, error) {
	if s.Files == nil {
		return nil, fs.ErrNotExist
	}
	data, err := fs.ReadFile(s.Files, file)
	if !errors.Is(err, fs.ErrNotExist) {
		return data, err
	}
	packed, missing := s.Files.Open(file + ".gz")
	if missing != nil {
		return nil, err
	}
	defer func() { _ = packed.Close() }() // nothing is written to it
	zip, err := gzip.NewReader(packed)
	if err != nil {
		return nil, fmt.Errorf("%s.gz: %w", file, err)
	}
	return io.ReadAll(zip)
}

func nameOf(file string) string { return strings.TrimSuffix(path.Base(file), ".yaml") }
