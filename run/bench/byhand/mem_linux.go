package byhand

import (
	"syscall"
	"unsafe"
)

const adviseHuge = 14 // MADV_HUGEPAGE

// words are zeroed, on huge pages where the system has them.
func words(n int) []uint64 {
	b, err := syscall.Mmap(-1, 0, n*8, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE|syscall.MAP_NORESERVE)
	if err != nil {
		return make([]uint64, n)
	}
	_ = syscall.Madvise(b, adviseHuge) // advice only
	return unsafe.Slice((*uint64)(unsafe.Pointer(&b[0])), n)
}

func free(w []uint64) {
	_ = syscall.Munmap(unsafe.Slice((*byte)(unsafe.Pointer(&w[0])), len(w)*8)) // fails only for memory that is not mapped
}

// maxStates bounds the stretch of addresses set aside; pages are committed
// when first written.
const maxStates = 1 << 30

// larger is room for more states: once and for all.
func larger(have []state) []state {
	w := words(2 * maxStates)
	grown := unsafe.Slice((*state)(unsafe.Pointer(&w[0])), maxStates)
	return append(grown[:0], have...)
}
