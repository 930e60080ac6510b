package cure

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"mc/model"
	"mc/run/registry"
	"mc/traces"
)

// Rules are other rules than those of a trace: a variant of its model (or
// another model with the same kind of state), and constants with other values.
type Rules struct {
	As  string
	Set []Value
}

// Value is a constant with its text.
type Value struct{ Name, Text string }

func (v Value) String() string { return v.Name + "=" + v.Text }

// String is the rules as the heading of a comparison has them.
func (r Rules) String() string {
	var words []string
	if r.As != "" {
		words = append(words, path.Base(r.As))
	}
	for _, v := range r.Set {
		words = append(words, v.String())
	}
	return strings.Join(words, " ")
}

// Refused says that there are such rules, but not together with what else the
// trace was run with.
type Refused struct {
	Rules  Rules
	Reason string // with the remedy
}

func (e *Refused) Error() string { return e.Rules.String() + ": " + e.Reason }

// Unknown says that there are no rules of that name for the trace's schedule.
type Unknown struct {
	As     string
	Reason string // with the names that there are
}

func (e *Unknown) Error() string { return e.As + ": " + e.Reason }

// Compare takes the schedule of f to the other rules.
func (r Rules) Compare(models registry.Models, f *traces.File) (*traces.Comparison, error) {
	own, err := Owner(models, f)
	if err != nil {
		return nil, err
	}
	other, set, err := r.target(models, own, f)
	if err != nil {
		return nil, err
	}
	if _, err := other.Vocabulary(set); err != nil {
		return nil, &Refused{r, strings.TrimSuffix(strings.ReplaceAll(err.Error(), "\n", "; "), "?") + r.remedy()}
	}
	return own.Compare(f, other, set, r.names(own, f))
}

// remedy says where the names are that As takes.
func (r Rules) remedy() string {
	if r.As == "" {
		return ""
	}
	return "; mc list generations names all"
}

// Owner is the model that a trace is of.
func Owner(models registry.Models, f *traces.File) (registry.Entry, error) {
	entry, ok := models.Find(f.Model)
	if !ok {
		return nil, fmt.Errorf("the trace is of model %q, which this mc does not have%s; replay it with mc %s",
			f.Model, model.Nearest(f.Model, models.Names()), f.MC)
	}
	words, err := entry.Vocabulary(f.Constants)
	if err == nil && len(f.Without) > 0 {
		err = words.Without(f.Without...)
	}
	if err != nil {
		return nil, fmt.Errorf("%s; replay it with mc %s", strings.ReplaceAll(err.Error(), "\n", "; "), f.MC)
	}
	return entry, nil
}

// target is the other model with its constants.
func (r Rules) target(models registry.Models, own registry.Entry, f *traces.File) (registry.Entry, map[string]string, error) {
	changes := map[string]string{}
	for _, v := range r.Set {
		changes[v.Name] = v.Text
	}
	set := maps.Clone(f.Constants)
	old, generations := f.Constants[generationKey]
	if r.As != "" && !generations {
		var err error
		if own, err = sibling(models, own, r.As); err != nil {
			return nil, nil, err
		}
	} else if r.As != "" {
		changes[generationKey] = r.As
	}
	if changes[generationKey] != "" && generations {
		if err := forget(set, own, old); err != nil {
			return nil, nil, err
		}
	}
	maps.Copy(set, changes)
	return own, set, nil
}

// forget drops the constants that have the defaults of a generation, so that
// those of another can take their place.
func forget(set map[string]string, own registry.Entry, generation string) error {
	defaults, err := own.Constants(map[string]string{generationKey: generation})
	if err != nil {
		return err
	}
	for _, d := range defaults {
		if set[d.Name] == d.Default {
			delete(set, d.Name)
		}
	}
	return nil
}

// sibling finds the model that As means where models have no generations: by
// its whole name, or by its last word among those beside own.
func sibling(models registry.Models, own registry.Entry, as string) (registry.Entry, error) {
	names := siblings(models, own)
	for _, name := range []string{as, path.Dir(own.Name()) + "/" + as} {
		if slices.Contains(names, name) {
			entry, _ := models.Find(name)
			return entry, nil
		}
	}
	return nil, &Unknown{as, fmt.Sprintf("%s has no generations, and its schedules can go to %s%s", own.Name(), strings.Join(names, ", "), model.DidYouMean(as, names))}
}

// siblings are the models with the same kind of state, own among them.
func siblings(models registry.Models, own registry.Entry) (names []string) {
	for _, m := range models {
		if own.SameState(m) {
			names = append(names, m.Name())
		}
	}
	return names
}

// names of the two sets of rules: their generations, or, where only constants
// differ, the values of these.
func (r Rules) names(own registry.Entry, f *traces.File) [2]string {
	name := f.Constants[generationKey]
	if name == "" {
		name = path.Base(f.Model)
	}
	if r.As == "" {
		name = r.before(own, f, name)
	}
	return [2]string{name, r.String()}
}

// before is what Set changes, as it was; without values to name it is called
// as given.
func (r Rules) before(own registry.Entry, f *traces.File, called string) string {
	constants, err := own.Constants(f.Constants)
	if err != nil {
		return called
	}
	values := map[string]string{}
	for _, c := range constants {
		values[c.Name] = c.Default
	}
	maps.Copy(values, f.Constants)
	var words []string
	for _, v := range r.Set {
		if values[v.Name] == "" {
			return called
		}
		words = append(words, v.Name+"="+values[v.Name])
	}
	return strings.Join(words, " ")
}
