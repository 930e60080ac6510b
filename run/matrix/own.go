package matrix

import (
	"maps"
	"slices"
	"strings"

	"mc/model"
	"mc/run/registry"
	"mc/run/specfile"
	"mc/run/suite"
)

// Value is a constant with its text.
type Value struct{ Key, Value string }

// Owners know the own keys of scenarios: what has to be turned, and how, to make
// of a scenario that breaks its claim one that keeps it.
type Owners struct{ list []owner }

// owner is a row with its own keys.
type owner struct {
	spec, property string
	own            map[string]string

	model string
	refs  []string // of the spec
	runs  bool     // its claim is about runs that go on for ever
}

// NewOwners finds the own keys of the curated rows of a suite and of others. A
// row that lists its own has these. Otherwise its twin tells: the spec of the
// same system that expects the opposite of the same property, and differs in
// the fewest constants. The constants that the two differ in are the row's own,
// without the bounds: a scenario with less in it is no remedy.
func NewOwners(s *suite.Suite, others []Row) (*Owners, error) {
	rows, err := CuratedRows(s)
	if err != nil {
		return nil, err
	}
	return newOwners(s, slices.Concat(rows, others))
}

// OwnersOf are those of the curated rows about one model, which are all that Tell
// needs of a run of it.
func OwnersOf(s *suite.Suite, of registry.Entry) (*Owners, error) {
	rows, err := CuratedRows(s)
	if err != nil {
		return nil, err
	}
	return newOwners(s, slices.DeleteFunc(rows, func(r Row) bool { return r.Entry.Name() != of.Name() }))
}

func newOwners(s *suite.Suite, rows []Row) (*Owners, error) {
	var all []*specfile.Spec // that may be twins
	if slices.ContainsFunc(rows, func(r Row) bool { return r.Own == nil }) {
		reader := s.Reader() // what they are called is all that is asked
		for _, file := range s.Specs.Paths() {
			spec, err := s.Specs.Parse(file)
			if err != nil {
				return nil, err
			}
			if _, err := reader.Resolve(spec); err != nil {
				return nil, err
			}
			all = append(all, spec)
		}
	}
	o := &Owners{}
	for _, r := range rows {
		if _, known := o.of(&r); known {
			continue
		}
		own := r.Own
		if own == nil {
			own = r.difference(r.twin(all))
		}
		o.list = append(o.list, owner{r.Spec.Name, r.Property, own, r.Entry.Name(), r.Spec.Refs, r.Fairness != ""})
	}
	return o, nil
}

// of are the own keys of a row.
func (o *Owners) of(r *Row) (own map[string]string, known bool) {
	for _, one := range o.list {
		if one.spec == r.Spec.Name && one.property == r.Property {
			return one.own, true
		}
	}
	return nil, false
}

// whose are the scenarios, other than one, whose own key it is, turned to the
// same value: of them those that turn the fewest besides. Those about runs that
// go on for ever are named only if there are no others, for what stops something
// stands beside what breaks by the same key.
func (o *Owners) whose(v Value, other string) (specs []string) {
	for _, runs := range []bool{false, true} {
		fewest := 0
		for _, one := range o.list {
			if one.runs != runs || one.spec == other || one.own[v.Key] != v.Value {
				continue
			}
			if n := len(one.own); fewest == 0 || n < fewest {
				fewest, specs = n, nil
			}
			if len(one.own) == fewest && !slices.Contains(specs, one.spec) {
				specs = append(specs, one.spec)
			}
		}
		if specs != nil {
			break
		}
	}
	return specs
}

// values are those to which scenarios of a model turn a key of their own.
func (o *Owners) values(of, key string) (values []string) {
	for _, one := range o.list {
		if value, own := one.own[key]; own && one.model == of && !slices.Contains(values, value) {
			values = append(values, value)
		}
	}
	return values
}

// twin is the spec of the row's system that expects the opposite of its
// property under the same fairness and differs in the fewest constants that
// either sets; nil if there is none that differs in few.
func (r *Row) twin(all []*specfile.Spec) (twin *specfile.Spec) {
	const few = 3
	least := few + 1
	var here map[string]string // all constants of the row
	for _, s := range all {
		if s.Model != r.Spec.Model || s.Fairness != r.Spec.Fairness || !slices.Equal(s.Without, r.Spec.Without) ||
			!Opposite(s.Expect[r.Property].Verdict, r.Spec.Expect[r.Property].Verdict) {
			continue
		}
		if here == nil {
			here = settled(r.Entry, r.Spec.Constants())
		}
		if n := r.given(here, s); n > 0 && n < least {
			twin, least = s, n
		}
	}
	return twin
}

// Opposite reports whether one verdict says that a property is broken, and the
// other that nothing breaks it.
func Opposite(a, b model.Verdict) bool {
	holds := func(v model.Verdict) bool { return v == model.Holds || v == model.HoldsWithinBounds }
	return a == model.Violated && holds(b) || holds(a) && b == model.Violated
}

// given is how many constants that one of two specs sets have another value in the
// other; here are all of the row's.
func (r *Row) given(here map[string]string, other *specfile.Spec) (n int) {
	there := settled(r.Entry, other.Constants())
	a, b := r.Spec.Constants(), other.Constants()
	set := maps.Clone(a)
	maps.Copy(set, b)
	for name := range set {
		if name == r.Entry.Variants().Key() && a[name] != b[name] || here[name] != there[name] {
			n++
		}
	}
	return n
}

// settled are the values of all constants under set; nil where the model
// refuses it.
func settled(e registry.Entry, set map[string]string) map[string]string {
	constants, err := e.Constants(set)
	if err != nil {
		return nil
	}
	values, err := resolved(e, constants, set)
	if err != nil {
		return nil
	}
	return values
}

// difference are the constants, bounds apart, in which a twin differs from the
// row's spec, with the twin's values. What has no meaning in the twin is not
// among them.
func (r *Row) difference(twin *specfile.Spec) map[string]string {
	own := map[string]string{}
	if twin == nil {
		return own
	}
	set := twin.Constants()
	constants, err := r.Entry.Constants(set)
	if err != nil {
		return own
	}
	here, there := settled(r.Entry, r.Spec.Constants()), settled(r.Entry, set)
	for _, c := range constants {
		value, known := there[c.Name]
		if known && value != here[c.Name] && c.Role != model.OfBounds && applies(r.Entry, constants, set, c.Name) == nil {
			own[c.Name] = value
		}
	}
	return own
}

// references are the proposals and bugs that a text lists.
func references(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ' ' })
}
