package cli

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"mc/run/cure"
	"mc/run/registry"
	"mc/traces"
)

// elsewhere are the flags that take a trace's schedule to other rules.
type elsewhere struct {
	As  string   `placeholder:"VARIANT" help:"Take the same steps under another variant of the model (a generation, a release), or another model with the same kind of state."`
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
	rules, err := e.rules(w, own)
	if err != nil {
		return nil, err
	}
	c, err := rules.Compare(w.Models, f)
	var unknown *registry.NoVariant
	if errors.As(err, &unknown) {
		return nil, usage("--as %s: %s", unknown.Name, unknown.Reason)
	}
	return c, err
}

// rules are the other rules; a constant is given once.
func (e *elsewhere) rules(w *world, own registry.Entry) (r cure.Rules, err error) {
	set, err := pairs("--set", e.Set)
	if err != nil {
		return r, err
	}
	r.As = e.As
	if meant, err := own.Variants().Resolve(e.As); err == nil && meant.Said != "" {
		fmt.Fprintf(w.err, "mc: %s: %s\n", e.As, meant.Said)
	}
	for _, name := range slices.Sorted(maps.Keys(set)) {
		if e.As != "" && name == own.Variants().Key() && set[name] != e.As {
			return r, usage("--as %s contradicts --set %s=%s; give one of them", e.As, name, set[name])
		}
		r.Set = append(r.Set, cure.Value{Name: name, Text: set[name]})
	}
	return r, nil
}

// owner is the model that the trace in file is of.
func owner(w *world, file string, f *traces.File) (registry.Entry, error) {
	entry, err := cure.Owner(w.Models, f)
	if err != nil {
		return nil, usage("%s: %v", file, err)
	}
	return entry, nil
}
