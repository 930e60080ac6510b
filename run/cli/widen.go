package cli

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

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
	r, err := widen.Widen(ctx, widen.Plan{Entry: p.entry, Job: job, Fixed: fixed, Ran: func(r widen.Run) {
		if !c.Quiet {
			fmt.Fprintf(w.err, "mc: %s\n", r.Words())
		}
	}}, out)
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
	if !c.Widen {
		told.Missed, err = c.missed(w, p, r)
	}
	return told, code, err
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

// missed are the failures that the recorded matrix knows of the variant and the
// run did not find: of each scenario that breaks there, the properties that
// nothing broke.
func (c *checkCommand) missed(w *world, p plan, r *widen.Result) (list []widen.Known, err error) {
	variants := p.entry.Variants()
	variant := p.spec.Constants()[variants.Key()]
	constants, err := p.entry.Constants(nil)
	if err != nil {
		return nil, err
	}
	for _, k := range constants {
		if k.Name == variants.Key() && variant == "" {
			variant = k.Default
		}
	}
	recorded, err := matrix.ReadRecorded(w.Specs, w.Models.Families()...)
	if err != nil {
		return nil, err
	}
	for _, t := range recorded.Tables {
		for _, row := range t.Rows {
			cell, known := t.Cell(row.Spec, row.Property, variant)
			found := slices.ContainsFunc(r.Breaks, func(b widen.Break) bool { return b.Property == row.Property })
			if known && cell.Verdict == matrix.Violated && !found {
				list = append(list, widen.Known{Spec: row.Spec, Property: row.Property,
					Command: fmt.Sprintf("mc check %s --set %s=%s --check %s", row.Spec, variants.Key(), variant, row.Property)})
			}
		}
	}
	return list, nil
}
