package main

import (
	"io"

	"mc/traces"
)

// showCommand is mc show.
type showCommand struct {
	Trace  string `arg:"" help:"A trace file, as mc check -o writes it."`
	Format string `enum:"text,json" default:"text" help:"One of ${enum}."`
	Output string `short:"o" placeholder:"FILE" help:"Write to this file instead of standard output."`
}

// Run renders the trace.
func (c *showCommand) Run(w *world) error {
	f, err := openTrace(c.Trace)
	if err != nil {
		return err
	}
	if c.Output != "" {
		return create(c.Output, func(out io.Writer) error { return c.render(out, f, false) })
	}
	return written(c.render(w.out, f, w.style(false).Color))
}

func (c *showCommand) render(out io.Writer, f *traces.File, color bool) error {
	if c.Format == "json" {
		return f.Write(out)
	}
	return traces.Text(out, f, traces.TextOptions{Color: color, Unicode: true, Source: c.Trace})
}
