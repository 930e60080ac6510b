package cli

import (
	"fmt"
	"io"

	"mc/report"
	"mc/run/cli/outfile"
	"mc/traces/render"
	"mc/traces/tell"
)

// writable makes sure, before a run that may take hours, that the file for its
// trace can be written.
func writable(file string) error {
	if err := outfile.Writable(file); err != nil {
		return &outputError{fmt.Errorf("%w; nothing was run, give -o another file", err)}
	}
	return nil
}

// create writes a file that the user wants.
func create(file string, write func(io.Writer) error) error {
	return written(outfile.Write(file, write))
}

// save writes the first trace to the file that -o names.
func (c *checkCommand) save(w *world, r *report.Report) error {
	t := r.Trace()
	if t == nil {
		return c.noTrace(w)
	}
	r.Saved = c.Output
	format, known := render.For(c.Output)
	if !known {
		format, _ = render.Find("json")
	}
	if !format.ReadsBack {
		r.Saved = "" // it shows the trace, and cannot be replayed
	}
	o := render.Options{Replay: again(r, t), Text: tell.Options{Unicode: true}}
	return create(c.Output, func(f io.Writer) error { return render.Render(f, t, format.Name, o) })
}

// noTrace says that there is nothing to write. A trace of an earlier run must
// not pass for one of this.
func (c *checkCommand) noTrace(w *world) error {
	removed, err := outfile.Remove(c.Output)
	switch {
	case err != nil:
		return &outputError{err}
	case removed:
		fmt.Fprintf(w.err, "mc: no property has a trace; %s, which was of an earlier run, is removed\n", c.Output)
	default:
		fmt.Fprintf(w.err, "mc: no property has a trace, so %s was not written\n", c.Output)
	}
	return nil
}
