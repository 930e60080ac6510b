package store

import (
	"errors"
	"fmt"
	"math"
	"math/bits"
	"os"
	"sync"
	"sync/atomic"
	"unsafe"

	"mc/explorer/internal/mem"
	"mc/explorer/internal/parts"
	"mc/explorer/internal/runs"
)

// Fingerprints is a set that keeps only hashes of states, 64 or 128 bits
// each: the least memory, and a small chance that a state is taken for
// another and never explored. The states themselves go to files, level by
// level, from which the frontier is read and traces are rebuilt.
type Fingerprints struct {
	files parts.Folder
	wide  bool // 128 bits
	seed  uint64

	low   []uint64 // fingerprints; 0 = empty
	high  []uint64 // their other half, if wide; 0 = not written yet
	marks []uint32 // a byte per slot, see below
	size  uint64
	limit uint64
	count atomic.Uint64
	spend budget

	resize  sync.RWMutex // held for reading during a batch of inserts
	writers int
	levels  []*diskLevel
}

// NoPlace says that there is no place for the levels of a fingerprint store.
type NoPlace struct {
	Dir string // as it was given; may be ""
	Err error
}

func (e *NoPlace) Error() string {
	return fmt.Sprintf("store: no place for the levels of a fingerprint store: %v; name another directory", e.Err)
}

func (e *NoPlace) Unwrap() error { return e.Err }

// A slot's mark is 0 before its state has been credited, rule+1 while its
// level is being gathered, old afterwards.
const old = 0xFF

// NewFingerprints makes an empty set of states of so many words, 64 or 128
// bits wide, whose files lie in a new directory below dir.
func NewFingerprints(words, width int, seed uint64, dir string) (*Fingerprints, error) {
	if dir != "" {
		if err := os.MkdirAll(dir, 0o777); err != nil {
			return nil, &NoPlace{dir, err}
		}
	}
	temporary, err := os.MkdirTemp(dir, "mc-levels-")
	if err != nil {
		return nil, &NoPlace{dir, err}
	}
	f := &Fingerprints{files: parts.Folder{Disk: runs.OS{}, Dir: temporary, Words: words}, wide: width == 128, seed: seed}
	f.spend.used = f.Bytes
	return f, f.setTable(firstSlots)
}

// Limit bounds the memory of the table; it must not run beside inserts.
func (f *Fingerprints) Limit(bytes uint64) { f.spend.most = bytes }

// Name is "fp64" or "fp128".
func (f *Fingerprints) Name() string { return fmt.Sprintf("fp%d", f.width()) }

func (f *Fingerprints) width() int {
	if f.wide {
		return 128
	}
	return 64
}

// Omission is the chance that any two of the states have the same
// fingerprint: n(n-1)/2 pairs, each with probability 2 to the minus width.
func (f *Fingerprints) Omission() float64 {
	n := float64(f.count.Load())
	return -math.Expm1(-n * (n - 1) / 2 * math.Pow(2, -float64(f.width())))
}

// Free gives the memory back and removes the files.
func (f *Fingerprints) Free() {
	f.freeTable(f.low, f.high, f.marks)
	for _, l := range f.levels {
		parts.Close(l.parts)
	}
	os.RemoveAll(f.files.Dir) // a temporary directory: what stays is the system's
}

func (f *Fingerprints) freeTable(low, high []uint64, marks []uint32) {
	mem.Free(low)
	mem.Free(high)
	mem.Free(unsafe.Slice((*uint64)(unsafe.Pointer(&marks[0])), len(marks)/2))
}

// Bytes is the memory of the table.
func (f *Fingerprints) Bytes() uint64 {
	return atomic.LoadUint64(&f.size) * f.slotBytes()
}

// home is the slot where a hash is looked for first: that at the beginning of
// a line, so that few lines are touched.
func (f *Fingerprints) home(h uint64) uint64 {
	hi, _ := bits.Mul64(h, f.size)
	return hi &^ (lineSlots - 1)
}

func (f *Fingerprints) after(at uint64) uint64 {
	if at++; at == f.size {
		return 0
	}
	return at
}

// setMark marks a slot that has no mark yet.
func (f *Fingerprints) setMark(at uint64, mark uint8) {
	atomic.OrUint32(&f.marks[at/4], uint32(mark)<<(at%4*8))
}

// mark is the mark of an occupied slot; it waits for the one who occupied it.
func (f *Fingerprints) mark(at uint64) uint8 {
	for {
		if m := uint8(atomic.LoadUint32(&f.marks[at/4]) >> (at % 4 * 8)); m != 0 {
			return m
		}
	}
}

// EndLevel makes a level of the writers' files.
func (f *Fingerprints) EndLevel(writers []Writer) (Level, []int64, error) {
	l := &diskLevel{}
	created := make([]int64, len(writers[0].(*fingerprintWriter).created))
	for _, w := range writers {
		x := w.(*fingerprintWriter)
		if x.file != nil {
			p, err := x.file.Close()
			if err != nil {
				return nil, nil, err
			}
			l.parts = append(l.parts, p)
			x.file = nil
		}
		for i, n := range x.created {
			created[i] += n
		}
		clear(x.created)
	}
	f.age()
	f.levels = append(f.levels, l)
	return l, created, nil
}

