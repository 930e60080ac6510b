package registry

import (
	"context"

	"mc/explorer/simulate"
	"mc/model"
	"mc/report"
	"mc/traces"
)

// Walk takes random walks of the model under job.Set, without job.Without.
func (e *entry[S]) Walk(ctx context.Context, job Job, o simulate.Options) (_ *report.Simulation, err error) {
	defer e.guard(&err)
	m, values, err := e.build(job.Set, job.Without)
	if err != nil {
		return nil, err
	}
	settings, err := e.settings(job.Set, values)
	if err != nil {
		return nil, err
	}
	r, err := simulate.Walk(ctx, m, o)
	if err != nil {
		return nil, err
	}
	out := &report.Simulation{Model: e.template.Name, Constants: settings, Seed: o.Seed, Swarm: o.Swarm, Rules: r.Rules,
		Walks: r.Walks, Steps: r.Steps, Ended: r.Ended, Depth: o.Depth, Cut: r.Cut, Interrupted: r.Interrupted, Seconds: r.Elapsed.Seconds(), Workers: r.Workers}
	for i := range r.Properties {
		p, err := walked(m, &r.Properties[i], job, notable(settings))
		if err != nil {
			return nil, err
		}
		out.Properties = append(out.Properties, *p)
	}
	return out, nil
}

// walked is what the walks say of a property, with the trace of what is left of
// the walk that decides it.
func walked[S comparable](m *model.Model[S], p *simulate.Property[S], job Job, constants map[string]string) (*report.Walked, error) {
	out := &report.Walked{Name: p.Name, Kind: p.Kind, Found: p.Found, Walk: p.Walk, Step: p.Step, Premise: p.Premise,
		Witness: p.Witness}
	if claim, known := m.Property(p.Name); known {
		out.Impact = claim.Impact
	}
	if !p.Found {
		return out, nil
	}
	verdict := model.Violated
	if p.Kind.IsGoal() {
		verdict = model.Reached
	}
	f, err := traces.Record(m, p.Short, traces.Meta{MC: job.Version, Spec: job.Spec, Constants: constants, Without: job.Without,
		Property: p.Name, Verdict: verdict})
	out.Trace = f
	return out, err
}
