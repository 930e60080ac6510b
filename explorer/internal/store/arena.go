package store

import (
	"sync"
	"sync/atomic"
	"unsafe"

	"mc/explorer/internal/mem"
)

// chunkBytes is the size of one piece of the arena. Pages of it are committed
// when first written.
const chunkBytes = 16 << 20

// arena is an append-only array of packed states that never moves.
type arena struct {
	words  int
	shift  uint // log2 of the states in a chunk
	mask   uint64
	chunks []unsafe.Pointer // of the first state in each chunk
	maps   [][]uint64
	next   atomic.Uint64 // the first number not yet handed out
	grow   sync.Mutex
}

// maxChunks bounds the arena: at 16 MiB each, a terabyte.
const maxChunks = 1 << 16

func newArena(words int) *arena {
	a := &arena{words: words, chunks: make([]unsafe.Pointer, maxChunks)}
	for chunkBytes>>(a.shift+1) >= words*8 {
		a.shift++
	}
	a.mask = 1<<a.shift - 1
	return a
}

// at is the first word of state number i.
func (a *arena) at(i uint64) unsafe.Pointer {
	base := atomic.LoadPointer(&a.chunks[i>>a.shift])
	return unsafe.Add(base, (i&a.mask)*uint64(a.words)*8)
}

// take hands out n consecutive numbers and makes sure that there is memory
// behind them.
func (a *arena) take(n uint64) (first uint64, err error) {
	first = a.next.Add(n) - n
	for c := first >> a.shift; c <= (first+n-1)>>a.shift; c++ {
		if atomic.LoadPointer(&a.chunks[c]) == nil {
			if err := a.add(c); err != nil {
				return 0, err
			}
		}
	}
	return first, nil
}

func (a *arena) add(c uint64) error {
	a.grow.Lock()
	defer a.grow.Unlock()
	if a.chunks[c] != nil {
		return nil
	}
	w, err := mem.Words(int(a.mask+1) * a.words)
	if err != nil {
		return err
	}
	a.maps = append(a.maps, w)
	atomic.StorePointer(&a.chunks[c], unsafe.Pointer(&w[0]))
	return nil
}

func (a *arena) free() {
	for _, w := range a.maps {
		mem.Free(w)
	}
	a.maps, a.chunks = nil, nil
}
