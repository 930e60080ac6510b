package registry

import (
	"context"
	"fmt"
	"reflect"
	"unsafe"

	"mc/explorer"
	"mc/model"
	"mc/model/ask"
	"mc/model/evidence"
	"mc/model/schedule"
	"mc/report"
	"mc/traces"
)

// entry is the one implementation of Entry.
type entry[S comparable] struct {
	template model.Template[S]
	language schedule.Language[S]
	kind     reflect.Type // of state, which S is unless it is a model.Box
	read     evidence.Reader[S]

	plain     Entry // the same without questions; nil if it has none
	questions []ask.Question
	origin    Entry // the same where it starts by itself; nil if it does
	given     []model.Given
}

// Of makes an entry of a template.
func Of[S comparable](t model.Template[S]) Entry {
	return OfLanguage(t, schedule.Plain[S]())
}

// OfSmall is Of for the template behind t, a *model.Template[S], whose states have room
// in a model.Box. Such models share one copy of all that is compiled for each type of
// state. model.Boxed says why t has no better type; who gives one has a test of it.
func OfSmall[S comparable](t unsafe.Pointer) Entry {
	return ofBoxed(model.Boxed[S](t), reflect.TypeFor[S]())
}

// ofBoxed is no generic function, so that the shared copy is in this package.
func ofBoxed(t model.Template[model.Box], kind reflect.Type) Entry {
	return ofKind(t, schedule.Plain[model.Box](), kind)
}

func (e *entry[S]) Name() string { return e.template.Name }
func (e *entry[S]) Doc() string  { return e.template.Doc }

func (e *entry[S]) Constants(set map[string]string) ([]model.Constant, error) {
	list, _, err := e.template.Under(set)
	return list, err
}

func (e *entry[S]) Current(set map[string]string) (map[string]string, error) {
	list, err := e.template.Constants(nil) // names do not depend on values
	if err != nil {
		return nil, err
	}
	return model.Current(list, set)
}

func (e *entry[S]) Variants() *model.Variants { return e.template.Variants }
func (e *entry[S]) Terms() []model.Term       { return e.template.Terms }
func (e *entry[S]) Impacts() model.Impacts    { return e.template.Impacts }

// build makes the model, without the named rules.
func (e *entry[S]) build(set map[string]string, without []string) (*model.Model[S], model.Values, error) {
	m, values, err := e.template.Build(set)
	if err != nil || len(without) == 0 {
		return m, values, err
	}
	m, err = m.Without(without...)
	return m, values, err
}

func (e *entry[S]) Vocabulary(set map[string]string) (*Vocabulary, error) {
	m, _, err := e.build(set, nil)
	if err != nil {
		return nil, err
	}
	v := &Vocabulary{Liveness: m.Liveness, Without: func(names ...string) error {
		_, err := m.Without(names...)
		return err
	}}
	v.Endless = m.Endless
	if m.Canonical == nil {
		v.Asymmetric = m.Asymmetric
		if v.Asymmetric == "" {
			v.Asymmetric = "the model has no symmetry"
		}
	}
	for _, f := range m.Fairness {
		one := Fairness{Name: f.Name, Doc: f.Doc}
		for _, c := range f.Conditions {
			one.Conditions = append(one.Conditions, c.String())
		}
		v.Fairness = append(v.Fairness, one)
	}
	v.Fairness = append(v.Fairness, Fairness{Name: model.NoFairness, Doc: "Nothing is supposed: a run may stop anywhere."})
	for _, r := range m.Rules {
		rule := Rule{Name: r.Name, Doc: r.Doc, Ref: r.Ref, Counterpart: r.Counterpart, Published: r.Published, Absent: r.Absent}
		for _, p := range r.Params {
			rule.Params = append(rule.Params, p.Name)
		}
		v.Rules = append(v.Rules, rule)
	}
	for _, p := range m.Properties {
		fairness := ""
		switch {
		case p.Kind.Temporal() && p.Fair != nil:
			fairness = p.Fair.Name
		case p.Kind.Temporal():
			fairness = model.NoFairness
		}
		v.Properties = append(v.Properties, Property{p.Name, p.Aliases, p.Family, p.Kind.String(), p.Doc, p.Ref, p.Impact, p.OnRequest, p.Kind.Temporal(), fairness, p.Asked})
	}
	return v, nil
}

