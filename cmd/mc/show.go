package main

import (
	"errors"
	"io"
	"slices"
	"strings"

	"mc/traces"
)

// showCommand is mc show.
type showCommand struct {
	Trace  string `arg:"" help:"A trace file, as mc check -o writes it."`
	Format string `default:"text" placeholder:"FORMAT" help:"One of ${formats}."`
	Output string `short:"o" placeholder:"FILE" help:"Write to this file instead of standard output."`

	elsewhere
}

// Run renders the trace, beside what other rules make of it if they are asked
// for.
func (c *showCommand) Run(w *world) error {
	if !slices.Contains(traces.Formats(), c.Format) {
		return usage("--format %s: there is no such format%s; one of %s", c.Format, suggest(c.Format, traces.Formats()), strings.Join(traces.Formats(), ", "))
	}
	f, err := openTrace(c.Trace)
	if err != nil {
		return err
	}
	o := traces.RenderOptions{Source: c.Trace, Text: traces.TextOptions{Unicode: true}}
	if c.asked() {
		if o.Comparison, err = c.compare(w, c.Trace, f); err != nil {
			return refused(c.Trace, err)
		}
	}
	if c.Output != "" {
		return create(c.Output, func(out io.Writer) error { return traces.Render(out, f, c.Format, o) })
	}
	o.Text.Color = w.style(false).Color
	return written(traces.Render(w.out, f, c.Format, o))
}

// refused tells a trace that is damaged or foreign from a sound one whose
// steps are not what its model does.
func refused(file string, err error) error {
	var parted *traces.Divergence
	var foreign *traces.FileError
	text := strings.TrimPrefix(err.Error(), "traces: ")
	switch {
	case errors.As(err, &parted):
		return &faultError{usage("%s: %s", file, text)}
	case errors.As(err, &foreign):
		return usage("%s: %s", file, text)
	}
	return err
}
