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

	constants []model.Constant  // with the defaults that apply here
	values    map[string]string // of all of them
}

// Open gathers all that comes with a suite.
func Open(s *suite.Suite) (l *Library, err error) {
	l = &Library{Models: s.Models}
	for _, file := range s.Specs.Paths() {
		spec, err := s.Specs.Parse(file)
		if err != nil {
			return nil, err
		}
		entry, err := s.Resolve(spec)
		if err != nil {
			return nil, err
		}
		scenario, err := NewScenario(spec, entry)
		if err != nil {
			return nil, err
		}
		l.Scenarios = append(l.Scenarios, scenario)
	}
	if l.Symptoms, err = readSymptoms(s.Specs); err != nil {
		return nil, err
	}
	families := s.Models.Families()
	slices.Reverse(families) // what varies another says more
	l.Matrix, err = matrix.ReadRecorded(s.Specs, families...)
	return l, err
}

// NewScenario makes a scenario of a spec whose names were resolved.
func NewScenario(s *specfile.Spec, e registry.Entry) (Scenario, error) {
	list, err := e.Constants(s.Constants())
	if err != nil {
		return Scenario{}, err
	}
	given, err := model.Resolve(list, s.Constants())
	if err != nil {
		return Scenario{}, err
	}
	values := map[string]string{}
	for _, c := range list {
		values[c.Name] = c.Text(given[c.Name])
	}
	return Scenario{s, e, list, values}, nil
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
