package suite

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"mc/model"
	"mc/run/specfile"
)

// Find reads what a name stands for: a file, a directory with all specs below
// it, or a spec that comes with the program.
func (s *Suite) Find(name string) ([]*specfile.Spec, error) {
	info, err := os.Stat(name)
	switch {
	case err == nil && info.IsDir():
		return readDirectory(name)
	case err == nil:
		spec, err := specfile.Read(name)
		return []*specfile.Spec{spec}, err
	}
	if file, ok := s.Specs.Path(name); ok {
		spec, err := s.Specs.Parse(file)
		return []*specfile.Spec{spec}, err
	}
	if strings.ContainsAny(name, "/\\.") {
		return nil, specfile.Unreadable(name, err)
	}
	return nil, &Unknown{Name: name, near: model.Nearest(name, s.Specs.Names())}
}

// Unknown is a name that stands for nothing.
type Unknown struct{ Name, near string }

func (e *Unknown) Error() string {
	return fmt.Sprintf("there is no spec %q%s; mc list specs names all", e.Name, e.near)
}

// Embedded reads the spec of that name that comes with the program.
func (s *Suite) Embedded(name string) (*specfile.Spec, error) {
	file, ok := s.Specs.Path(name)
	if !ok {
		return nil, fmt.Errorf("there is no embedded spec %q%s", name, model.Nearest(name, s.Specs.Names()))
	}
	return s.Specs.Parse(file)
}

// readDirectory reads every spec below a directory.
func readDirectory(dir string) (all []*specfile.Spec, err error) {
	var problems specfile.Problems
	err = filepath.WalkDir(dir, func(file string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return specfile.Unreadable(file, err)
		case d.IsDir() || filepath.Ext(file) != ".yaml":
			return nil
		}
		s, err := specfile.Read(file)
		if err != nil {
			problems = append(problems, specfile.ProblemsOf(err)...)
			return nil
		}
		all = append(all, s)
		return nil
	})
	if err == nil {
		err = problems.Err()
	}
	if err == nil && len(all) == 0 {
		err = fmt.Errorf("%s holds no spec; specs end in .yaml", dir)
	}
	return all, err
}
