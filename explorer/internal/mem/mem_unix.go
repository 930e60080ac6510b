//go:build linux || darwin || freebsd

package mem

import (
	"syscall"
	"unsafe"
)

// words maps n words. Pages are committed when they are first touched.
func words(n int) ([]uint64, error) {
	b, err := syscall.Mmap(-1, 0, n*8, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		return nil, &Refused{n * 8, err}
	}
	if n*8 >= hugeFrom {
		advise(b)
	}
	return unsafe.Slice((*uint64)(unsafe.Pointer(&b[0])), n), nil
}

// hugeFrom is the size from which huge pages are worth the memory they round
// up to.
const hugeFrom = 4 << 20

// Free gives all of w back to the system.
func Free(w []uint64) {
	if len(w) > 0 {
		_ = syscall.Munmap(bytesOf(w)) // fails only for memory that is not ours
	}
}

func bytesOf(w []uint64) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(&w[0])), len(w)*8)
}

// PeakRSS is the largest resident set of this process so far, in bytes.
func PeakRSS() uint64 {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return uint64(u.Maxrss) * maxrssUnit
}
