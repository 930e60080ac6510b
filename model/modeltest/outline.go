package modeltest

import (
	"fmt"
	"strings"

	"mc/model"
)

// outline complains of what can be seen of a model before any state.
func (c *conformity[S]) outline() (complaints []string) {
	if err := model.CheckPlain[S](); err != nil {
		complaints = append(complaints, err.Error())
	}
	if c.m.Init == nil {
		complaints = append(complaints, "it has no Init")
	}
	return append(append(complaints, c.rules()...), c.properties()...)
}

func (c *conformity[S]) rules() (complaints []string) {
	seen := map[string]bool{}
	for _, r := range c.m.Rules {
		if r.Name == "" || strings.ContainsAny(r.Name, " \t") || seen[r.Name] {
			complaints = append(complaints, fmt.Sprintf("rule name %q is empty, has a space or is used twice", r.Name))
		}
		seen[r.Name] = true
		if r.Doc == "" {
			complaints = append(complaints, fmt.Sprintf("rule %s has no Doc", r.Name))
		}
		if r.Expand == nil {
			complaints = append(complaints, fmt.Sprintf("rule %s has no Expand", r.Name))
		}
		if most := len(model.Args{}); len(r.Params) > most {
			complaints = append(complaints, fmt.Sprintf("rule %s has %d Params; an action has at most %d arguments", r.Name, len(r.Params), most))
		}
	}
	return complaints
}

func (c *conformity[S]) properties() (complaints []string) {
	seen := map[string]bool{model.DeadlockName: true}
	for _, p := range c.m.Properties {
		for _, name := range append([]string{p.Name}, p.Aliases...) {
			if name == "" || seen[name] {
				complaints = append(complaints, fmt.Sprintf("property name %q is empty or used twice", name))
			}
			seen[name] = true
		}
		state, step := p.Kind.Subject() == model.OfStates, p.Kind.Subject() == model.OfSteps
		for _, is := range [][2]bool{{p.State != nil, state && !p.Kind.IsGoal()}, {p.Step != nil, step},
			{p.Goal != nil, state && p.Kind.IsGoal()}} {
			if is[0] != is[1] {
				complaints = append(complaints, fmt.Sprintf("property %s is of kind %s, but its functions say otherwise", p.Name, p.Kind))
			}
		}
		if p.Doc == "" {
			complaints = append(complaints, fmt.Sprintf("property %s has no Doc", p.Name))
		}
	}
	return complaints
}
