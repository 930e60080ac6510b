package assess

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"mc/model"
)

// Given is a setting as somebody gave it.
type Given struct {
	Name  string `json:"name"`
	Value string `json:"value"`
	Place string `json:"-"` // the file and line, if it is of a file
}

// Setup is a cluster that is asked about.
type Setup struct {
	Release string            `json:"release"` // as it was asked for
	Variant string            `json:"variant"` // of the model
	Said    string            `json:"as,omitempty"`
	Settled []Given           `json:"settings"` // that decide something, with those that nobody gave
	Idle    []Note            `json:"no_part,omitempty"`
	Unknown []string          `json:"not_known,omitempty"` // in a file, of which most is about other things
	Set     map[string]string `json:"constants"`

	asked  *Setting          // that nobody gave, and both values of which matter
	choice *Setting          // whose value was chosen in place of one that nobody gave
	own    map[string]string // what the release has otherwise than its variant
}

// Note is a setting with what there is to say of it.
type Note struct {
	Name string `json:"name"`
	Why  string `json:"why"`
}

// Setup turns a release and settings in the system's own names into constants of
// the model. Of a file (a Given with a place) names that nothing here knows are
// noted; elsewhere they are mistakes.
func (k *Know) Setup(release string, given []Given) (*Setup, error) {
	key := k.Entry.Variants().Key()
	meant, err := k.Entry.Variants().Resolve(release)
	if err != nil {
		return nil, fmt.Errorf("release %s: %w", release, err)
	}
	s := &Setup{Release: release, Variant: meant.Name, Said: meant.Said, Set: map[string]string{}, own: meant.Set}
	maps.Copy(s.Set, k.Base)
	maps.Copy(s.Set, meant.Set)
	s.Set[key] = meant.Name
	values := map[*Setting]Given{}
	for _, g := range given {
		if err := k.sort(s, g, values); err != nil {
			return nil, err
		}
	}
	for i := range k.Settings {
		one := &k.Settings[i]
		g, spoken := values[one]
		if !spoken {
			g = Given{Name: one.Names[0], Value: one.Usual}
		}
		if err := s.settle(one, g, spoken); err != nil {
			return nil, err
		}
	}
	if _, err := k.Entry.Vocabulary(s.Set); err != nil {
		return nil, fmt.Errorf("no cluster of %s has these settings: %w", release, err)
	}
	return s, nil
}

// sort finds what a setting is.
func (k *Know) sort(s *Setup, g Given, values map[*Setting]Given) error {
	for i := range k.Settings {
		if one := &k.Settings[i]; slices.Contains(one.Names, g.Name) {
			if before, twice := values[one]; twice && before.Value != g.Value {
				return g.wrong("%s=%s contradicts %s=%s; keep one", g.Name, g.Value, before.Name, before.Value)
			}
			values[one] = g
			return nil
		}
	}
	for _, idle := range k.Idle {
		if slices.Contains(idle.Names, g.Name) {
			s.Idle = append(s.Idle, Note{g.Name, idle.Why})
			return nil
		}
	}
	if g.Place != "" {
		s.Unknown = append(s.Unknown, g.Name)
		return nil
	}
	return g.wrong("there is no setting %q here%s; these decide something: %s", g.Name,
		model.DidYouMean(g.Name, k.names()), strings.Join(k.firstNames(), ", "))
}

func (g Given) wrong(format string, args ...any) error {
	text := fmt.Sprintf(format, args...)
	if g.Place != "" {
		text = g.Place + ": " + text
	}
	return &Mistake{text}
}

// Mistake is something that was asked for and cannot be.
type Mistake struct{ text string }

func (m *Mistake) Error() string { return m.text }

// settle gives the constants behind a setting their values.
func (s *Setup) settle(one *Setting, g Given, spoken bool) error {
	here := one.Variants == nil || slices.Contains(one.Variants, s.Variant)
	switch {
	case !here && spoken:
		return g.wrong("%s has no %s; it begins with %s", s.Release, g.Name, one.Variants[0])
	case !here:
		return nil
	case !spoken && one.Either != nil:
		s.asked, g.Value = one, one.Either[0]
	case g.Value == "":
		return nil
	}
	if one.Sets != "" {
		if _, err := strconv.Atoi(g.Value); err != nil {
			return g.wrong("%s=%s: it takes a number", g.Name, g.Value)
		}
		s.Set[one.Sets] = g.Value
	} else if err := s.valued(one, g); err != nil {
		return err
	}
	if s.asked != one {
		s.Settled = append(s.Settled, Given{one.Names[0], g.Value, ""})
	}
	return nil
}

// valued gives the constants behind one value of a setting.
func (s *Setup) valued(one *Setting, g Given) error {
	if why, refused := one.Refused[g.Value]; refused {
		return g.wrong("%s=%s: %s", g.Name, g.Value, why)
	}
	set, known := one.Values[g.Value]
	if at, differs := one.At[s.Variant][g.Value]; differs {
		set = at
	}
	if !known {
		if one.Others == "" {
			return g.wrong("%s=%s: it takes %s", g.Name, g.Value, strings.Join(slices.Sorted(maps.Keys(one.Values)), " or "))
		}
		s.Idle = append(s.Idle, Note{g.Name + "=" + g.Value, one.Others})
	}
	maps.Copy(s.Set, set)
	return nil
}

// either are the setups with each value of the setting that nobody gave; the setup
// alone if there is none.
func (k *Know) either(s *Setup) ([]*Setup, error) {
	if s.asked == nil {
		return []*Setup{s}, nil
	}
	var all []*Setup
	for _, value := range s.asked.Either {
		given := append(slices.Clone(s.Settled), Given{Name: s.asked.Names[0], Value: value})
		one, err := k.Setup(s.Release, given)
		if err != nil {
			return nil, err
		}
		one.Idle, one.Unknown, one.choice = s.Idle, s.Unknown, s.asked
		all = append(all, one)
	}
	return all, nil
}

// names are all that a setting may be called; firstNames those that decide
// something, each once.
func (k *Know) names() (all []string) {
	for _, one := range k.Settings {
		all = append(all, one.Names...)
	}
	for _, one := range k.Idle {
		all = append(all, one.Names...)
	}
	return all
}

func (k *Know) firstNames() (all []string) {
	for _, one := range k.Settings {
		all = append(all, one.Names[0])
	}
	return all
}
