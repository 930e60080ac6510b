package registry

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"mc/model"
)

// Variant is one variant of a model, ready to run.
type Variant struct {
	Entry Entry             // the model that it is, or is a variant of
	Set   map[string]string // the constants under which it runs
}

// NoVariant says that a model has no variant of a name.
type NoVariant struct {
	Name   string
	Reason string // with the names that there are
}

func (e *NoVariant) Error() string { return e.Name + ": " + e.Reason }

// As is the variant of a model that a name means, with the constants of set:
// values that the present variant has by itself make way for those that the
// other one has.
func (m Models) As(own Entry, name string, set map[string]string) (Variant, error) {
	set, err := forget(own, set)
	if err != nil {
		return Variant{}, err
	}
	return m.Under(own, name, set)
}

// Under is the variant of a model that a name means, with the constants of set
// as they are. Without variants, another model with the same kind of state is
// meant, by its whole name or its last word.
func (m Models) Under(own Entry, name string, set map[string]string) (v Variant, err error) {
	v = Variant{own, map[string]string{}}
	maps.Copy(v.Set, set)
	if key := own.Variants().Key(); key != "" {
		v.Set[key] = name // whether there is such a variant, the model says best
		if meant, err := own.Variants().Resolve(name); err == nil {
			v.Set[key] = meant.Name
			maps.Copy(v.Set, meant.Set)
		}
		return v, nil
	}
	known := m.siblings(own)
	for _, full := range []string{name, templateOf(own, name), path.Dir(own.Name()) + "/" + name} {
		if slices.Contains(known, full) {
			v.Entry, _ = m.Find(full)
			v.Entry = v.Entry.Starting(own.Given()).Asking(own.Questions())
			return v, nil
		}
	}
	return v, &NoVariant{name, fmt.Sprintf("%s has no such variant; its schedules can go to %s%s",
		own.Name(), strings.Join(known, ", "), model.DidYouMean(name, known))}
}

// forget drops the constants that have the defaults of the present variant.
func forget(own Entry, set map[string]string) (map[string]string, error) {
	if own.Variants().Key() == "" {
		return set, nil
	}
	defaults, err := ownValues(own, set, false)
	if err != nil {
		return nil, err
	}
	left := maps.Clone(set)
	for name, value := range defaults {
		if left[name] == value {
			delete(left, name)
		}
	}
	return left, nil
}

// templateOf is the template that a variant of own is.
func templateOf(own Entry, name string) string {
	one, _, _ := own.Variants().Find(name)
	return one.Model
}

// siblings are the names of the models with the same kind of state, own among
// them.
func (m Models) siblings(own Entry) (names []string) {
	for _, e := range m {
		if own.SameState(e) {
			names = append(names, e.Name())
		}
	}
	return names
}

// Present is the name of the variant that a model runs under set.
func Present(e Entry, set map[string]string) (name string, ok bool) {
	v := e.Variants()
	if key := v.Key(); key != "" {
		if name, ok = set[key]; ok {
			return name, true
		}
		list, err := e.Constants(set)
		i := slices.IndexFunc(list, func(c model.Constant) bool { return c.Name == key })
		if err != nil || i < 0 {
			return "", false
		}
		return list[i].Default, true
	}
	for _, one := range v.All() {
		if one.Model == e.Name() {
			return one.Name, true
		}
	}
	return "", false
}

// Later are the names, for As, of the variants after the one that a model runs
// under set; where it has none, of the models after it that have the same kind
// of state.
func (m Models) Later(own Entry, set map[string]string) (names []string) {
	if now, ok := Present(own, set); ok {
		for _, one := range own.Variants().Later(now) {
			names = append(names, one.Name)
		}
		return names
	}
	all := m.siblings(own)
	return all[slices.Index(all, own.Name())+1:]
}

// Families are the names of all families of variants.
func (m Models) Families() (names []string) {
	for _, e := range m {
		if e.Variants() == nil {
			continue
		}
		for _, f := range e.Variants().Families {
			if !slices.Contains(names, f.Name) {
				names = append(names, f.Name)
			}
		}
	}
	return names
}
