//go:build !amd64

package pack

import "unsafe"

const hasBMI2 = false

func packBMI2(*packArgs) uint64 { panic("pack: no BMI2 here") }

func unpackBMI2(unsafe.Pointer, *uint64, *field, int) { panic("pack: no BMI2 here") }
