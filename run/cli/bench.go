package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"runtime/pprof"
	"slices"
	"syscall"

	"mc/explorer"
	"mc/run/bench"
	"mc/run/registry"
	"mc/run/specfile"
	"mc/run/verdict"
)

// benchCommand is mc bench.
type benchCommand struct {
	Specs []string `arg:"" optional:"" name:"spec" help:"Measure these specs, with one worker and with two, rather than the fixed set."`
	Set   []string `sep:"none" placeholder:"NAME=VALUE" help:"Give a constant of the specs another value; repeatable."`
	Runs  int      `default:"3" placeholder:"N" help:"Measurements of each case, each in a process of its own; medians are shown. Default: 3."`
	Large bool     `help:"Also the largest models: half a minute and 3 GB for each case."`
	Only  string   `placeholder:"TEXT" help:"Only the cases whose name holds this text."`
	JSON  bool     `name:"json" help:"Print one object (mc.bench/1), all samples included, instead of tables."`
	Quiet bool     `short:"q" help:"No progress on standard error."`

	Profile string `placeholder:"FILE" help:"Rather than measure, explore the ladder and the flagship once and write a processor profile for go build -pgo."`

	One string `hidden:"" help:"Measure the case of this name in this process and print the sample."`
}

// Run measures the cases and prints a report.
func (c *benchCommand) Run(w *world) error {
	set, err := pairs("--set", c.Set)
	if err != nil {
		return err
	}
	cases, err := c.cases(w, set)
	if err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	switch {
	case c.One != "":
		return c.measure(ctx, w, cases)
	case c.Profile != "":
		return c.profile(ctx, w)
	}
	plan := bench.Plan{Cases: cases, Runs: c.Runs, Command: c.process(w), Version: version(), Fixed: len(c.Specs) == 0,
		Say: func(round int, name string) {
			if !c.Quiet {
				fmt.Fprintf(w.err, "mc: round %d of %d: %s\n", round, c.Runs, name)
			}
		}}
	report, err := plan.Run(ctx)
	switch {
	case ctx.Err() != nil:
		fmt.Fprintln(w.err, "mc: interrupted; measurements are of no use unless they are whole")
		return ended{verdict.Interrupted}
	case err != nil:
		return &faultError{err}
	case c.JSON:
		return written(report.JSON(w.out))
	}
	return written(report.Text(w.out))
}

// cases are what to measure; those of specs are looked at before anything
// runs.
func (c *benchCommand) cases(w *world, set map[string]string) ([]bench.Case, error) {
	switch {
	case c.Runs < 1:
		return nil, usage("--runs must be 1 or more, got %d", c.Runs)
	case len(c.Specs) == 0 && len(set) > 0:
		return nil, usage("--set changes specs, and none is named; name one (mc list specs)")
	}
	cases := bench.Fixed(c.Large || c.One != "")
	if len(c.Specs) > 0 {
		cases = bench.Given(c.Specs, set)
	}
	if c.Only != "" {
		if cases = bench.Only(cases, c.Only); len(cases) == 1 {
			return nil, usage("no case has a name with %q; mc bench without --only says all as it goes", c.Only)
		}
	}
	if c.One != "" {
		return cases, nil // the process that started this one has looked at them
	}
	for _, k := range cases {
		if _, _, err := prepare(w, k); err != nil {
			return nil, err
		}
	}
	return cases, nil
}

// process is this program, told to measure one case.
func (c *benchCommand) process(w *world) func(bench.Case) *exec.Cmd {
	return func(k bench.Case) *exec.Cmd {
		self, err := os.Executable()
		if err != nil {
			self = os.Args[0]
		}
		return exec.Command(self, append(slices.Clone(w.args), "--one", k.Name)...)
	}
}

// measure is the work of such a process.
func (c *benchCommand) measure(ctx context.Context, w *world, cases []bench.Case) error {
	i := slices.IndexFunc(cases, func(k bench.Case) bool { return k.Name == c.One })
	if i < 0 {
		return usage("no case %q", c.One)
	}
	entry, job, err := prepare(w, cases[i])
	if err != nil {
		return err
	}
	s, err := bench.Measure(ctx, cases[i], func(ctx context.Context, _ bench.Case) (bench.Counts, error) {
		out, err := entry.Check(ctx, job)
		if err != nil {
			return bench.Counts{}, err
		}
		return bench.CountsOf(out.States), nil
	})
	if err != nil {
		return failed(c.One, err)
	}
	return written(json.NewEncoder(w.out).Encode(s))
}

// profile explores what stands for all runs, and records where the time goes.
func (c *benchCommand) profile(ctx context.Context, w *world) error {
	var samples bytes.Buffer
	if err := pprof.StartCPUProfile(&samples); err != nil {
		return &faultError{fmt.Errorf("bench: %w", err)}
	}
	for _, k := range bench.Typical() {
		entry, job, err := prepare(w, k)
		if err == nil {
			_, err = entry.Check(ctx, job)
		}
		if err != nil {
			pprof.StopCPUProfile()
			return failed(k.Name, err)
		}
	}
	pprof.StopCPUProfile()
	if err := os.WriteFile(c.Profile, samples.Bytes(), 0o666); err != nil {
		return &faultError{fmt.Errorf("bench: the profile cannot be written: %w", err)}
	}
	return nil
}

// prepare makes the job of a case that runs a model; others need none.
func prepare(w *world, k bench.Case) (entry registry.Entry, job registry.Job, err error) {
	if k.Kind != bench.Engine {
		return nil, job, nil
	}
	spec := specfile.New(k.Model, specfile.Place{Flag: "--model " + k.Model})
	if k.Spec != "" {
		found, err := w.Find(k.Spec)
		if err != nil {
			return nil, job, err
		}
		if len(found) != 1 {
			return nil, job, usage("%s is a directory; name the specs to measure one by one", k.Spec)
		}
		spec = found[0]
	}
	if spec.Script() != nil {
		return nil, job, usage("%s is a script: one run, nothing to measure", k.Spec)
	}
	if err := w.Override(spec, k.Set, setFlag(k.Set)); err != nil {
		return nil, job, usage("--set %v", err)
	}
	if k.Check != nil {
		spec.Check = k.Check
	}
	if entry, err = w.Resolve(spec); err != nil {
		return nil, job, err
	}
	return entry, registry.Job{Set: spec.Constants(), Without: spec.Without, Options: explorer.Options{
		Workers: k.Workers, Store: k.Store, Check: spec.Check, Symmetry: spec.Symmetry == specfile.On,
	}}, nil
}
