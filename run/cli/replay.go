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
	"mc/traces/tell"
)

// replayCommand is mc replay.
type replayCommand struct {
	Trace string `arg:"" help:"A trace file, as mc check -o writes it; - for standard input; or a spec, for what it breaks."`

	elsewhere

	From  int `placeholder:"N" help:"Tell the story from this step."`
	Until int `placeholder:"N" help:"Tell the story up to this step."`

	Interactive bool `short:"i" help:"Go through the steps one by one: next, back, jump, what else is enabled."`
}

// Run replays the trace and tells its story; under other rules, where and why
// the schedule parts from it.
func (c *replayCommand) Run(w *world) error {
	f, err := w.openTrace(c.Trace)
	if err != nil {
		return err
	}
	if err := c.window(f); err != nil {
		return err
	}
	if c.asked() {
		comparison, err := c.compare(w, c.Trace, f)
		if err != nil {
			return refused(c.Trace, err)
		}
		if c.Interactive {
			return c.walk(w, f, comparison)
		}
		return written(tell.Comparison(w.prose, comparison, c.text(w)))
	}
	if c.Interactive {
		return c.walk(w, f, nil)
	}
	entry, err := owner(w, c.Trace, f)
	if err != nil {
		return err
	}
	replayed, err := entry.Replay(f)
	if err != nil {
		return refused(c.Trace, err)
	}
	return c.agreed(w, f, replayed)
}

// walk replays the trace and lets the reader go through it.
func (c *replayCommand) walk(w *world, f *traces.File, other *traces.Comparison) error {
	entry, err := owner(w, c.Trace, f)
	if err != nil {
		return err
	}
	replayed, err := entry.Replay(f)
	if err != nil {
		return refused(c.Trace, err)
	}
	until := len(f.Steps)
	if c.Until > 0 {
		until = c.Until
	}
	k := &walk{w: w, f: f, r: replayed, other: other, text: c.text(w), from: c.From, until: until}
	return k.stroll()
}

func (c *replayCommand) window(f *traces.File) error {
	last := len(f.Steps)
	switch {
	case c.From < 0 || c.From > last:
		return usage("--from %d: the trace has steps 1 to %d", c.From, last)
	case c.Until < 0 || c.Until > last:
		return usage("--until %d: the trace has steps 1 to %d", c.Until, last)
	case c.Until > 0 && c.From > c.Until:
		return usage("--from %d is after --until %d; swap them", c.From, c.Until)
	}
	return nil
}

func (c *replayCommand) text(w *world) tell.Options {
	return tell.Options{Color: bool(w.colors), Width: w.columns, Unicode: true, From: c.From, Until: c.Until,
		Unfolded: true, Replay: "mc replay " + c.Trace}
}

func (c *replayCommand) agreed(w *world, f *traces.File, r *registry.Replayed) error {
	if err := tell.Text(w.prose, f, c.text(w)); err != nil {
		return written(err)
	}
	end := "no property was recorded"
	if f.Property.Name != "" {
		end = fmt.Sprintf("%s is %s at its end, as recorded", f.Property.Name, f.Verdict)
		if f.Loop != nil && f.Loop.Fairness != "" {
			end = fmt.Sprintf("%s is %s by it under fairness %s, as recorded", f.Property.Name, f.Verdict, f.Loop.Fairness)
		}
	}
	_, err := fmt.Fprintf(w.prose, "\nreplayed: all %d states are those of %s today; %s\n", f.States(), f.Model, end)
	return written(err)
}

// openTrace reads a trace: a file, standard input ("-"), or that of the first
// property that a spec which comes with the program breaks or reaches.
func (w *world) openTrace(name string) (*traces.File, error) {
	if name == "-" {
		return readTrace(name, os.Stdin)
	}
	f, err := os.Open(name)
	if err != nil {
		if _, embedded := w.Path(name); embedded {
			return w.traceOf(name)
		}
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
