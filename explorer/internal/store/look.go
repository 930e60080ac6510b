package store

import (
	"sync/atomic"
	"unsafe"
)

// view is what look has to know of an Exact. Its layout is known to the
// assembly.
type view struct {
	table  unsafe.Pointer
	chunks unsafe.Pointer // of the arena
	shift  uint64
	mask   uint64
	stride uint64 // bytes of a state
}

func (e *Exact) view() view {
	a := e.arena
	return view{unsafe.Pointer(&e.table[0]), unsafe.Pointer(&a.chunks[0]), uint64(a.shift), a.mask, uint64(a.words) * 8}
}

// What look has found of a state: the first slot of its home line that has its
// tag, or else the first that is empty; or that the line is full of others.
const (
	elsewhere = lineSlots + iota
	unknown   // the table has grown since
)

func lookPlain(v *view, s *stage) {
	for i := range s.n {
		line := (*[lineSlots]uint64)(unsafe.Add(v.table, s.homes[i]*lineSlots*8))
		tag := tagOf(s.hashes[i])
		found := uint8(elsewhere)
		for k := range line {
			slot := atomic.LoadUint64(&line[k])
			if slot == 0 {
				found = uint8(k)
				break
			}
			if slot>>tagShift == tag {
				number := slot&numberMask - 1
				chunk := *(*unsafe.Pointer)(unsafe.Add(v.chunks, number>>v.shift*8))
				prefetch(unsafe.Add(chunk, number&v.mask*v.stride))
				found = uint8(k)
				break
			}
		}
		s.found[i] = found
	}
}
