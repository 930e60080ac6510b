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
