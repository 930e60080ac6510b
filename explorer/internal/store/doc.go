// Package store keeps the states that a search has seen, exactly: packed
// states lie in a flat, append-only arena, which is also the frontier, and a
// hash table of 8-byte slots finds them. No state can be taken for another.
//
// A slot holds the state's number, a tag of its hash, the rule that the state
// is credited to, and how many lines it lies from its home line. The high
// bits of the hash, times the number of lines, are the home line: so a table
// can have any size. The tag is the low end of those bits, so line and tag
// together tell where the state belongs in a table of another size: growing is
// one pass that reads no states and keeps their order, and the pages of the
// old table are given back while the new one fills.
//
// Any number of goroutines may insert at once, each through a Writer of its
// own. States go through a pipeline, in which the memory that they touch is
// fetched before it is needed; Flush empties it.
//
// Fingerprints keep hashes instead, Interned keeps states in parts, and
// Spilling moves an exact set to disk when memory is short: levels lie in
// segments, a level by itself or many small ones in one file (package parts).
package store
