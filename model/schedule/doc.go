// Package schedule is the vocabulary of scripts: a fixed schedule of commands
// to a model, and what must be seen after them.
//
// The same commands are written as YAML in a spec (`fetch: b2`, `produce: {to:
// b1, acks: all}`) and as lines of a transcript (`fetch b2`, `produce to=b1
// acks=all`); both become a Command. A model that understands commands has a
// Language; it carries each of them out as actions of its rules, so that a
// script ends as an ordinary run of the model, to be shown and replayed like
// any other.
package schedule
