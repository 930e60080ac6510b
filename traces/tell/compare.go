package tell

import (
	"fmt"
	"io"
	"strings"

	"mc/model"
	"mc/term"
	"mc/traces"
	"mc/traces/internal/views"
	"mc/traces/internal/words"
)

// Comparison tells a comparison: the lesson first, then the schedule with
// the two logs side by side where they differ.
func Comparison(w io.Writer, c *traces.Comparison, o Options) error {
	t := pairTeller(c, o)
	t.line("%s", t.paint(term.Bold, fmt.Sprintf("The same schedule under %s and under %s", c.Names[0], c.Names[1])))
	t.wrap("  ", Lesson(c))
	t.line("")
	for i := max(o.From, 0); i <= t.until(); i++ {
		t.pair(c, &c.Pairs[i])
	}
	t.verdicts(c)
	_, err := w.Write(t.out.Bytes())
	return err
}

// pairTeller has room for the pictures of both.
func pairTeller(c *traces.Comparison, o Options) *teller {
	t := newTeller(c.File, o)
	for _, p := range c.Pairs {
		for _, lane := range p.Frame.View.Lanes {
			t.measure(lane)
		}
	}
	return t
}

// pair tells one step of both.
func (t *teller) pair(c *traces.Comparison, p *traces.Pair) {
	title := c.File.Title(p.Step)
	mark := map[string]string{traces.Same: "  ", traces.Differs: "≠ ", traces.NotTaken: "– "}[p.Kind]
	if !t.o.Unicode {
		mark = map[string]string{traces.Same: "  ", traces.Differs: "* ", traces.NotTaken: "- "}[p.Kind]
	}
	if p.Step == c.Parting {
		t.line("%s", t.paint(term.BoldAmber, "---- here the two part "+strings.Repeat("-", 20)))
	}
	t.line("%s%2d  %s", mark, p.Step, t.paint(term.Bold, title))
	if p.Step > 0 && p.Kind != traces.Same {
		t.sides(c, p)
	}
	if p.Kind != traces.Same || p.Step == 0 {
		t.twoPictures(c, p)
	}
}

// sides tells what each of the two did in a step that is not the same.
func (t *teller) sides(c *traces.Comparison, p *traces.Pair) {
	here := Account(&c.File.Steps[p.Step-1])
	if p.Other != nil && len(p.Extra) == 0 && Account(p.Other) == here {
		t.wrap("      ", "both: "+here)
		return
	}
	t.wrap("      ", c.Names[0]+": "+here)
	for i := range p.Extra {
		t.wrap("      ", c.Names[1]+", before that: "+Account(&p.Extra[i]))
	}
	switch {
	case p.Kind == traces.NotTaken:
		t.wrap("      ", c.Names[1]+": not enabled, left out.")
	case p.Other != nil:
		t.wrap("      ", c.Names[1]+": "+Account(p.Other))
	}
}

// twoPictures draws the logs of both, and marks the replicas that differ.
func (t *teller) twoPictures(c *traces.Comparison, p *traces.Pair) {
	here := c.File.Frame(p.Step).View
	if !views.HasLogs(here) && !views.HasLogs(p.Frame.View) {
		t.contrasts(c, p)
		return
	}
	both := p.Step == 0 && p.Kind == traces.Same
	for side, v := range []model.View{here, p.Frame.View} {
		if !both {
			t.line("      under %s", t.paint(term.Dim, c.Names[side]))
		}
		other := []model.View{p.Frame.View, here}[side]
		t.replicas(v, v, func(lane string) bool {
			return len(traces.DiffShared(onlyLane(views.Lane(other, lane)), onlyLane(views.Lane(v, lane)))) > 0
		})
		if both {
			break
		}
	}
}

func onlyLane(l model.Lane) model.View { return model.View{Lanes: []model.Lane{l}} }

// contrasts lists the differences of two states without logs.
func (t *teller) contrasts(c *traces.Comparison, p *traces.Pair) {
	for _, x := range p.Changes {
		t.wrap("      ", fmt.Sprintf("%s %s: %s under %s, %s under %s", x.Lane, x.Field, words.OrNothing(x.Before),
			c.Names[0], words.OrNothing(x.After), c.Names[1]))
	}
}

// unharmed is why a run that goes on for ever does not break a claim on side i.
func unharmed(c *traces.Comparison, i int) string {
	if c.File.Loop == nil || c.Witness[i] == "" {
		return ""
	}
	return ": " + strings.TrimSuffix(c.Witness[i], ".")
}

// verdicts says for both whether the property is broken at the end.
func (t *teller) verdicts(c *traces.Comparison) {
	name := c.File.Property.Name
	if name == "" {
		return
	}
	t.line("")
	for i, rules := range c.Names {
		if c.Broken[i] {
			t.wrap("  ", t.paint(term.Red, fmt.Sprintf("%s: %s is broken: %s", rules, name, words.Sentence(c.Witness[i]))))
			continue
		}
		t.wrap("  ", t.paint(term.Green, fmt.Sprintf("%s: %s is not broken%s.", rules, name, unharmed(c, i))))
	}
}
