// Package retrace finds a run of a model that explains what was recorded of a real system.
//
//	outcome, err := retrace.Find(ctx, m, recording, retrace.Options{})
//	switch {
//	case outcome.Found: // outcome.Path is such a run, outcome.Lines what each step of it shows
//	case outcome.Cut:   // the bounds ended the search: nothing is known
//	default:            // no run shows line outcome.Stuck
//	}
//
// The search goes depth first through places: a state of the model, and how many lines of
// each stream are told. Steps that tell the earliest lines come first; steps that nobody saw
// come last. A line may be told only while no line of another stream is overdue by more than
// Options.Slack: that is all that is taken from clocks. A line that tells how things are is
// told as soon as they are so. No place is looked at twice, so that a recording is refused
// after everything within the bounds was tried, and only then.
package retrace
