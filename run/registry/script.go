package registry

import (
	"reflect"
	"slices"

	"mc/model"
	"mc/model/schedule"
	"mc/report"
	"mc/traces"
)

// OfLanguage makes an entry of a template whose model has a language of its own
// for scripts.
func OfLanguage[S comparable](t model.Template[S], l schedule.Language[S]) Entry {
	return ofKind(t, l, reflect.TypeFor[S]())
}

func ofKind[S comparable](t model.Template[S], l schedule.Language[S], kind reflect.Type) Entry {
	if t.Constants == nil {
		t.Constants = func(map[string]string) ([]model.Constant, error) { return nil, nil }
	}
	return &entry[S]{template: t, language: l, kind: kind}
}

func (e *entry[S]) Language() (commands, sights, starts []schedule.Word) {
	return e.language.Commands, e.language.Sights, e.language.Starts
}

func (e *entry[S]) CheckScript(sc schedule.Script) []schedule.Problem {
	return e.language.Validate(sc)
}

func (e *entry[S]) FitScript(set map[string]string, without []string, sc schedule.Script) (_ []schedule.Problem, err error) {
	defer e.guard(&err)
	m, values, err := e.build(set, without)
	if err != nil || e.language.Fits == nil {
		return nil, err
	}
	return e.language.Fits(m, values, sc), nil
}

func (e *entry[S]) ScriptDefaults(sc schedule.Script) map[string]string {
	return e.language.Defaults(sc)
}

// Play carries a script out and evaluates the properties along its run.
func (e *entry[S]) Play(job Job, sc schedule.Script) (_ *report.Outcome, err error) {
	defer e.guard(&err)
	m, values, err := e.build(job.Set, job.Without)
	if err != nil {
		return nil, err
	}
	settings, err := e.settings(job.Set, values)
	if err != nil {
		return nil, err
	}
	run, err := e.language.Play(m, values, sc)
	if err != nil {
		return nil, err
	}
	p := &played[S]{m: m, run: run, job: job}
	p.out = report.Outcome{Model: e.template.Name, Impacts: e.template.Impacts, Constants: settings, Verdict: model.Holds,
		Script: &report.Script{Steps: len(sc.Steps), Actions: len(run.Taken)}}
	p.path.Start = run.Start
	for _, t := range run.Taken {
		p.path.Steps = append(p.path.Steps, model.Transition[S]{Action: t.Action, After: t.After})
	}
	if err := p.script(); err != nil {
		return nil, err
	}
	return &p.out, p.properties()
}

// played is a script that was carried out.
type played[S comparable] struct {
	m    *model.Model[S]
	run  *schedule.Run[S]
	job  Job
	path model.Path[S]
	out  report.Outcome
}

// script reports the script's own expectations.
func (p *played[S]) script() (err error) {
	v := report.Property{Name: report.ScriptClaim, Script: true, Verdict: model.Holds}
	if p.run.Failure != nil {
		v.Verdict, v.Witness = model.Violated, p.run.Failure.Error()
		p.out.Verdict = model.Violated
	}
	p.out.Properties = append(p.out.Properties, v)
	if p.out.Script.Trace, err = p.record(&p.path, "", v.Verdict); err != nil {
		return err
	}
	p.out.Script.Trace.Property.Witness = v.Witness // what the story is to begin with
	return nil
}

// properties evaluates what the spec checks along the run. A script is
// checked by what it expects, unless it names properties.
func (p *played[S]) properties() error {
	for i := range p.m.Properties {
		property := &p.m.Properties[i]
		if !slices.Contains(p.job.Options.Check, property.Name) {
			continue
		}
		v, err := p.judge(property)
		if err != nil {
			return err
		}
		p.out.Properties = append(p.out.Properties, v)
	}
	return nil
}

func (p *played[S]) judge(property *model.Property[S]) (v report.Property, err error) {
	v = report.Property{Name: property.Name, Kind: property.Kind, Verdict: model.Holds, Impact: property.Impact, Asked: property.Asked}
	if property.Kind.Temporal() {
		v.Verdict, v.Witness = model.Inconclusive, "a script ends, and the claim is about what goes on for ever"
		return v, nil
	}
	n := p.first(property)
	goal := property.Kind.IsGoal()
	switch {
	case n < 0 && goal:
		v.Verdict = model.Inconclusive // this course does not reach it
	case goal:
		v.Verdict = model.Reached
	case n >= 0:
		v.Verdict = model.Violated
		p.out.Verdict = model.Violated
	}
	if n < 0 {
		return v, nil
	}
	prefix := p.prefix(n)
	if v.Trace, err = p.record(&prefix, property.Name, v.Verdict); err != nil {
		return v, err
	}
	v.Witness = v.Trace.Property.Witness // in the script's names
	if n <= asideSteps {
		_, err = traces.MarkAside(p.m, v.Trace)
	}
	return v, err
}

// first is the number of actions after which the property is decided for the
// first time, or -1: it fails there or, if it is a goal, is reached.
func (p *played[S]) first(property *model.Property[S]) int {
	for n := range len(p.path.Steps) + 1 {
		if decided, _ := p.m.DecidedAt(property, p.prefix(n)); decided {
			return n
		}
	}
	return -1
}

// prefix is the run up to its n-th action.
func (p *played[S]) prefix(n int) model.Path[S] {
	return model.Path[S]{Start: p.path.Start, Steps: p.path.Steps[:n]}
}

// record keeps a path with the script's own words and names.
func (p *played[S]) record(path *model.Path[S], property string, verdict model.Verdict) (*traces.File, error) {
	meta := meta(&p.out, p.job, property, verdict)
	meta.Explored = nil // a script explores nothing
	f, err := traces.Record(p.m, path, meta)
	if err != nil {
		return nil, err
	}
	for i := range f.Steps {
		t, e := &p.run.Taken[i], &f.Steps[i]
		if p.run.Clocked {
			e.Words = "At " + t.At.String() + ": " + e.Words
		}
		for _, words := range t.Words {
			e.Words += " " + words
		}
	}
	f.Label(p.run.Labels)
	return f, nil
}
