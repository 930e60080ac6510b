package report

import (
	"slices"
	"strings"

	"mc/model"
)

// WorstFirst puts the properties into the order of what they mean to users, the
// worst first; those that mean the same stay as they are.
func (o *Outcome) WorstFirst() {
	slices.SortStableFunc(o.Properties, func(a, b Property) int {
		return o.Impacts.Rank(a.Impact) - o.Impacts.Rank(b.Impact)
	})
}

// Impact is the worst that came of the run: of the claims that are broken, and of
// the goals that are reached. It is empty where nothing did, or nobody says.
func (o *Outcome) Impact() string {
	var names []string
	for _, p := range o.Properties {
		if p.Impact != "" && p.Verdict.HasTrace() {
			names = append(names, p.Impact)
		}
	}
	return o.Impacts.Worst(names...)
}

// impact is what is said of a property that is broken or reached.
func (p *Property) impact() string {
	if p.Impact == "" || !p.Verdict.HasTrace() {
		return ""
	}
	return " (" + p.Impact + ")"
}

// unharmed says, where something is broken, what worse did not come of it: the
// impacts of which all claims that were asked hold, in one line with the claims.
func (o *Outcome) unharmed() (lines []string) {
	broken := func(p Property) bool { return p.Verdict == model.Violated && !p.Script }
	if !slices.ContainsFunc(o.Properties, broken) {
		return nil
	}
	worst := o.Impacts.Rank(o.Impact())
	var none, names []string
	for _, impact := range o.Impacts {
		if o.Impacts.Rank(impact.Name) >= worst {
			break
		}
		if holding := o.intact(impact.Name); len(holding) > 0 {
			none, names = append(none, "no "+impact.Name), append(names, holding...)
		}
	}
	if none == nil {
		return nil
	}
	return []string{strings.Join(none, ", ") + " " + o.where() + ": " + holding(names)}
}

// intact are the claims of an impact that hold, if that can be said of all claims
// of it that were asked and are about anything.
func (o *Outcome) intact(impact string) (names []string) {
	for _, p := range o.Properties {
		switch {
		case p.Impact != impact || p.Kind.IsGoal():
		case p.Verdict == model.Holds || p.Verdict == model.HoldsWithinBounds:
			names = append(names, p.Name)
		case p.Verdict == model.Inconclusive:
			return nil
		}
	}
	return names
}

// where is as much of the system as that was looked for in.
func (o *Outcome) where() string {
	switch {
	case o.Script != nil:
		return "in this course"
	case o.Exhaustive:
		return "within these bounds"
	}
	return "in what was explored"
}

func holding(names []string) string {
	if len(names) == 1 {
		return names[0] + " holds"
	}
	return listed(names) + " hold"
}
