package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"time"

	"mc/explorer"
	"mc/model/evidence"
	"mc/report"
	"mc/run/cli/progress"
	"mc/run/registry"
	"mc/run/verdict"
)

// validateCommand is mc validate.
type validateCommand struct {
	Dir string `arg:"" name:"dir" help:"The folder of the recording: metadata.dump.txt, and of each broker N its log nN.log."`

	Release   string      `placeholder:"R" help:"The release that was recorded; the recording says if nothing is said."`
	Topic     string      `placeholder:"NAME" help:"The topic; the first that the recording has if nothing is said."`
	Partition int         `placeholder:"N" help:"The partition of the topic; 0 if nothing is said."`
	Set       []string    `sep:"none" placeholder:"K=V" help:"Take a constant of the model otherwise than the recording suggests."`
	Model     string      `placeholder:"NAME" help:"The model that the recording is held against; the first that can read one if nothing is said."`
	Until     string      `placeholder:"TIME" help:"Read what was written up to this time of the day, as in 22:12:30, and no further."`
	Places    int         `placeholder:"N" help:"Most places that the search looks at; 2,000,000 if nothing is said."`
	Memory    report.Size `placeholder:"SIZE" help:"Stop when these need more than this, as in 4GiB. Default: a share of what the container or the machine leaves."`

	Steps  bool   `help:"Tell the whole course, each step with the lines that show it."`
	Output string `short:"o" placeholder:"FILE" help:"Write the course as a trace to this file, for mc show and mc replay."`
	JSON   bool   `name:"json" help:"Print one object (mc.validate/1) instead of text."`
	Quiet  bool   `short:"q" help:"No progress on standard error."`
}

// Run holds the recording against the model, and says what was found.
func (c *validateCommand) Run(w *world) error {
	entry, err := c.entry(w)
	if err != nil {
		return err
	}
	o, err := c.options()
	if err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	context.AfterFunc(ctx, stop)
	line := &progress.Line{Out: w.line, Terminal: w.errTTY}
	if !c.Quiet {
		o.Progress = func(told, lines, places int) {
			line.Say(fmt.Sprintf("%d of %d lines, %d places", told, lines, places))
		}
	}
	v, err := entry.Validate(ctx, c.Dir, o)
	line.Clear()
	var bad *registry.BadRecording
	switch {
	case errors.As(err, &bad):
		return usage("%v", err)
	case err != nil:
		return &faultError{err}
	}
	if err := c.print(w, v); err != nil {
		return err
	}
	switch {
	case ctx.Err() != nil:
		return ended{verdict.Interrupted}
	case v.Cut:
		return ended{verdict.Inconclusive}
	case !v.Accepted:
		return ended{verdict.Unmet}
	case len(v.Broken) > 0:
		return ended{verdict.Safety}
	}
	return nil
}

// entry is the model that the recording is held against.
func (c *validateCommand) entry(w *world) (registry.Entry, error) {
	var names []string
	for _, e := range w.Models {
		if !e.Reads() {
			continue
		}
		if c.Model == "" || e.Name() == c.Model {
			return e, nil
		}
		names = append(names, e.Name())
	}
	if len(names) == 0 {
		return nil, usage("no model of this program can be held against recordings")
	}
	return nil, usage("no recordings are read for a model %q; for these they are: %s", c.Model, strings.Join(names, ", "))
}

func (c *validateCommand) options() (o registry.ValidateOptions, err error) {
	o = registry.ValidateOptions{Places: c.Places, Version: version(), Memory: cmp.Or(uint64(c.Memory), explorer.DefaultMemory().Bytes),
		Options: evidence.Options{Release: c.Release, Topic: c.Topic, Partition: c.Partition, Set: map[string]string{}}}
	if c.Places < 0 || c.Partition < 0 {
		return o, usage("--places and --partition cannot be negative")
	}
	if c.Until != "" {
		at, err := time.Parse("15:04:05", c.Until) // which takes a fraction of a second as well
		if err != nil {
			return o, usage("--until takes a time of the day, as in 22:12:30 or 22:12:30.5; got %q", c.Until)
		}
		o.Until = max(1, at.Sub(at.Truncate(24*time.Hour)).Milliseconds())
	}
	for _, s := range c.Set {
		name, value, is := strings.Cut(s, "=")
		if !is {
			return o, usage("--set takes a constant and its value, as in --set hw_after_alter_commit=off; got %q", s)
		}
		o.Set[name] = value
	}
	return o, nil
}

// print writes the trace, and says what was found.
func (c *validateCommand) print(w *world, v *report.Validation) error {
	if c.Output != "" {
		if err := create(c.Output, func(out io.Writer) error { return v.Trace.Write(out) }); err != nil {
			return err
		}
	}
	if c.JSON {
		return written(v.JSON(w.out))
	}
	return written(v.Text(w.prose, report.Style{Color: bool(w.colors), Width: w.columns}, c.Steps))
}
