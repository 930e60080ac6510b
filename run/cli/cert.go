package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"mc/model"
	"mc/report"
	"mc/run/cert"
	"mc/run/cli/form"
	"mc/run/cli/progress"
	"mc/run/registry"
	"mc/run/specfile"
	"mc/run/suite"
	"mc/run/verdict"
)

// certCommand is mc cert.
type certCommand struct {
	New    certNewCommand    `cmd:"" help:"Explore a model whole, and write down what was established (mc.cert/1)."`
	Verify certVerifyCommand `cmd:"" help:"Explore again what a certificate is of, and compare everything."`
	Diff   certDiffCommand   `cmd:"" help:"Say what a change did to the states of a model: counts, rules, verdicts, and behaviours that only one of two models has."`
}

// certRun is how a run for a certificate is made.
type certRun struct {
	Workers int         `placeholder:"N" help:"Goroutines that expand states; no certificate depends on it. Default: one per processor."`
	Memory  report.Size `placeholder:"SIZE" help:"Stop when the run needs more than this, as in 4GiB."`
	Timeout form.Span   `placeholder:"D" help:"Stop after this time, as in 60s."`
	Dir     string      `placeholder:"DIR" help:"Let what --memory has no room for go to this directory."`
	Quiet   bool        `short:"q" help:"No progress on standard error."`
}

// establish runs a plan and certifies what it found. What was cut is not certified.
func (c *certRun) establish(ctx context.Context, w *world, p plan) (*cert.File, error) {
	o := &p.job.Options
	o.Sums, o.KeepGoing = true, true
	override(&o.Workers, c.Workers)
	override(&o.Memory, uint64(c.Memory))
	override(&o.Timeout, time.Duration(c.Timeout))
	dir := o.Dir
	override(&dir, c.Dir)
	asked := *o
	asked.Dir = dir
	if err := refusal(asked.Validate()); err != nil {
		return nil, err
	}
	p.job = suite.Job(p.spec, asked, version())
	line := &progress.Line{Out: w.line, Terminal: w.errTTY, Name: p.spec.Name}
	if !c.Quiet {
		p.job.Options.Progress = line.Show
	}
	out, err := p.entry.Check(ctx, p.job)
	if cleared := line.Apart(func() error { return nil }); cleared != nil || err != nil {
		return nil, failed(p.spec.Name, errors.Join(err, cleared))
	}
	if ctx.Err() != nil {
		fmt.Fprintf(w.err, "mc: interrupted; nothing is certified\n")
		return nil, ended{verdict.Interrupted}
	}
	f, err := cert.Of(p.entry, p.spec, p.job, out)
	var unfit *cert.Unfit
	if errors.As(err, &unfit) {
		fmt.Fprintf(w.err, "mc: %s: %v; --max-depth N certifies the first N levels\n", p.spec.Name, unfit)
		return nil, ended{verdict.Inconclusive}
	}
	return f, err
}

// certNewCommand is mc cert new.
type certNewCommand struct {
	Spec  string   `arg:"" optional:"" name:"spec" help:"A spec file, or the name of an embedded spec (mc list specs)."`
	Model string   `placeholder:"NAME" help:"Certify a model without a spec (mc list models)."`
	Check []string `name:"check" placeholder:"PROPERTY" help:"Decide these properties, separated by commas; none certifies counts and states alone."`
	variation
	asking
	Fairness string `placeholder:"NAME" help:"Decide claims about runs that go on for ever under this fairness of the model."`
	Symmetry string `placeholder:"on|off" help:"Visit one state per orbit of the model's symmetry; the certificate says so."`
	Store    string `placeholder:"NAME" help:"How seen states are kept: ${stores}."`
	MaxDepth int    `placeholder:"N" help:"Certify the first N levels, and nothing of the rest."`
	certRun
	Output string `short:"o" placeholder:"FILE" help:"Write the certificate to this file instead of standard output."`
}

// Run certifies.
func (c *certNewCommand) Run(w *world) error {
	switch {
	case c.Model != "" && c.Spec != "":
		return usage("--model certifies a model without a spec, but %s is given too; drop one of them", c.Spec)
	case c.Model == "" && c.Spec == "":
		return usage("nothing to certify; name a spec (mc list specs) or a model (--model, mc list models)")
	case c.Workers < 0 || c.MaxDepth < 0 || c.Timeout < 0:
		return usage("--workers, --max-depth and --timeout cannot be negative; leave them out for the default")
	}
	p, err := one(w, "certify", c.Spec, c.Model, overrides{variation: c.variation, asking: c.asking, Check: c.Check, Fairness: c.Fairness, Symmetry: c.Symmetry})
	if err != nil {
		return err
	}
	p.job.Options.Store = c.Store
	override(&p.job.Options.MaxDepth, c.MaxDepth)
	if c.Output != "" {
		if err := writable(c.Output); err != nil {
			return err
		}
	}
	ctx, stop := stoppable()
	defer stop()
	f, err := c.establish(ctx, w, p)
	if err != nil {
		return err
	}
	if c.Output == "" {
		_, err := w.out.Write(f.Text())
		return written(err)
	}
	if err := create(c.Output, func(out io.Writer) error { _, err := out.Write(f.Text()); return err }); err != nil {
		return err
	}
	return written(f.Line(w.out, w.columns, c.Output))
}

