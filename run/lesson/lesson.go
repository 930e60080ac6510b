package lesson

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"mc/model"
	"mc/run/cure"
	"mc/run/specfile"
	"mc/run/suite"
	"mc/traces"
)

// Lesson is a file *.yml of a suite's directory lessons.
type Lesson struct {
	Name      string     `yaml:"name"`
	Place     int        `yaml:"place"` // among the lessons
	Title     string     `yaml:"title"`
	About     string     `yaml:"about"` // what it is for
	Words     []string   `yaml:"words"` // that it takes for known, of a model's glossary
	Scenes    []Scene    `yaml:"scenes"`
	Exercises []Exercise `yaml:"exercises"`
}

// Scene is one stretch of a run with what is to be said of it.
type Scene struct {
	Title   string   `yaml:"title"`
	Text    string   `yaml:"text"`    // paragraphs, with an empty line between them
	Words   []string `yaml:"words"`   // of the glossary, to be told here with their pictures
	Run     string   `yaml:"run"`     // the spec whose run it is; empty: there is none
	From    int      `yaml:"from"`    // the first step that is told; 0 is the start
	Until   int      `yaml:"until"`   // the last
	Against *Rules   `yaml:"against"` // other rules that the same schedule is put beside
	Predict *Predict `yaml:"predict"` // what the reader is asked before it goes on
}

// Rules are other rules than those of a run.
type Rules struct {
	As  string            `yaml:"as"`
	Set map[string]string `yaml:"set"`
}

// cure is the same as whoever compares takes it.
func (r *Rules) cure() (out cure.Rules) {
	out.As = r.As
	for name, value := range r.Set {
		out.Set = append(out.Set, cure.Value{Name: name, Text: value})
	}
	return out
}

// Predict is a question with its answer, which is kept back until the reader goes on.
type Predict struct {
	Question string `yaml:"question"`
	Answer   string `yaml:"answer"`
	After    int    `yaml:"after"` // the step that shows the answer
	Sees     string `yaml:"sees"`  // a predicate that is true after it; a test holds that
}

// Book has the lessons of a suite, in their order.
type Book struct {
	Lessons []Lesson

	suite  *suite.Suite
	played map[string]*traces.File // by the name of the spec
}

// Open reads the lessons of a suite. A suite without has none.
func Open(s *suite.Suite) (*Book, error) {
	b := &Book{suite: s, played: map[string]*traces.File{}}
	if s.Specs.Files == nil {
		return b, nil
	}
	err := fs.WalkDir(s.Specs.Files, ".", func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || path.Base(path.Dir(file)) != "lessons" || path.Ext(file) != ".yml" {
			return err
		}
		data, err := s.Specs.Data(file)
		if err != nil {
			return err
		}
		one, err := parse(data)
		if err != nil {
			return fmt.Errorf("%s: %w", s.Specs.Shown(file), err)
		}
		b.Lessons = append(b.Lessons, *one)
		return nil
	})
	slices.SortFunc(b.Lessons, func(x, y Lesson) int { return cmp.Compare(x.Place, y.Place) })
	return b, err
}

// parse reads one file.
func parse(data []byte) (*Lesson, error) {
	l := &Lesson{}
	if err := specfile.Beside(data, l); err != nil {
		return nil, err
	}
	var problems []error
	complain := func(format string, args ...any) { problems = append(problems, fmt.Errorf(format, args...)) }
	if l.Name == "" || l.Title == "" || l.About == "" || len(l.Scenes) == 0 {
		complain("name, title, about and scenes are needed")
	}
	for i, s := range l.Scenes {
		switch {
		case s.Title == "":
			complain("scene %d has no title", i+1)
		case s.Run == "" && (s.Until > 0 || s.Against != nil || s.Predict != nil):
			complain("scene %d: until, against and predict are of a run; name it", i+1)
		case s.Run != "" && s.From > s.Until:
			complain("scene %d: from %d is after until %d", i+1, s.From, s.Until)
		case s.Predict != nil && (s.Predict.Question == "" || s.Predict.Answer == "" || s.Predict.Sees == ""):
			complain("scene %d: a prediction needs question, answer and what sees it", i+1)
		}
	}
	for i := range l.Exercises {
		for _, err := range l.Exercises[i].problems() {
			complain("exercise %d: %w", i+1, err)
		}
	}
	return l, errors.Join(problems...)
}

// Find is the lesson of a name.
func (b *Book) Find(name string) (*Lesson, bool) {
	i := slices.IndexFunc(b.Lessons, func(l Lesson) bool { return strings.EqualFold(l.Name, name) })
	if i < 0 {
		return nil, false
	}
	return &b.Lessons[i], true
}

// Names are those of the lessons.
func (b *Book) Names() (names []string) {
	for i := range b.Lessons {
		names = append(names, b.Lessons[i].Name)
	}
	return names
}

// term is a word of a model's glossary.
func (b *Book) term(word string) (model.Term, error) {
	for _, e := range b.suite.Models {
		for _, t := range e.Terms() {
			if t.Named(word) && t.Sentence != "" {
				return t, nil
			}
		}
	}
	return model.Term{}, fmt.Errorf("no glossary has the word %q", word)
}
