package assess

import (
	"fmt"
	"strings"

	"mc/run/registry"
	"mc/run/specfile"
	"mc/run/suite"
)

// Know is what a suite knows of the questions of a system's operators.
type Know struct {
	Entry  registry.Entry
	Models registry.Models
	suite  *suite.Suite

	Configuration
	Harms []Harm
}

// Configuration is what settings and events stand for in a model.
type Configuration struct {
	Model    string            `yaml:"model"`
	Base     map[string]string `yaml:"base"` // constants of every run
	Settings []Setting         `yaml:"settings"`
	Idle     []Idle            `yaml:"idle"`
	Events   []Event           `yaml:"events"`
	Lost     string            `yaml:"lost"` // the last impact in which something is gone
	News     []News            `yaml:"news"`
}

// Setting is a configuration that the model has.
type Setting struct {
	Names    []string                     `yaml:"names"`    // the first is the name; the others mean the same
	Usual    string                       `yaml:"usual"`    // its value if nobody gives one; empty: nothing is set
	Sets     string                       `yaml:"sets"`     // the constant that takes its number
	Values   map[string]map[string]string `yaml:"values"`   // what each value stands for
	Refused  map[string]string            `yaml:"refused"`  // values that cannot be asked about, and why
	Others   string                       `yaml:"others"`   // what any other value means; empty: it is refused
	Variants []string                     `yaml:"variants"` // that have it; none: all
	Either   []string                     `yaml:"either"`   // the values that are answered for if nobody gives one
	Ask      string                       `yaml:"ask"`      // why

	// At are values that stand for something else in a variant.
	At map[string]map[string]map[string]string `yaml:"at"`
}

// Idle are configurations that change nothing in the model.
type Idle struct {
	Names []string `yaml:"names"`
	Why   string   `yaml:"why"`
}

// Event is something that a cluster goes through, by the budget that bounds it.
type Event struct {
	Name   string   `yaml:"name"`
	Plural string   `yaml:"plural"`
	Also   []string `yaml:"also"`
	All    string   `yaml:"all"` // what as many as usual are together: a rolling restart
	Budget string   `yaml:"budget"`
	Usual  int      `yaml:"usual"` // how many a cluster is asked to survive if nobody says
	Weight int      `yaml:"weight"`
}

// News is what an upgrade brings where it turns a key, beside harms.
type News struct {
	Key   string   `yaml:"key"`
	Value string   `yaml:"value"`
	Says  []string `yaml:"says"`
}

// Harm is something that may go wrong.
type Harm struct {
	Name     string `yaml:"name"`
	Title    string `yaml:"title"`
	Property string `yaml:"property"` // that is broken, or reached
	Goal     string `yaml:"goal"`     // the question that is asked in its place
	Impact   string `yaml:"impact"`   // of the goal; a property has its own

	Needs     []string          `yaml:"needs"`     // conditions on the constants, as model.Unmet takes them
	Otherwise map[string]string `yaml:"otherwise"` // constants that meet them, where two variants are compared
	Set       map[string]string `yaml:"set"`       // constants of its runs
	Behind    []string          `yaml:"behind"`    // harms beside which it has no news
	Likely    Likely            `yaml:"likely"`
	Probes    []Budgets         `yaml:"probes"` // the fewest events first
	Covers    []Budgets         `yaml:"covers"` // to look within where no probe shows it
	Apart     map[string]string `yaml:"apart"`  // puts it right, and nothing else
	By        []string          `yaml:"by"`     // harms that may lead to it, and are not put right in its runs

	Refs     []string `yaml:"refs"`
	Ported   string   `yaml:"ported"` // patch releases that have the remedy as well
	Spec     string   `yaml:"spec"`   // tells it step by step
	Story    string   `yaml:"story"`
	Shows    []string `yaml:"shows"` // in a cluster
	Remedies []Remedy `yaml:"remedies"`
}

// Budgets are limits by constant.
type Budgets map[string]int

// Likely is how much a harm leaves to chance.
type Likely string

const (
	Always Likely = "always" // no race is needed
	Often  Likely = "often"  // the events may do it in the usual order
	Window Likely = "window" // a moment has to be met
	Rare   Likely = "rare"   // several have
)

// Remedy is what helps today, or is said to.
type Remedy struct {
	Name   string            `yaml:"name"`
	Says   string            `yaml:"says"`
	Set    map[string]string `yaml:"set"`
	Within []string          `yaml:"within"` // variants in which it can be had; none: all
}

// Of the files, beside the specs of a suite.
const (
	configurationFile = "assess/configuration.yml"
	harmsFile         = "assess/harms.yml"
)

// Read reads what a suite knows, and holds every name in it against the model.
func Read(s *suite.Suite) (*Know, error) {
	k := &Know{Models: s.Models, suite: s}
	if err := readFile(s, configurationFile, &k.Configuration); err != nil {
		return nil, err
	}
	if err := readFile(s, harmsFile, &k.Harms); err != nil {
		return nil, err
	}
	entry, known := s.Models.Find(k.Model)
	if !known {
		return nil, fmt.Errorf("%s: there is no model %q", configurationFile, k.Model)
	}
	k.Entry = entry
	for i := range k.Harms {
		h := &k.Harms[i]
		if h.Likely == "" {
			h.Likely = Often
		}
		if h.Shows == nil {
			h.Shows = []string{}
		}
	}
	return k, k.sound()
}

func readFile(s *suite.Suite, file string, into any) error {
	text, err := s.Specs.Data(file)
	if err != nil {
		return fmt.Errorf("assess: this program brings no %s: %w", file, err)
	}
	if err := specfile.Beside(text, into); err != nil {
		return fmt.Errorf("assess: %s: %w", file, err)
	}
	return nil
}

// event finds the event that a budget bounds.
func (k *Know) event(budget string) (*Event, bool) {
	for i := range k.Events {
		if k.Events[i].Budget == budget {
			return &k.Events[i], true
		}
	}
	return nil, false
}

// Newest is the newest variant.
func (k *Know) Newest() string { return k.lastVariant() }

// Releases are those that can be asked about, the newest last: the members of the last
// family, which vary what comes before.
func (k *Know) Releases() (names []string) {
	v := k.Entry.Variants()
	if v == nil || len(v.Families) == 0 {
		return nil
	}
	for _, one := range v.Families[len(v.Families)-1].List {
		names = append(names, one.Name)
	}
	return names
}

// Usual is what a cluster is asked to survive if nobody says, as Survives reads it.
func (k *Know) Usual() string {
	var words []string
	for _, e := range k.Events {
		switch {
		case e.Usual == 1:
			words = append(words, "1 "+e.Name)
		case e.Usual > 1:
			words = append(words, fmt.Sprintf("%d %s", e.Usual, e.plural()))
		}
	}
	return strings.Join(words, ", ")
}

// lastVariant is the newest variant.
func (k *Know) lastVariant() string {
	names := k.Entry.Variants().Names()
	if len(names) == 0 {
		return ""
	}
	return names[len(names)-1]
}
