package cli

import (
	"context"
	"fmt"
	"io"
	"maps"
	"os"
	"os/signal"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"mc/explorer/simulate"
	"mc/model"
	"mc/report"
	"mc/run/cli/form"
	"mc/run/registry"
	"mc/run/verdict"
	"mc/traces/render"
	"mc/traces/tell"
)

// simulateCommand is mc simulate.
type simulateCommand struct {
	Spec  string   `arg:"" optional:"" name:"spec" help:"A spec file, or the name of an embedded spec (mc list specs)."`
	Model string   `placeholder:"NAME" help:"Walk a model without a spec (mc list models)."`
	Check []string `name:"check" placeholder:"PROPERTY" help:"Check these properties, separated by commas; none walks only."`
	variation
	asking

	Seed      uint64    `default:"1" placeholder:"N" help:"What the walks are drawn from; the same seed gives the same walks. Default: 1."`
	Walks     *uint64   `placeholder:"N" help:"How many walks. Default: 10000, and without a limit if there is --timeout."`
	Depth     *int      `placeholder:"N" help:"Most steps of a walk. Default: 100."`
	Timeout   form.Span `placeholder:"D" help:"Stop after this time, as in 60s."`
	Walk      *uint64   `placeholder:"N" help:"Take only the walk of this number, however many there are."`
	Weight    []string  `sep:"none" placeholder:"RULE=N" help:"How often a rule is drawn, against 1 for every other; 0 leaves it out; repeatable."`
	Swarm     bool      `help:"Leave some rules out of each walk, faults more often, weigh the rest at random, and let some faults happen a few times only."`
	KeepGoing bool      `help:"Walk on when every property is decided, for the counts."`
	Workers   int       `placeholder:"N" help:"Goroutines that walk; the results do not depend on it. Default: one per processor."`

	JSON    bool   `name:"json" help:"Print one object (mc.simulation/1) instead of text."`
	Output  string `short:"o" placeholder:"FILE" help:"Write the trace of the first violated property to this file, in the format that its name asks for."`
	Quiet   bool   `short:"q" help:"No progress on standard error."`
	Verbose bool   `short:"v" help:"Also how often each rule was taken."`
}

// Help is what the command says of itself beyond a sentence.
func (c *simulateCommand) Help() string {
	return "What no walk meets may be there all the same: a simulation proves nothing. What one meets is a run of the model, " +
		"and is shown with the steps left out that it can do without."
}

// defaultWalks are taken where no limit is given.
const defaultWalks = 10_000

// Run walks.
func (c *simulateCommand) Run(w *world) error {
	o, err := c.options()
	if err != nil {
		return err
	}
	p, err := c.plan(w)
	if err != nil {
		return err
	}
	o.Check = p.job.Options.Check
	maps.DeleteFunc(o.Weights, func(rule string, _ int) bool { return slices.Contains(p.job.Without, rule) })
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop)
	if c.Output != "" {
		if err := writable(c.Output); err != nil {
			return err
		}
	}
	c.progress(w, &o)
	s, err := p.entry.Walk(ctx, p.job, o)
	if err != nil {
		return failed(p.spec.Name, err)
	}
	c.told(w, p, s)
	if err := c.save(w, s); err != nil {
		return err
	}
	if err := c.print(w, s); err != nil {
		return written(err)
	}
	switch {
	case s.Broken():
		return ended{verdict.Safety}
	case ctx.Err() != nil:
		return ended{verdict.Interrupted}
	}
	return nil
}

// options are those of the walks, but for the properties.
func (c *simulateCommand) options() (simulate.Options, error) {
	o := simulate.Options{Seed: c.Seed, Only: c.Walk, Depth: simulate.DefaultDepth, Timeout: time.Duration(c.Timeout),
		Swarm: c.Swarm, KeepGoing: c.KeepGoing, Workers: c.Workers, Weights: map[string]int{}}
	switch {
	case c.Model != "" && c.Spec != "":
		return o, usage("--model walks a model without a spec, but %s is given too; drop one of them", c.Spec)
	case c.Model == "" && c.Spec == "":
		return o, usage("nothing to walk; name a spec (mc list specs) or a model (--model, mc list models)")
	case c.Workers < 0:
		return o, usage("--workers cannot be negative; leave it out for the default")
	case c.Depth != nil && *c.Depth < 1:
		return o, usage("--depth must be at least 1, got %d; leave it out for %d", *c.Depth, simulate.DefaultDepth)
	case c.Walks != nil && *c.Walks < 1:
		return o, usage("--walks must be at least 1, got 0; leave it out for %d", defaultWalks)
	case c.Walk != nil && *c.Walk > simulate.LastWalk:
		return o, usage("--walk must be 0..%d, got %d", uint64(simulate.LastWalk), *c.Walk)
	case c.Workers > 1024:
		return o, usage("--workers must be 1..1024, got %d", c.Workers)
	}
	if c.Depth != nil {
		o.Depth = *c.Depth
	}
	switch {
	case c.Walks != nil:
		o.Walks = *c.Walks
	case c.Timeout == 0:
		o.Walks = defaultWalks
	}
	for _, given := range c.Weight {
		rule, n, err := weight(given)
		if err != nil {
			return o, err
		}
		o.Weights[rule] = n
	}
	return o, nil
}

