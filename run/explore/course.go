package explore

import (
	"slices"
	"strings"

	"mc/model"
	"mc/run/registry"
	"mc/traces"
)

// where tells where a course stands: what happened from a step on, what can be done
// next, and what its claims say.
func (p *place) where(steps []string, from int) (*At, error) {
	p.Lock()
	defer p.Unlock()
	halt, err := p.follow(steps)
	if err != nil {
		return nil, err
	}
	f, err := p.session.File(traces.Meta{Constants: p.spec.Constants(), Without: p.spec.Without})
	if err != nil {
		return nil, err
	}
	at := &At{Halt: halt, Possible: p.possible(f.Last().View), Impossible: p.impossible(f.Last().View), Claims: []ClaimHere{}}
	for i := min(max(from, 0), f.States()-1); i < f.States(); i++ {
		event, err := p.event(f, i)
		if err != nil {
			return nil, err
		}
		at.Steps = append(at.Steps, event)
	}
	for _, c := range p.claims {
		here, err := p.here(c, f.States()-1)
		if err != nil {
			return nil, err
		}
		at.Claims = append(at.Claims, here)
	}
	return at, nil
}

// event is step i of a course with the state after it.
func (p *place) event(f *traces.File, i int) (Event, error) {
	e := Event{Title: f.Title(i), View: f.Frame(i).View}
	if i > 0 {
		e = told(&f.Steps[i-1])
		e.Name = p.session.Names()[i-1]
	}
	for _, c := range p.claims {
		here, err := p.here(c, i)
		if err != nil {
			return e, err
		}
		if here.Decided && !goal(c) {
			here.Parts = nil
			e.Broken = append(e.Broken, here)
		}
	}
	p.worstFirst(e.Broken)
	return e, nil
}

// told is an event as the explorer has it.
func told(from *traces.Event) Event {
	e := Event{Name: from.Action, Title: from.Title, Words: from.Words, Ref: from.Ref, Rule: from.Rule, Arrows: from.Arrows,
		View: from.View, Changes: from.Changes}
	for _, t := range from.Turns {
		e.Turns = append(e.Turns, Turn{string(t.Kind), t.Words})
	}
	return e
}

// here is what the course after n steps says of a claim.
func (p *place) here(c registry.Property, n int) (ClaimHere, error) {
	judged, err := p.session.JudgeAt(c.Name, n)
	if err != nil {
		return ClaimHere{}, err
	}
	return ClaimHere{Name: c.Name, Decided: judged.Decided, Witness: judged.Witness, Impact: c.Impact, Parts: judged.Parts}, nil
}

// worstFirst orders claims by what they mean.
func (p *place) worstFirst(claims []ClaimHere) {
	impacts := p.entry.Impacts()
	slices.SortStableFunc(claims, func(a, b ClaimHere) int { return impacts.Rank(a.Impact) - impacts.Rank(b.Impact) })
}

// possible are the steps that can be taken now.
func (p *place) possible(now model.View) []Choice {
	all := []Choice{}
	for _, e := range p.session.Enabled() {
		all = append(all, Choice{Name: e.Name, Title: e.Title, Rule: e.Rule, Fault: e.Fault, Lane: laneOf(now, e.Args)})
	}
	return all
}

// laneOf is the first of some arguments that is a participant.
func laneOf(now model.View, args []string) string {
	for _, arg := range args {
		if slices.ContainsFunc(now.Lanes, func(l model.Lane) bool { return l.Name == arg }) {
			return arg
		}
	}
	return ""
}

// impossible are the steps that cannot be taken now, with what keeps them from being
// taken.
func (p *place) impossible(now model.View) []Refused {
	all := []Refused{}
	for _, r := range p.session.Impossible() {
		all = append(all, Refused{Name: r.Action, Rule: r.Rule, Doc: r.Doc, Why: r.Why, Lane: laneOf(now, strings.Fields(r.Action)[1:])})
	}
	return all
}
