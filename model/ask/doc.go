// Package ask is the language in which readers ask a model for anything: one
// line that is true of a state or of a step, typed, in the model's own words.
//
//	hw(f) > leo(leader) and f in isr
//	any b: up(b) and log(b) contains committed
//	hw(b) falls and role(b) = follower
//	once role(b1) = leader and epoch(b1) = e later role(b2) = leader and epoch(b2) = e
//
// A model offers a Vocabulary: terms, each with a type and a function of the state,
// and the domains that they range over. A Question is a predicate with what is asked
// of it: whether it can ever be (a goal), or that it never is. Under a vocabulary it
// becomes an ordinary Property of the model.
//
// A prime is the value after a step; a predicate with one, or with rises, falls or
// changes, is about steps. "once A later B" is B in a state at or after one of A. It
// needs a memory, for which a model may have room in its states: one bit for each once,
// and for each choice of the names that A uses and a quantifier around it binds.
//
// What is not there (the log end of nobody) is unknown: it equals only what is
// unknown, is neither less nor more than anything, and contains nothing.
package ask
