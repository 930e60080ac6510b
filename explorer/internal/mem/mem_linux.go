package mem

import (
	"os"
	"syscall"
	"unsafe"
)

const (
	maxrssUnit   = 1024
	adviseHuge   = 14 // MADV_HUGEPAGE
	adviseForget = 4  // MADV_DONTNEED
)

func advise(b []byte) { _ = syscall.Madvise(b, adviseHuge) } // advice only: small pages work as well

// Forget returns the pages that lie wholly within w to the system and leaves
// the range usable; they read as zero afterwards.
func Forget(w []uint64) {
	if len(w) == 0 {
		return
	}
	b, page := bytesOf(w), uintptr(os.Getpagesize())
	skip := -uintptr(unsafe.Pointer(&b[0])) & (page - 1)
	if whole := (uintptr(len(b)) - min(skip, uintptr(len(b)))) &^ (page - 1); whole > 0 {
		_ = syscall.Madvise(b[skip:skip+whole], adviseForget) // advice: if it fails the pages stay
	}
}
