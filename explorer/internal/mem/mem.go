package mem

import (
	"errors"
	"fmt"
	"sync/atomic"
)

// Refused says that the system gave no memory. Nothing was changed; a smaller
// piece may still be had.
type Refused struct {
	Bytes int // asked for
	Err   error
}

func (e *Refused) Error() string {
	return fmt.Sprintf("mem: cannot map %d bytes: %v; give the run less to do or more memory", e.Bytes, e.Err)
}

func (e *Refused) Unwrap() error { return e.Err }

// Words returns n zeroed 64-bit words, or a Refused.
func Words(n int) ([]uint64, error) {
	if n == 0 {
		return nil, nil
	}
	if left := ration.Load(); left != nil && left.Add(int64(-8*n)) < 0 {
		return nil, &Refused{8 * n, errRationed}
	}
	return words(n)
}

var (
	ration      atomic.Pointer[atomic.Int64] // bytes that are left; nil: no ration
	errRationed = errors.New("the ration is used up")
)

// Ration makes Words give so many bytes and no more until end is called: for
// tests of what becomes of a run to which the system gives nothing.
func Ration(bytes int64) (end func()) {
	left := new(atomic.Int64)
	left.Store(bytes)
	ration.Store(left)
	return func() { ration.Store(nil) }
}
