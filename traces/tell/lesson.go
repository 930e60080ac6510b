package tell

import (
	"fmt"
	"strings"

	"mc/traces"
	"mc/traces/internal/words"
)

// Lesson says in one paragraph where the two of a comparison part, why, and
// what it leads to.
func Lesson(c *traces.Comparison) string { return lesson{c}.text() }

// lesson draws the lesson of a comparison.
type lesson struct{ *traces.Comparison }

func (c lesson) text() string {
	if c.Parting < 0 {
		return fmt.Sprintf("The schedule does the same under %s as under %s. %s", c.Names[1], c.Names[0], c.ending())
	}
	p := &c.Pairs[c.Parting]
	told := []string{fmt.Sprintf("Up to step %d both do the same; they part in step %d (%s).", p.Step-1, p.Step,
		c.File.Title(p.Step))}
	if p.Step == 0 {
		told = []string{"The two differ from the start."}
	}
	if p.Step == 1 {
		told = []string{fmt.Sprintf("The two part in the first step (%s).", c.File.Title(1))}
	}
	if p.Step > 0 {
		told = append(told, "Under "+c.Names[0]+": "+Account(&c.File.Steps[p.Step-1]))
	}
	told = append(told, c.otherWay(p)...)
	if left := c.leftOut(c.Parting + 1); left != "" {
		told = append(told, left)
	}
	return strings.Join(append(told, c.ending()), " ")
}

// Account is a step in words, whatever its rule tells.
func Account(e *traces.Event) string {
	if e.Words != "" {
		return words.Sentence(e.Words)
	}
	return words.Sentence(e.Title)
}

// by names the proposal that a step's rule goes back to, unless the set of
// rules is called after it.
func by(e *traces.Event, rules string) string {
	if e.Ref == "" || strings.EqualFold(e.Ref, rules) {
		return ""
	}
	return " (" + e.Ref + ")"
}

// otherWay tells what the other rules do where the two part.
func (c lesson) otherWay(p *traces.Pair) (told []string) {
	for i := range p.Extra {
		told = append(told, fmt.Sprintf("Under %s, before that: %s", c.Names[1], Account(&p.Extra[i])))
	}
	switch {
	case p.Kind == traces.NotTaken && len(p.Enabled) > 0:
		told = append(told, fmt.Sprintf("Under %s that step is not enabled; it could do: %s.",
			c.Names[1], strings.Join(p.Enabled[:min(len(p.Enabled), 6)], ", ")))
	case p.Kind == traces.NotTaken:
		told = append(told, fmt.Sprintf("Under %s that step is not enabled, nor any other.", c.Names[1]))
	case p.Other != nil:
		told = append(told, fmt.Sprintf("Under %s%s: %s", c.Names[1], by(p.Other, c.Names[1]), Account(p.Other)))
	}
	if p.Kind == traces.Differs {
		told = append(told, c.contrast(p.Changes))
	}
	return told
}

// contrast names the first differences between the two states, records first:
// they are what the reader cares for.
func (c lesson) contrast(changes []traces.Change) string {
	ordered := make([]traces.Change, 0, len(changes))
	for _, wanted := range []bool{true, false} {
		for _, x := range changes {
			if (x.What == traces.RecordChanged) == wanted {
				ordered = append(ordered, x)
			}
		}
	}
	const few = 3
	told := make([]string, 0, few)
	for _, x := range ordered[:min(len(ordered), few)] {
		told = append(told, fmt.Sprintf("%s at %s is %s (%s: %s)",
			x.Field, x.Lane, words.OrNothing(x.After), c.Names[0], words.OrNothing(x.Before)))
	}
	if c.Pairs[c.Parting].Step == 0 {
		return fmt.Sprintf("Under %s %s.", c.Names[1], strings.Join(told, "; "))
	}
	return fmt.Sprintf("So under %s, after it, %s.", c.Names[1], strings.Join(told, "; "))
}

// leftOut names the later steps that the other rules do not allow.
func (c lesson) leftOut(from int) string {
	var steps []string
	for _, p := range c.Pairs[min(from, len(c.Pairs)):] {
		if p.Kind == traces.NotTaken {
			steps = append(steps, fmt.Sprintf("%d (%s)", p.Step, c.File.Title(p.Step)))
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
func (c lesson) ending() string {
	name := c.File.Property.Name
	if name == "" {
		return ""
	}
	side := func(i int) string {
		if c.Broken[i] {
			return fmt.Sprintf("fails under %s (%s)", c.Names[i], c.Witness[i])
		}
		return "is not broken under " + c.Names[i] + unharmed(c.Comparison, i)
	}
	return fmt.Sprintf("At the end %s %s and %s.", name, side(0), side(1))
}
