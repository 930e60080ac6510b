package explain

import (
	"slices"
	"strings"
	"sync"

	"mc/model"
	"mc/run/matrix"
	"mc/run/registry"
	"mc/run/search"
	"mc/run/specfile"
	"mc/run/suite"
)

// Library is all that articles are gathered from.
type Library struct {
	Scenarios []Scenario
	Models    registry.Models
	Matrix    *matrix.Recorded
	Symptoms  []Symptom

	// Commands are what a reader may type to go on with a scenario; nil: none.
	Commands func(s *Scenario, breaks bool) []string

	once     sync.Once // for what is searched
	subjects []subject
	index    *search.Index
}

// Scenario is a spec with its model, the names in it resolved.
type Scenario struct {
	Spec  *specfile.Spec
	Entry registry.Entry

	settings *settings
}

// settings are the constants of a scenario, which few articles need.
type settings struct {
	once      sync.Once
	constants []model.Constant  // with the defaults that apply here
	values    map[string]string // of all of them

	sought sync.Once
	twin   *Twin // which each key asks for again
}

// Open gathers all that comes with a suite.
func Open(s *suite.Suite) (l *Library, err error) {
	l = &Library{Models: s.Models}
	reader := s.Reader()
	for _, file := range s.Specs.Paths() {
		spec, err := s.Specs.Parse(file)
		if err != nil {
			return nil, err
		}
		entry, err := reader.Resolve(spec)
		if err != nil {
			return nil, err
		}
		l.Scenarios = append(l.Scenarios, Scenario{spec, entry, &settings{}})
	}
	if l.Symptoms, err = readSymptoms(s.Specs); err != nil {
		return nil, err
	}
	families := s.Models.Families()
	slices.Reverse(families) // what varies another says more
	l.Matrix, err = matrix.ReadRecorded(s.Specs, families...)
	return l, err
}

// resolved are the constants of a scenario, and their values; none if its model
// refuses them, which it does of no spec that a test has resolved.
func (s *Scenario) resolved() (constants []model.Constant, values map[string]string) {
	s.settings.once.Do(func() {
		list, err := s.Entry.Constants(s.Spec.Constants())
		if err != nil {
			return
		}
		given, err := model.Resolve(list, s.Spec.Constants())
		if err != nil {
			return
		}
		s.settings.constants, s.settings.values = list, map[string]string{}
		for _, c := range list {
			s.settings.values[c.Name] = c.Text(given[c.Name])
		}
	})
	return s.settings.constants, s.settings.values
}

// broken is the first property that the spec expects to be violated, in the
// order in which it checks them.
func (s *Scenario) broken() (string, bool) {
	for _, name := range s.Spec.Check {
		if s.Spec.Expect[name].Verdict == model.Violated {
			return name, true
		}
	}
	return "", false
}

// expects is what the spec expects, in one line.
func (s *Scenario) expects() string {
	if s.Spec.Script() != nil {
		return "a script"
	}
	var words []string
	for _, name := range s.Spec.Check {
		if e, ok := s.Spec.Expect[name]; ok {
			words = append(words, name+" "+strings.ReplaceAll(e.String(), ": ", " "))
		}
	}
	return strings.Join(words, ", ")
}

// mention is the scenario as one among others.
func (s *Scenario) mention() Mention {
	return Mention{s.Spec.Name, s.Spec.Title, s.expects()}
}

// constants of a model, with their usual defaults.
func constants(e registry.Entry) []model.Constant {
	list, err := e.Constants(nil)
	if err != nil {
		return nil // nothing is set that could be wrong
	}
	return list
}

// Names are the topics that have a name of their own.
func (l *Library) Names() (names []string) {
	for _, e := range l.Models {
		names = append(append(names, e.Name()), e.Variants().Names()...)
		for _, c := range constants(e) {
			names = append(names, append([]string{c.Name}, c.Choices...)...)
		}
		if v, err := e.Vocabulary(nil); err == nil {
			names = slices.Concat(names, v.RuleNames(), v.PropertyNames(), v.FairnessNames())
		}
	}
	for _, s := range l.Scenarios {
		names = append(append(append(names, s.Spec.Name), s.Spec.Refs...), s.Spec.Liveness...)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// covers reports whether ref, which may be a list, names the topic.
func covers(ref, topic string) bool {
	for one := range strings.SplitSeq(ref, ",") {
		if one = strings.TrimSpace(one); one != "" && strings.EqualFold(one, topic) {
			return true
		}
	}
	return false
}

// HasVariants reports whether the scenario can be asked under other variants of
// its model.
func (s *Scenario) HasVariants() bool { return s.Entry.Variants() != nil }
