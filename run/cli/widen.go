package cli

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"mc/model"
	"mc/report"
	"mc/run/matrix"
	"mc/run/verdict"
	"mc/run/widen"
)

// widenFor is how long budgets are raised if nobody says.
const widenFor = time.Minute

// widens reports whether the budgets of a run are to be raised: if that is asked
// for, or if a model was named and nothing said of its bounds and limits.
func (c *checkCommand) widens(p plan, out *report.Outcome) bool {
	switch {
	case p.spec.Script() != nil || len(out.Budgets) == 0:
		return false
	case c.Widen:
		return true
	case c.Model == "" || p.entry.Variants().Key() == "" || len(c.Expect) > 0 || c.limited():
		return false
	}
	for _, b := range out.Budgets {
		if _, named := p.spec.Set[b.Constant]; named {
			return false
		}
	}
	return true
}

// limited reports whether the run was told how much to search, or how.
func (c *checkCommand) limited() bool {
	return c.MaxDepth > 0 || c.MaxStates > 0 || c.Timeout > 0 || c.Memory > 0 || c.Dir != "" || c.Search != "" ||
		c.Store != "" || c.Output != ""
}

// widen raises the budgets of a run that was reported, and says what came of it.
func (c *checkCommand) widen(ctx context.Context, w *world, p plan, out *report.Outcome) (*widen.Told, verdict.Code, error) {
	began := time.Now()
	job := p.job
	job.Options.Progress, job.Options.Dir = nil, ""
	if job.Options.Timeout == 0 && job.Options.MaxStates == 0 {
		job.Options.Timeout = widenFor
	}
	fixed := map[string]bool{}
	for name := range p.spec.Constants() {
		fixed[name] = true
	}
	plan := widen.Plan{Entry: p.entry, Job: job, Fixed: fixed, Ran: func(r widen.Run) {
		if !c.Quiet {
			fmt.Fprintf(w.err, "mc: %s\n", r.Words())
		}
	}}
	var known []widen.Known
	if !c.Widen {
		var err error
		if known, plan.Hints, err = w.onRecord(p); err != nil {
			return nil, 0, err
		}
	}
	r, err := widen.Widen(ctx, plan, out)
	if err != nil {
		return nil, 0, failed(p.spec.Name, err)
	}
	code := verdict.OK
	for _, b := range r.Breaks {
		one := report.Outcome{Verdict: b.Outcome.Verdict}
		for _, q := range b.Outcome.Properties {
			if q.Name == b.Property {
				one.Properties = append(one.Properties, q)
			}
		}
		code = verdict.Worse(code, verdict.Judge(&one, nil, false).Code)
	}
	told := &widen.Told{Result: r, Took: time.Since(began), Command: func(raised []widen.Raise, property string) string {
		return c.raisedCommand(p, raised, property)
	}}
	told.Missed = slices.DeleteFunc(known, func(k widen.Known) bool {
		return slices.ContainsFunc(r.Breaks, func(b widen.Break) bool { return b.Property == k.Property })
	})
	return told, code, nil
}

// raisedCommand checks one property with more of some budgets.
func (c *checkCommand) raisedCommand(p plan, raised []widen.Raise, property string) string {
	command := "mc check " + quoted(p.spec.Name)
	if c.Model != "" {
		command = "mc check --model " + quoted(c.Model)
	}
	for _, set := range c.Set {
		name, _, _ := strings.Cut(set, "=")
		if !slices.ContainsFunc(raised, func(r widen.Raise) bool { return r.Constant == name }) {
			command += " --set " + quoted(set)
		}
	}
	for _, r := range raised {
		command += fmt.Sprintf(" --set %s=%d", r.Constant, r.To)
	}
	for _, rule := range c.Without {
		command += " --without " + quoted(rule)
	}
	return command + " --check " + property
}

// onRecord are the failures that the recorded matrix knows of the variant, and
// the limits of their scenarios.
func (w *world) onRecord(p plan) (list []widen.Known, limits []map[string]int, err error) {
	key := p.entry.Variants().Key()
	variant := p.spec.Constants()[key]
	constants, err := p.entry.Constants(nil)
	if err != nil {
		return nil, nil, err
	}
	for _, k := range constants {
		if k.Name == key && variant == "" {
			variant = k.Default
		}
	}
	recorded, err := matrix.ReadRecorded(w.Specs, w.Models.Families()...)
	if err != nil {
		return nil, nil, err
	}
	for _, t := range recorded.Tables {
		for _, row := range t.Rows {
			cell, known := t.Cell(row.Spec, row.Property, variant)
			if !known || cell.Verdict != matrix.Violated {
				continue
			}
			list = append(list, widen.Known{Spec: row.Spec, Property: row.Property,
				Command: fmt.Sprintf("mc check %s --set %s=%s --check %s", row.Spec, key, variant, row.Property)})
			if limit := w.limitsOf(row.Spec); limit != nil {
				limits = append(limits, limit)
			}
		}
	}
	return list, limits, nil
}

// limitsOf are the numbers that a spec sets.
func (w *world) limitsOf(name string) map[string]int {
	spec, err := w.Embedded(name)
	if err != nil {
		return nil
	}
	if _, err := w.Resolve(spec); err != nil {
		return nil
	}
	limits := map[string]int{}
	for constant, text := range spec.Set {
		if n, err := strconv.Atoi(text); err == nil {
			limits[constant] = n
		}
	}
	return limits
}

// tellKnown finds which failures on record the violations of a run are that
// nobody expected. What a spec announces needs no other name.
func (w *world) tellKnown(ctx context.Context, p plan, out *report.Outcome, judged verdict.Judgement) error {
	violated := func(q report.Property) bool { return q.Verdict == model.Violated }
	if judged.Expected || p.spec.Script() != nil || !slices.ContainsFunc(out.Properties, violated) {
		return nil
	}
	owners, err := matrix.NewOwners(&w.Suite, nil)
	if err != nil {
		return err
	}
	owners.Tell(ctx, p.entry, p.job, out)
	return nil
}
