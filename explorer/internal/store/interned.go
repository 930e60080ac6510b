package store

import "fmt"

// Interned is an exact set for large states in less memory: the words of a
// state (the parts) are numbered, then pairs of numbers, and so on like the
// leaves and knots of a tree, until a state is two 32-bit numbers: one word,
// kept in an Exact. The parts are few, since participants repeat. A part is a
// word like any other, wherever in the tree it stands: all are numbered by one
// set, so that a wide state takes no more than what is new in it.
type Interned struct {
	root  *Exact
	parts *Exact
	words int
}

// maxParts is the number of different parts that a 32-bit number tells apart.
const maxParts = 1 << 32

// NewInterned makes an empty set of states of so many words, a power of two
// above one.
func NewInterned(words int, seed uint64) (*Interned, error) {
	root, err := NewExact(1, seed)
	if err != nil {
		return nil, err
	}
	parts, err := NewExact(1, seed)
	if err != nil {
		root.Free()
		return nil, err
	}
	s := &Interned{root: root, parts: parts, words: words}
	s.root.spend = &budget{used: s.Bytes}
	s.parts.spend = s.root.spend
	return s, nil
}

// Limit bounds the memory of the set; it must not run beside inserts.
func (s *Interned) Limit(bytes uint64) { s.root.spend.most = bytes }

// Name is "interned".
func (s *Interned) Name() string { return "interned" }

// Omission is 0: a state is its parts.
func (s *Interned) Omission() float64 { return 0 }

// Free gives all memory back.
func (s *Interned) Free() {
	s.root.Free()
	s.parts.Free()
}

// Bytes is the memory of tables and arenas.
func (s *Interned) Bytes() uint64 { return s.root.Bytes() + s.parts.Bytes() }

// Reserve grows the table of states; that of parts grows as it fills.
func (s *Interned) Reserve(next, later uint64, workers int) error {
	return s.root.Reserve(next, later, workers)
}

// EndLevel collects the states of the level.
func (s *Interned) EndLevel(writers []Writer) (Level, []int64, error) {
	roots := make([]Writer, len(writers))
	for i, w := range writers {
		roots[i] = &w.(*internedWriter).exactWriter
	}
	l, created, err := s.root.EndLevel(roots)
	if err != nil {
		return nil, nil, err
	}
	return &internedLevel{Level: l, set: s}, created, nil
}

// internedLevel rebuilds the states that it reads from their numbers.
type internedLevel struct {
	Level
	set *Interned
}

// Read unfolds the states of the portion into buf.
func (l *internedLevel) Read(p Portion, buf []uint64) ([]uint64, error) {
	keys, err := l.Level.Read(p, nil)
	if err != nil {
		return nil, err
	}
	words := l.set.words
	for i, key := range keys {
		l.set.unfold(key, buf[i*words:(i+1)*words])
	}
	return buf[:len(keys)*words], nil
}

// unfold writes the state that a key stands for: each turn makes two words of
// every one.
func (s *Interned) unfold(key uint64, state []uint64) {
	state[0] = key
	for n := 1; n < s.words; n *= 2 {
		for i := n - 1; i >= 0; i-- { // downwards: each is read before it is overwritten
			pair := state[i]
			state[2*i+1] = *(*uint64)(s.parts.arena.at(pair >> 32))
			state[2*i] = *(*uint64)(s.parts.arena.at(pair & (maxParts - 1)))
		}
	}
}

// internedWriter numbers the parts of a batch before it inserts the keys.
type internedWriter struct {
	exactWriter
	parts exactWriter
	cols  [][BatchSize]uint64
	keys  *Batch
}

// Writer makes a writer for a model with so many rules.
func (s *Interned) Writer(rules int) Writer {
	w := &internedWriter{cols: make([][BatchSize]uint64, s.words), keys: NewBatch(1)}
	w.exactWriter = exactWriter{e: s.root, created: apart(rules)}
	w.parts = exactWriter{e: s.parts, created: apart(1), take: 64}
	return w
}

// Insert adds the states of b.
func (w *internedWriter) Insert(b *Batch) {
	n := b.N
	b.N = 0
	for i := range n {
		for c, x := range b.State(i) {
			w.cols[c][i] = x
		}
	}
	for width := len(w.cols); width > 1 && w.err == nil; width /= 2 {
		w.pair(w.cols[:width], n)
	}
	if w.err != nil {
		return
	}
	w.keys.N = n
	copy(w.keys.States, w.cols[0][:n])
	copy(w.keys.Rules[:n], b.Rules[:n])
	w.exactWriter.Insert(w.keys)
}

// pair replaces the first n words of the columns by half as many of pairs of
// their numbers.
func (w *internedWriter) pair(cols [][BatchSize]uint64, n int) {
	e := w.parts.e
	e.resize.RLock()
	defer e.resize.RUnlock()
	for c := range cols {
		w.parts.number(&cols[c], n)
	}
	w.err = w.parts.err
	for c := 0; c < len(cols); c += 2 {
		for i := range n {
			cols[c/2][i] = cols[c][i] | cols[c+1][i]<<32
		}
	}
}

// number replaces each of the first n words of col by its number in the set,
// under the lock for reading.
func (w *exactWriter) number(col *[BatchSize]uint64, n int) {
	w.makeRoom()
	if w.err != nil {
		return
	}
	w.lookAhead(col[:], n)
	for i := range n {
		number := w.insert(col[i:i+1], w.hashes[i], w.e.home(w.hashes[i]), 0, 0)
		if w.err == nil && number >= maxParts {
			w.err = fmt.Errorf("store: more than %d different parts of states; use the exact store", uint64(maxParts))
		}
		col[i] = number
	}
}
