//go:build !amd64

package pack

import "unsafe"

const hasBMI2 = false

func packBMI2(*uint64, unsafe.Pointer, *field, int) uint64 { panic("pack: no BMI2 here") }

func unpackBMI2(unsafe.Pointer, *uint64, *field, int) { panic("pack: no BMI2 here") }
