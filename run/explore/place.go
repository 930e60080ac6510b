package explore

import (
	"fmt"
	"maps"
	"slices"
	"sync"

	"mc/model"
	"mc/run/registry"
	"mc/run/specfile"
	"mc/traces"
)

// place is a model that is being explored.
type place struct {
	sync.Mutex // of the session

	key     string
	place   Place          // as it was asked for
	spec    *specfile.Spec // resolved
	entry   registry.Entry
	session *registry.Session
	words   *registry.Vocabulary
	claims  []registry.Property // that are decided without a search, and the run is about
	asked   []registry.Property // that are decided without a search only if somebody asks
	script  []string            // the course that the spec comes with
}

// build makes the model of a place.
func (e *Engine) build(asked Place) (*place, error) {
	spec, err := e.specOf(asked)
	if err != nil {
		return nil, err
	}
	set := maps.Clone(asked.Set)
	if err := e.suite.Override(spec, set, func(name string) string { return name + "=" + set[name] }); err != nil {
		return nil, err
	}
	spec.Without = append(spec.Without, asked.Without...)
	if asked.Init != nil {
		spec.Init = asked.Init
	}
	entry, err := e.suite.Resolve(spec)
	if err != nil {
		return nil, err
	}
	p := &place{place: asked, spec: spec, entry: entry}
	if p.words, err = entry.Vocabulary(spec.Constants()); err != nil {
		return nil, err
	}
	if p.session, err = entry.Begin(spec.Constants(), spec.Without); err != nil {
		return nil, err
	}
	if asked.Start > 0 {
		if err := p.session.Restart(asked.Start); err != nil {
			return nil, err
		}
	}
	for _, claim := range p.words.Properties {
		switch about := !claim.OnRequest || slices.Contains(spec.Check, claim.Name); {
		case claim.Temporal:
		case about:
			p.claims = append(p.claims, claim)
		default:
			p.asked = append(p.asked, claim)
		}
	}
	return p, e.play(p)
}

// specOf is what a place goes by: a spec that comes with the program, or a model.
func (e *Engine) specOf(asked Place) (*specfile.Spec, error) {
	switch {
	case asked.Spec != "":
		if e.Own != nil && e.Own.Name == asked.Spec {
			return specfile.Parse(e.Own.File(), []byte(e.Own.Text))
		}
		return e.suite.Embedded(asked.Spec)
	case asked.Model != "":
		spec := specfile.New(asked.Model, specfile.Place{Flag: asked.Model})
		spec.Name = ""
		return spec, nil
	}
	return nil, fmt.Errorf("nothing is named to explore; choose a scenario or a model")
}

// play finds the course that a spec with a schedule comes with: its steps in the
// names of actions.
func (e *Engine) play(p *place) error {
	script := p.spec.Script()
	if script == nil {
		return nil
	}
	out, err := p.entry.Play(registry.Job{Set: p.spec.Constants(), Without: p.spec.Without, Version: e.version}, *script)
	if err != nil || out.Script == nil || out.Script.Trace == nil {
		return err
	}
	p.script, err = p.course(out.Script.Trace)
	return err
}

// course are the names of the steps of a trace of the place's model.
func (p *place) course(f *traces.File) ([]string, error) {
	p.Lock()
	defer p.Unlock()
	return p.session.Course(f)
}

// goal reports whether a claim is decided by being reached.
func goal(c registry.Property) bool {
	return slices.ContainsFunc(model.Kinds(), func(k model.Kind) bool { return k.String() == c.Kind && k.IsGoal() })
}
