package explorer

import (
	"fmt"

	"mc/explorer/internal/store"
	"mc/model"
)

// sound refuses models that cannot be explored or whose results nobody could
// read. What depends on states is found on the way.
func sound[S comparable](m *model.Model[S]) error {
	fault := func(format string, args ...any) error { return &ModelError{m.Name, fmt.Sprintf(format, args...)} }
	if err := m.CheckPlain(); err != nil {
		return fault("%v", err)
	}
	switch {
	case m.Init == nil:
		return fault("it has no Init")
	case len(m.Rules) == 0:
		return fault("it has no rules")
	case len(m.Rules) > store.MaxRules:
		return fault("it has %d rules, and %d at most can be told apart; merge some", len(m.Rules), store.MaxRules)
	}
	names := map[string]bool{}
	for i := range m.Rules {
		r := &m.Rules[i]
		if names[r.Name] {
			return fault("two rules are called %q; give each a name of its own", r.Name)
		}
		if r.Expand == nil {
			return fault("rule %s has no Expand", r.Name)
		}
		if most := len(model.Args{}); len(r.Params) > most {
			return fault("rule %s has %d Params, and an action has room for %d; let one say more", r.Name, len(r.Params), most)
		}
		names[r.Name] = true
	}
	names = map[string]bool{}
	for i := range m.Properties {
		p := &m.Properties[i]
		for _, name := range append([]string{p.Name}, p.Aliases...) {
			if name == model.DeadlockName || p.Kind.Subject() == model.OfSuccessors {
				return fault("property %s: every model has %q; give the property another name and kind", p.Name, model.DeadlockName)
			}
			if names[name] {
				return fault("two properties are called %q; give each a name of its own", name)
			}
			names[name] = true
		}
		if what := missing(p); what != "" {
			return fault("property %s is of kind %s and has no %s; set it, or another Kind", p.Name, p.Kind, what)
		}
	}
	return soundFairness(m, fault)
}

// soundFairness refuses sets of fairness that could not be told apart, or that
// name steps which the model does not have.
func soundFairness[S comparable](m *model.Model[S], fault func(string, ...any) error) error {
	names := map[string]bool{model.NoFairness: true}
	for _, f := range m.Fairness {
		if names[f.Name] {
			return fault("two sets of fairness are called %q; give each a name of its own", f.Name)
		}
		names[f.Name] = true
		if _, err := m.Obligations(f.Conditions); err != nil {
			return fault("fairness %s: %v", f.Name, err)
		}
	}
	return nil
}

// missing is the function that a property of its kind needs and has not.
func missing[S comparable](p *model.Property[S]) string {
	for i := range p.Each {
		switch part := &p.Each[i]; {
		case !p.Kind.Temporal() || part.Kind != p.Kind || len(part.Each) > 0:
			return "Each of claims about runs of that kind alone"
		case missing(part) != "":
			return missing(part)
		}
	}
	if len(p.Each) > 0 {
		return ""
	}
	from, to, taken := p.Kind.Asks()
	switch {
	case from && p.From == nil:
		return "From"
	case to && p.To == nil:
		return "To"
	case taken && p.Taken == nil:
		return "Taken"
	case p.Kind.Subject() == model.OfSteps && p.Step == nil:
		return "Step"
	case p.Kind.Subject() == model.OfStates && p.Kind.IsGoal() && p.Goal == nil:
		return "Goal"
	case p.Kind.Subject() == model.OfStates && !p.Kind.IsGoal() && p.State == nil:
		return "State"
	}
	return ""
}
