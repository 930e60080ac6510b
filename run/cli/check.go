package cli

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"

	"mc/explorer"
	"mc/report"
	"mc/run/cli/form"
	"mc/run/registry"
	"mc/run/specfile"
	"mc/run/suite"
	"mc/run/verdict"
	"mc/traces"
)

// checkCommand is mc check.
type checkCommand struct {
	Specs []string `arg:"" optional:"" name:"spec" help:"A spec file, a directory of them, or the name of an embedded spec (mc list specs)."`
	Model string   `placeholder:"NAME" help:"Explore a model without a spec (mc list models)."`

	overrides

	Workers   int         `placeholder:"N" help:"Goroutines that expand states; the results do not depend on it. Default: one per processor."`
	Memory    report.Size `placeholder:"SIZE" help:"Stop when the run needs more than this, as in 4GiB. It holds at any moment of a widening, too. Default: a share of what the container or the machine leaves; the report says how much."`
	MaxDepth  int         `placeholder:"N" help:"Stop after this many levels."`
	MaxStates uint64      `placeholder:"N" help:"Stop when there are more distinct states than this; complete levels are reported."`
	Timeout   form.Span   `placeholder:"D" help:"Stop after this time, as in 60s."`
	Continue  bool        `help:"Go on past violations, through the whole space, and count for each property all states or steps that break it, or reach a goal."`
	Coverage  bool        `help:"Also tell how much of the model the run came to: for each rule how often it fired, in how many states it was enabled or a budget stopped it, and at which depths; for each premise in how many states it was true."`
	Digests   bool        `help:"Also add up the states of each level, so that runs can be compared: with -v or in --json, 32 hexadecimal digits a level, the same for any number of workers, in memory, in files and in tasks."`
	Minimize  bool        `help:"Of the shortest traces show the one that is easiest to follow, with the fewest participants and faults."`
	Search    string      `placeholder:"ORDER" help:"The order in which states are visited: ${searches}."`
	Store     string      `placeholder:"NAME" help:"How seen states are kept: ${stores}."`
	Dir       string      `placeholder:"DIR" help:"Save the run in this directory now and then, and let what --memory has no room for go there. With fp64 and fp128 nothing is saved: only their levels go there."`
	Resume    bool        `help:"Go on with the run that --dir holds."`
	Interval  form.Span   `name:"checkpoint" placeholder:"D" help:"Time between two saves of the run in --dir, as in 5m. Default: a minute."`
	Widen     bool        `help:"Run what is on record to fail under the same rules, then raise the budgets that kept the run from more, cheapest first, until every property breaks or what --timeout and --max-states give is spent. Default: a minute."`
	Strict    bool        `help:"Fail on verdicts that hold only within bounds, or of nothing."`

	Jobs         int        `placeholder:"N" help:"Specs checked at a time, each with its share of the processors and of --memory; one that its share cuts short is checked again alone. Default: one per processor."`
	Shard        form.Shard `placeholder:"I/N" help:"Check only every N-th spec, beginning with the I-th: N machines with I from 1 to N check all."`
	ChangedSince string     `placeholder:"REV" help:"Check only specs whose file differs from that of this revision of its git repository; all if sources of programs there differ, too."`

	results

	Report  []string `sep:"none" placeholder:"FORMAT[=FILE]" help:"Also tell a pipeline what was found, in a format that it reads, as in junit=FILE; may be given again: ${reports}."`
	JSON    bool     `name:"json" help:"Print one object per spec (mc.result/1) instead of text."`
	Output  string   `short:"o" placeholder:"FILE" help:"Write the trace of the first violated property to this file; a page if it ends in .html, and so on by the formats of mc show. To a directory (DIR/) go a trace and a page of each spec that is not as expected."`
	Quiet   bool     `short:"q" help:"No progress on standard error."`
	Full    bool     `help:"Tell the counterexample step by step, not in brief."`
	Verbose bool     `short:"v" help:"Also the table of rules, the levels, bytes per state, and the counterexample step by step."`

	narrowed bool   // to the specs that have changed
	looking  *note  // the command is given again, by one who looks at its result
	result   string // the file that has it, of a run in tasks
}

// plan is one spec, ready to run.
type plan struct {
	spec  *specfile.Spec
	entry registry.Entry
	job   registry.Job
}

// bare reports that a model was named, and no spec.
func (p plan) bare() bool { return p.spec.Name == p.spec.Model && p.spec.Hash == "" }

