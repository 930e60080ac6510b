package pack

import "unsafe"

// hasBMI2 tells whether this processor has PEXT, PDEP and the flagless
// shifts.
var hasBMI2 = detectBMI2()

func detectBMI2() bool {
	maxLeaf, _, _, _ := cpuid(0, 0)
	if maxLeaf < 7 {
		return false
	}
	_, b, _, _ := cpuid(7, 0)
	return b&(1<<8) != 0
}

func cpuid(leaf, sub uint32) (a, b, c, d uint32)

//go:noescape
func packBMI2(dst *uint64, src unsafe.Pointer, fields *field, n int) (stray uint64)

//go:noescape
func unpackBMI2(dst unsafe.Pointer, src *uint64, fields *field, n int)
