package matrix

import (
	"cmp"
	"context"
	"maps"
	"math"
	"slices"

	"mc/explorer"
	"mc/model"
	"mc/report"
	"mc/run/registry"
	"mc/traces"
)

// Tell finds, for each violation of a run, which failures on record it is: those
// of the scenarios whose own keys, turned in this run, leave nothing that breaks
// the claim, as far as a trial goes. Of several it is those that turn the fewest
// keys; less of a fault is named where no change of the protocol does it, for
// without the fault much does not happen. A model without scenarios on record
// has none, and a trial that is cut short says nothing.
func (o *Owners) Tell(ctx context.Context, e registry.Entry, job registry.Job, out *report.Outcome) {
	t := &known{entry: e, job: job, out: out, before: settled(e, job.Set), left: max(leastTrials, 4*out.States.Distinct)}
	failures := o.failures(e)
	for i := range out.Properties {
		p := &out.Properties[i]
		if p.Verdict == model.Violated && p.Trace != nil && !p.Script && p.Kind != model.Deadlock && !p.Kind.Temporal() {
			p.Known = t.among(ctx, failures, p)
		}
	}
}

// known looks for the failures that a run's violations are.
type known struct {
	entry  registry.Entry
	job    registry.Job
	out    *report.Outcome
	before map[string]string // all constants of the run
	left   uint64            // states that trials may visit, so that they cost about what the run did
}

// among are those of some failures, in their order, that a violation is.
func (t *known) among(ctx context.Context, some []failure, p *report.Property) (list []report.Known) {
	found := failure{}
	for _, f := range some {
		if len(list) > 0 && f.order(found) != 0 {
			break
		}
		if t.closes(ctx, f, p) {
			found, list = f, append(list, f.Known)
		}
	}
	return list
}

// failure is a failure on record: what its scenarios have in common.
type failure struct {
	report.Known
	own   map[string]string
	fault bool // closed by less of a fault
}

// order is less than 0 if f is to be named rather than other, 0 if beside it.
func (f failure) order(other failure) int {
	return cmp.Or(cmp.Compare(len(f.own), len(other.own)), cmp.Compare(number(f.fault), number(other.fault)))
}

// failures are the scenarios of a model, those with the same own keys together,
// in their order.
func (o *Owners) failures(e registry.Entry) []failure {
	constants, _ := e.Constants(nil)
	list := o.together(e.Name())
	for _, c := range constants {
		for i := range list {
			_, own := list[i].own[c.Name]
			list[i].fault = list[i].fault || own && c.Role == model.OfBounds
		}
	}
	slices.SortStableFunc(list, failure.order)
	return list
}

// together are the failures of a model but for those of runs that go on for ever,
// which no violation is that is told here.
func (o *Owners) together(of string) (list []failure) {
	for _, one := range o.list {
		if one.model != of || len(one.own) == 0 || one.runs {
			continue
		}
		i := slices.IndexFunc(list, func(f failure) bool { return maps.Equal(f.own, one.own) })
		if i < 0 {
			f := failure{own: one.own}
			for _, key := range sorted(one.own) {
				f.Keys = append(f.Keys, report.Key{Name: key, Value: one.own[key]})
			}
			i, list = len(list), append(list, f)
		}
		list[i].add(one)
	}
	return list
}

// add names a scenario of the failure, and what it goes back to.
func (f *failure) add(one owner) {
	if !slices.Contains(f.Specs, one.spec) {
		f.Specs = append(f.Specs, one.spec)
	}
	for _, ref := range one.refs {
		if !slices.Contains(f.Refs, ref) {
			f.Refs = append(f.Refs, ref)
		}
	}
}

// leastTrials are the states that trials may visit however small the run is.
const leastTrials = 500_000

// closes reports whether a failure's keys are as they break it in this run, and
// nothing breaks the property once they are turned: first not the schedule that
// is known, which is seen without a search, then no other.
func (t *known) closes(ctx context.Context, f failure, p *report.Property) bool {
	want := maps.Clone(t.before)
	maps.Copy(want, f.own)
	if t.before == nil || maps.Equal(want, t.before) {
		return false
	}
	set, _, ok := realise(t.entry, []map[string]string{t.job.Set}, want)
	most := t.trial(p)
	if !ok || most > t.left || t.breaks(p.Trace, set) {
		return false
	}
	job := t.job
	job.Set, job.Minimize = set, false
	asked := t.job.Options
	job.Options = explorer.Options{Workers: asked.Workers, Symmetry: asked.Symmetry,
		Timeout: asked.Timeout, Memory: asked.Memory, Check: []string{p.Name}, MaxStates: most}
	out, err := t.entry.Check(ctx, job)
	if err != nil {
		return false // a mixture that no variant is may be more than the model can run
	}
	t.left -= min(t.left, out.States.Distinct)
	return out.Properties[0].Trace == nil && (out.Exhaustive || out.Cut.By(explorer.MaxStates))
}

// breaks reports whether a schedule breaks its property under other constants.
func (t *known) breaks(f *traces.File, set map[string]string) bool {
	c, err := t.entry.Compare(f, t.entry, set, [2]string{})
	return err != nil || c.Broken[1]
}

// trial is how many states are visited to see whether keys close a violation:
// twice as many as it took to find it. For one that took so many that a trial
// would not even get that far there are more than can be left, so that nothing is
// said of it.
func (t *known) trial(p *report.Property) uint64 {
	const least, most = 20_000, 2_000_000
	states := t.out.States.Distinct
	if levels := t.out.States.Levels; len(levels) >= p.States() {
		states = 0
		for _, n := range levels[:p.States()] {
			states += n
		}
	}
	if states > most {
		return math.MaxUint64
	}
	return min(max(least, 2*states), most)
}