// stoppable ends with Ctrl-C; a second one ends the process.
func stoppable() (context.Context, context.CancelFunc) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop)
	return ctx, stop
}

// certVerifyCommand is mc cert verify.
type certVerifyCommand struct {
	File string `arg:"" help:"A certificate, as mc cert new writes it; - for standard input."`
	Spot int    `placeholder:"N" help:"Explore and compare only the first N levels, states and sums: it shows that these are as certified, and nothing of the rest."`
	certRun
}

// Run verifies.
func (c *certVerifyCommand) Run(w *world) error {
	if c.Spot < 0 || c.Workers < 0 || c.Timeout < 0 {
		return usage("--spot, --workers and --timeout cannot be negative; leave them out for the default")
	}
	text, err := readCert(c.File)
	if err != nil {
		return err
	}
	f, err := cert.Parse(text)
	if err != nil {
		return noCert(c.File, err)
	}
	p, err := certified(w, c.File, f)
	if err != nil {
		return err
	}
	depth := c.Spot
	if depth >= f.States.Depth {
		depth = 0 // that is all of it
	}
	if depth > 0 {
		p.job.Options.MaxDepth = depth
	}
	ctx, stop := stoppable()
	defer stop()
	again, err := c.establish(ctx, w, p)
	if err != nil {
		return err
	}
	differences := cert.Compare(f, again, depth)
	if err := f.Verified(w.out, w.columns, c.File, again, depth, differences); err != nil {
		return written(err)
	}
	if len(differences) > 0 {
		return ended{verdict.Unmet}
	}
	return nil
}

// readCert reads a file that may be a certificate.
func readCert(file string) ([]byte, error) {
	in := io.Reader(os.Stdin)
	if file != "-" {
		f, err := os.Open(file)
		if err != nil {
			return nil, specfile.Unreadable(file, err)
		}
		defer f.Close()
		in = f
	}
	text, err := io.ReadAll(io.LimitReader(in, cert.MaxFile+1))
	if err != nil {
		return nil, specfile.Unreadable(file, err)
	}
	return text, nil
}

// noCert words why a file is refused.
func noCert(file string, err error) error {
	return usage("%s: %v; mc cert new -o writes certificates", file, err)
}

// certified is the run that a certificate is of.
func certified(w *world, file string, f *cert.File) (plan, error) {
	s := f.Adopt(file)
	entry, err := w.Resolve(s)
	if err != nil {
		return plan{}, usage("%s is of a run that this program cannot make: %v", file, err)
	}
	o := suite.Options(s)
	o.Store = f.Store
	return plan{s, entry, registry.Job{Spec: suite.Job(s, o, version()).Spec, Version: version(), Set: s.Constants(), Without: s.Without, Options: o}}, nil
}

// certDiffCommand is mc cert diff.
type certDiffCommand struct {
	A string `arg:"" help:"A certificate; or a spec, a model or a variant of one, with constants behind it in the same word, as in \"kafka generation=kip-903 replicas=3\", which is run."`
	B string `arg:"" help:"What it became, likewise."`

	Set       []string `sep:"none" placeholder:"NAME=VALUE" help:"Give a constant of both another value; repeatable."`
	Check     []string `name:"check" placeholder:"PROPERTY" help:"Decide these properties of both, separated by commas; none compares states and rules alone."`
	MaxStates *int     `placeholder:"N" help:"Follow the two together through at most so many states of each, and pairs of them. 0 compares numbers alone. Default: 200000."`
	certRun

	Format string `placeholder:"FORMAT" help:"One of text, markdown, json. Default: text."`
	JSON   bool   `name:"json" help:"Print one object (mc.certdiff/1); short for --format json."`
	Output string `short:"o" placeholder:"FILE" help:"Write to this file instead of standard output."`
}

// Help is what the command says of itself beyond a sentence.
func (c *certDiffCommand) Help() string {
	return "A behaviour that one has and the other has not is a schedule that the one takes, and the other takes but for its last step. " +
		"That two differ is no failure: the exit code is 0."
}

