package explain

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"mc/model"
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

	Prevents *Prevented `json:"prevents,omitempty"`

	Families []Cells   `json:"-"`                 // its values in each variant; JSON has each under its family's name
	Decides  []Mention `json:"decides,omitempty"` // scenarios that break something with one value and nothing with another
	Varied   []Mention `json:"varied,omitempty"`  // others that set it otherwise than their variant
}

// Prevented is what cannot happen with a value of a key.
type Prevented struct {
	By    string `json:"by"`
	Words string `json:"words"`
}

// Cells are the values of a key in the variants of a family; in a later family,
// those that differ from what they vary.
type Cells struct {
	Family model.Family
	Of     string // what the members of the first family are called
	Values []Value
}

// MarshalJSON puts the values of each family under the name of the family.
func (k Key) MarshalJSON() ([]byte, error) {
	type plain Key
	out, err := json.Marshal(plain(k))
	for _, c := range k.Families {
		if err != nil || len(c.Values) == 0 {
			continue
		}
		var values []byte
		if values, err = json.Marshal(map[string][]Value{c.Family.Name: c.Values}); err == nil {
			out = append(append(out[:len(out)-1], ','), values[1:]...)
		}
	}
	return out, err
}

// keys are the constants that the topic names, by their own name or by that
// of a value, or that go back to it.
func (l *Library) keys(topic string) (out []Key) {
	for _, e := range l.Models {
		for _, c := range constants(e) {
			value := c.Name != e.Variants().Key() && slices.Contains(c.Choices, topic)
			if strings.EqualFold(c.Name, topic) || value || covers(c.Ref, topic) {
				out = append(out, l.key(e, c))
			}
		}
	}
	return out
}

func (l *Library) key(e registry.Entry, c model.Constant) Key {
	k := Key{Name: c.Name, Model: e.Name(), Doc: c.Doc, Ref: c.Ref, Range: c.Range(), Default: c.Default}
	if c.Prevents.By != "" {
		k.Prevents = &Prevented{c.Prevents.By, c.Prevents.Words}
	}
	if v := e.Variants(); len(v.Table([]model.Constant{c})) > 0 {
		k.Default, k.Families = "", history(v, c.Name)
	}
	for i := range l.Scenarios {
		s := &l.Scenarios[i]
		if s.Spec.Model != e.Name() {
			continue
		}
		if l.decides(s, c.Name) {
			m := s.mention()
			_, values := s.resolved()
			m.Expects += fmt.Sprintf(", with %s", values[c.Name])
			k.Decides = append(k.Decides, m)
		} else if varies(s, c.Name) {
			k.Varied = append(k.Varied, s.mention())
		}
	}
	return k
}

// decides reports whether the key is what a scenario and its twin differ in.
func (l *Library) decides(s *Scenario, name string) bool {
	if _, set := s.Spec.Set[name]; !set && name != s.Entry.Variants().Key() {
		return false
	}
	t := l.twin(s)
	return t != nil && slices.ContainsFunc(t.Differs, func(v Value) bool { return v.Key == name })
}

// history is a constant's row of the table of variants.
func history(v *model.Variants, name string) (out []Cells) {
	for i, f := range v.Families {
		cells := Cells{Family: f, Of: v.Families[0].One}
		for _, one := range f.List {
			if value, own := one.Set[name]; own || i == 0 {
				cells.Values = append(cells.Values, Value{Key: one.Name, Value: value})
			}
		}
		out = append(out, cells)
	}
	return out
}

// varies reports whether a spec gives a key of the protocol another value than
// its variant has.
func varies(s *Scenario, name string) bool {
	if _, set := s.Spec.Set[name]; !set {
		return false
	}
	return slices.ContainsFunc(variations(s), func(v Value) bool { return v.Key == name })
}

// variations are the keys of the protocol that a spec sets otherwise than its
// variant has them. For a key that depends on another the usual value is that
// under the spec's other settings.
func variations(s *Scenario) (out []Value) {
	constants, values := s.resolved()
	for _, c := range s.Entry.Variants().Table(constants) {
		if _, set := s.Spec.Set[c.Name]; !set {
			continue
		}
		if v := values[c.Name]; v != c.Default {
			out = append(out, Value{c.Name, v, c.Default, c.Doc, c.Ref})
		}
	}
	return out
}
