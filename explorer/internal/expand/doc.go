// Package expand is what all searches have in common: a state is unpacked,
// judged and expanded; its successors are judged as steps, brought to their
// representative, packed and held against the constraint. What becomes of
// those that are left is the affair of the search, which is the expander's
// Sink.
//
// A search makes an Expander for each of its goroutines, all for the same
// Decisions. It calls Begin with the properties that are open, Start for the
// initial states, then Load, Judge and Expand for a state at a time, and Flush
// when it wants what is on its way.
package expand
