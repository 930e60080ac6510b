// Package fair decides on a finite graph whether some run that goes on for ever
// meets conditions of fairness, and finds a short one. It knows states by
// number and conditions by bit, and nothing of models.
//
// A run ends up in a strongly connected set of states, of which one state alone
// is one: it may stutter. The set meets weak fairness of a condition if one of
// its inner steps is of the condition or one of its states does not enable it;
// strong fairness if one of its inner steps is or none of its states does. A
// larger set can only help, but for strong fairness: so components are found
// (Tarjan), and where a strong condition is enabled and not taken, the states
// that enable it are taken away and the rest is looked at again. It is
// Streett's emptiness by removal: Lichtenstein and Pnueli 1985, Emerson and Lei
// 1987.
package fair