// age turns every mark to old, eight at a time.
func (f *Fingerprints) age() {
	const low7, high1 = 0x7f7f7f7f7f7f7f7f, 0x8080808080808080
	words := unsafe.Slice((*uint64)(unsafe.Pointer(&f.marks[0])), len(f.marks)/2)
	for i, w := range words {
		if w != 0 {
			set := ((w&low7 + low7) | w) & high1 // the high bit of every byte that is not 0
			words[i] = set >> 7 * old
		}
	}
}

// fingerprintWriter inserts states into Fingerprints.
type fingerprintWriter struct {
	f       *Fingerprints
	folder  parts.Folder
	file    *parts.Writer // of the level at hand
	low     [BatchSize]uint64
	high    [BatchSize]uint64
	created []int64
	added   uint64
	err     error
}

// Writer makes a writer for a model with so many rules.
func (f *Fingerprints) Writer(rules int) Writer {
	w := &fingerprintWriter{f: f, folder: f.files, created: apart(rules)}
	w.folder.Next = uint64(f.writers) << 32 // names of its own
	f.writers++
	return w
}

func (w *fingerprintWriter) Begin(uint64)  {}
func (w *fingerprintWriter) Flush()        {}
func (w *fingerprintWriter) End() error    { return w.err }
func (w *fingerprintWriter) Added() uint64 { return w.added }
func (w *fingerprintWriter) Err() error    { return w.err }

// Insert adds the states of b.
func (w *fingerprintWriter) Insert(b *Batch) {
	f, n := w.f, b.N
	b.N = 0
	for i := range n {
		w.low[i] = max(1, Hash(b.State(i), f.seed))
		if f.wide {
			w.high[i] = max(1, Hash(b.State(i), f.seed^0x5bd1e9955bd1e995))
		}
	}
	f.resize.RLock()
	for f.count.Load()+BatchSize*uint64(f.writers) > f.limit && w.err == nil {
		f.resize.RUnlock()
		w.growNow()
		f.resize.RLock()
	}
	defer f.resize.RUnlock()
	for i := range n {
		prefetch(unsafe.Pointer(&f.low[f.home(w.low[i])]))
	}
	for i := range n {
		if w.err == nil && w.insert(w.low[i], w.high[i], b.Rules[i]) {
			w.keep(b.State(i))
		}
	}
}

func (w *fingerprintWriter) growNow() {
	w.f.resize.Lock()
	defer w.f.resize.Unlock()
	f := w.f
	if f.count.Load()+BatchSize*uint64(f.writers) <= f.limit {
		return
	}
	slots := f.affordable(grown(f.size))
	if slots <= f.size+f.size/32 {
		w.err = ErrFull
		return
	}
	w.err = f.rehash(slots, 1)
}

// insert adds a fingerprint, or credits the one that is there to the rule.
func (w *fingerprintWriter) insert(low, high uint64, rule uint8) (fresh bool) {
	f := w.f
	for at := f.home(low); ; at = f.after(at) {
		slot := atomic.LoadUint64(&f.low[at])
		if slot == 0 {
			if atomic.CompareAndSwapUint64(&f.low[at], 0, low) {
				if f.wide {
					atomic.StoreUint64(&f.high[at], high)
				}
				f.setMark(at, rule+1)
				f.count.Add(1)
				w.created[rule]++
				w.added++
				return true
			}
			slot = atomic.LoadUint64(&f.low[at])
		}
		if slot == low && (!f.wide || f.highAt(at) == high) {
			w.credit(at, rule)
			return false
		}
	}
}

// highAt is the other half of an occupied slot; it waits for the one who
// occupied it.
func (f *Fingerprints) highAt(at uint64) uint64 {
	for {
		if h := atomic.LoadUint64(&f.high[at]); h != 0 {
			return h
		}
	}
}

// credit moves a state of this level to an earlier rule.
func (w *fingerprintWriter) credit(at uint64, rule uint8) {
	word, shift := &w.f.marks[at/4], at%4*8
	for {
		had := w.f.mark(at)
		if had == old || had <= rule+1 {
			return
		}
		was := atomic.LoadUint32(word)
		if uint8(was>>shift) != had {
			continue
		}
		if atomic.CompareAndSwapUint32(word, was, was&^(0xFF<<shift)|uint32(rule+1)<<shift) {
			w.created[had-1]--
			w.created[rule]++
			return
		}
	}
}

// keep writes a new state to the level's file.
func (w *fingerprintWriter) keep(state []uint64) {
	if w.file == nil {
		if w.file, w.err = w.folder.Create("level", parts.Saved{}); w.err != nil {
			return
		}
	}
	w.err = errors.Join(w.err, w.file.Add(state, 0))
}
