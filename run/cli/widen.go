package cli

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"mc/explorer"
	"mc/model"
	"mc/report"
	"mc/run/matrix"
	"mc/run/registry"
	"mc/run/specfile"
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

// failures are those on record that are about a property which the run
// checks, or about any if nobody said which.
func (p plan) failures(known []matrix.Failure) (all []widen.Failure) {
	for _, f := range known {
		if p.spec.Check == nil || slices.Contains(p.spec.Check, f.Property) {
			one := widen.Failure{Name: f.Spec, Property: f.Property, Set: f.Set, Without: f.Without, States: f.States}
			all = append(all, one)
		}
	}
	return all
}

// triedCommand shows what a failure on record showed: by its spec, if that does it under the
// variant and with the flags that were given, or else by the model with all that
// the scenario sets.
func (c *checkCommand) triedCommand(w *world, p plan, first *report.Outcome, t *widen.Tried) string {
	key := p.entry.Variants().Key()
	set := map[string]string{key: t.Set[key]}
	var names []string
	if _, given := p.job.Set[key]; !given {
		names = []string{key}
	}
	if c.showsAsSpec(w, p, t, names) {
		return c.command(p, quoted(t.Name), names, set, c.Without, t.Property)
	}
	return c.command(p, "--model "+quoted(p.spec.Model), spelledOut(p, first, t), t.Set, present(p, t), t.Property)
}

// showsAsSpec reports whether the spec of a failure shows the same, with the flags
// that were given and the constants with these names.
func (c *checkCommand) showsAsSpec(w *world, p plan, t *widen.Tried, names []string) bool {
	spec, err := w.Embedded(t.Name)
	if err != nil {
		return false
	}
	o := overrides{variation: variation{slices.Clone(c.Set), c.Without}, Check: []string{t.Property}}
	for _, name := range names {
		o.Set = append(o.Set, name+"="+t.Set[name])
	}
	if err := o.apply(w, spec); err != nil {
		return false
	}
	if _, err := w.Resolve(spec); err != nil {
		return false
	}
	return sameProtocol(p.entry, spec, t) && (t.Replays(p.entry, spec.Constants()) ||
		sameValues(p.entry, spec.Constants(), t.Set))
}

func sameProtocol(e registry.Entry, spec *specfile.Spec, t *widen.Tried) bool {
	here, err := registry.Protocol(e, spec.Constants())
	there, err2 := registry.Protocol(e, t.Set)
	return err == nil && err2 == nil && maps.Equal(here, there)
}

func sameValues(e registry.Entry, a, b map[string]string) bool {
	here, err := registry.Values(e, a)
	there, err2 := registry.Values(e, b)
	return err == nil && err2 == nil && maps.Equal(here, there)
}

// spelledOut names the constants of a scenario that have to be said: all that are
// not so by themselves. One budget is said in any case, because a run without any
// is widened.
func spelledOut(p plan, first *report.Outcome, t *widen.Tried) (names []string) {
	budget := func(name string) bool {
		return slices.ContainsFunc(first.Budgets, func(b explorer.BudgetUse) bool { return b.Constant == name })
	}
	set, budgets := maps.Clone(t.Set), 0
	for name := range set {
		if budget(name) {
			budgets++
		}
	}
	for _, s := range first.Constants {
		value, given := set[s.Name]
		if !given || p.job.Set[s.Name] == value { // the flags that were given say it
			continue
		}
		delete(set, s.Name)
		spare := sameValues(p.entry, set, t.Set)
		switch {
		case spare && budget(s.Name) && budgets > 1:
			budgets--
			continue
		case spare && !budget(s.Name):
			continue
		}
		set[s.Name] = value
		names = append(names, s.Name)
	}
	return names
}

// present are the rules that a scenario leaves out, but for those that its protocol
// has not anyway.
func present(p plan, t *widen.Tried) []string {
	v, err := p.entry.Vocabulary(t.Set)
	if err != nil {
		return t.Without
	}
	return slices.DeleteFunc(slices.Clone(t.Without), func(name string) bool {
		rule, _, _ := strings.Cut(name, " ")
		return slices.ContainsFunc(v.Rules, func(r registry.Rule) bool { return r.Name == rule && r.Absent })
	})
}

// tellKnown finds which failures on record the violations of a run are that
// nobody expected. What a spec announces needs no other name.
func (w *world) tellKnown(ctx context.Context, p plan, out *report.Outcome, judged verdict.Judgement) error {
	violated := func(q report.Property) bool { return q.Verdict == model.Violated }
	if judged.Expected || p.spec.Script() != nil || !slices.ContainsFunc(out.Properties, violated) {
		return nil
	}
	owners, err := matrix.OwnersOf(&w.Suite, p.entry)
	if err != nil {
		return err
	}
	owners.Tell(ctx, p.entry, p.job, out)
	return nil
}
