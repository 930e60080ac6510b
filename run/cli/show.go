package cli

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"strings"

	"mc/explorer"
	"mc/model"
	"mc/model/schedule"
	"mc/report"
	"mc/run/cure"
	"mc/run/registry"
	"mc/traces"
	"mc/traces/render"
	"mc/traces/tell"
)

// showCommand is mc show.
type showCommand struct {
	Trace  string `arg:"" help:"A trace file, as mc check -o writes it; - for standard input; or a spec, for what it breaks."`
	Format string `placeholder:"FORMAT" help:"One of ${formats}. Default: what the name of the file to write asks for, or text."`
	Output string `short:"o" placeholder:"FILE" help:"Write to this file instead of standard output."`

	Minimize bool        `help:"Of the traces that break the same property show the one that is easiest to follow, with the fewest steps, participants and faults."`
	Memory   report.Size `placeholder:"SIZE" help:"What --minimize may take, as in 512MiB. Default: a share of what the container or the machine leaves."`
	Alone    bool        `help:"Show a page of the trace alone. Without it the rules that close what the trace shows stand beside it, if any are known."`

	elsewhere
}

// Run renders the trace, beside what other rules make of it if they are asked
// for.
func (c *showCommand) Run(w *world) error {
	c.choose()
	format, ok := render.Find(c.Format)
	if names := render.Names(); !ok {
		return usage("--format %s: there is no such format%s; one of %s", c.Format, model.Nearest(c.Format, names), strings.Join(names, ", "))
	}
	if c.asked() && !format.Beside {
		besides := render.Names(func(f render.Format) bool { return f.Beside })
		return usage("--format %s shows a trace alone; for other rules beside it use one of %s", c.Format, strings.Join(besides, ", "))
	}
	if c.asked() && c.Alone {
		return usage("--alone shows the trace alone, and --as and --set ask for other rules beside it; give one of them")
	}
	if c.Memory != 0 && !c.Minimize {
		return usage("--memory is what --minimize may take; give that, too, or drop it")
	}
	f, err := w.openTrace(c.Trace)
	if err != nil {
		return err
	}
	if c.Minimize {
		if f, err = c.least(w, f); err != nil {
			return err
		}
	}
	o := render.Options{Replay: "mc replay " + c.Trace, Text: tell.Options{Unicode: true}}
	again := recall(w, f)
	again.into(&o)
	if format.Drives {
		if o.Driver, err = again.driver(c.Trace, f); err != nil {
			return err
		}
	}
	if c.asked() {
		if o.Comparison, err = c.compare(w, c.Trace, f); err != nil {
			return refused(c.Trace, err)
		}
	} else if format.Compares && !c.Alone {
		spec := c.Trace
		if _, err := os.Stat(spec); err == nil || spec == "-" {
			spec = "" // a file of a trace says it
		}
		o.Comparison = beside(w, spec, f)
	}
	if c.Output != "" {
		return create(c.Output, func(out io.Writer) error { return render.Render(out, f, c.Format, o) })
	}
	o.Text.Color, o.Text.Width = bool(w.colors), w.columns
	if c.Format == "text" {
		return written(render.Render(w.prose, f, c.Format, o))
	}
	return written(render.Render(w.out, f, c.Format, o))
}

// beside is f under the rules that close it; what a spec broke just now may not say of
// which. If none are known, or this mc does not do what f says, f is shown alone.
func beside(w *world, spec string, f *traces.File) *traces.Comparison {
	own, err := cure.Owner(w.Models, f)
	if err != nil {
		return nil
	}
	if spec != "" && closable(own, f) {
		if f.Closed, err = cure.ClosedBy(w.Models, own, f); err != nil {
			return nil
		}
	}
	c, err := cure.Beside(w.Models, own, f)
	if err != nil {
		return nil
	}
	return c
}

// closable reports whether other rules can close what f shows: a claim of its model
// about states or steps.
func closable(own registry.Entry, f *traces.File) bool {
	words, err := own.Vocabulary(f.Constants)
	if err != nil || f.Verdict != model.Violated || f.Property.Name == model.DeadlockName {
		return false
	}
	p, known := words.Property(f.Property.Name)
	return known && !p.Temporal
}

