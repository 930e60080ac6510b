package store

import (
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
	plain uint64 // bytes of states that files hold as they are

	table []uint64 // slots
	high  []uint64 // the other half of each slot's hash, if wide; 0 = not written yet
	size  uint64   // len(table)
	lines uint64   // of the table
	limit uint64   // states at which the table grows
	fresh uint64   // the first mark of the level at hand
	rules uint64   // marks of a level
	count atomic.Uint64
	spend budget

	resize  sync.RWMutex // held for reading during a batch of inserts
	writers int
	levels  []*diskLevel
}

// Layout of a slot, from the low end: mark (0 = empty), detour, tag. The tag is
// the low end of the hash. As there are never fewer than firstPrints slots, a
// tag occurs once among the hashes that are at home in a line: line, detour and
// tag tell the whole hash, and no hash is taken for another.
//
// From its home line a hash goes on in steps of its own: with steps of one line,
// full lines grow together, and at a load of 7/8 some slots would be more than 64
// from home. With these about half of the lines met are full, each by itself; a
// hash that met 64 full ones would end the run, as ErrFull.
const (
	printMarkBits    = 8
	printDetourBits  = 6 // steps from the home line
	printTagBits     = 64 - printMarkBits - printDetourBits
	printMarkMask    = 1<<printMarkBits - 1
	printDetourMask  = 1<<printDetourBits - 1
	printTagShift    = printMarkBits + printDetourBits
	printTagMask     = 1<<printTagBits - 1
	firstPrints      = 1 << (64 - printTagBits) * lineSlots
	marksOfAllLevels = 1 << printMarkBits
)

// The mark of a slot is that of the level in which it was filled plus the rule
// that it is credited to, or old. Each level has marks above those of the one
// before, until there are none left and all slots become old.
const (
	old       = 1
	firstMark = old + 1
)

// NoPlace says that there is no place for the levels of a fingerprint store.
type NoPlace struct {
	Dir string // as it was given; may be ""
	Err error
}

func (e *NoPlace) Error() string {
	return fmt.Sprintf("store: no place for the levels of a fingerprint store: %v; name another directory", e.Err)
}

func (e *NoPlace) Unwrap() error { return e.Err }

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
	f := &Fingerprints{files: parts.Folder{Disk: runs.OS{}, Dir: temporary, Words: words}, wide: width == 128, seed: seed, plain: plainBytes, fresh: firstMark}
	f.spend.used = f.Bytes
	return f, f.setTable(firstPrints)
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
	mem.Free(f.table)
	mem.Free(f.high)
	for _, l := range f.levels {
		parts.Close(l.parts)
	}
	os.RemoveAll(f.files.Dir) // a temporary directory: what stays is the system's
}

// Bytes is the memory of the table.
func (f *Fingerprints) Bytes() uint64 {
	return atomic.LoadUint64(&f.size) * f.slotBytes()
}

// slotBytes is the memory of a slot.
func (f *Fingerprints) slotBytes() uint64 { return uint64(f.width() / 8) }

// home is the line in which a hash is looked for first.
func (f *Fingerprints) home(h uint64) uint64 {
	hi, _ := bits.Mul64(h, f.lines)
	return hi
}

// after is the line that a hash goes on to from line i.
func (f *Fingerprints) after(i, print uint64) uint64 {
	if i += stepOf(print); i >= f.lines {
		i -= f.lines
	}
	return i
}

// stepOf is the step of the hash with so much above the mark.
func stepOf(print uint64) uint64 { return print>>printDetourBits&mostStep + 1 }

const mostStep = 63 // less one

// printOf is what is above the mark in the slot of a hash, in its home line.
func printOf(h uint64) uint64 { return h & printTagMask << printDetourBits }

// line is a line of the table.
func (f *Fingerprints) line(i uint64) *[lineSlots]uint64 {
	return (*[lineSlots]uint64)(unsafe.Pointer(&f.table[i*lineSlots]))
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

// age goes on to the marks of the next level.
func (f *Fingerprints) age() {
	if f.fresh += f.rules; f.fresh+f.rules <= marksOfAllLevels {
		return
	}
	f.fresh = firstMark
	for i, slot := range f.table {
		if slot&printMarkMask > old {
			f.table[i] = slot&^printMarkMask | old
		}
	}
}
