package explore

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"mc/run/registry"
	"mc/traces"
	"mc/traces/tell"
)

// worlds takes a course to other rules.
func (e *Engine) worlds(p *place, q Question) (*Worlds, error) {
	there, err := e.at(q.Other)
	if err != nil {
		return nil, err
	}
	f, names, err := p.record(e, q.Steps)
	if err != nil {
		return nil, err
	}
	c, err := p.compare(f, there.entry, there.spec.Constants())
	if err != nil {
		return nil, err
	}
	w := &Worlds{Names: c.Names, Parting: c.Parting, Sentence: tell.Lesson(c), Switches: []Switch{}, Differ: []Switch{}}
	for i := range w.Ends {
		w.Ends[i] = End{c.Broken[i], f.Property.Name, c.Witness[i]}
	}
	for i := range f.States() {
		left := Event{Title: f.Title(i), View: f.Frame(i).View}
		if i > 0 {
			left = told(&f.Steps[i-1])
			left.Name = names[i-1]
		}
		w.Left, w.Right = append(w.Left, left), append(w.Right, twin(&c.Pairs[i]))
	}
	return w, p.switches(w, c, there)
}

// record is a course as a trace, with the names of its steps.
func (p *place) record(e *Engine, steps []string) (*traces.File, []string, error) {
	p.Lock()
	defer p.Unlock()
	halt, err := p.follow(steps)
	switch {
	case err != nil:
		return nil, nil, err
	case halt != nil:
		return nil, nil, fmt.Errorf("step %d of the course (%s) cannot be taken here; go back to the step before", halt.Step, halt.Name)
	}
	f, err := p.trace(e)
	return f, p.session.Names(), err
}

// compare takes a trace of the place to other rules.
func (p *place) compare(f *traces.File, other registry.Entry, set map[string]string) (*traces.Comparison, error) {
	if !p.entry.SameState(other) {
		return nil, fmt.Errorf("%s has another kind of state than %s: the steps of the one cannot be taken in the other", other.Name(), p.entry.Name())
	}
	own := p.spec.Constants()
	return p.entry.Compare(f, other, set, [2]string{called(p.entry, own, other, set), called(other, set, p.entry, own)})
}

// called is what a set of rules is called beside another: its variant, or if both are the
// same one the constants that it has otherwise.
func called(e registry.Entry, set map[string]string, other registry.Entry, theirs map[string]string) string {
	name, there := registry.Present(e, set)
	against, also := registry.Present(other, theirs)
	if !there || !also {
		name, against = e.Name(), other.Name()
	}
	var apart []string
	for _, key := range slices.Sorted(maps.Keys(set)) {
		if theirs[key] != set[key] && key != e.Variants().Key() {
			apart = append(apart, key+"="+set[key])
		}
	}
	if name != against || len(apart) == 0 {
		return name
	}
	return strings.Join(apart, ", ")
}

// twin is a step as the other rules take it.
func twin(p *traces.Pair) Twin {
	t := Twin{Kind: p.Kind, Differ: p.Changes}
	if p.Other != nil {
		t.Event = told(p.Other)
	}
	t.View = p.Frame.View
	for i := range p.Extra {
		t.Extra = append(t.Extra, tell.Account(&p.Extra[i]))
	}
	return t
}

// switches finds what stands behind the parting: the constants that differ, and those of
// them with which alone the course parts there as well.
func (p *place) switches(w *Worlds, c *traces.Comparison, there *place) error {
	own, err := p.constants()
	if err != nil {
		return err
	}
	theirs, err := registry.Values(there.entry, there.spec.Constants())
	if err != nil {
		return err
	}
	key := p.entry.Variants().Key()
	for _, one := range own {
		other, known := theirs[one.Name]
		if !known || other == one.Value || one.Name == key {
			continue
		}
		s := Switch{Constant: one, Other: other}
		s.Parts = c.Parting >= 0 && there.entry == p.entry && p.partsAlone(c, one.Name, other)
		w.Differ = append(w.Differ, s)
		if s.Parts {
			w.Switches = append(w.Switches, s)
		}
	}
	return nil
}

// partsAlone reports whether a course parts at the same step, and in the same way, with
// one constant changed.
func (p *place) partsAlone(c *traces.Comparison, name, value string) bool {
	set := p.spec.Constants()
	set[name] = value
	alone, err := p.compare(c.File, p.entry, set)
	if err != nil || alone.Parting != c.Parting { // some mixtures are refused
		return false
	}
	a, b := &alone.Pairs[c.Parting], &c.Pairs[c.Parting]
	return a.Kind == b.Kind && len(traces.Diff(a.Frame.View, b.Frame.View)) == 0
}