// choose fills in the format that is asked for by no name.
func (c *showCommand) choose() {
	if c.Format != "" {
		return
	}
	c.Format = "text"
	if f, known := render.For(c.Output); known {
		c.Format = f.Name
	}
}

// least is the trace that breaks the same property with the least.
func (c *showCommand) least(w *world, f *traces.File) (*traces.File, error) {
	if f.Property.Name == "" {
		return nil, usage("--minimize: %s is a trace of no property, so there is nothing that a shorter one would have to show; drop --minimize", c.Trace)
	}
	entry, err := owner(w, c.Trace, f)
	if err != nil {
		return nil, err
	}
	limit := cmp.Or(uint64(c.Memory), explorer.DefaultMemory().Bytes)
	defer keepTo(limit)()
	least, short, err := entry.Minimize(f, traces.MinimizeOptions{Memory: limit})
	if err != nil {
		return nil, refused(c.Trace, err)
	}
	fmt.Fprintf(w.err, "mc: %d states instead of %d; seen to replay%s\n", least.States(), f.States(), mayBeLess(short, limit))
	if least.Closed, err = cure.ClosedBy(w.Models, entry, least); err != nil {
		return nil, err
	}
	return least, nil
}

// keepTo has the collector keep the heap to a limit and what the process needs,
// unless it is to keep to less, until the returned function is called. The pages
// of the program itself, 14 MiB of the 20 that it may have, do not count here.
func keepTo(limit uint64) (end func()) {
	const process = 4 << 20
	old := debug.SetMemoryLimit(-1)
	if limit == 0 {
		return func() {}
	}
	debug.SetMemoryLimit(int64(min(uint64(old), limit+process)))
	return func() { debug.SetMemoryLimit(old) }
}

// mayBeLess says why a trace may not be the least.
func mayBeLess(short traces.Shortfall, limit uint64) string {
	switch short {
	case traces.Complete:
		return ""
	case traces.ShortOfMemory:
		return fmt.Sprintf("; it may not be the least: %v; the limit is %v, and a larger --memory lets it look further", short, report.Size(limit))
	}
	return fmt.Sprintf("; it may not be the least: %v", short)
}

// recalled is a trace that its model was seen to follow; nil if it does not.
type recalled struct{ *registry.Replayed }

// recall finds again what the witness of f speaks of, if the model still does
// what f says. If not, or if this mc does not have the model, f is shown
// without.
func recall(w *world, f *traces.File) recalled {
	entry, err := cure.Owner(w.Models, f)
	if err != nil {
		return recalled{}
	}
	again, err := entry.Replay(f)
	if err != nil {
		return recalled{}
	}
	return recalled{again}
}

// into gives a rendering what only the model knows.
func (r recalled) into(o *render.Options) {
	if r.Replayed != nil {
		o.Named, o.Choices = r.Named, r.Choices
	}
}

// driver is the trace as a driver of a real system.
func (r recalled) driver(file string, f *traces.File) (string, error) {
	if r.Replayed == nil {
		return "", usage("%s: there is no driver of it: its model does not take its steps today; see what mc replay says", file)
	}
	if r.Drive == nil {
		return "", usage("%s: there is no driver of it: nothing is known of how to bring about the steps of %s on a real system", file, f.Model)
	}
	about := schedule.Course{Title: f.Spec.Title, Property: f.Property.Name, Of: file}
	for i := range f.Steps {
		about.Steps = append(about.Steps, f.Steps[i].Title)
	}
	text, err := r.Drive(about)
	var stands *schedule.Undriven
	if errors.As(err, &stands) {
		return "", usage("%s: there is no driver of it: %v", file, err)
	}
	return text, err
}

// refused tells a trace that is damaged or foreign from a sound one whose
// steps are not what its model does.
func refused(file string, err error) error {
	var parted *traces.Divergence
	var foreign *traces.FileError
	var broken *explorer.ModelError
	text := ofTrace(err)
	switch {
	case errors.As(err, &parted):
		return &faultError{usage("%s: %s", file, text)}
	case errors.As(err, &foreign):
		return usage("%s: %s", file, text)
	case errors.As(err, &broken):
		return failed(file, err)
	}
	return err
}
