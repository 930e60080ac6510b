package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
	"time"

	"mc/model"
	"mc/report"
	"mc/report/pipeline"
	"mc/run/cache"
	"mc/run/cli/form"
	"mc/run/cli/progress"
	"mc/run/cure"
	"mc/run/registry"
	"mc/run/specfile"
	"mc/run/suite"
	"mc/run/verdict"
	"mc/term"
)

// checking is the check of some specs.
type checking struct {
	*checkCommand
	w     *world
	plans []plan
	saved []suite.Saved // taken again first
	crew  *suite.Crew
	kept  *cache.Cache
	line  *progress.Line
	told  *told
	total report.Totals
	code  verdict.Code

	full sync.Once // says that nothing can be kept
}

// checking makes ready to check some specs. Results are kept of suites; a spec alone
// is for whoever wants to see it run.
func (c *checkCommand) checking(w *world, plans []plan) (*checking, error) {
	all := &checking{checkCommand: c, w: w, plans: plans, told: newTold(plans),
		crew: suite.NewCrew(c.Jobs, len(plans), uint64(c.Memory)),
		line: &progress.Line{Out: w.line, Terminal: w.errTTY}}
	var err error
	if all.saved, err = c.keptFailures(w); err != nil {
		return nil, err
	}
	if c.Dir == "" && !c.Widen && (c.Cache != "" || len(plans) > 1) {
		if all.kept, err = c.results.open(w); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// keptFailures are the traces that the directories of a suite keep; they are of what
// their specs say, so that nothing is taken where flags say something else.
func (c *checkCommand) keptFailures(w *world) (all []suite.Saved, err error) {
	if c.overrides.words() != "" || c.looking != nil {
		return nil, nil
	}
	for _, name := range c.Specs {
		if info, err := os.Stat(name); err != nil || !info.IsDir() {
			continue
		}
		found, err := w.Saved(name)
		if err != nil {
			return nil, err
		}
		all = append(all, found...)
	}
	return form.Of(all, c.Shard), nil
}

// takeAgain takes the steps of saved traces, and tells which still do harm that no
// spec expects.
func (c *checking) takeAgain() error {
	for _, s := range c.saved {
		out, err := c.w.Again(s)
		if err != nil {
			c.say("%s: nothing takes these steps any more: %s", s.File, worded(err))
			continue
		}
		name, judged := s.Trace.Property.Name, verdict.Judge(out, nil, c.Strict)
		for _, p := range c.plans {
			if e := p.spec.Expect[name]; p.spec.Name == s.Trace.Spec.Name && e.Verdict == model.Violated {
				judged = verdict.Judge(out, map[string]specfile.Expectation{name: {Verdict: out.Verdict}}, c.Strict)
			}
		}
		r := &report.Report{Subject: report.Subject{Name: s.File, Title: s.Trace.Spec.Title}, Outcome: out, Findings: judged.Told(),
			Met: judged.Expected, Saved: s.File, Advice: advice}
		c.told.results = append(c.told.results, pipeline.Result{Name: s.File, File: s.File, Report: r})
		c.code = verdict.Worse(c.code, judged.Code)
		if c.total.Saved++; !r.Met {
			c.total.Broken++
		}
		if err := c.line.Apart(func() error { return c.print(c.w, r, nil) }); err != nil {
			return written(err)
		}
	}
	return nil
}

// came is what came of a spec.
type came struct {
	report *report.Report
	code   verdict.Code
	err    error
}

// run checks the specs and reports each, in their order; the exit code is that of
// the worst.
func (c *checking) run(ctx context.Context) error {
	began := time.Now()
	if err := c.takeAgain(); err != nil {
		return err
	}
	var end error
	do := func(ctx context.Context, i int) (one came) {
		one.report, one.code, one.err = c.checkOne(ctx, c.plans[i])
		return one
	}
	var last *report.Report
	suite.InOrder(ctx, len(c.plans), c.crew.Jobs, do, func(i int, one came) bool {
		last = one.report
		end = c.take(i, one)
		return end == nil
	})
	c.line.Clear()
	if end != nil {
		return end
	}
	if left := len(c.plans) - c.total.Specs; ctx.Err() != nil && last != nil && (left > 0 || c.cutShort()) {
		c.code = verdict.Worse(c.code, verdict.Interrupted)
		fmt.Fprintf(c.w.err, "mc: interrupted%s\n", whatIsLeft(last, left))
	}
	if (len(c.plans) != 1 || len(c.saved) > 0) && !c.JSON {
		c.total.Took = time.Since(began)
		c.total.Part = c.part()
		if err := c.total.Summary(c.w.prose, c.w.style(false), advice); err != nil {
			return written(err)
		}
	}
	return ended{c.code}
}

// part says which specs of a suite these are; it is empty if they are all.
func (c *checking) part() string {
	var parts []string
	if c.narrowed {
		parts = append(parts, "changed since "+c.ChangedSince)
	}
	if !c.Shard.Whole() {
		parts = append(parts, fmt.Sprintf("shard %v", c.Shard))
	}
	return strings.Join(parts, ", ")
}

// cutShort reports whether an interrupt took something from any of the runs.
func (c *checking) cutShort() bool {
	for _, r := range c.told.done {
		if r.Interrupted() || r.Outcome.Run.Kept != nil {
			return true
		}
	}
	return false
}

// take tells what came of a spec. An error ends the check.
func (c *checking) take(i int, one came) error {
	r := one.report
	c.told.note(i, r, one.err)
	if r == nil {
		return one.err
	}
	c.total.Unchecked += len(c.plans[i].spec.Liveness)
	if c.total.Specs++; one.code != verdict.OK {
		c.total.Failed++
	}
	if r.Cached {
		c.total.Cached++
	}
	c.code = verdict.Worse(c.code, one.code)
	if err := c.line.Apart(func() error { return c.print(c.w, r, c.plans) }); err != nil {
		return stillThere(r, written(err))
	}
	if one.err != nil {
		return stillThere(r, one.err) // the trace could not be saved; what was found is told all the same
	}
	c.told.done = append(c.told.done, r)
	return nil
}

func (c *checking) checkOne(ctx context.Context, p plan) (*report.Report, verdict.Code, error) {
	out, cached, err := c.outcome(ctx, p)
	if err != nil {
		return nil, 0, failed(p.spec.Name, err)
	}
	judged := verdict.Judge(out, p.spec.Expect, c.Strict)
	r, code := c.report(c.w, p, out, judged), judged.Code
	r.Cached = cached
	if c.widens(p, out) {
		told, widened, err := c.widen(ctx, c.w, p, out)
		if err != nil {
			return nil, 0, err
		}
		r.Widened, code = told, verdict.Worse(code, widened)
	}
	if c.Output == "" {
		return r, code, nil
	}
	return r, code, c.save(c.w, r)
}

// outcome is what comes of a spec, or came of it before.
func (c *checking) outcome(ctx context.Context, p plan) (out *report.Outcome, cached bool, err error) {
	var key string
	if c.kept != nil {
		if key, err = suite.Key(p.entry, p.spec, p.job, c.Strict); err != nil {
			return nil, false, err
		}
	}
	if c.dives() {
		anyLength(p.spec.Expect)
	}
	out, err = suite.Get(c.kept, key)
	var damaged *cache.Damaged
	switch {
	case err == nil:
		return out, true, nil
	case errors.As(err, &damaged):
		c.say("%s: a result in the cache is damaged and not used (%s)", p.spec.Name, damaged.File)
	}
	if out, err = c.explore(ctx, p); err != nil {
		return nil, false, err
	}
	if c.kept != nil && ctx.Err() == nil && suite.Keepable(out) {
		if err := suite.Put(c.kept, key, out); err != nil {
			c.full.Do(func() { c.say("results are not kept: %v", err) })
		}
	}
	return out, false, nil
}

// say tells something besides.
func (c *checking) say(format string, args ...any) {
	_ = c.line.Apart(func() error {
		_, err := fmt.Fprintf(c.w.err, "mc: "+format+"\n", args...)
		return err
	})
}

// explore runs a spec, and finds what is to be told of what comes out.
func (c *checking) explore(ctx context.Context, p plan) (*report.Outcome, error) {
	if !c.Quiet {
		p.job.Options.Progress = c.line.Of(term.Visible(p.spec.Name))
	}
	out, err := c.crew.Do(ctx, p.job, func(job registry.Job) (*report.Outcome, error) {
		return suite.Run(ctx, p.entry, p.spec, job)
	})
	if err != nil {
		return nil, err
	}
	if err := cure.Tell(c.w.Models, p.entry, out); err != nil {
		return nil, err
	}
	return out, c.w.tellKnown(ctx, p, out, verdict.Judge(out, p.spec.Expect, c.Strict))
}
