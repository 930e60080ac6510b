// Package cure takes the schedule of a trace to other rules: another variant of
// its model, another model with the same kind of state, or other constants. It
// says what becomes of the schedule there, and which of the later rules is the
// first to close the hole that the trace shows.
//
//	owner, err := cure.Owner(models, trace)
//	comparison, err := cure.Rules{As: "kip-101"}.Compare(models, trace)
//	trace.Closed, err = cure.ClosedBy(models, owner, trace)
package cure
