package widen

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strconv"

	"mc/explorer"
	"mc/report"
	"mc/run/registry"
)

// Failure is one on record: what a scenario sets, under which a claim is known to
// break. Failures on record are run before anything is raised.
type Failure struct {
	Name     string // the scenario's
	Property string
	Set      map[string]string // constants
	Without  []string          // rules left out
	States   uint64            // that its run took when it was recorded; 0 if nobody knows
}

// Tried is a failure on record after its runs.
type Tried struct {
	Failure // with the constants and without the rules that it was run with

	Visited uint64 // distinct states
	Whole   bool   // the run saw the whole space

	// Refused says why the model has no run with these constants.
	Refused string

	// Outcome is of the run in which the claim broke; nil if none did.
	Outcome *report.Outcome

	tooLarge bool // for the memory given
}

// Found reports whether the claim broke.
func (t *Tried) Found() bool { return t.Outcome != nil }

// Reached reports whether it is known if the claim breaks.
func (t *Tried) Reached() bool { return t.Found() || t.Whole || t.Refused != "" }

// Length is how many states the trace to the failure has; 0 if there is none.
func (t *Tried) Length() int {
	if !t.Found() {
		return 0
	}
	return t.Outcome.Properties[0].States()
}

// turns are how many times the states that a failure took on record it may visit,
// in the first round and in the second.
var turns = []uint64{4, 64}

// tryAll runs what is on record, in its order; what a limit cut waits until all
// had a turn.
func (w *widening) tryAll(ctx context.Context) error {
	for _, f := range w.Failures {
		f.Set, f.Without = w.within(f), w.lacking(f)
		w.result.Tried = append(w.result.Tried, Tried{Failure: f})
	}
	for _, turn := range turns {
		for i := range w.result.Tried {
			t := &w.result.Tried[i]
			if t.Reached() || t.tooLarge || w.spent(ctx) {
				continue
			}
			if err := w.tryOne(ctx, t, max(patience, turn*cmp.Or(t.States, patience))); err != nil {
				return err
			}
		}
	}
	return nil
}

// tryOne runs one failure within a number of states.
func (w *widening) tryOne(ctx context.Context, t *Tried, most uint64) error {
	job := w.Job
	job.Set, job.Without, job.Options.Check, job.Options.MaxStates = t.Set, t.Without, []string{t.Property}, most
	v, refused := refusal(w.Entry, job)
	if t.Refused = refused; refused != "" {
		return nil
	}
	job.Options.Symmetry = job.Options.Symmetry && v.Asymmetric == ""
	out, err := w.run(ctx, job)
	if err != nil {
		return err
	}
	t.Visited, t.Whole, t.tooLarge = out.States.Distinct, out.Exhaustive, out.Cut.By(explorer.Memory)
	if out.Properties[0].Trace != nil {
		t.Outcome = out
		w.slim(t)
	}
	if w.TriedOut != nil {
		w.TriedOut(*t)
	}
	return nil
}

// slim takes back what a found failure has more of a budget than the first
// run and than its trace takes.
func (w *widening) slim(t *Tried) {
	set := maps.Clone(t.Set)
	for _, b := range w.list {
		most, err := strconv.Atoi(set[b.Constant])
		if err != nil {
			continue
		}
		for n := b.Limit; n < most; n++ {
			set[b.Constant] = strconv.Itoa(n)
			if t.Replays(w.Entry, set) {
				break
			}
			set[b.Constant] = strconv.Itoa(most)
		}
	}
	t.Set = set
}

// Replays reports whether the steps to the failure that was found lead to it
// under other constants, too.
func (t *Tried) Replays(e registry.Entry, set map[string]string) bool {
	if !t.Found() {
		return false
	}
	c, err := e.Compare(t.Outcome.Properties[0].Trace, e, set, [2]string{})
	return err == nil && c.Broken[1]
}

// refusal says why a model has no run of a job, which checks one property; empty
// if it has.
func refusal(e registry.Entry, job registry.Job) (v *registry.Vocabulary, why string) {
	v, err := e.Vocabulary(job.Set)
	if err == nil {
		err = v.Without(job.Without...)
	}
	if err != nil {
		return nil, err.Error()
	}
	if _, known := v.Property(job.Options.Check[0]); !known {
		return nil, "it has no " + job.Options.Check[0]
	}
	return v, ""
}

// within are the constants of a failure, with those that were given for the first
// run: they go before, but for budgets, of which the larger goes, unless there
// is to be none.
func (w *widening) within(f Failure) map[string]string {
	set := maps.Clone(f.Set)
	for name, value := range w.Job.Set {
		i := slices.IndexFunc(w.list, func(b explorer.BudgetUse) bool { return b.Constant == name })
		n, err := strconv.Atoi(f.Set[name])
		if i < 0 || err != nil || n <= w.list[i].Limit || w.list[i].Limit == 0 && w.Fixed[name] {
			set[name] = value
		}
	}
	return set
}

// lacking are the rules that neither the scenario of a failure nor the first run has.
func (w *widening) lacking(f Failure) []string {
	all := slices.Concat(w.Job.Without, f.Without)
	slices.Sort(all)
	return slices.Compact(all)
}

// hint tries the budgets with which a scenario breaks an open property over those
// of the first run, ahead of all else: its failure may be one here as well.
func (w *widening) hint() {
	for i := range w.result.Tried {
		t := &w.result.Tried[i]
		if !t.Found() || !slices.Contains(w.open, t.Property) {
			continue
		}
		w.try(t.Set, func(b explorer.BudgetUse) bool { return true })
		w.try(t.Set, func(b explorer.BudgetUse) bool { return b.Limit == 0 })
	}
}

// try adds the run with the budgets of a failure, or some of them, ahead of all
// others.
func (w *widening) try(set map[string]string, wanted func(explorer.BudgetUse) bool) {
	more := map[string]int{}
	for _, b := range w.list {
		n, err := strconv.Atoi(set[b.Constant])
		by := min(n, w.most[b.Constant]) - b.Limit
		if err == nil && by > 0 && wanted(b) && !(b.Limit == 0 && w.Fixed[b.Constant]) {
			more[b.Constant] = by
		}
	}
	if key := w.key(more); len(more) > 0 && !w.seen[key] {
		w.seen[key] = true
		w.waiting = append(w.waiting, candidate{more: more, hinted: true})
	}
}

// hinted reports whether a run waits that a failure on record hints at.
func (w *widening) hinted() bool {
	return slices.ContainsFunc(w.waiting, func(c candidate) bool { return c.hinted })
}

// shown reports whether a failure on record was found that breaks a property.
func (w *widening) shown(property string) bool {
	return slices.ContainsFunc(w.result.Tried, func(t Tried) bool { return t.Found() && t.Property == property })
}
