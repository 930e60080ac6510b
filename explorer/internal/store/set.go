package store

import "math/bits"

// Set is what a search has seen, and with it the levels of the search. The
// work on a level is: each goroutine begins with its Writer, inserts batches
// and ends; then EndLevel makes a Level of what was new.
type Set interface {
	Name() string
	// Writer makes a writer for a model with so many rules.
	Writer(rules int) Writer
	// Reserve makes room for the states that the next level is expected to
	// add; if that takes more memory, also for those of later levels. It must
	// not run beside inserts.
	Reserve(next, later uint64, workers int) error
	// Limit bounds the memory of the set: a writer that needs more fails with
	// ErrFull. It must not run beside inserts.
	Limit(bytes uint64)
	// EndLevel collects the states that the writers inserted since Begin, and
	// counts them by the rule they are credited to: the first in the model's
	// order that reaches the state in this level.
	EndLevel(writers []Writer) (Level, []int64, error)
	// Bytes is the memory in use.
	Bytes() uint64
	// Omission is the chance that any state was taken for another.
	Omission() float64
	// Free gives all memory back; the set must not be used afterwards.
	Free()
}

// Writer inserts states on behalf of one goroutine.
type Writer interface {
	// Begin starts a level. take is a hint: how many new states to make room
	// for at a time.
	Begin(take uint64)
	// Insert takes the states of b, to add those that are not there, and
	// empties b.
	Insert(b *Batch)
	// Flush adds what Insert has taken and not added yet.
	Flush()
	// End finishes this writer's part of the level.
	End() error
	// Added counts the states that this writer was the first to insert.
	Added() uint64
	// Err is the first failure of this writer.
	Err() error
}

// Level is the set of states first reached at one depth.
type Level interface {
	Size() uint64
	// Cut divides the level into portions of at most max states.
	Cut(max uint64) []Portion
	// Read returns the packed states of a portion, in buf or, if they lie in
	// memory anyway, where they are. buf has room for max states.
	Read(p Portion, buf []uint64) ([]uint64, error)
}

// Portion is a run of consecutive states of a level; what the numbers mean is
// the level's affair.
type Portion struct{ From, To uint64 }

// BatchSize candidates are inserted at a time, so that their cache misses
// overlap.
const BatchSize = 64

// Batch gathers candidates for Insert.
type Batch struct {
	_      [16]uint64 // no cache line in common with the batch of another worker
	Words  int
	N      int
	States []uint64 // BatchSize packed states
	Rules  [BatchSize]uint8
	_      [16]uint64
}

// NewBatch makes an empty batch of states of so many words.
func NewBatch(words int) *Batch {
	return &Batch{Words: words, States: make([]uint64, BatchSize*words)}
}

// Slot is where the next candidate's words are to be written.
func (b *Batch) Slot() *uint64 { return &b.States[b.N*b.Words] }

// State is the i-th candidate.
func (b *Batch) State(i int) []uint64 {
	return b.States[i*b.Words : (i+1)*b.Words : (i+1)*b.Words]
}

// Hash is a hash of a packed state under a seed, mixed word by word with a
// 64x64 to 128 bit multiplication. Its high bits choose the place in the table,
// bits from the low end are the tag. A seed that is drawn for each run keeps
// those who choose states from choosing what they collide with.
func Hash(w []uint64, seed uint64) uint64 {
	h := seed ^ 0x9e3779b97f4a7c15
	for _, x := range w {
		hi, lo := bits.Mul64(x^h, 0xd6e8feb86659fd93)
		h = hi ^ lo ^ bits.RotateLeft64(x, 32)
	}
	hi, lo := bits.Mul64(h^0xa0761d6478bd642f, 0xe7037ed1a0b428db)
	return hi ^ lo
}