func (e *entry[S]) Check(ctx context.Context, job Job) (*report.Outcome, error) {
	m, values, err := e.build(job.Set, job.Without)
	if err != nil {
		return nil, err
	}
	constants, err := e.Constants(job.Set)
	if err != nil {
		return nil, err
	}
	settings, err := e.settings(job.Set, values)
	if err != nil {
		return nil, err
	}
	r, err := explorer.Check(ctx, m, job.Options)
	if err != nil {
		return nil, err
	}
	out := erase(r)
	out.Model, out.Impacts, out.Constants = e.template.Name, e.template.Impacts, settings
	for _, p := range r.Properties {
		v := report.Property{Name: p.Name, Kind: p.Kind, Verdict: p.Verdict, Witness: p.Witness, Breaks: p.Breaks,
			Fairness: p.Fairness, Lacks: model.Unmet(constants, values, needs(m, p.Name))}
		if claim, found := m.Property(p.Name); found {
			v.Impact, v.Asked = claim.Impact, claim.Asked
		}
		if p.Path != nil {
			if v.Trace, v.Short, err = record(m, p.Path, meta(out, job, p.Name, p.Verdict), job, r.Memory.Bytes); err != nil {
				return nil, err
			}
			if err := aside(m, v.Trace, job); err != nil {
				return nil, err
			}
		}
		if p.Excuse != nil {
			v.Waits = out.Limits(p.Excuse.Budgets)
			if p.Excuse.Constraint {
				v.Waits = append(v.Waits, "the constraint")
			}
		}
		if p.Run != nil {
			about := meta(out, job, p.Name, p.Verdict)
			about.Fairness, about.Longer = p.Fairness, !p.Run.Shortest
			if v.Trace, err = traces.RecordLasso(m, p.Run.Lasso, about); err != nil {
				return nil, err
			}
		}
		if m.Start != nil && v.Trace != nil {
			v.Witness = v.Trace.Property.Witness // in the names that the start gives
		}
		out.Properties = append(out.Properties, v)
	}
	if job.Options.Check == nil {
		out.WorstFirst()
	}
	return out, nil
}

func (e *entry[S]) Shards(job Job, dir string) (explorer.Shards, error) {
	m, _, err := e.build(job.Set, job.Without)
	if err != nil {
		return nil, err
	}
	return explorer.NewShards(m, dir, job.Options)
}

// needs are what a property of a model needs.
func needs[S comparable](m *model.Model[S], property string) []string {
	for i := range m.Properties {
		if m.Properties[i].Name == property {
			return m.Properties[i].Needs
		}
	}
	return nil
}

// recordLeast keeps the path that is as long as another and easiest to follow.
func recordLeast[S comparable](m *model.Model[S], path *model.Path[S], meta traces.Meta, o traces.MinimizeOptions) (*traces.File, traces.Shortfall, error) {
	less, err := traces.Minimize(m, meta.Property, path, o)
	if err != nil {
		return nil, 0, err
	}
	f, err := traces.Record(m, &less.Path, meta)
	return f, less.Short, err
}

// record keeps the path of a property, or if the job asks for it the easiest one
// that is as long.
func record[S comparable](m *model.Model[S], path *model.Path[S], meta traces.Meta, job Job, limit uint64) (*traces.File, traces.Shortfall, error) {
	if job.Minimize {
		return recordLeast(m, path, meta, traces.MinimizeOptions{Memory: limit})
	}
	f, err := traces.Record(m, path, meta)
	return f, traces.Complete, err
}

// asideSteps bounds the traces in which steps are looked for that the
// violation does not depend on; the time for that grows with their square.
const asideSteps = 1000

// aside marks the steps that do not matter in a trace that need not be
// shortest.
func aside[S comparable](m *model.Model[S], f *traces.File, job Job) error {
	shortest := job.Minimize || job.Options.Shortest()
	if shortest || len(f.Steps) > asideSteps {
		return nil
	}
	_, err := traces.MarkAside(m, f)
	return err
}

// meta is what the trace of a property says of the run that found it.
func meta(o *report.Outcome, job Job, property string, verdict model.Verdict) traces.Meta {
	return traces.Meta{
		MC: job.Version, Spec: job.Spec, Constants: notable(o.Constants), Without: job.Without,
		Symmetry: job.Options.Symmetry,
		Explored: &traces.Explored{Distinct: o.States.Distinct, Depth: o.States.Depth},
		Property: property, Verdict: verdict,
	}
}

