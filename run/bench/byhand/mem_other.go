//go:build !linux

package byhand

func words(n int) []uint64 { return make([]uint64, n) }
func free([]uint64)        {}

func larger(have []state) []state { return append(make([]state, 0, 2*cap(have)+1024), have...) }