// defaultPairs are followed where nothing else is said.
const defaultPairs = 200_000

// Run compares.
func (c *certDiffCommand) Run(w *world) error {
	if err := c.contradictions(); err != nil {
		return err
	}
	var plans [2]plan
	var files [2]*cert.File
	for i, given := range []string{c.A, c.B} {
		var err error
		if plans[i], files[i], err = c.side(w, given); err != nil {
			return err
		}
	}
	if c.Output != "" {
		if err := writable(c.Output); err != nil {
			return err
		}
	}
	ctx, stop := stoppable()
	defer stop()
	var notes []string
	for i := range files {
		if files[i] != nil {
			notes = append(notes, files[i].Foreign([]string{c.A, c.B}[i])...)
			continue
		}
		var err error
		if files[i], err = c.establish(ctx, w, plans[i]); err != nil {
			return err
		}
	}
	d := cert.Between(files[0], files[1])
	d.Notes, d.More = notes, "a larger --max-states goes further"
	if most := given(c.MaxStates, defaultPairs); most > 0 && plans[0].entry != nil && plans[1].entry != nil {
		apart, err := plans[0].entry.Between(ctx, plans[0].job, plans[1].entry, plans[1].job, most)
		var strangers *registry.Strangers
		switch {
		case errors.Is(err, context.Canceled):
			return ended{verdict.Interrupted}
		case errors.As(err, &strangers):
			d.Apartness = "Behaviours were not compared: " + strangers.Error() + "."
		case err != nil:
			return failed(plans[0].spec.Name, err)
		}
		d.Apart = apart
	}
	return c.print(w, d)
}

func (c *certDiffCommand) contradictions() error {
	formats := []string{"text", "markdown", "json"}
	switch {
	case c.MaxStates != nil && *c.MaxStates < 0 || c.Workers < 0 || c.Timeout < 0:
		return usage("--max-states, --workers and --timeout cannot be negative; leave them out for the default")
	case c.JSON && c.Format != "" && c.Format != "json":
		return usage("--json contradicts --format %s; give one of them", c.Format)
	case c.Format != "" && c.Format != "text" && c.Format != "markdown" && c.Format != "json":
		return usage("--format %s: a difference has no such format%s; one of %s", c.Format, model.Nearest(c.Format, formats), strings.Join(formats, ", "))
	}
	return nil
}

// side is one of the two: a certificate, or what is to be run.
func (c *certDiffCommand) side(w *world, given string) (plan, *cert.File, error) {
	if ext := filepath.Ext(given); ext != ".yaml" && ext != ".yml" {
		if info, err := os.Stat(given); err == nil && info.Mode().IsRegular() {
			return c.kept(w, given)
		}
	}
	words := strings.Fields(given)
	if len(words) == 0 {
		return plan{}, nil, usage("an empty word names nothing to compare; give a certificate, a spec, or a model with its constants")
	}
	spec, model := words[0], ""
	if _, is := w.Models.Find(spec); is && spec != "" {
		if _, embedded := w.Specs.Path(spec); !embedded {
			spec, model = "", spec
		}
	}
	p, err := one(w, "compare", spec, model, overrides{variation: variation{Set: append(words[1:], c.Set...)}, Check: c.Check})
	return p, nil, err
}

// kept is a certificate, and the run that it is of, if this program can make it.
func (c *certDiffCommand) kept(w *world, file string) (plan, *cert.File, error) {
	if len(c.Set)+len(c.Check) > 0 {
		return plan{}, nil, usage("%s is a certificate of a run with its own constants and properties; drop --set and --check", file)
	}
	text, err := readCert(file)
	if err != nil {
		return plan{}, nil, err
	}
	f, err := cert.Parse(text)
	if err != nil {
		return plan{}, nil, noCert(file, err)
	}
	p, err := certified(w, file, f)
	if err != nil {
		fmt.Fprintf(w.err, "mc: %v; numbers alone are compared\n", err)
		return plan{}, f, nil
	}
	return p, f, nil
}

func (c *certDiffCommand) print(w *world, d *cert.Diff) error {
	write := func(out io.Writer) error { return d.Text(out, w.style(false)) }
	switch {
	case c.JSON || c.Format == "json":
		write = d.JSON
	case c.Format == "markdown":
		write = d.Markdown
	case c.Output != "":
		write = func(out io.Writer) error { return d.Text(out, report.Style{}) }
	}
	if c.Output != "" {
		return create(c.Output, write)
	}
	if c.JSON || c.Format == "json" || c.Format == "markdown" {
		return written(write(w.out))
	}
	return written(write(w.prose))
}
