package explain

import (
	"fmt"
	"slices"
	"strings"

	"mc/model"
	"mc/model/kafka"
	"mc/run/registry"
)

// Key is an axis, a switch or another constant of a model.
type Key struct {
	Name    string `json:"name"`
	Model   string `json:"model"`
	Doc     string `json:"doc"`
	Ref     string `json:"ref,omitempty"`
	Range   string `json:"range"`
	Default string `json:"default,omitempty"`

	Generations []Value   `json:"generations,omitempty"` // key is the generation
	Releases    []Value   `json:"releases,omitempty"`    // that differ from their generation
	Decides     []Mention `json:"decides,omitempty"`     // scenarios that break something with one value and nothing with another
	Varied      []Mention `json:"varied,omitempty"`      // others that set it otherwise than their generation
}

// keys are the constants that the topic names, by their own name or by that
// of a value, or that go back to it.
func (l *Library) keys(topic string) (out []Key) {
	for _, e := range l.Models {
		for _, c := range constants(e) {
			value := c.Name != "generation" && slices.Contains(c.Choices, topic)
			if strings.EqualFold(c.Name, topic) || value || covers(c.Ref, topic) {
				out = append(out, l.key(e, c))
			}
		}
	}
	return out
}

func (l *Library) key(e registry.Entry, c model.Constant) Key {
	k := Key{Name: c.Name, Model: e.Name(), Doc: c.Doc, Ref: c.Ref, Range: c.Range(), Default: c.Default}
	if column := slices.IndexFunc(kafka.Columns, func(x kafka.Column) bool { return x.Name == c.Name }); column >= 0 && e.Name() == flagship {
		k.Default = ""
		k.Generations, k.Releases = history(kafka.Columns[column])
	}
	for i := range l.Scenarios {
		s := &l.Scenarios[i]
		if s.Spec.Model != e.Name() {
			continue
		}
		if l.decides(s, c.Name) {
			m := s.mention()
			m.Expects += fmt.Sprintf(", with %s", s.values[c.Name])
			k.Decides = append(k.Decides, m)
		} else if varies(s, c.Name) {
			k.Varied = append(k.Varied, s.mention())
		}
	}
	return k
}

// decides reports whether the key is what a scenario and its twin differ in.
func (l *Library) decides(s *Scenario, name string) bool {
	if _, set := s.Spec.Set[name]; !set && name != "generation" {
		return false
	}
	t := l.twin(s)
	return t != nil && slices.ContainsFunc(t.Differs, func(v Value) bool { return v.Key == name })
}

// flagship is the model whose constants the table of generations has.
const flagship = "kafka"

// history is the column of a key in the table of generations, and the
// releases that vary it.
func history(c kafka.Column) (generations, releases []Value) {
	for i, g := range kafka.Generations {
		generations = append(generations, Value{Key: g.Name, Value: c.Cells[i]})
	}
	for _, r := range kafka.Releases {
		if v, varied := r.Set[c.Name]; varied {
			releases = append(releases, Value{Key: r.Name, Value: v})
		}
	}
	return generations, releases
}

// varies reports whether a spec gives a key of the protocol another value than
// its generation has.
func varies(s *Scenario, name string) bool {
	return slices.ContainsFunc(variations(s), func(v Value) bool { return v.Key == name })
}

// variations are the keys of the protocol that a spec sets otherwise than its
// generation has them. For a key that depends on another the usual value is
// that under the spec's other settings.
func variations(s *Scenario) (out []Value) {
	if s.Spec.Model != flagship {
		return nil
	}
	for _, c := range s.constants {
		_, set := s.Spec.Set[c.Name]
		inTable := slices.ContainsFunc(kafka.Columns, func(x kafka.Column) bool { return x.Name == c.Name })
		if !set || !inTable {
			continue
		}
		if v := s.values[c.Name]; v != c.Default {
			out = append(out, Value{c.Name, v, c.Default, c.Doc, c.Ref})
		}
	}
	return out
}
