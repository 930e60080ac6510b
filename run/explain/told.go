package explain

import (
	"slices"
	"strings"

	"mc/run/matrix"
	"mc/run/suite"
)

// Told is a scenario in full.
type Told struct {
	Name       string   `json:"name"`
	Title      string   `json:"title"`
	Formerly   []string `json:"formerly,omitempty"` // names that it had before
	About      string   `json:"about,omitempty"`
	Refs       []string `json:"refs,omitempty"`
	Generation string   `json:"generation,omitempty"` // the variant
	Varies     []Value  `json:"varies,omitempty"`     // against its generation
	Claims     []Claim  `json:"claims"`
	Impact     string   `json:"impact,omitempty"`   // the worst that it is expected to come to
	Fairness   string   `json:"fairness,omitempty"` // that claims about progress are decided under
	Liveness   []string `json:"liveness,omitempty"` // claims about progress that it leaves alone
	Twin       *Twin    `json:"twin,omitempty"`
	Where      []string `json:"where,omitempty"`
	Story      *Story   `json:"story,omitempty"`
	Commands   []string `json:"commands"`

	scenario *Scenario
}

// Claim is a property that a scenario checks.
type Claim struct {
	Property string `json:"property"`
	Doc      string `json:"doc"`
	Expects  string `json:"expects,omitempty"`
}

// Twin is the scenario that differs least from another and has the opposite
// outcome: what closes the gap, or what opens it.
type Twin struct {
	Mention
	Differs []Value `json:"differs"` // the value in the twin, and the one here
}

func (l *Library) told(s *Scenario) Told {
	spec := s.Spec
	t := Told{Name: spec.Name, Title: spec.Title, Formerly: spec.Formerly, About: strings.TrimSpace(spec.Doc + "\n" + spec.About), Refs: spec.Refs,
		Varies: variations(s), Claims: []Claim{}, Fairness: spec.Fairness, Liveness: spec.Liveness,
		Twin: l.twin(s), Where: l.where(spec.Name), scenario: s}
	t.Generation = spec.Constants()[s.Entry.Variants().Key()]
	v, err := s.Entry.Vocabulary(spec.Constants())
	for _, name := range spec.Check {
		if p, ok := v.Property(name); ok && err == nil {
			t.Claims = append(t.Claims, Claim{name, p.Doc, strings.ReplaceAll(spec.Expect[name].String(), ": ", " ")})
		}
	}
	if err == nil {
		t.Impact = suite.Impact(s.Entry, v, spec)
	}
	if l.Commands != nil {
		_, breaks := s.broken()
		t.Commands = l.Commands(s, breaks)
	}
	return t
}

// twin finds the scenario of the same system with the opposite outcome under
// the same fairness that differs from s in the fewest constants, if that is few.
func (l *Library) twin(s *Scenario) *Twin {
	s.settings.sought.Do(func() { s.settings.twin = l.findTwin(s) })
	return s.settings.twin
}

func (l *Library) findTwin(s *Scenario) *Twin {
	const few = 3
	var best *Twin
	for i := range l.Scenarios {
		other := &l.Scenarios[i]
		if other.Spec.Model != s.Spec.Model || other.Spec.Fairness != s.Spec.Fairness ||
			!opposite(s, other) || !slices.Equal(other.Spec.Without, s.Spec.Without) {
			continue
		}
		d := difference(s, other)
		if len(d) > 0 && len(d) <= few && (best == nil || len(d) < len(best.Differs)) {
			best = &Twin{other.mention(), d}
		}
	}
	return best
}

// opposite reports whether one of the two expects a property to break that the
// other expects to hold.
func opposite(a, b *Scenario) bool {
	for name, e := range a.Spec.Expect {
		if matrix.Opposite(e.Verdict, b.Spec.Expect[name].Verdict) {
			return true
		}
	}
	return false
}

// difference are the constants that one of two scenarios sets and that have
// another value in the other, with the value in b and the one in a.
func difference(a, b *Scenario) (out []Value) {
	names := map[string]bool{}
	for _, s := range []*Scenario{a, b} {
		for k := range s.Spec.Constants() {
			names[k] = true
		}
	}
	constants, before := a.resolved()
	_, after := b.resolved()
	for _, c := range constants {
		now, known := after[c.Name]
		if was := before[c.Name]; names[c.Name] && known && was != now {
			out = append(out, Value{c.Name, now, was, c.Doc, c.Ref})
		}
	}
	return out
}
