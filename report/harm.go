package report

import (
	"slices"

	"mc/model"
)

// unharmed says, where something is broken that is internal to the system, what
// did not come of it: the harms of which no claim is broken, with the claims.
func (o *Outcome) unharmed() (lines []string) {
	broken := func(p Property) bool { return p.Verdict == model.Violated && !p.Script && p.Harm == "" }
	if !slices.ContainsFunc(o.Properties, broken) {
		return nil
	}
	for _, harm := range o.harms() {
		var names []string
		intact := true
		for _, p := range o.Properties {
			if p.Harm != harm {
				continue
			}
			switch p.Verdict {
			case model.Violated:
				intact = false
			case model.Holds, model.HoldsWithinBounds:
				names = append(names, p.Name)
			}
		}
		if intact && len(names) > 0 {
			lines = append(lines, "no "+harm+" "+o.where()+": "+holding(names))
		}
	}
	return lines
}

// harms are those that the properties name, each once.
func (o *Outcome) harms() (list []string) {
	for _, p := range o.Properties {
		if p.Harm != "" && !slices.Contains(list, p.Harm) {
			list = append(list, p.Harm)
		}
	}
	return list
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
