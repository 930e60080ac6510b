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
	case !p.bare() || p.entry.Variants().Key() == "" || len(c.Expect) > 0 || c.limited():
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
	return c.MaxDepth > 0 || c.MaxStates > 0 || c.Timeout > 0 || c.Memory > 0 || c.Dir != "" || c.Search != "" || c.Continue ||
		c.Coverage || c.Store != "" || c.Output != ""
}

// widen raises the budgets of a run that was reported, and says what came of it.
func (c *checkCommand) widen(ctx context.Context, w *world, p plan, out *report.Outcome) (*widen.Told, verdict.Code, error) {
	began, job := time.Now(), p.job
	job.Options.Progress, job.Options.Dir = nil, ""
	job.Options.Continue, job.Options.Coverage = false, false
	if job.Options.Timeout == 0 && job.Options.MaxStates == 0 {
		job.Options.Timeout = widenFor
	}
	fixed := map[string]bool{}
	for name := range p.spec.Constants() {
		fixed[name] = true
	}
	plan := widen.Plan{Entry: p.entry, Job: job, Fixed: fixed}
	if !c.Quiet {
		plan.Ran = func(r widen.Run) { fmt.Fprintf(w.err, "mc: %s\n", r.Words()) }
		plan.TriedOut = func(t widen.Tried) { fmt.Fprintf(w.err, "mc: %s\n", t.Words()) }
	}
	if p.bare() {
		known, err := matrix.Failures(&w.Suite, p.entry, p.job.Set)
		if err != nil {
			return nil, 0, failed(p.spec.Name, err)
		}
		plan.Failures = p.failures(known)
	}
	r, err := widen.Widen(ctx, plan, out)
	if err != nil {
		return nil, 0, failed(p.spec.Name, err)
	}
	told := &widen.Told{Result: r, Took: time.Since(began), Command: func(raised []widen.Raise, property string) string {
		return c.raisedCommand(p, raised, property)
	}}
	told.TriedCommand = func(t *widen.Tried) string { return c.triedCommand(w, p, out, t) }
	return told, worst(r), nil
}

// worst is the exit code for what a widening broke.
func worst(r *widen.Result) (code verdict.Code) {
	broken := func(out *report.Outcome, property string) {
		one := report.Outcome{Verdict: out.Verdict}
		for _, q := range out.Properties {
			if q.Name == property {
				one.Properties = append(one.Properties, q)
			}
		}
		code = verdict.Worse(code, verdict.Judge(&one, nil, false).Code)
	}
	for _, b := range r.Breaks {
		broken(b.Outcome, b.Property)
	}
	for _, t := range r.Tried {
		if t.Found() {
			broken(t.Outcome, t.Property)
		}
	}
	return code
}

// raisedCommand checks one property with more of some budgets.
func (c *checkCommand) raisedCommand(p plan, raised []widen.Raise, property string) string {
	set := map[string]string{}
	for _, r := range raised {
		set[r.Constant] = fmt.Sprint(r.To)
	}
	names := make([]string, len(raised))
	for i, r := range raised {
		names[i] = r.Constant
	}
	subject := quoted(p.spec.Name)
	if p.bare() {
		subject = "--model " + quoted(p.spec.Model)
	}
	return c.command(p, subject, names, set, c.Without, property)
}

// command is a check of one property with the flags that were given, and with
// some constants set, by name, in place of what was given for them.
func (c *checkCommand) command(p plan, subject string, names []string, set map[string]string,
	without []string, property string) string {
	words := []string{"mc check", subject}
	for _, given := range c.Set {
		name, _, _ := strings.Cut(given, "=")
		if !slices.ContainsFunc(names, func(now string) bool { return p.isNow(name, now) }) {
			words = append(words, "--set", quoted(given))
		}
	}
	for _, name := range names {
		words = append(words, "--set", quoted(name+"="+set[name]))
	}
	for _, rule := range without {
		words = append(words, "--without", quoted(rule))
	}
	for _, q := range p.spec.Questions {
		if q.Name == property && c.asking.asked() {
			return strings.Join(append(words, "--"+q.Verb(), quoted(q.Name+": "+q.Text)), " ")
		}
	}
	return strings.Join(append(words, "--check", property), " ")
}

// isNow reports whether a constant that was given by one name has another now,
// or the same.
func (p plan) isNow(name, now string) bool {
	current, err := p.entry.Current(map[string]string{name: ""})
	_, same := current[now]
	return err == nil && same
}
