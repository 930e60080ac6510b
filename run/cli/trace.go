package cli

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"os/signal"

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
