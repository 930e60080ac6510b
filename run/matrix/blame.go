package matrix

import (
	"slices"
	"strings"
)

// String is a key as it was turned, with what it goes back to and whose it is.
func (k Turned) String() string {
	words := k.Refs
	if k.Own {
		words = append([]string{"its own"}, words...)
	}
	if about := slices.Concat(words, k.Whose); len(about) > 0 {
		return k.Key + "=" + k.Value + " (" + strings.Join(about, ", ") + ")"
	}
	return k.Key + "=" + k.Value
}

// String says what closes a violation.
func (c *Closed) String() string {
	text := "closed by " + listed(c.Keys, " and ")
	if len(c.Or) > 0 {
		text += ", or alone by " + listed(c.Or, " or ")
	}
	switch {
	case c.Within:
		text += ", within the row's limit of states"
	case len(c.Waits) > 0:
		text += "; " + waiting(c.Waits)
	}
	return text
}

// waiting says of the only runs that would break a claim what they wait for.
func waiting(budgets []string) string {
	return "only runs would break the claim that wait for what " + strings.Join(budgets, " and ") + " forbids"
}

func listed(keys []Turned, last string) string {
	words := make([]string, len(keys))
	for i, k := range keys {
		words[i] = k.String()
	}
	n := len(words) - 1
	if n == 0 {
		return words[0]
	}
	return strings.Join(words[:n], ", ") + last + words[n]
}

// note is what has to be said of a cell: why nothing can be asked there, what
// keeps a claim that does not hold by itself, or whose a violation is that is not
// wholly the row's.
func (c Cell) note() string {
	switch {
	case c.Reason != "":
		return c.Reason
	case len(c.Waits) > 0:
		return waiting(c.Waits)
	case c.Credit == Part:
		return "the row's in part: " + c.Closed.String()
	case c.Credit == Other:
		return "not the row's: " + c.Closed.String()
	case c.Credit == Unowned:
		return c.Closed.String()
	case c.Credit == Scenario:
		return "the scenario's own: " + c.Closed.String() + "; no later variant closes it"
	case c.Credit == Open:
		return "open: neither a later variant nor the row's own keys close it"
	}
	return ""
}

// Blame names, in a few words, whose a violation is that is not wholly the
// row's: the tickets of what closes it, or the keys that have none.
func (c Cell) Blame() string {
	var others []string
	for _, k := range c.Closed.keys() {
		if k.Own {
			continue
		}
		names := k.Refs
		if len(names) == 0 {
			names = []string{k.Key}
		}
		for _, name := range names {
			if !slices.Contains(others, name) {
				others = append(others, name)
			}
		}
	}
	names := strings.Join(others, ", ")
	switch c.Credit {
	case Part, Other, Unowned:
		return names
	case Scenario:
		return "the scenario's own " + c.Closed.Keys[0].Key
	case Open:
		return "no later variant closes it"
	}
	return ""
}

// foreign reports whether a violation is known to be none of the row's.
func (c Cell) foreign() bool {
	return c.Credit == Other || c.Credit == Scenario || c.Credit == Open
}

// full is the cell with its note.
func (c Cell) full() string {
	if note := c.note(); note != "" {
		return c.Text() + " (" + note + ")"
	}
	return c.Text()
}