// weight reads RULE=N.
func weight(given string) (rule string, n int, err error) {
	rule, number, _ := strings.Cut(given, "=")
	n, err = strconv.Atoi(number)
	if err != nil || n < 0 || n > simulate.MaxWeight {
		return "", 0, usage("--weight %s: write a rule and a number, as in Fetch=10, from 0 to %d", given, simulate.MaxWeight)
	}
	return rule, n, nil
}

// plan is the spec or the model that is to be walked.
func (c *simulateCommand) plan(w *world) (plan, error) {
	p, err := one(w, "walk", c.Spec, c.Model, overrides{variation: c.variation, asking: c.asking, Check: c.Check})
	if err != nil {
		return plan{}, err
	}
	v, err := p.entry.Vocabulary(p.job.Set)
	if err != nil {
		return plan{}, err
	}
	if err := c.weighable(&p, v); err != nil {
		return plan{}, err
	}
	return p, walkable(&p, v)
}

// weighable refuses weights of rules that the model does not have, or that are
// left out of it; that one of those is not drawn need not be said.
func (c *simulateCommand) weighable(p *plan, v *registry.Vocabulary) error {
	for _, given := range c.Weight {
		rule, n, err := weight(given)
		switch {
		case err != nil:
			return err
		case !slices.Contains(v.RuleNames(), rule):
			return usage("--weight %s: %s has no rule %q%s; mc list rules names all", given, p.entry.Name(), rule,
				model.Nearest(rule, v.RuleNames()))
		case n == 0 || !slices.Contains(p.job.Without, rule):
		case slices.Contains(c.Without, rule):
			return usage("--weight %s: --without %s leaves the rule out, so that no walk draws it; drop one of the two", given, rule)
		default:
			return usage("--weight %s: %s leaves the rule out (without), so that no walk draws it; drop the weight", given, p.spec.Name)
		}
	}
	return nil
}

// walkable refuses to walk for claims alone that no walk decides.
func walkable(p *plan, v *registry.Vocabulary) error {
	names := p.job.Options.Check
	if names == nil {
		for _, q := range v.Properties {
			if !q.OnRequest {
				names = append(names, q.Name)
			}
		}
	}
	for _, name := range names {
		if q, _ := v.Property(name); !q.Temporal {
			return nil
		}
	}
	if len(names) == 0 {
		return nil
	}
	return usage("%s: no walk decides %s: only a run that goes on for ever breaks it, and a walk ends; "+
		"use mc check, or name other claims by --check", p.spec.Name, strings.Join(names, ", "))
}

func (c *simulateCommand) progress(w *world, o *simulate.Options) {
	if c.Quiet || !w.errTTY {
		return
	}
	last := time.Now()
	o.Progress = func(walks, steps uint64) {
		if time.Since(last) >= time.Second {
			last = time.Now()
			fmt.Fprintf(w.err, "mc: %d walks, %d steps\n", walks, steps)
		}
	}
}

// told adds what the command line and the spec say.
func (c *simulateCommand) told(w *world, p plan, s *report.Simulation) {
	s.Subject = report.Subject{Name: p.spec.Name, Title: p.spec.Title, Without: p.spec.Without, Asked: p.spec.Asked, Taken: p.spec.Taken}
	for i := range s.Properties {
		q := &s.Properties[i]
		e := p.spec.Expect[q.Name]
		q.Expected = q.Found && string(e.Verdict) == q.Word()
	}
	s.Again = func(walk uint64) string {
		if c.Walk != nil {
			return w.again()
		}
		return fmt.Sprintf("%s --walk %d", w.again(), walk)
	}
}

// save writes the trace to the file that -o names.
func (c *simulateCommand) save(w *world, s *report.Simulation) error {
	p := s.Trace()
	switch {
	case c.Output == "":
		return nil
	case p == nil:
		return (&checkCommand{Output: c.Output}).noTrace(w)
	}
	format, known := render.For(c.Output)
	if !known {
		format, _ = render.Find("json")
	}
	if format.ReadsBack {
		s.Replay = "mc replay " + quoted(c.Output)
	}
	o := render.Options{Replay: s.Replay, Text: tell.Options{Unicode: true}}
	if err := recallFor(w, format, p.Trace, &o); err != nil {
		return err
	}
	return create(c.Output, func(f io.Writer) error { return render.Render(f, p.Trace, format.Name, o) })
}

func (c *simulateCommand) print(w *world, s *report.Simulation) error {
	if c.JSON {
		return s.JSON(w.out)
	}
	return s.Text(w.prose, w.style(c.Verbose))
}
