package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
	"time"

	"mc/cmd/mc/internal/progress"
	"mc/cmd/mc/internal/registry"
	"mc/cmd/mc/internal/report"
	"mc/cmd/mc/internal/specfile"
	"mc/cmd/mc/internal/verdict"
	"mc/explorer"
)

// checkCommand is mc check.
type checkCommand struct {
	Specs []string `arg:"" optional:"" name:"spec" help:"A spec file, a directory of them, or the name of an embedded spec (mc list specs)."`
	Model string   `placeholder:"NAME" help:"Explore a model without a spec (mc list models)."`

	overrides

	Workers   int           `placeholder:"N" help:"Goroutines that expand states; the results do not depend on it. Default: one per processor."`
	Memory    specfile.Size `placeholder:"SIZE" help:"Stop when the run needs more than this, as in 4GiB."`
	MaxDepth  int           `placeholder:"N" help:"Stop after this many levels."`
	MaxStates uint64        `placeholder:"N" help:"Stop when there are more distinct states than this; complete levels are reported."`
	Timeout   time.Duration `placeholder:"D" help:"Stop after this time, as in 60s."`
	Minimize  bool          `help:"Of the shortest traces show the one with the fewest brokers, faults and records."`
	Search    string        `placeholder:"ORDER" help:"The order in which states are visited: ${searches}."`
	Store     string        `placeholder:"NAME" help:"How seen states are kept: ${stores}."`
	Dir       string        `placeholder:"DIR" help:"Save the run in this directory now and then, and let what --memory has no room for go there."`
	Resume    bool          `help:"Go on with the run that --dir holds."`
	Interval  time.Duration `name:"checkpoint" placeholder:"D" help:"Time between two saves of the run in --dir, as in 5m. Default: a minute."`
	Strict    bool          `help:"Fail on verdicts that hold only within bounds, or of nothing."`

	JSON    bool   `name:"json" help:"Print one object per spec (mc.result/1) instead of text."`
	Output  string `short:"o" placeholder:"FILE" help:"Write the trace of the first violated property to this file."`
	Quiet   bool   `short:"q" help:"No progress on standard error."`
	Verbose bool   `short:"v" help:"Also the table of rules, the levels, and bytes per state."`
}

// plan is one spec, ready to run.
type plan struct {
	spec  *specfile.Spec
	entry registry.Entry
	job   registry.Job
}

