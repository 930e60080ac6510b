package store

import (
	"fmt"
	"sync"
	"sync/atomic"
	"unsafe"

	"mc/explorer/internal/mem"
)

// Reserve grows the table if so many more states would overfill it.
func (f *Fingerprints) Reserve(next, later uint64, workers int) error {
	states := f.count.Load()
	if enough(f.limit, states+next, later) {
		return nil
	}
	slots := f.affordable(wish(f.size, states+next, later))
	if slots <= f.size {
		return nil // the guess may be too high; a writer will see
	}
	return f.rehash(slots, workers)
}

// rehash moves the entries to a table of the given size; their keys are their
// hashes, so no state is looked at.
func (f *Fingerprints) rehash(slots uint64, workers int) error {
	low, high, marks := f.low, f.high, f.marks
	if err := f.setTable(slots); err != nil {
		return fmt.Errorf("store: growing the table to %d slots: %w", slots, err)
	}
	if len(low) < 1<<16 {
		workers = 1
	}
	var wg sync.WaitGroup
	share := (len(low) + workers - 1) / workers
	for from := 0; from < len(low); from += share {
		to := min(from+share, len(low))
		wg.Go(func() {
			kept := from
			for i := from; i < to; i++ {
				if low[i] != 0 {
					f.move(low[i], high, i, uint8(marks[i/4]>>(i%4*8)))
				}
				if i-kept == forgetEvery {
					forget(low, high, marks, kept, i)
					kept = i
				}
			}
		})
	}
	wg.Wait()
	f.freeTable(low, high, marks)
	return nil
}

// forget gives the pages of slots back that have moved.
func forget(low, high []uint64, marks []uint32, from, to int) {
	mem.Forget(low[from:to])
	if high != nil {
		mem.Forget(high[from:to])
	}
	words := unsafe.Slice((*uint64)(unsafe.Pointer(&marks[0])), len(marks)/2)
	mem.Forget(words[(from+7)/8 : to/8])
}

func (f *Fingerprints) move(low uint64, high []uint64, i int, mark uint8) {
	at := f.home(low)
	for !atomic.CompareAndSwapUint64(&f.low[at], 0, low) {
		at = f.after(at)
	}
	if f.wide {
		f.high[at] = high[i]
	}
	f.setMark(at, mark)
}

// affordable is the size that was wished for, or what memory allows.
func (f *Fingerprints) affordable(wish uint64) uint64 {
	return f.spend.afford(wish, f.Bytes(), f.slotBytes(), 0)
}

// slotBytes is the memory of a slot with its mark.
func (f *Fingerprints) slotBytes() uint64 { return uint64(f.width()/8 + 1) }

func (f *Fingerprints) setTable(slots uint64) (err error) {
	slots = (slots + lineSlots - 1) &^ (lineSlots - 1)
	var low, high, marks []uint64
	if low, err = mem.Words(int(slots)); err != nil {
		return err
	}
	if f.wide {
		if high, err = mem.Words(int(slots)); err != nil {
			mem.Free(low)
			return err
		}
	}
	if marks, err = mem.Words(int(slots+7) / 8); err != nil {
		mem.Free(low)
		mem.Free(high)
		return err
	}
	f.low, f.high, f.limit = low, high, capacity(slots)
	atomic.StoreUint64(&f.size, slots) // Bytes may be asked for at any time
	f.marks = unsafe.Slice((*uint32)(unsafe.Pointer(&marks[0])), len(marks)*2)
	return nil
}
