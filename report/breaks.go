package report

import (
	"fmt"

	"mc/explorer"
)

// counted is how much of the run decides a property, in a result.
type counted struct {
	States *uint64 `json:"states,omitempty"`
	Steps  *uint64 `json:"steps,omitempty"`
	Of     uint64  `json:"of"`
	Astray uint64  `json:"astray,omitempty"`
	Orbits bool    `json:"orbits,omitempty"`
}

// countedOf is nil if nothing was counted.
func countedOf(b *explorer.Breaks) *counted {
	if b == nil {
		return nil
	}
	c := &counted{Of: b.Of, Astray: b.Astray, Orbits: b.Orbits}
	if b.Steps {
		c.Steps = &b.Found
	} else {
		c.States = &b.Found
	}
	return c
}

// counted says in how many states, or by how many steps, the property is broken:
// "broken in 1234 of 72323 states". It is empty if that was not counted, or for
// nothing to say.
func (p *Property) counted() string {
	b := p.Breaks
	if b == nil || p.Trace == nil {
		return ""
	}
	if b.Found+b.Astray == 0 {
		return "not counted: it lies behind the complete levels"
	}
	word := "broken"
	if p.Kind.IsGoal() {
		word = "reached"
	}
	text := fmt.Sprintf("%s %s", word, share(b))
	if b.Astray > 0 {
		text += fmt.Sprintf(", and by %s out of the constraint", plural(b.Astray, "step"))
	}
	return text
}

// share is how many of how many, and of what.
func share(b *explorer.Breaks) string {
	switch {
	case b.Steps && b.Orbits:
		return fmt.Sprintf("by %d of %s out of one state of each orbit", b.Found, plural(b.Of, "step"))
	case b.Steps:
		return fmt.Sprintf("by %d of %s", b.Found, plural(b.Of, "step"))
	case b.Orbits:
		return fmt.Sprintf("in %d of %s of states", b.Found, plural(b.Of, "orbit"))
	}
	return fmt.Sprintf("in %d of %s", b.Found, plural(b.Of, "state"))
}
