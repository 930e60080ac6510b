package store

import "golang.org/x/sys/cpu"

var hasAVX2 = cpu.X86.HasAVX2 && cpu.X86.HasBMI1 && cpu.X86.HasBMI2

// look finds out where the states of a stage stand in their home lines, and
// fetches the states that they may be.
func look(v *view, s *stage) {
	switch {
	case s.n == 0:
	case hasAVX2:
		lookAVX2(v, s)
	default:
		lookPlain(v, s)
	}
}

//go:noescape
func lookAVX2(v *view, s *stage)

// seek is seekPlain; it fetches the line behind one that is full of others.
func seek(table *uint64, s *stage) {
	if hasAVX2 {
		seekAVX2(table, s)
	} else {
		seekPlain(table, s)
	}
}

//go:noescape
func seekAVX2(table *uint64, s *stage)
