package traces

import (
	"fmt"
	"io"
	"strings"

	"mc/model"
)

// TextComparison tells a comparison: the lesson first, then the schedule with
// the two logs side by side where they differ.
func TextComparison(w io.Writer, c *Comparison, o TextOptions) error {
	t := pairTeller(c, o)
	t.line("%s", t.paint(bold, fmt.Sprintf("The same schedule under %s and under %s", c.Names[0], c.Names[1])))
	t.wrap("  ", c.Lesson)
	t.line("")
	for i := max(o.From, 0); i <= t.until(); i++ {
		t.pair(c, &c.Pairs[i])
	}
	t.verdicts(c)
	_, err := w.Write(t.out.Bytes())
	return err
}

// pairTeller has room for the pictures of both.
func pairTeller(c *Comparison, o TextOptions) *teller {
	t := newTeller(c.File, o)
	for _, p := range c.Pairs {
		for _, lane := range p.Frame.View.Lanes {
			t.measure(lane)
		}
	}
	return t
}

// pair tells one step of both.
func (t *teller) pair(c *Comparison, p *Pair) {
	title := c.File.title(p.Step)
	mark := map[string]string{Same: "  ", Differs: "≠ ", NotTaken: "– "}[p.Kind]
	if !t.o.Unicode {
		mark = map[string]string{Same: "  ", Differs: "* ", NotTaken: "- "}[p.Kind]
	}
	if p.Step == c.Parting {
		t.line("%s", t.paint("1;33", "---- here the two part "+strings.Repeat("-", 20)))
	}
	t.line("%s%2d  %s", mark, p.Step, t.paint(bold, title))
	if p.Step > 0 && p.Kind != Same {
		t.sides(c, p)
	}
	if p.Kind != Same || p.Step == 0 {
		t.twoPictures(c, p)
	}
}

// sides tells what each of the two did in a step that is not the same.
func (t *teller) sides(c *Comparison, p *Pair) {
	here := c.File.Steps[p.Step-1].account()
	if p.Other != nil && len(p.Extra) == 0 && p.Other.account() == here {
		t.wrap("      ", "both: "+here)
		return
	}
	t.wrap("      ", c.Names[0]+": "+here)
	for _, e := range p.Extra {
		t.wrap("      ", c.Names[1]+", before that: "+e.account())
	}
	switch {
	case p.Kind == NotTaken:
		t.wrap("      ", c.Names[1]+": not enabled, left out.")
	case p.Other != nil:
		t.wrap("      ", c.Names[1]+": "+p.Other.account())
	}
}

// twoPictures draws the logs of both, and marks the replicas that differ.
func (t *teller) twoPictures(c *Comparison, p *Pair) {
	here := c.File.Frame(p.Step).View
	if !hasLogs(here) && !hasLogs(p.Frame.View) {
		t.contrasts(c, p)
		return
	}
	both := p.Step == 0 && p.Kind == Same
	for side, v := range []model.View{here, p.Frame.View} {
		if !both {
			t.line("      under %s", t.paint(dim, c.Names[side]))
		}
		other := []model.View{p.Frame.View, here}[side]
		t.replicas(v, v, func(lane string) bool {
			return len(DiffShared(onlyLane(laneNamed(other, lane)), onlyLane(laneNamed(v, lane)))) > 0
		})
		if both {
			break
		}
	}
}

func onlyLane(l model.Lane) model.View { return model.View{Lanes: []model.Lane{l}} }

// contrasts lists the differences of two states without logs.
func (t *teller) contrasts(c *Comparison, p *Pair) {
	for _, x := range p.Changes {
		t.wrap("      ", fmt.Sprintf("%s %s: %s under %s, %s under %s", x.Lane, x.Field, orNothing(x.Before), c.Names[0], orNothing(x.After), c.Names[1]))
	}
}

// verdicts says for both whether the property is broken at the end.
func (t *teller) verdicts(c *Comparison) {
	name := c.File.Property.Name
	if name == "" {
		return
	}
	t.line("")
	for i, rules := range c.Names {
		if c.Broken[i] {
			t.wrap("  ", t.paint(red, fmt.Sprintf("%s: %s is broken: %s", rules, name, sentence(c.Witness[i]))))
			continue
		}
		t.wrap("  ", t.paint(green, fmt.Sprintf("%s: %s is not broken.", rules, name)))
	}
}
