package explore

import (
	"context"
	"errors"
	"maps"
	"slices"
	"time"

	"mc/run/assess"
	"mc/traces"
)

var errNoForm = errors.New("this program knows nothing of clusters; explore a model instead")

// form is what a cluster can be asked about.
func (e *Engine) form() (*Form, error) {
	if e.know == nil {
		return nil, errNoForm
	}
	f := &Form{Releases: e.know.Releases(), Settings: []FormSetting{}, Survive: e.know.Usual()}
	for _, s := range e.know.Settings {
		one := FormSetting{Name: s.Names[0], Doc: s.Ask, Default: s.Usual, Choices: slices.Sorted(maps.Keys(s.Values))}
		f.Settings = append(f.Settings, one)
	}
	return f, nil
}

// assess looks for what can happen to a cluster.
func (e *Engine) assess(ctx context.Context, q Question, progress func(Progress)) (*Assessed, error) {
	if e.know == nil {
		return nil, errNoForm
	}
	given, err := q.Cluster.given()
	if err != nil {
		return nil, err
	}
	survive, err := e.know.Survives(q.Cluster.Survive)
	if err != nil {
		return nil, err
	}
	release := q.Cluster.Release
	if release == "" {
		release = e.know.Newest()
	}
	setup, err := e.know.Setup(release, given)
	if err != nil {
		return nil, err
	}
	began := time.Now()
	answer, err := assess.Run(ctx, e.know, setup, assess.Options{Survive: survive, Workers: e.Workers, Memory: e.Memory,
		Timeout: time.Duration(q.Limits.Seconds * float64(time.Second)), States: q.Limits.States, Brief: q.Cluster.Brief, Command: e.Command,
		Progress: func(text string) { progress(Progress{Seconds: time.Since(began).Seconds(), Doing: text}) }})
	if err != nil {
		return nil, err
	}
	a := &Assessed{Answer: answer, Opens: []Opening{}}
	for i := range answer.Found {
		a.Opens = append(a.Opens, e.opening(answer.Found[i].Trace()))
	}
	return a, nil
}

// given are the settings of a cluster: those of its file, then those of the form.
func (c *Cluster) given() (all []assess.Given, err error) {
	if c.File != "" {
		if all, err = assess.Properties("the file", c.File); err != nil {
			return nil, err
		}
	}
	for _, name := range slices.Sorted(maps.Keys(c.Settings)) {
		if value := c.Settings[name]; value != "" {
			all = slices.DeleteFunc(all, func(g assess.Given) bool { return g.Name == name })
			all = append(all, assess.Given{Name: name, Value: value})
		}
	}
	return all, nil
}

// opening is where the story of a trace is shown; it has no place if the trace cannot be
// taken again.
func (e *Engine) opening(f *traces.File) Opening {
	if f == nil {
		return Opening{}
	}
	open, err := e.Trace(f)
	if err != nil {
		return Opening{}
	}
	return *open
}

// Trace is the place and the course of a trace.
func (e *Engine) Trace(f *traces.File) (*Opening, error) {
	o := &Opening{Place: Place{Model: f.Model, Set: f.Constants, Without: f.Without, Init: f.Init}}
	if f.Spec.Name != "" {
		if spec, err := e.suite.Embedded(f.Spec.Name); err == nil && spec.Hash == f.Spec.Hash && spec.Model == f.Model && len(spec.Questions) == 0 {
			o.Place = Place{Spec: f.Spec.Name}
		}
	}
	p, err := e.at(o.Place)
	if err != nil {
		return nil, err
	}
	if o.Steps, err = p.course(f); err != nil && o.Place.Spec != "" { // it was run with other values
		o.Place = Place{Model: f.Model, Set: f.Constants, Without: f.Without, Init: f.Init}
		if p, err = e.at(o.Place); err == nil {
			o.Steps, err = p.course(f)
		}
	}
	o.At = len(o.Steps)
	return o, err
}
