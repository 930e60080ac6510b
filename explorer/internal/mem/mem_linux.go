package mem

import "syscall"

const (
	maxrssUnit   = 1024
	adviseHuge   = 14 // MADV_HUGEPAGE
	adviseForget = 4  // MADV_DONTNEED
)

func advise(b []byte) { _ = syscall.Madvise(b, adviseHuge) } // advice only: small pages work as well

// Forget returns the pages of w to the system and leaves the range usable; it
// reads as zero afterwards.
func Forget(w []uint64) {
	if len(w) > 0 {
		_ = syscall.Madvise(bytesOf(w), adviseForget)
	}
}
