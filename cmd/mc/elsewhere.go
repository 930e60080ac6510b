package main

import (
	"path"
	"slices"
	"strings"

	"mc/cmd/mc/internal/registry"
	"mc/model"
	"mc/traces"
)

// elsewhere are the flags that take a trace's schedule to other rules.
type elsewhere struct {
	As  string   `placeholder:"GENERATION" help:"Take the same steps under another generation, or another model with the same kind of state."`
	Set []string `sep:"none" placeholder:"NAME=VALUE" help:"Take the same steps with another value of a constant; repeatable."`
}

// asked reports whether there are other rules.
func (e *elsewhere) asked() bool { return e.As != "" || len(e.Set) > 0 }

// compare takes the schedule of f, which was read from file, to the other
// rules.
func (e *elsewhere) compare(w *world, file string, f *traces.File) (*traces.Comparison, error) {
	own, err := owner(w, file, f)
	if err != nil {
		return nil, err
	}
	other, set, err := e.target(w, file, own, f)
	if err != nil {
		return nil, err
	}
	if _, err := other.Vocabulary(set); err != nil {
		return nil, usage("%s: %s%s", e, strings.TrimSuffix(strings.ReplaceAll(err.Error(), "\n", "; "), "?"), e.remedy())
	}
	return own.Compare(f, other, set, e.names(own, f))
}

// owner is the model that the trace is of.
func owner(w *world, file string, f *traces.File) (registry.Entry, error) {
	entry, ok := w.models.Find(f.Model)
	if !ok {
		return nil, usage("%s: the trace is of model %q, which this mc does not have%s; replay it with mc %s",
			file, f.Model, suggest(f.Model, w.models.Names()), f.MC)
	}
	words, err := entry.Vocabulary(f.Constants)
	if err == nil && len(f.Without) > 0 {
		err = words.Without(f.Without...)
	}
	if err != nil {
		return nil, usage("%s: %s; replay it with mc %s", file, strings.ReplaceAll(err.Error(), "\n", "; "), f.MC)
	}
	return entry, nil
}

// target is the other model with its constants.
func (e *elsewhere) target(w *world, file string, own registry.Entry, f *traces.File) (registry.Entry, map[string]string, error) {
	changes, err := pairs("--set", e.Set)
	if err != nil {
		return nil, nil, err
	}
	set := map[string]string{}
	for k, v := range f.Constants {
		set[k] = v
	}
	old, generations := f.Constants["generation"]
	if e.As != "" && !generations {
		if own, err = sibling(w, own, e.As); err != nil {
			return nil, nil, err
		}
	} else if e.As != "" {
		if g, twice := changes["generation"]; twice && g != e.As {
			return nil, nil, usage("--as %s contradicts --set generation=%s; give one of them", e.As, g)
		}
		changes["generation"] = e.As
	}
	if changes["generation"] != "" && generations {
		if err := forget(set, own, old); err != nil {
			return nil, nil, usage("%s: %v", file, err)
		}
	}
	for k, v := range changes {
		set[k] = v
	}
	return own, set, nil
}

// forget drops the constants that have the defaults of a generation, so that
// those of another can take their place.
func forget(set map[string]string, own registry.Entry, generation string) error {
	defaults, err := own.Constants(map[string]string{"generation": generation})
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

// sibling finds the model that --as means where models have no generations:
// by its whole name, or by its last word among those beside own.
func sibling(w *world, own registry.Entry, as string) (registry.Entry, error) {
	names := siblings(w, own)
	for _, name := range []string{as, path.Dir(own.Name()) + "/" + as} {
		if slices.Contains(names, name) {
			entry, _ := w.models.Find(name)
			return entry, nil
		}
	}
	return nil, usage("--as %s: %s has no generations, and its schedules can go to %s%s", as, own.Name(), strings.Join(names, ", "), model.DidYouMean(as, names))
}

// siblings are the models with the same kind of state, own among them.
func siblings(w *world, own registry.Entry) (names []string) {
	for _, m := range w.models {
		if own.SameState(m) {
			names = append(names, m.Name())
		}
	}
	return names
}

// names of the two sets of rules: their generations, or, where only constants
// differ, the values of these.
func (e *elsewhere) names(own registry.Entry, f *traces.File) [2]string {
	name := f.Constants["generation"]
	if name == "" {
		name = path.Base(f.Model)
	}
	if e.As == "" {
		name = e.before(own, f, name)
	}
	return [2]string{name, e.String()}
}

// before is what --set changes, as it was; without values to name it is
// called as given.
func (e *elsewhere) before(own registry.Entry, f *traces.File, called string) string {
	constants, err := own.Constants(f.Constants)
	if err != nil {
		return called
	}
	values := map[string]string{}
	for _, c := range constants {
		values[c.Name] = c.Default
	}
	for name, value := range f.Constants {
		values[name] = value
	}
	var words []string
	for _, text := range e.Set {
		name, _, _ := strings.Cut(text, "=")
		if values[name] == "" {
			return called
		}
		words = append(words, name+"="+values[name])
	}
	return strings.Join(words, " ")
}

// remedy says where the names are that --as takes.
func (e *elsewhere) remedy() string {
	if e.As == "" {
		return ""
	}
	return "; mc list generations names all"
}

func (e *elsewhere) String() string {
	words := e.Set
	if e.As != "" {
		words = append([]string{path.Base(e.As)}, words...)
	}
	return strings.Join(words, " ")
}
