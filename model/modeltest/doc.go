// Package modeltest tests models. A model's own test is two calls:
//
//	modeltest.Conform(t, m, 1000) // the promises that every engine relies on
//	counts := modeltest.Explore(m, false)
//
// Conform looks at the first states of a model and complains of what would make
// an engine's answers wrong: a rule that is no function of the state, a Widest
// that is too narrow, a Canonical that maps together what behaves differently,
// a counter that wraps; ConformWalks looks at random walks. Explore is the slow, obvious twin of the engine: a map,
// a queue and nothing else, so that both can be held against each other.
package modeltest