// Run checks the specs one after the other.
func (c *checkCommand) Run(w *world) error {
	if err := c.contradictions(); err != nil {
		return err
	}
	plans, err := c.plans(w)
	if err != nil {
		return err
	}
	switch {
	case c.Output != "" && len(plans) > 1:
		return usage("-o holds one trace, and these are %d specs; check the one whose trace you want", len(plans))
	case c.Dir != "" && len(plans) > 1:
		return usage("--dir holds one run, and these are %d specs; check one of them", len(plans))
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // a second Ctrl-C ends the process at once
	return c.checkAll(ctx, w, plans)
}

// contradictions refuses flags that cannot both be meant.
func (c *checkCommand) contradictions() error {
	switch {
	case c.Model != "" && len(c.Specs) > 0:
		return usage("--model explores a model without a spec, but %s is given too; drop one of them", c.Specs[0])
	case c.Model == "" && len(c.Specs) == 0:
		return usage("nothing to check; name a spec (mc list specs) or a model (--model, mc list models)")
	case c.Workers < 0 || c.MaxDepth < 0 || c.Timeout < 0 || c.Interval < 0:
		return usage("--workers, --max-depth, --timeout and --checkpoint cannot be negative; leave them out for the default")
	}
	asked := explorer.Options{Workers: c.Workers, Search: c.Search, Store: c.Store, Dir: c.Dir, Resume: c.Resume, Checkpoint: c.Interval}
	if err := refusal(asked.Validate()); err != nil {
		return err
	}
	return c.overrides.contradictions()
}

// dives reports whether the search gives up shortest traces.
func (c *checkCommand) dives() bool { return !explorer.Options{Search: c.Search}.Shortest() }

// checkAll runs the plans in turn and reports each; the exit code is that of
// the worst.
func (c *checkCommand) checkAll(ctx context.Context, w *world, plans []plan) error {
	began, failed, code := time.Now(), 0, verdict.OK
	ran, unchecked := 0, 0
	for _, p := range plans {
		r, err := c.checkOne(ctx, w, p)
		if err != nil {
			return err
		}
		unchecked += len(p.spec.Liveness)
		if ran++; r.Judgement.Code != verdict.OK {
			failed++
		}
		code = verdict.Worse(code, r.Judgement.Code)
		if err := c.print(w, r, plans); err != nil {
			return written(err)
		}
		if ctx.Err() != nil && (r.Interrupted() || ran < len(plans)) {
			code = verdict.Worse(code, verdict.Interrupted)
			fmt.Fprintf(w.err, "mc: interrupted%s\n", whatIsLeft(r, len(plans)-ran))
			break
		}
	}
	if len(plans) > 1 && !c.JSON {
		if err := report.Summary(w.out, w.style(false), ran, failed, unchecked, time.Since(began)); err != nil {
			return written(err)
		}
	}
	return ended{code}
}

func (c *checkCommand) checkOne(ctx context.Context, w *world, p plan) (*report.Report, error) {
	line := &progress.Line{Out: w.err, Terminal: w.errTTY, Name: p.spec.Name}
	if !c.Quiet {
		p.job.Options.Progress = line.Show
	}
	out, err := p.run(ctx)
	line.Clear()
	if err != nil {
		return nil, failed(p.spec.Name, err)
	}
	if err := tellClosed(w, p.entry, out); err != nil {
		return nil, failed(p.spec.Name, err)
	}
	if c.dives() {
		anyLength(p.spec.Expect)
	}
	r := &report.Report{Spec: p.spec, Outcome: out, Judgement: verdict.Judge(out, p.spec.Expect, c.Strict), Search: p.job.Options.Search, Resume: w.resumeCommand(), Changed: c.overrides.words()}
	if c.dives() {
		r.Notes = append(r.Notes, c.Search+" search: traces need not be shortest, and their lengths were not held against the expectations")
	}
	if c.Output == "" {
		return r, nil
	}
	return r, c.save(w, r)
}

// run plays the spec's script, or explores its model.
func (p *plan) run(ctx context.Context) (*registry.Outcome, error) {
	if sc := p.spec.Script(); sc != nil {
		return p.entry.Play(p.job, *sc)
	}
	return p.entry.Check(ctx, p.job)
}

// anyLength drops the lengths from expectations.
func anyLength(expect map[string]specfile.Expectation) {
	for name, e := range expect {
		e.Length = 0
		expect[name] = e
	}
}

// save writes the first trace to the file that -o names.
func (c *checkCommand) save(w *world, r *report.Report) error {
	t := r.Trace()
	if t == nil {
		fmt.Fprintf(w.err, "mc: no property has a trace, so %s was not written\n", c.Output)
		return nil
	}
	r.Saved = c.Output
	return create(c.Output, func(f io.Writer) error { return t.Write(f) })
}

func (c *checkCommand) print(w *world, r *report.Report, plans []plan) error {
	style := w.style(c.Verbose)
	switch {
	case c.JSON:
		return r.JSON(w.out)
	case len(plans) == 1:
		r.Again = w.again()
		return r.Text(w.out, style)
	case c.Verbose:
		return r.Text(w.out, style)
	}
	width := 0
	for _, p := range plans {
		width = max(width, len(p.spec.Name))
	}
	return r.Line(w.out, style, width)
}

// options are the limits of the spec where no flag gives others.
func (c *checkCommand) options(s *specfile.Spec) explorer.Options {
	o := explorer.Options{
		Workers: c.Workers, Search: c.Search, Store: c.Store, Dir: c.Dir, Resume: c.Resume, Checkpoint: c.Interval, Check: s.Check, Symmetry: s.Symmetry == specfile.On,
		MaxDepth: s.Limits.Depth, MaxStates: s.Limits.States, Timeout: s.Limits.Time, Memory: uint64(s.Limits.Memory),
	}
	override(&o.MaxDepth, c.MaxDepth)
	override(&o.MaxStates, c.MaxStates)
	override(&o.Timeout, c.Timeout)
	override(&o.Memory, uint64(c.Memory))
	return o
}

func override[T comparable](to *T, by T) {
	var none T
	if by != none {
		*to = by
	}
}
