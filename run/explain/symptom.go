package explain

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"mc/run/specfile"
	"mc/run/suite"
)

// Symptom is what somebody sees of a running system, a line of a log or a
// metric, or a word of theirs, with what it means. Symptoms are the suite's, in
// files *.yml of a directory symptoms, each of a kind.
type Symptom struct {
	Name     string   `yaml:"name" json:"name"`
	Kind     string   `yaml:"-" json:"kind"`
	Words    []string `yaml:"words" json:"words"`                 // as they stand; <...> stands for what differs
	By       string   `yaml:"by" json:"by"`                       // who says it, or whose it is
	Is       Nature   `yaml:"is" json:"is"`                       //
	Means    string   `yaml:"means" json:"means"`                 // with what is lost, if anything is
	Releases string   `yaml:"releases" json:"releases,omitempty"` // that it is met in
	LeftOut  string   `yaml:"left_out" json:"left_out,omitempty"` // what of its subject the models do not have
	Next     string   `yaml:"next" json:"next,omitempty"`         // what to look at
	See      []string `yaml:"see" json:"see"`                     // topics, the most telling first
	Commands []string `yaml:"-" json:"commands,omitempty"`        // that show it
}

// Nature is whether a symptom is bad.
type Nature string

// The natures.
const (
	Harm      Nature = "harm"     // something is lost, or does not go on
	Remedy    Nature = "remedy"   // what keeps from harm is at work
	Normal    Nature = "normal"   // nothing is wrong
	Depends   Nature = "depends"  // on what else is seen
	Setting   Nature = "setting"  // it is no event
	Elsewhere Nature = "left out" // the models have nothing of it
)

// natures in the words of an article.
var natures = map[Nature]string{Harm: "This is harm.", Remedy: "This is the remedy at work.", Normal: "This is normal.",
	Depends: "Whether it is harm depends.", Setting: "", Elsewhere: "The models leave this out: faults there cannot be seen."}

// readSymptoms reads those of a suite, in the order of its files, which may be
// packed. A suite without has none.
func readSymptoms(s suite.Specs) (all []Symptom, err error) {
	if s.Files == nil {
		return nil, nil
	}
	last := ""
	err = fs.WalkDir(s.Files, ".", func(file string, d fs.DirEntry, err error) error {
		file = strings.TrimSuffix(file, ".gz")
		if err != nil || d.IsDir() || path.Base(path.Dir(file)) != "symptoms" || path.Ext(file) != ".yml" || file == last {
			return err
		}
		last = file
		data, err := s.Data(file)
		if err != nil {
			return err
		}
		some, err := parseSymptoms(data)
		if err != nil {
			return fmt.Errorf("%s: %w", s.Shown(file), err)
		}
		all = append(all, some...)
		return nil
	})
	return all, err
}

// parseSymptoms reads one file: a kind, and the symptoms of that kind.
func parseSymptoms(data []byte) ([]Symptom, error) {
	var file struct {
		Kind    string    `yaml:"kind"`
		Entries []Symptom `yaml:"entries"`
	}
	if err := specfile.Beside(data, &file); err != nil {
		return nil, err
	}
	var problems []error
	if file.Kind == "" {
		problems = append(problems, errors.New("kind: is missing; say what the entries are, as in \"log line\""))
	}
	for i := range file.Entries {
		e := &file.Entries[i]
		e.Kind = file.Kind
		if e.Name == "" || len(e.Words) == 0 || e.By == "" || e.Means == "" {
			problems = append(problems, fmt.Errorf("entry %d, %q: name, words, by and means are needed", i+1, e.Name))
		}
		if _, known := natures[e.Is]; !known {
			problems = append(problems, fmt.Errorf("entry %d, %q: is: %q is none of harm, remedy, normal, depends, setting, left out", i+1, e.Name, e.Is))
		}
	}
	return file.Entries, errors.Join(problems...)
}

// symptom finds a symptom by its name.
func (l *Library) symptom(name string) *Symptom {
	i := slices.IndexFunc(l.Symptoms, func(s Symptom) bool { return strings.EqualFold(s.Name, name) })
	if i < 0 {
		return nil
	}
	return &l.Symptoms[i]
}

// symptomOf is the symptom that a topic of a kind is; nil if it is another thing.
func (l *Library) symptomOf(topic, kind string) *Symptom {
	if s := l.symptom(topic); s != nil && s.Kind == kind {
		return s
	}
	return nil
}

// commands are what a reader may type about a symptom: those of the first topic's
// scenario that breaks something, or else of the first. Of several it is the one with
// the shortest name: others say what they vary.
func (l *Library) commands(s *Symptom) []string {
	if l.Commands == nil {
		return nil
	}
	var first *Scenario
	for _, topic := range s.See {
		named, related := l.about(topic)
		var shortest *Scenario
		for _, scenario := range append(named, related...) {
			if _, breaks := scenario.broken(); breaks && (shortest == nil || len(scenario.Spec.Name) < len(shortest.Spec.Name)) {
				shortest = scenario
			}
			if first == nil {
				first = scenario
			}
		}
		if shortest != nil {
			return l.Commands(shortest, true)
		}
	}
	if first == nil {
		return nil
	}
	return l.Commands(first, false)
}

// symptom tells a symptom in full.
func (t *writer) symptom(s *Symptom) {
	t.head(s.Words[0], article(s.Kind)+" of "+s.By)
	t.para("", strings.TrimSpace(natures[s.Is]+" "+s.Means))
	if s.LeftOut != "" {
		t.para("", "Left out of the models: "+strings.TrimSuffix(s.LeftOut, ".")+".")
	}
	if s.Releases != "" {
		t.para("", "Releases: "+strings.TrimSuffix(s.Releases, ".")+".")
	}
	if s.Next != "" {
		t.para("", "What next: "+s.Next)
	}
	if len(s.See) > 0 {
		t.para("", "More, by mc explain NAME: "+strings.Join(s.See, ", ")+".")
	}
	if len(s.Commands) > 0 {
		t.line("Run it:")
		for _, c := range s.Commands {
			t.line("  %s", c)
		}
	}
}
