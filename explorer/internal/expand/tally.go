package expand

import "slices"

// Tally counts what happened; each expander has its own, and the search their
// sum.
type Tally struct {
	Generated uint64
	Outside   uint64   // of those, outside the constraint
	Fired     []uint64 // by rule
	Created   []int64  // states credited to each rule
	Expanded  uint64
	Deadlocks uint64
	MinOut    int
	MaxOut    int
	SumOut    uint64
}

// Init makes room for the counts of so many rules.
func (t *Tally) Init(rules int) {
	const line = 16 // words that keep the counters of one worker off the cache lines of another
	t.Fired = make([]uint64, rules+2*line)[line : rules+line : rules+line]
	t.Created = make([]int64, rules)
	t.MinOut = -1
}

// Reset counts from zero.
func (t *Tally) Reset() {
	fired, created := t.Fired, t.Created
	clear(fired)
	clear(created)
	*t = Tally{Fired: fired, Created: created, MinOut: -1}
}

// Add adds what another has counted.
func (t *Tally) Add(o *Tally) {
	t.Generated += o.Generated
	t.Outside += o.Outside
	t.Expanded += o.Expanded
	t.Deadlocks += o.Deadlocks
	t.SumOut += o.SumOut
	t.MaxOut = max(t.MaxOut, o.MaxOut)
	if o.MinOut >= 0 && (t.MinOut < 0 || o.MinOut < t.MinOut) {
		t.MinOut = o.MinOut
	}
	for i := range t.Fired {
		t.Fired[i] += o.Fired[i]
		t.Created[i] += o.Created[i]
	}
}

// Clone is a copy that does not change with t.
func (t *Tally) Clone() Tally {
	c := *t
	c.Fired, c.Created = slices.Clone(t.Fired), slices.Clone(t.Created)
	return c
}

// expanded notes a state with so many successors.
func (t *Tally) expanded(successors int) {
	t.Expanded++
	t.SumOut += uint64(successors)
	t.MaxOut = max(t.MaxOut, successors)
	if t.MinOut < 0 || successors < t.MinOut {
		t.MinOut = successors
	}
	if successors == 0 {
		t.Deadlocks++
	}
}
