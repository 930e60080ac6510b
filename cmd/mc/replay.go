package main

import (
	"errors"
	"fmt"
	"strings"

	"mc/cmd/mc/internal/registry"
	"mc/traces"
)

// replayCommand is mc replay.
type replayCommand struct {
	Trace string   `arg:"" help:"A trace file, as mc check -o writes it."`
	As    string   `placeholder:"GENERATION" help:"Take the same steps under another generation."`
	Set   []string `sep:"none" placeholder:"NAME=VALUE" help:"Take the same steps with another value of a constant; repeatable."`
	From  int      `placeholder:"N" help:"Tell the story from this step."`
	Until int      `placeholder:"N" help:"Tell the story up to this step."`
}

// Run replays the trace and tells its story, up to where it parts if it does.
func (c *replayCommand) Run(w *world) error {
	f, err := openTrace(c.Trace)
	if err != nil {
		return err
	}
	if err := c.window(f); err != nil {
		return err
	}
	entry, set, err := c.target(w, f)
	if err != nil {
		return err
	}
	replayed, err := entry.Replay(f, set)
	var parted *traces.Divergence
	switch {
	case err == nil:
		return c.agreed(w, f, replayed)
	case errors.As(err, &parted) && c.elsewhere():
		return c.parted(w, f, parted)
	case errors.As(err, &parted):
		return err
	}
	return usage("%s: %s", c.Trace, strings.TrimPrefix(err.Error(), "traces: "))
}

// elsewhere reports whether other rules were asked for than the trace's own.
func (c *replayCommand) elsewhere() bool { return c.As != "" || len(c.Set) > 0 }

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

// target is the model to replay on, with its constants.
func (c *replayCommand) target(w *world, f *traces.File) (registry.Entry, map[string]string, error) {
	entry, ok := w.models.Find(f.Model)
	if !ok {
		return nil, nil, usage("%s: the trace is of model %q, which this mc does not have%s; replay it with mc %s",
			c.Trace, f.Model, suggest(f.Model, w.models.Names()), f.MC)
	}
	set, err := c.constants(entry, f)
	if err != nil {
		return nil, nil, err
	}
	if _, err := entry.Vocabulary(set); err != nil {
		where := c.Trace
		if c.elsewhere() {
			where = "under the constants given"
		}
		return nil, nil, usage("%s: %s", where, strings.ReplaceAll(err.Error(), "\n", "; "))
	}
	return entry, set, nil
}

// constants are those of the trace with the changes asked for. A constant
// that had the default of the old generation takes that of the new one.
func (c *replayCommand) constants(entry registry.Entry, f *traces.File) (map[string]string, error) {
	changes, err := pairs("--set", c.Set)
	if err != nil {
		return nil, err
	}
	if c.As != "" {
		if g, twice := changes["generation"]; twice && g != c.As {
			return nil, usage("--as %s contradicts --set generation=%s; give one of them", c.As, g)
		}
		changes["generation"] = c.As
	}
	set := map[string]string{}
	for k, v := range f.Constants {
		set[k] = v
	}
	if old, has := f.Constants["generation"]; has && changes["generation"] != "" {
		defaults, err := entry.Constants(map[string]string{"generation": old})
		if err != nil {
			return nil, usage("%s: %v", c.Trace, err)
		}
		for _, d := range defaults {
			if set[d.Name] == d.Default {
				delete(set, d.Name)
			}
		}
	}
	for k, v := range changes {
		set[k] = v
	}
	return set, nil
}

func (c *replayCommand) text(w *world, f *traces.File, until int) error {
	return traces.Text(w.out, f, traces.TextOptions{
		Color: w.style(false).Color, Unicode: true, From: c.From, Until: until, Source: c.Trace})
}

func (c *replayCommand) agreed(w *world, f *traces.File, r *registry.Replayed) error {
	if err := c.text(w, f, c.Until); err != nil {
		return written(err)
	}
	end := "no property was recorded"
	if f.Property.Name != "" {
		end = fmt.Sprintf("%s is %s at its end, as recorded", f.Property.Name, f.Verdict)
	}
	_, err := fmt.Fprintf(w.out, "\nreplayed: all %d states are those of %s today; %s\n", f.States(), f.Model, end)
	return written(err)
}

// parted tells the story up to the step at which the other rules part from
// the trace. Under other rules that is the result, not a fault.
func (c *replayCommand) parted(w *world, f *traces.File, d *traces.Divergence) error {
	if d.Step > 1 {
		until := d.Step - 1
		if c.Until > 0 {
			until = min(until, c.Until)
		}
		if err := c.text(w, f, until); err != nil {
			return written(err)
		}
	}
	_, err := fmt.Fprintf(w.out, "\nunder %s the schedule parts here: %s\n", c.where(), strings.TrimPrefix(d.Error(), "traces: "))
	return written(err)
}

// where names the other rules.
func (c *replayCommand) where() string {
	words := c.Set
	if c.As != "" {
		words = append([]string{c.As}, words...)
	}
	return strings.Join(words, " ")
}
