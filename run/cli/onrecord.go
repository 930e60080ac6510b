package cli

import (
	"context"
	"maps"
	"slices"
	"strings"

	"mc/explorer"
	"mc/model"
	"mc/report"
	"mc/run/matrix"
	"mc/run/registry"
	"mc/run/specfile"
	"mc/run/verdict"
	"mc/run/widen"
)

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
