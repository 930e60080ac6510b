// Package graph is what is kept of a run for claims about what goes on for
// ever: for each expanded state which conditions of fairness are enabled in it
// and what the claims say of it, and the steps between states.
//
// States are known by the numbers that the exact set gave them. The steps are
// kept, four bytes for a target and two for its label, if memory allows;
// otherwise they are generated again each time they are asked for.
package graph
