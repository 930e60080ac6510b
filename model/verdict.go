package model

// Verdict is what can be said of a property, or of all that were asked. The
// words are those of results, specs and traces.
type Verdict string

const (
	Holds             Verdict = "holds"               // every reachable state was visited, nothing was cut
	HoldsWithinBounds Verdict = "holds-within-bounds" // nothing found, but something was cut
	Violated          Verdict = "violated"            // with a shortest trace
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
