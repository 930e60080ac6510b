package store

import "fmt"

// Interned is an exact set for large states in less memory: the words of a
// state (the parts) are numbered, then pairs of numbers, and so on like the
// leaves and knots of a tree, until a state is two 32-bit numbers: one word,
// kept in an Exact. The parts are few, since participants repeat.
type Interned struct {
	root  *Exact
	tiers [][]*Exact // of parts, then of pairs; the last has two sets
	words int
}

// maxParts is the number of different parts that a 32-bit number tells apart.
const maxParts = 1 << 32

// NewInterned makes an empty set of states of so many words, a power of two
// above one.
func NewInterned(words int, seed uint64) (*Interned, error) {
	s := &Interned{words: words}
	root, err := NewExact(1, seed)
	if err != nil {
		return nil, err
	}
	s.root = root
	for n := words; n >= 2; n /= 2 {
		tier := make([]*Exact, n)
		for i := range tier {
			if tier[i], err = NewExact(1, seed); err != nil {
				return nil, err
			}
		}
		s.tiers = append(s.tiers, tier)
	}
	spend := &budget{used: s.Bytes}
	for _, e := range append(s.parts(), s.root) {
		e.spend = spend
	}
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
	for _, e := range s.parts() {
		e.Free()
	}
}

func (s *Interned) parts() (all []*Exact) {
	for _, tier := range s.tiers {
		all = append(all, tier...)
	}
	return all
}

// Bytes is the memory of all tables and arenas.
func (s *Interned) Bytes() uint64 {
	n := s.root.Bytes()
	for _, e := range s.parts() {
		n += e.Bytes()
	}
	return n
}

// Reserve grows the table of states; those of parts grow as they fill.
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

func (s *Interned) unfold(key uint64, state []uint64) {
	state[0] = key
	for t := len(s.tiers) - 1; t >= 0; t-- {
		tier := s.tiers[t]
		for i := len(tier) - 2; i >= 0; i -= 2 { // downwards: state[i/2] is read before it is overwritten
			pair := state[i/2]
			state[i+1] = *(*uint64)(tier[i+1].arena.at(pair >> 32))
			state[i] = *(*uint64)(tier[i].arena.at(pair & (maxParts - 1)))
		}
	}
}

// internedWriter numbers the parts of a batch before it inserts the keys.
type internedWriter struct {
	exactWriter
	set   *Interned
	parts [][]*exactWriter
	cols  [][BatchSize]uint64
	keys  *Batch
}

// Writer makes a writer for a model with so many rules.
func (s *Interned) Writer(rules int) Writer {
	w := &internedWriter{set: s, cols: make([][BatchSize]uint64, s.words), keys: NewBatch(1)}
	w.exactWriter = exactWriter{e: s.root, created: apart(rules)}
	for _, tier := range s.tiers {
		var row []*exactWriter
		for _, e := range tier {
			row = append(row, &exactWriter{e: e, created: apart(1), take: 64})
		}
		w.parts = append(w.parts, row)
	}
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
	for _, tier := range w.parts {
		for c, part := range tier {
			part.number(&w.cols[c], n)
			if part.err != nil && w.err == nil {
				w.err = part.err
			}
		}
		for c := 0; c < len(tier); c += 2 {
			for i := range n {
				w.cols[c/2][i] = w.cols[c][i] | w.cols[c+1][i]<<32
			}
		}
	}
	if w.err != nil {
		return
	}
	w.keys.N = n
	copy(w.keys.States, w.cols[0][:n])
	copy(w.keys.Rules[:n], b.Rules[:n])
	w.exactWriter.Insert(w.keys)
}

// number replaces each of the first n words of col by its number in the set.
func (w *exactWriter) number(col *[BatchSize]uint64, n int) {
	w.e.resize.RLock()
	w.makeRoom()
	defer w.e.resize.RUnlock()
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
