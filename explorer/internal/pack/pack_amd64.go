package pack

import (
	"unsafe"

	"golang.org/x/sys/cpu"
)

// hasBMI2 tells whether this processor has PEXT, PDEP, ANDN and the
// flagless shifts.
var hasBMI2 = cpu.X86.HasBMI1 && cpu.X86.HasBMI2

//go:noescape
func packBMI2(a *packArgs) (stray uint64)

//go:noescape
func unpackBMI2(dst unsafe.Pointer, src *uint64, fields *field, n int)
