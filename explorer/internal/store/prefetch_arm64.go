package store

import "unsafe"

// prefetch asks for the cache line at p, which need not be a valid address.
//
//go:noescape
func prefetch(p unsafe.Pointer)

// prefetchLines fetches n lines of a table.
func prefetchLines(table *uint64, lines *uint64, n int) {
	for _, l := range unsafe.Slice(lines, n) {
		prefetch(unsafe.Add(unsafe.Pointer(table), l*lineSlots*8))
	}
}
