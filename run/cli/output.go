package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"mc/report"
	"mc/traces/render"
	"mc/traces/tell"
)

// remove takes away a file, also one that a link leads to, but neither the link
// nor what is no file: a device, a pipe.
func remove(file string) (removed bool, err error) {
	file, err = filepath.EvalSymlinks(file)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	info, err := os.Stat(file)
	if err != nil || !info.Mode().IsRegular() {
		return false, err
	}
	return true, os.Remove(file)
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
	removed, err := remove(c.Output)
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
