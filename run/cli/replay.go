package cli

import (
	"fmt"

	"mc/run/registry"
	"mc/traces"
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
		return written(tell.Comparison(w.out, comparison, c.text(w)))
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
		Replay: "mc replay " + c.Trace}
}

func (c *replayCommand) agreed(w *world, f *traces.File, r *registry.Replayed) error {
	if err := tell.Text(w.out, f, c.text(w)); err != nil {
		return written(err)
	}
	end := "no property was recorded"
	if f.Property.Name != "" {
		end = fmt.Sprintf("%s is %s at its end, as recorded", f.Property.Name, f.Verdict)
		if f.Loop != nil && f.Loop.Fairness != "" {
			end = fmt.Sprintf("%s is %s by it under fairness %s, as recorded", f.Property.Name, f.Verdict, f.Loop.Fairness)
		}
	}
	_, err := fmt.Fprintf(w.out, "\nreplayed: all %d states are those of %s today; %s\n", f.States(), f.Model, end)
	return written(err)
}