func erase[S comparable](r *explorer.Result[S]) *report.Outcome {
	return &report.Outcome{
		Verdict: r.Verdict, Exhaustive: r.Exhaustive,
		States: r.States, Forgets: r.Forgets, Actions: r.Actions, Budgets: r.Budgets, Sums: r.Sums, Coverage: r.Coverage, OutDegree: r.OutDegree, Deadlocks: r.Deadlocks, Cut: r.Cut, Graph: r.Graph,
		Run: report.Run{Store: r.Store, Workers: r.Workers, Beyond: r.Beyond, CollisionProbability: r.CollisionProbability,
			Files: r.Files, PackedBytes: r.PackedBytes, PackedBits: r.PackedBits,
			StoreBytes: r.StoreBytes, Seconds: r.Elapsed.Seconds(), PeakMemory: r.PeakMemory, Memory: r.Memory, Checkpoint: r.Checkpoint, Kept: r.Kept},
	}
}

// settings words the values in the order in which the model lists them. Notable
// are the variant, the bounds that are not 0, and what is not as the variant has
// it by itself: also what another value brought along.
func (e *entry[S]) settings(set map[string]string, values model.Values) ([]report.Setting, error) {
	constants, err := e.Constants(set)
	if err != nil {
		return nil, err
	}
	key := e.Variants().Key()
	own, err := ownValues(e, set, true)
	if err != nil {
		return nil, err
	}
	out := make([]report.Setting, len(constants))
	for i, c := range constants {
		v := values[c.Name]
		bound := !c.Switch && c.Choices == nil
		notable := key == "" || c.Name == key || c.Text(v) != own[c.Name] || c.Text(v) != c.Default || bound && v != 0
		out[i] = report.Setting{Name: c.Name, Text: c.Text(v), Notable: notable && !c.NotThere}
	}
	return out, nil
}

// ownValues are those that the variant in set has by itself, with or without
// those of what has no meaning there.
func ownValues(e Entry, set map[string]string, all bool) (map[string]string, error) {
	named := map[string]string{}
	if now, given := set[e.Variants().Key()]; given {
		named[e.Variants().Key()] = now
	}
	list, err := e.Constants(named)
	if err != nil {
		return nil, err
	}
	own := map[string]string{}
	for _, c := range list {
		if all || !c.NotThere {
			own[c.Name] = c.Default
		}
	}
	return own, nil
}

// notable are the settings that make the run what it is; a model built with
// them is the same.
func notable(settings []report.Setting) map[string]string {
	out := map[string]string{}
	for _, s := range settings {
		if s.Notable {
			out[s.Name] = s.Text
		}
	}
	return out
}

func (e *entry[S]) Replay(f *traces.File) (_ *Replayed, err error) {
	defer e.guard(&err)
	m, values, err := e.build(f.Constants, f.Without)
	if err != nil {
		return nil, err
	}
	r, err := traces.Replay(m, f)
	if err != nil {
		return nil, err
	}
	choices := func(i int) []traces.Choice { return r.Choices(m, f, i) }
	named := func(i int) (*traces.Named, error) { return r.Named(m, f, i) }
	out := &Replayed{Broken: r.Broken, Witness: r.Witness, Choices: choices, Named: named}
	if drive := e.language.Drive; drive != nil {
		out.Drive = func(about schedule.Course) (_ string, err error) {
			defer e.guard(&err)
			return drive(m, values, &r.Path, about)
		}
	}
	return out, nil
}

func (e *entry[S]) SameState(other Entry) bool {
	if e.plain != nil {
		return e.plain.SameState(other)
	}
	there, same := other.(*entry[S])
	return same && e.kind == there.kind
}

func (e *entry[S]) Compare(f *traces.File, other Entry, set map[string]string, names [2]string) (_ *traces.Comparison, err error) {
	defer e.guard(&err)
	there, same := other.(*entry[S])
	if !same || e.kind != there.kind {
		return nil, fmt.Errorf("registry: %s has another kind of state than %s; its schedules cannot go there", other.Name(), e.Name())
	}
	a, _, err := e.build(f.Constants, f.Without)
	if err != nil {
		return nil, err
	}
	b, _, err := there.build(set, f.Without)
	if err != nil {
		return nil, err
	}
	return traces.Compare(a, f, b, names)
}
