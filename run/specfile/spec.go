package specfile

import (
	"errors"
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"time"

	"github.com/goccy/go-yaml/ast"

	"mc/model"
	"mc/model/ask"
	"mc/model/schedule"
	"mc/report"
)

// Toggle is a switch that may be left alone.
type Toggle uint8

const (
	Unset Toggle = iota
	Off
	On
)

// Limits end a run early; zero means no limit.
type Limits struct {
	Time   time.Duration
	Memory report.Size
	States uint64
	Depth  int
}

// Spec is one spec file, or what the command line says in place of one.
type Spec struct {
	Name, Title, Doc, About string

	Formerly []string // names that it had before; they are still understood

	Model   string
	Variant Variant           // given by a key of its own
	Set     map[string]string // constants, as text
	Without []string          // rules and actions to leave out
	Init    []model.Given     // the state in which runs start; nil means the model's own

	// Check names the properties to check; nil means the model's default
	// set, empty means none.
	Check  []string
	Expect map[string]Expectation

	// Questions are what the spec asks for beside the properties of its model.
	Questions []ask.Question

	// Fairness names the set that claims about runs are decided under; empty means
	// each claim's own.
	Fairness string

	// Liveness names claims about progress that the spec is about and that are
	// not checked by it.
	Liveness []string

	Symmetry Toggle
	Limits   Limits
	Refs     []string

	// Steps are the schedule of a script; nil if the spec explores. Clock are
	// the times of its clock; nil if it has none.
	Steps []schedule.Step
	Clock map[string]time.Duration

	// Asked is the name of a variant that was given and stands for another, "3.9";
	// Taken is what it was taken for, in words: "as 3.7". Both are empty for a
	// name that is a variant's own.
	Asked, Taken string

	Hash string // of the file's text; empty without a file
	Text string // of the file

	file    string
	places  map[string]Place
	texts   map[string]ast.Node // of questions
	foreign []foreign
}

// Variant is the constant that names a variant of the model, as a key of its
// own beside set, and its value. Which key that is only the model knows.
type Variant struct{ Constant, Value string }

// foreign is a key that is none of a spec's own: the model's, or a mistake.
type foreign struct {
	key, value string
	mistake    *Problem
}

// Adopt takes the key of a spec that names the variant by the model's constant
// for variants, which is empty if it has none. All others are complained of.
func (s *Spec) Adopt(constant string) (problems Problems) {
	for _, f := range s.foreign {
		if f.key != constant {
			problems = append(problems, f.mistake)
			continue
		}
		s.Variant = Variant{f.key, f.value}
		if s.Set[constant] != "" {
			problems = append(problems, s.Complain("set."+constant, "%s is given twice; keep one of %[1]s: and set: {%[1]s: ...}", constant))
		}
	}
	s.foreign = nil
	return problems
}

// Drop forgets the value that a key of its own gives to a constant.
func (s *Spec) Drop(constant string) {
	s.foreign = slices.DeleteFunc(s.foreign, func(f foreign) bool { return f.key == constant })
	if s.Variant.Constant == constant {
		s.Variant = Variant{}
	}
}

// Rename gives a constant of the spec its present name.
func (s *Spec) Rename(old, name string) {
	s.Set[name] = s.Set[old]
	delete(s.Set, old)
	s.places["set."+name] = s.places["set."+old]
}

// Stand puts the variant that a name stands for in the place of that name.
func (s *Spec) Stand(constant, name string) {
	if s.Variant.Constant == constant {
		s.Variant.Value = name
		return
	}
	s.Set[constant] = name
}

// New is an empty spec of a model that the command line names.
func New(name string, place Place) *Spec {
	return &Spec{Name: name, Model: name, file: place.File, Set: map[string]string{},
		Expect: map[string]Expectation{}, texts: map[string]ast.Node{}, places: map[string]Place{"model": place}}
}

// Override notes that the value at path comes from a flag.
func (s *Spec) Override(path, flag string) { s.places[path] = Place{Flag: flag} }

// Complain is a problem with the value at path ("set.replicas"); a path that
// the spec does not have is looked for at its parent, then at the file.
func (s *Spec) Complain(path, format string, args ...any) *Problem {
	message := fmt.Sprintf(format, args...)
	for p := path; p != ""; p = parent(p) {
		if place, known := s.places[p]; known {
			return &Problem{place, message}
		}
	}
	if s.file == "" {
		return &Problem{s.places["model"], message} // what stands for a file
	}
	return &Problem{Place{File: s.file}, message}
}

// parent takes the last element off a path.
func parent(path string) string {
	for i, c := range path {
		if c == '.' {
			return path[:i] // paths have at most two elements
		}
	}
	return ""
}

// File is where the spec was read from.
func (s *Spec) File() string { return s.file }

// Line is that of the file where the first of some paths that it has is given; 0 if
// it has none of them.
func (s *Spec) Line(paths ...string) int {
	for _, path := range paths {
		if place, known := s.places[path]; known && place.Flag == "" {
			return place.Line
		}
	}
	return 0
}

// Constants are the values that the spec gives to the constants of its model,
// the variant included.
func (s *Spec) Constants() map[string]string {
	set := make(map[string]string, len(s.Set)+1)
	for k, v := range s.Set {
		set[k] = v
	}
	if s.Variant.Constant != "" {
		set[s.Variant.Constant] = s.Variant.Value
	}
	return set
}

// ConstantPath finds the path under which a constant was given.
func (s *Spec) ConstantPath(name string) string {
	if name == s.Variant.Constant {
		return name
	}
	return "set." + name
}

// Read parses the spec in a file, a device or a pipe.
func Read(file string) (*Spec, error) {
	data, err := readBounded(file)
	if err != nil {
		return nil, err
	}
	return Parse(file, data)
}

// Unreadable words an error of opening a file that the user named.
func Unreadable(file string, err error) *Problem {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return &Problem{Place{File: file}, "no such file; check the path"}
	case errors.Is(err, fs.ErrPermission):
		return &Problem{Place{File: file}, "permission denied; make it readable"}
	}
	var path *fs.PathError
	if errors.As(err, &path) {
		err = path.Err
	}
	return &Problem{Place{File: file}, err.Error()}
}

var nameForm = regexp.MustCompile(`^[a-z0-9][a-z0-9-]*$`)

// validate complains of what can be seen without knowing the model.
func (s *Spec) validate() (problems Problems) {
	complain := func(path, format string, args ...any) {
		problems = append(problems, s.Complain(path, format, args...))
	}
	switch {
	case s.Name == "":
		complain("name", "has no name; add name: followed by the name of the file without .yaml")
	case !nameForm.MatchString(s.Name):
		complain("name", "%q is not a name; use lower-case letters, digits and hyphens", s.Name)
	}
	var asked []string
	for _, q := range s.Questions {
		if !nameForm.MatchString(q.Name) {
			complain(QuestionPath(q.Name), "%q is not a name; use lower-case letters, digits and hyphens", q.Name)
		}
		asked = append(asked, q.Name)
	}
	if len(asked) > 0 {
		s.Check = append(asked, s.Check...) // what is asked comes first
	}
	if s.Model == "" {
		complain("model", "names no model; add model: with one of mc list models")
	}
	return problems
}
