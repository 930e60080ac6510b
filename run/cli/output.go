package cli

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

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

// outputsWritable makes sure of all files that a check is to write.
func (c *checkCommand) outputsWritable(plans []plan) error {
	files := c.reportFiles()
	switch {
	case c.manyTraces():
		if err := os.MkdirAll(c.Output, 0o777); err != nil {
			return &outputError{fmt.Errorf("%w; nothing was run, give -o another directory", err)}
		}
		for i, p := range plans {
			same := slices.IndexFunc(plans[:i], func(q plan) bool { return q.spec.Name == p.spec.Name })
			if same >= 0 {
				return usage("two specs are named %s (%s, %s), and their traces would have one file; give each a name of its own",
					p.spec.Name, plans[same].spec.File(), p.spec.File())
			}
			files = append(files, c.traceFile(p.spec.Name, "json"))
		}
	case c.Output != "":
		files = append(files, c.Output)
	}
	for _, file := range files {
		if err := writable(file); err != nil {
			return err
		}
	}
	return nil
}

// manyTraces reports whether -o is a directory.
func (c *checkCommand) manyTraces() bool { return isDirectory(c.Output) }

// isDirectory reports whether a name of -o is that of a directory, or to be one.
func isDirectory(name string) bool {
	info, err := os.Stat(name)
	return os.IsPathSeparator(last(name)) || err == nil && info.IsDir()
}

// last is the last byte of a text; 0 if there is none.
func last(text string) byte {
	if text == "" {
		return 0
	}
	return text[len(text)-1]
}

// traceFile is the file in the directory of -o for a spec, or for a model by its
// name alone.
func (c *checkCommand) traceFile(name, format string) string {
	return filepath.Join(c.Output, strings.ReplaceAll(name, "/", "-")+"."+format)
}

// saveFailure writes the trace and the page of a spec that is not as expected. Of
// one that is, files of an earlier run are removed.
func (c *checkCommand) saveFailure(r *report.Report) error {
	t := r.Wrong()
	for _, format := range []string{"html", "json"} {
		file := c.traceFile(r.Subject.Name, format)
		if t == nil {
			if _, err := outfile.Remove(file); err != nil {
				return &outputError{err}
			}
			continue
		}
		r.Saved = file
		o := render.Options{Replay: "mc replay " + c.traceFile(r.Subject.Name, "json"), Text: tell.Options{Unicode: true}}
		if err := create(file, func(f io.Writer) error { return render.Render(f, t, format, o) }); err != nil {
			return err
		}
	}
	return nil
}

// create writes a file that the user wants.
func create(file string, write func(io.Writer) error) error {
	return written(outfile.Write(file, write))
}

// save writes the first trace to the file that -o names.
func (c *checkCommand) save(w *world, r *report.Report) error {
	if c.manyTraces() {
		return c.saveFailure(r)
	}
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
