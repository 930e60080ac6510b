package store

// Numbered hands out the numbers of states, one at a time, to a search that
// keeps more about each state than the set does.
type Numbered struct {
	e *Exact
	w *exactWriter
}

// NewNumbered makes an exact set of states of so many words, whose states are
// numbered from 0 without gaps.
func NewNumbered(words int) (*Numbered, error) {
	e, err := NewExact(words, 0)
	if err != nil {
		return nil, err
	}
	return &Numbered{e: e, w: &exactWriter{e: e, created: make([]int64, 1), take: 1}}, nil
}

// Number is the number of a state, and whether the state is new.
func (n *Numbered) Number(state []uint64) (number uint64, fresh bool, err error) {
	n.e.resize.RLock()
	n.w.makeRoom()
	defer n.e.resize.RUnlock()
	if n.w.err != nil {
		return 0, false, n.w.err
	}
	before := n.w.added
	h := Hash(state, n.e.seed)
	number = n.w.insert(state, h, n.e.home(h), 0, 0)
	return number, n.w.added > before, n.w.err
}

// State is the packed state with the given number.
func (n *Numbered) State(number uint64) []uint64 { return n.e.state(number) }

// Bytes is the memory in use.
func (n *Numbered) Bytes() uint64 { return n.e.Bytes() }

// Free gives all memory back.
func (n *Numbered) Free() { n.e.Free() }
