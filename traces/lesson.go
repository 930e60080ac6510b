package traces

import (
	"fmt"
	"strings"
)

// lesson says in one paragraph where the two part, why, and what it leads to.
func (c *Comparison) lesson() string {
	if c.Parting < 0 {
		return fmt.Sprintf("The schedule does the same under %s as under %s. %s", c.Names[1], c.Names[0], c.ending())
	}
	p := &c.Pairs[c.Parting]
	words := []string{fmt.Sprintf("Up to step %d both do the same; they part in step %d (%s).", p.Step-1, p.Step, c.File.title(p.Step))}
	if p.Step == 0 {
		words = []string{"The two differ from the start."}
	}
	if p.Step == 1 {
		words = []string{fmt.Sprintf("The two part in the first step (%s).", c.File.title(1))}
	}
	if p.Step > 0 {
		words = append(words, "Under "+c.Names[0]+": "+c.File.Steps[p.Step-1].account())
	}
	words = append(words, c.otherWay(p)...)
	if left := c.leftOut(c.Parting + 1); left != "" {
		words = append(words, left)
	}
	return strings.Join(append(words, c.ending()), " ")
}

// account is a step in words, whatever its rule tells.
func (e *Event) account() string {
	if e.Words != "" {
		return sentence(e.Words)
	}
	return sentence(e.Title)
}

// by names the proposal that the rule goes back to, unless the set of rules is
// called after it.
func (e *Event) by(rules string) string {
	if e.Ref == "" || strings.EqualFold(e.Ref, rules) {
		return ""
	}
	return " (" + e.Ref + ")"
}

// otherWay tells what the other rules do where the two part.
func (c *Comparison) otherWay(p *Pair) (words []string) {
	for _, e := range p.Extra {
		words = append(words, fmt.Sprintf("Under %s, before that: %s", c.Names[1], e.account()))
	}
	switch {
	case p.Kind == NotTaken && len(p.Enabled) > 0:
		words = append(words, fmt.Sprintf("Under %s that step is not enabled; it could do: %s.", c.Names[1], strings.Join(p.Enabled[:min(len(p.Enabled), 6)], ", ")))
	case p.Kind == NotTaken:
		words = append(words, fmt.Sprintf("Under %s that step is not enabled, nor any other.", c.Names[1]))
	case p.Other != nil:
		words = append(words, fmt.Sprintf("Under %s%s: %s", c.Names[1], p.Other.by(c.Names[1]), p.Other.account()))
	}
	if p.Kind == Differs {
		words = append(words, c.contrast(p.Changes))
	}
	return words
}

// contrast names the first differences between the two states, records first:
// they are what the reader cares for.
func (c *Comparison) contrast(changes []Change) string {
	ordered := make([]Change, 0, len(changes))
	for _, wanted := range []bool{true, false} {
		for _, x := range changes {
			if strings.HasPrefix(x.Field, "offset ") == wanted {
				ordered = append(ordered, x)
			}
		}
	}
	const few = 3
	words := make([]string, 0, few)
	for _, x := range ordered[:min(len(ordered), few)] {
		words = append(words, fmt.Sprintf("%s at %s is %s (%s: %s)", x.Field, x.Lane, orNothing(x.After), c.Names[0], orNothing(x.Before)))
	}
	if c.Pairs[c.Parting].Step == 0 {
		return fmt.Sprintf("Under %s %s.", c.Names[1], strings.Join(words, "; "))
	}
	return fmt.Sprintf("So under %s, after it, %s.", c.Names[1], strings.Join(words, "; "))
}

// leftOut names the later steps that the other rules do not allow.
func (c *Comparison) leftOut(from int) string {
	var steps []string
	for _, p := range c.Pairs[min(from, len(c.Pairs)):] {
		if p.Kind == NotTaken {
			steps = append(steps, fmt.Sprintf("%d (%s)", p.Step, c.File.title(p.Step)))
		}
	}
	switch len(steps) {
	case 0:
		return ""
	case 1:
		return fmt.Sprintf("Later, step %s is not enabled there and is left out.", steps[0])
	}
	return fmt.Sprintf("Later, the steps %s are not enabled there and are left out.", strings.Join(steps, ", "))
}

// ending is the verdict on the property at the end of both.
func (c *Comparison) ending() string {
	name := c.File.Property.Name
	if name == "" {
		return ""
	}
	side := func(i int) string {
		if c.Broken[i] {
			return fmt.Sprintf("fails under %s (%s)", c.Names[i], c.Witness[i])
		}
		return "is not broken under " + c.Names[i]
	}
	return fmt.Sprintf("At the end %s %s and %s.", name, side(0), side(1))
}
