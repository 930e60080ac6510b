package pack

import (
	"unsafe"

	"golang.org/x/sys/cpu"
)

// hasBMI2 tells whether this processor has PEXT, PDEP and the flagless shifts,
// and vectors of four words.
var hasBMI2 = cpu.X86.HasBMI2 && cpu.X86.HasAVX2

//go:noescape
func packBMI2(a *packArgs)

//go:noescape
func strayAVX2(src unsafe.Pointer, foreign *uint64, words, n int) (stray uint64)

//go:noescape
func unpackBMI2(dst unsafe.Pointer, src *uint64, fields *field, n int)
