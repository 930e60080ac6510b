// Package store keeps the states that a search has seen, exactly: packed
// states lie in a flat, append-only arena, which is also the frontier, and a
// hash table of 8-byte slots finds them. No state can be taken for another.
//
// A slot holds the state's number, a tag of its hash and the rule that the
// state is credited to. The table is indexed by the high bits of the hash
// times its size, so it can have any size, and growing it is one pass that
// keeps the order of the entries: the pages of the old table are given back
// while the new one fills.
//
// Any number of goroutines may insert at once, each through a Writer of its
// own.
package store
