package modeltest

import (
	"fmt"
	"slices"

	"mc/model"
)

// forgetful checks that nothing tells a state from what it becomes when something
// is forgotten: the same actions lead to what becomes the same, and properties,
// conditions of fairness and budgets say the same of both. Two successors must stay
// two, and one that is another state must not become this.
func (c *conformity[S]) forgetful(s S, steps []model.Transition[S]) string {
	once := c.forgets(s)
	complain := func(format string, args ...any) string {
		return fmt.Sprintf("Forgets makes it %+v, ", once) + fmt.Sprintf(format, args...)
	}
	switch {
	case c.forgets(once) != once:
		return "Forgets is not idempotent"
	case c.within(&s) != c.within(&once):
		return complain("and the constraint tells the two apart")
	}
	if what := c.toldApart(&s, &once); what != "" {
		return complain("and %s tells the two apart", what)
	}
	others, _ := c.steps(once)
	if len(steps) != len(others) {
		return complain("which behaves differently: %d steps lead on from here, %d from there", len(steps), len(others))
	}
	seen := map[S]S{once: s}
	for i, here := range steps {
		there := others[i]
		text, after := c.m.Text(here.Action), c.forgets(here.After)
		if here.Action != there.Action || after != c.forgets(there.After) {
			return complain("which behaves differently: step %q here and step %q there lead to different states", text, c.m.Text(there.Action))
		}
		if truth, known := seen[after]; known && truth != here.After {
			return complain("and step %q leads to what becomes the same as another successor, or as the state itself", text)
		}
		seen[after] = here.After
		if what := c.stepsApart(&s, &here, &once, &there); what != "" {
			return complain("and %s tells step %q here from that there", what, text)
		}
	}
	return ""
}

func (c *conformity[S]) forgets(s S) S {
	c.doing = "Forgets"
	c.m.Forgets.Apply(&s)
	return s
}

// toldApart is what tells two states apart.
func (c *conformity[S]) toldApart(s, t *S) string {
	for i := range c.m.Properties {
		for _, p := range c.m.Properties[i].Instances() {
			c.doing = "property " + p.Name
			here, _ := p.DecidedIn(s)
			there, _ := p.DecidedIn(t)
			if here != there || !same(p.Premise, s, t) || !same(p.From, s, t) || !same(p.To, s, t) {
				return "property " + c.m.Properties[i].Name
			}
		}
	}
	for i, f := range c.m.Fairness {
		c.doing = "fairness " + f.Name
		o := c.duties[i]
		if o.Met(s) != o.Met(t) || !slices.Equal(c.stops(o, s), c.stops(o, t)) {
			return "fairness " + f.Name
		}
	}
	return ""
}

// same reports whether a predicate, if there is one, says the same of two states.
func same[S comparable](of func(*S) bool, s, t *S) bool { return of == nil || of(s) == of(t) }

// stop is a step that budgets stopped, and the conditions that it is of.
type stop struct {
	model.Stop
	served uint64
}

func (c *conformity[S]) stops(o *model.Obligations[S], s *S) (list []stop) {
	out := model.NewSteps(func(model.Action, *S) {})
	out.NoteStops(true)
	from := *s
	o.Expand(&from, out)
	for _, one := range out.Stops() {
		list = append(list, stop{one, o.ServedBy(s, one)})
	}
	return list
}

// stepsApart is what tells a step out of s from one out of t.
func (c *conformity[S]) stepsApart(s *S, here *model.Transition[S], t *S, there *model.Transition[S]) string {
	for i := range c.m.Properties {
		for _, p := range c.m.Properties[i].Instances() {
			c.doing = "property " + p.Name
			one, _ := p.DecidedBy(s, here.Action, &here.After)
			other, _ := p.DecidedBy(t, there.Action, &there.After)
			if one != other || p.Taken != nil && p.Taken(s, here.Action, &here.After) != p.Taken(t, there.Action, &there.After) {
				return "property " + c.m.Properties[i].Name
			}
		}
	}
	for i, f := range c.m.Fairness {
		c.doing = "fairness " + f.Name
		if o := c.duties[i]; o.Served(s, here.Action, &here.After) != o.Served(t, there.Action, &there.After) {
			return "fairness " + f.Name
		}
	}
	return ""
}
