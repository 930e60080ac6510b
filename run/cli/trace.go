package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"os/signal"
	"slices"

	"mc/run/cure"
	"mc/run/registry"
	"mc/run/specfile"
	"mc/run/suite"
	"mc/traces"
	"mc/traces/render"
)

// openTrace reads a trace: a file, standard input ("-"), or that of the first
// property that a spec which comes with the program breaks or reaches.
func (w *world) openTrace(name string) (*traces.File, error) {
	if name == "-" {
		return readTrace(name, os.Stdin)
	}
	f, err := os.Open(name)
	if _, embedded := w.Specs.Path(name); err != nil && embedded {
		return w.traceOf(name)
	}
	if err != nil {
		return nil, specfile.Unreadable(name, err)
	}
	defer f.Close()
	return readTrace(name, f)
}

func readTrace(name string, in io.Reader) (*traces.File, error) {
	t, err := render.Read(in)
	var path *fs.PathError
	if errors.As(err, &path) {
		return nil, specfile.Unreadable(name, err)
	}
	if err != nil {
		return nil, usage("%s: %s", name, ofTrace(err))
	}
	return t, nil
}

// traceOf runs a spec for its trace.
func (w *world) traceOf(name string) (*traces.File, error) {
	spec, err := w.Embedded(name)
	if err != nil {
		return nil, err
	}
	entry, err := w.Resolve(spec)
	if err != nil {
		return nil, err
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	out, err := suite.Run(ctx, entry, spec, suite.Job(spec, suite.Options(spec), version()))
	if err != nil {
		return nil, failed(name, err)
	}
	for _, p := range out.Properties {
		if p.Trace != nil {
			return p.Trace, nil
		}
	}
	if out.Script != nil {
		return out.Script.Trace, nil
	}
	return nil, usage("%s has no trace: nothing is broken or reached; mc check %[1]s says what was found", name)
}

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