// Run checks the specs, several at a time.
func (c *checkCommand) Run(w *world) error {
	if err := c.contradictions(); err != nil {
		return err
	}
	plans, err := c.plans(w)
	if err != nil {
		return c.tellMistakes(w, err)
	}
	if plans, err = c.changed(w, plans); err != nil {
		return err
	}
	plans = form.Of(plans, c.Shard)
	switch {
	case c.Output != "" && len(plans) > 1 && !c.manyTraces():
		return usage("-o holds one trace, and these are %d specs; check the one whose trace you want, or name a directory (-o traces/) "+
			"for those of all that are not as expected", len(plans))
	case c.Coverage && len(plans) > 1 && !c.JSON && !c.Verbose:
		return usage("--coverage is a table, and these are %d specs, each with a line; check one of them, or give -v or --json", len(plans))
	case c.Dir != "" && len(plans) > 1:
		return usage("--dir holds one run, and these are %d specs; check one of them", len(plans))
	}
	if !c.Quiet {
		w.tellApart(c.Specs, plans)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // a second Ctrl-C ends the process at once
	if err := c.outputsWritable(plans); err != nil {
		return err
	}
	all, err := c.checking(w, plans)
	if err != nil {
		return c.tellMistakes(w, err)
	}
	c.warnUnsaved(w.err)
	return c.handOut(ctx, w, all.told, all.run(ctx))
}

// contradictions refuses flags that cannot both be meant.
func (c *checkCommand) contradictions() error {
	switch {
	case c.Model != "" && len(c.Specs) > 0:
		return usage("--model explores a model without a spec, but %s is given too; drop one of them", c.Specs[0])
	case c.Model == "" && len(c.Specs) == 0:
		return usage("nothing to check; name a spec (mc list specs) or a model (--model, mc list models)")
	case c.Workers < 0 || c.Jobs < 0 || c.MaxDepth < 0 || c.Timeout < 0 || c.Interval < 0:
		return usage("--workers, --jobs, --max-depth, --timeout and --checkpoint cannot be negative; leave them out for the default")
	}
	asked := explorer.Options{Workers: c.Workers, Search: c.Search, Store: c.Store, Dir: c.Dir, Resume: c.Resume, Checkpoint: time.Duration(c.Interval)}
	if err := refusal(asked.Validate()); err != nil {
		return err
	}
	if err := c.reportsContradict(); err != nil {
		return err
	}
	if err := c.results.contradictions(); err != nil {
		return err
	}
	return c.overrides.contradictions()
}

// dives reports whether the search gives up shortest traces.
func (c *checkCommand) dives() bool { return !explorer.Options{Search: c.Search}.Shortest() }

// report is what is to be said of a run.
func (c *checkCommand) report(w *world, p plan, out *report.Outcome, judged verdict.Judgement) *report.Report {
	r := &report.Report{
		Subject: report.Subject{Name: p.spec.Name, Title: p.spec.Title, Without: p.spec.Without, Changed: c.overrides.words(),
			Asked: p.spec.Asked, Taken: p.spec.Taken, Announced: len(p.spec.Expect) > 0, Unchecked: p.spec.Liveness},
		Outcome: out, Findings: judged.Told(), Met: judged.Expected,
		Search: p.job.Options.Search, GoOn: c.goOn(out, w.resumeCommand()), Advice: advice,
	}
	disk := onDisk(p.job.Options.Search, out.Run.Store)
	r.Advice.Spill = fmt.Sprintf("with %s they go to disk instead", disk)
	r.Advice.Limit = fmt.Sprintf("with --memory below that and %s they go to disk instead", disk)
	if c.dives() {
		r.Notes = append(r.Notes, c.Search+" search: traces need not be shortest, and their lengths were not held against the expectations")
	}
	return r
}

// onDisk are the flags with which a run has its states on disk: saved, and
// moved there when memory is short.
func onDisk(search, store string) (flags string) {
	for _, s := range explorer.Searches() {
		if s.Name == search && !(s.Spills && s.Resumes) {
			flags += "--search " + explorer.BreadthFirst + " "
		}
	}
	for _, s := range explorer.Stores() {
		if s.Name == store && !(s.Spills && s.Resumes) {
			flags += "--store " + explorer.StoreExact + " "
		}
	}
	return flags + "--dir DIR"
}

// advice is what a reader of a report may do next on this command line.
var advice = report.Advice{
	Exact:  "--store exact misses none",
	Rules:  "-v lists them",
	Script: "-v tells it, -o keeps it",
	Traces: "check one alone, or all with -v, to see its trace",
	Replay: again,
	Whole:  whole,
}

// whole shows all steps of a trace.
func whole(r *report.Report, f *traces.File) string {
	switch {
	case r.Saved != "":
		return "mc show " + r.Saved
	case r.Again != "":
		return r.Again + " --full"
	case f.Spec.Name != "":
		return "mc check " + f.Spec.Name + " --full"
	}
	return "the same with --full"
}

// again takes the steps of a trace again, after writing it to a file if
// it is in none.
func again(r *report.Report, f *traces.File) string {
	const keep = "%s -o trace.json, then mc replay trace.json"
	switch {
	case r.Saved != "":
		return "mc replay " + r.Saved
	case r.Again != "":
		return fmt.Sprintf(keep, r.Again)
	case f.Spec.Name != "" && f.Spec.Name != f.Model:
		return fmt.Sprintf(keep, "mc check "+f.Spec.Name)
	}
	return "write the trace with -o trace.json, then mc replay trace.json"
}

// anyLength drops the lengths from expectations.
func anyLength(expect map[string]specfile.Expectation) {
	for name, e := range expect {
		e.Length = 0
		expect[name] = e
	}
}

func (c *checkCommand) print(w *world, r *report.Report, plans []plan) error {
	style := w.style(c.Verbose)
	style.Whole = c.Full
	switch {
	case c.JSON:
		return r.JSON(w.out)
	case len(plans) == 1:
		r.Again = c.again(w)
		return r.Text(w.prose, style)
	case c.Verbose:
		return r.Text(w.prose, style)
	}
	width := 0
	for _, p := range plans {
		width = max(width, len(p.spec.Name))
	}
	return r.Line(w.prose, style, width)
}

// options are the limits of the spec where no flag gives others.
func (c *checkCommand) options(s *specfile.Spec) explorer.Options {
	o := suite.Options(s)
	o.Workers, o.Search, o.Store = c.Workers, c.Search, c.Store
	o.Keep, o.Continue, o.Coverage, o.Sums = true, c.Continue, c.Coverage, c.Digests
	o.Result = c.result
	o.Dir, o.Resume, o.Checkpoint = c.Dir, c.Resume, time.Duration(c.Interval)
	override(&o.MaxDepth, c.MaxDepth)
	override(&o.MaxStates, c.MaxStates)
	override(&o.Timeout, time.Duration(c.Timeout))
	override(&o.Memory, uint64(c.Memory))
	return o
}

func override[T comparable](to *T, by T) {
	var none T
	if by != none {
		*to = by
	}
}
