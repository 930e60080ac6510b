package suite

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"mc/model"
	"mc/run/specfile"
)

// Find reads what a name stands for: a file, a directory with all specs below
// it, a spec that comes with the program, or all of those that are about a case
// (R05), a ticket (KAFKA-7128) or a proposal (KIP-101). Of a directory in which
// some specs are wrong it gives the others beside the error.
func (s *Suite) Find(name string) ([]*specfile.Spec, error) {
	info, err := os.Stat(name)
	switch {
	case err == nil && info.IsDir():
		return readDirectory(name)
	case err == nil:
		return one(specfile.Read(name))
	}
	if file, ok := s.Path(name); ok {
		return one(s.Specs.Parse(file))
	}
	if found, err := s.about(name); err != nil || len(found) > 0 {
		return found, err
	}
	if strings.ContainsAny(name, "/\\.") {
		return nil, specfile.Unreadable(name, err)
	}
	return nil, &Unknown{Name: name, near: model.Nearest(name, s.Specs.Names())}
}

// Path is the embedded file of the spec that has a name, or had it before.
func (s *Suite) Path(name string) (string, bool) {
	if file, ok := s.Specs.Path(name); ok {
		return file, true
	}
	file, ok := s.Specs.Former(name)
	if ok && s.Renamed != nil {
		s.Renamed(name, nameOf(file))
	}
	return file, ok
}

func one(spec *specfile.Spec, err error) ([]*specfile.Spec, error) {
	if err != nil {
		return nil, err
	}
	return []*specfile.Spec{spec}, nil
}

// Of a topic that is no name of a spec: the number of a case, which begins the
// names of its specs; a ticket or a proposal, which these list.
var (
	caseNumber = regexp.MustCompile(`^(?i)([a-z])0*(\d+)$`)
	reference  = regexp.MustCompile(`^(?i)([a-z]+-)?\d{2,5}$`)
)

// about reads the embedded specs that a topic stands for.
func (s *Suite) about(topic string) (found []*specfile.Spec, err error) {
	prefix := CasePrefix(topic)
	if prefix == "" && !reference.MatchString(topic) {
		return nil, nil
	}
	for _, file := range s.Specs.Paths() {
		if prefix != "" && !strings.HasPrefix(nameOf(file), prefix) {
			continue
		}
		spec, err := s.Specs.Parse(file)
		if err != nil {
			return nil, err
		}
		if prefix != "" || slices.ContainsFunc(spec.Refs, func(ref string) bool { return isAbout(ref, topic) }) {
			found = append(found, spec)
		}
	}
	return found, nil
}

// CasePrefix is how the names of the specs of a case begin: "r05-" for R5. It
// is empty if the topic is no case.
func CasePrefix(topic string) string {
	m := caseNumber.FindStringSubmatch(topic)
	if m == nil {
		return ""
	}
	return fmt.Sprintf("%s%02s-", strings.ToLower(m[1]), m[2])
}

// isAbout reports whether a reference is the topic, with or without the name of
// its tracker.
func isAbout(ref, topic string) bool {
	_, number, _ := strings.Cut(ref, "-")
	return strings.EqualFold(ref, topic) || number != "" && number == topic
}

// Unknown is a name that stands for nothing.
type Unknown struct{ Name, near string }

func (e *Unknown) Error() string {
	return fmt.Sprintf("there is no spec %q%s; mc list specs names all", e.Name, e.near)
}

// Embedded reads the spec of that name that comes with the program.
func (s *Suite) Embedded(name string) (*specfile.Spec, error) {
	file, ok := s.Path(name)
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
