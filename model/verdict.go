package model

import "slices"

// Verdict is what can be said of a property, or of all that were asked. The
// words are those of results, specs and traces.
type Verdict string

const (
	Holds             Verdict = "holds"               // every reachable state was visited, nothing was cut
	HoldsWithinBounds Verdict = "holds-within-bounds" // nothing found, but something was cut
	Violated          Verdict = "violated"            // with a shortest trace; a lasso with a shortest stem
	Vacuous           Verdict = "vacuous"             // holds, but its premise was never true
	Inconclusive      Verdict = "inconclusive"        // stopped before anything can be said
	Reached           Verdict = "reachable"           // a goal, with a shortest trace to it
	Unreachable       Verdict = "unreachable"         // a goal that no reachable state meets
)

// HasTrace reports whether the verdict is shown by a run.
func (v Verdict) HasTrace() bool { return v == Violated || v == Reached }

// Expectable lists the verdicts that one can sensibly expect of a property, in
// the order in which messages name them.
func Expectable() []Verdict {
	return []Verdict{Holds, HoldsWithinBounds, Violated, Reached, Unreachable, Vacuous}
}

// Overall is the verdict on a run: the worst of its properties. Holds is said
// only of claims, and only if one of them was put to the test: of goals alone
// it is that they are reachable, of premises that were never true vacuous.
// Without properties it says whether all was explored.
func Overall(properties []Verdict, exhaustive bool) Verdict {
	for _, worst := range []Verdict{Violated, Unreachable, Inconclusive} {
		if slices.Contains(properties, worst) {
			return worst
		}
	}
	only := func(v Verdict) bool {
		other := func(p Verdict) bool { return p != v && p != Reached }
		return slices.Contains(properties, v) && !slices.ContainsFunc(properties, other)
	}
	switch {
	case only(Reached):
		return Reached
	case !exhaustive, slices.Contains(properties, HoldsWithinBounds):
		return HoldsWithinBounds
	case only(Vacuous):
		return Vacuous
	}
	return Holds
}

// Impact is a kind of consequence that a broken claim, or a goal that is
// reached, has for those whom the system serves.
type Impact struct {
	Name string // as a noun: "acknowledged record lost"
	Doc  string // who notices what
}

// Impacts are the kinds of consequences that a system can have, the worst
// first. The last is none: only the inside of the system is not as claimed.
type Impacts []Impact

// Rank is the place of an impact, 0 for the worst. Whatever is not among them
// ranks behind all.
func (l Impacts) Rank(name string) int {
	if i := slices.IndexFunc(l, func(one Impact) bool { return one.Name == name }); i >= 0 {
		return i
	}
	return len(l)
}

// Worst is the worst of some impacts, empty if there are none.
func (l Impacts) Worst(names ...string) (worst string) {
	for i, name := range names {
		if i == 0 || l.Rank(name) < l.Rank(worst) {
			worst = name
		}
	}
	return worst
}

// Inside reports whether an impact is the last of them, which nobody outside
// notices.
func (l Impacts) Inside(name string) bool { return len(l) > 0 && l.Rank(name) == len(l)-1 }

// Names are the names of the impacts, the worst first.
func (l Impacts) Names() []string {
	names := make([]string, len(l))
	for i := range l {
		names[i] = l[i].Name
	}
	return names
}
