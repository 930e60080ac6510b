package cure

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"mc/model"
	"mc/model/ask"
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

// Compare takes the schedule of f to the other rules.
func (r Rules) Compare(models registry.Models, f *traces.File) (*traces.Comparison, error) {
	own, err := Owner(models, f)
	if err != nil {
		return nil, err
	}
	if r, err = r.current(own); err != nil {
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
	return "; mc list variants names all"
}

// Owner is the model that a trace is of. The constants of the trace have their
// present names afterwards.
func Owner(models registry.Models, f *traces.File) (registry.Entry, error) {
	entry, ok := models.Find(f.Model)
	if !ok {
		return nil, fmt.Errorf("the trace is of model %q, which this mc does not have%s; replay it with mc %s",
			f.Model, model.Nearest(f.Model, models.Names()), f.MC)
	}
	constants, err := entry.Current(f.Constants)
	if err != nil {
		return nil, fmt.Errorf("%w; replay it with mc %s", err, f.MC)
	}
	f.Constants = constants
	entry = entry.Starting(f.Init).Asking(asked(f))
	words, err := entry.Vocabulary(f.Constants)
	if err == nil && len(f.Without) > 0 {
		err = words.Without(f.Without...)
	}
	if err != nil {
		return nil, fmt.Errorf("%s; replay it with mc %s", strings.ReplaceAll(err.Error(), "\n", "; "), f.MC)
	}
	return entry, nil
}

// asked are the questions of the run that a trace is of.
func asked(f *traces.File) (all []ask.Question) {
	for _, q := range f.Asked {
		goal := q.Kind == model.Reachable.String() || q.Kind == model.ReachableStep.String()
		all = append(all, ask.Question{Name: q.Name, Goal: goal, Text: q.Text})
	}
	return all
}

// current gives constants the names that they have now.
func (r Rules) current(own registry.Entry) (Rules, error) {
	values := map[string]string{}
	for _, v := range r.Set {
		values[v.Name] = v.Text
	}
	values, err := own.Current(values)
	r.Set = nil
	for _, name := range slices.Sorted(maps.Keys(values)) {
		r.Set = append(r.Set, Value{name, values[name]})
	}
	return r, err
}

// target is the other model with its constants.
func (r Rules) target(models registry.Models, own registry.Entry, f *traces.File) (registry.Entry, map[string]string, error) {
	v := registry.Variant{Entry: own, Set: maps.Clone(f.Constants)}
	as := r.As
	for _, one := range r.Set {
		if one.Name == own.Variants().Key() {
			as = one.Text
		}
	}
	if as != "" {
		var err error
		if v, err = models.As(own, as, f.Constants); err != nil {
			return nil, nil, err
		}
	}
	for _, one := range r.Set {
		v.Set[one.Name] = one.Text
	}
	return v.Entry, v.Set, nil
}

// names of the two sets of rules: their variants, or, where only constants
// differ, the values of these.
func (r Rules) names(own registry.Entry, f *traces.File) [2]string {
	name, ok := registry.Present(own, f.Constants)
	if !ok {
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
