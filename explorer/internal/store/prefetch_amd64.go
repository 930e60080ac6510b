package store

import "unsafe"

// prefetch asks for the cache line at p, which need not be a valid address.
//
//go:noescape
func prefetch(p unsafe.Pointer)

// prefetchLines fetches n lines of a table: one call, for a call costs as much
// as hashing a state.
//
//go:noescape
func prefetchLines(table *uint64, lines *uint64, n int)
