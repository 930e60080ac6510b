package modeltest

import (
	"fmt"

	"mc/model"
)

// symmetric checks that nothing tells a state from its representative: an
// engine that visits one for the other would miss what differs.
func (c *conformity[S]) symmetric(s S, steps []model.Transition[S]) string {
	once := c.canonical(s)
	if c.canonical(once) != once {
		return "Canonical is not idempotent"
	}
	if c.within(&s) != c.within(&once) {
		return fmt.Sprintf("Canonical maps it to %+v, and the constraint tells the two apart", once)
	}
	for i := range c.m.Properties {
		p := &c.m.Properties[i]
		c.doing = "property " + p.Name
		here, _ := p.DecidedIn(&s)
		there, _ := p.DecidedIn(&once)
		premise := p.Premise == nil || p.Premise(&s) == p.Premise(&once)
		if here != there || !premise {
			return fmt.Sprintf("Canonical maps it to %+v, and property %s tells the two apart", once, p.Name)
		}
	}
	others, _ := c.steps(once)
	here, there := c.orbits(&s, steps), c.orbits(&once, others)
	for move, n := range here {
		if there[move] != n {
			return fmt.Sprintf("Canonical maps it to %+v, which behaves differently: %d steps of rule %s lead to the like of %+v from here, %d from there",
				once, n, c.m.Rules[move.rule].Name, move.after, there[move])
		}
	}
	for move, n := range there {
		if _, has := here[move]; !has {
			return fmt.Sprintf("Canonical maps it to %+v, which behaves differently: %d steps of rule %s lead to the like of %+v from there, none from here",
				once, n, c.m.Rules[move.rule].Name, move.after)
		}
	}
	return ""
}

func (c *conformity[S]) canonical(s S) S {
	c.doing = "Canonical"
	c.m.Canonical(&s)
	return s
}

// move is what a step is up to symmetry: its rule, the representative of the
// state it leads to, and the properties of steps that it breaks.
type move[S comparable] struct {
	rule   uint16
	after  S
	breaks string
}

// orbits counts the steps out of a state up to symmetry.
func (c *conformity[S]) orbits(from *S, steps []model.Transition[S]) map[move[S]]int {
	out := map[move[S]]int{}
	for _, step := range steps {
		m := move[S]{rule: step.Action.Rule}
		for i := range c.m.Properties {
			p := &c.m.Properties[i]
			c.doing = "property " + p.Name
			if broken, _ := p.DecidedBy(from, step.Action, &step.After); broken {
				m.breaks += " " + p.Name
			}
		}
		m.after = c.canonical(step.After)
		out[m]++
	}
	return out
}
