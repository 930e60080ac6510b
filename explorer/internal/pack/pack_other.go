//go:build !amd64

package pack

import "unsafe"

const hasBMI2 = false

func packBMI2(*packArgs) { panic("pack: no BMI2 here") }

func strayAVX2(unsafe.Pointer, *uint64, int, int) uint64 { panic("pack: no AVX2 here") }

func unpackBMI2(unsafe.Pointer, *uint64, *field, int) { panic("pack: no BMI2 here") }
