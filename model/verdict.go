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
