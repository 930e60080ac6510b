package explore

import (
	"cmp"
	"maps"
	"path"
	"slices"

	"mc/model"
	"mc/run/registry"
	"mc/run/suite"
	"mc/traces/render"
)

// home lists what there is to explore.
func (e *Engine) home() *Home {
	h := &Home{MC: e.version, Open: e.Opening, Specs: []Subject{}, Models: []Subject{}, Cluster: e.know != nil}
	reader, words := e.suite.Reader(), map[string]*registry.Vocabulary{}
	for _, name := range e.suite.Specs.Names() {
		spec, err := e.suite.Embedded(name)
		if err != nil {
			continue // a broken one is told by whoever opens it
		}
		entry, err := reader.Resolve(spec)
		if err != nil {
			continue
		}
		file, _ := e.suite.Path(name)
		one := Subject{Name: name, Title: cmp.Or(spec.Title, spec.Doc, name), Model: spec.Model, Refs: spec.Refs, Script: spec.Script() != nil}
		one.Group = path.Dir(file)
		if words[spec.Model] == nil {
			words[spec.Model], _ = entry.Vocabulary(nil) // without one nothing is said of impacts
		}
		if v := words[spec.Model]; v != nil {
			one.Impact = suite.Impact(entry, v, spec)
			one.Lost = slices.Contains(e.lost(entry), one.Impact)
		}
		h.Specs = append(h.Specs, one)
	}
	for _, m := range e.suite.Models {
		h.Models = append(h.Models, Subject{Name: m.Name(), Title: m.Doc(), Model: m.Name()})
	}
	for _, f := range render.Formats() {
		if f.Drives { // not every course can be driven; mc show says which
			continue
		}
		h.Formats = append(h.Formats, Format{f.Name, f.Doc})
	}
	return h
}

// setting describes a place.
func (e *Engine) setting(p *place) (*Setting, error) {
	constants, err := p.constants()
	if err != nil {
		return nil, err
	}
	v := p.entry.Variants()
	s := &Setting{Place: p.place, Title: cmp.Or(p.spec.Title, p.spec.Doc, p.entry.Name()), About: p.spec.About, Refs: p.spec.Refs,
		Model: p.entry.Name(), Settings: constants, Claims: []Claim{}, Impacts: []Impact{}, Starts: p.session.Starts, Steps: p.script}
	if v != nil {
		s.Subject, s.Variant, s.Variants = v.Subject, v.Key(), v.Names()
	}
	for i, c := range slices.Concat(p.claims, p.asked) {
		s.Claims = append(s.Claims, Claim{Name: c.Name, Doc: c.Doc, Ref: c.Ref, Kind: c.Kind, Goal: goal(c), Impact: c.Impact,
			Asked: i >= len(p.claims)})
	}
	for _, impact := range p.entry.Impacts() {
		s.Impacts = append(s.Impacts, Impact{impact.Name, impact.Doc})
	}
	s.Lost = e.lost(p.entry)
	s.Against = p.against()
	return s, nil
}

// lost are the impacts in which something is gone.
func (e *Engine) lost(entry registry.Entry) (names []string) {
	impacts := entry.Impacts()
	last := len(impacts) - 2 // all but those inside the system
	if e.know != nil && e.know.Entry.Name() == entry.Name() {
		last = impacts.Rank(e.know.Lost)
	}
	for i, impact := range impacts {
		if i <= last {
			names = append(names, impact.Name)
		}
	}
	return names
}

// against is a variant to compare with: the next one.
func (p *place) against() string {
	name, ok := registry.Present(p.entry, p.spec.Constants())
	if !ok {
		return ""
	}
	if later := p.entry.Variants().Later(name); len(later) > 0 {
		return later[0].Name
	}
	return ""
}

// constants are those of the model with the values of the place.
func (p *place) constants() ([]Constant, error) {
	set := p.spec.Constants()
	list, err := p.entry.Constants(set)
	if err != nil {
		return nil, err
	}
	values, err := registry.Values(p.entry, set)
	if err != nil {
		return nil, err
	}
	given := maps.Clone(set)
	resolved, err := model.Resolve(list, set)
	if err != nil {
		return nil, err
	}
	all := []Constant{}
	for _, c := range list {
		one := constant(c, values[c.Name])
		_, one.Given = given[c.Name]
		if c.NotThere {
			one.Idle = "it has no meaning with the other values"
		} else if unmet := model.Unmet(list, resolved, c.Needs); len(unmet) > 0 {
			one.Idle = "it does nothing without " + unmet[0]
		}
		all = append(all, one)
	}
	return all, nil
}

func constant(c model.Constant, value string) Constant {
	one := Constant{Name: c.Name, Value: value, Doc: c.Doc, Default: c.Default, Kind: "number", Choices: c.Choices, Min: c.Min, Max: c.Max,
		Ref: c.Ref, Prevents: c.Prevents.Words, By: c.Prevents.By}
	switch {
	case c.Switch:
		one.Kind, one.Choices = "switch", []string{"on", "off"}
	case c.Choices != nil:
		one.Kind = "choice"
	}
	return one
}
