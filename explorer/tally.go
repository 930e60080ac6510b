package explorer

import "slices"

// tally counts what happened; each worker has its own, and the search their
// sum.
type tally struct {
	generated uint64
	outside   uint64   // of those, outside the constraint
	fired     []uint64 // by rule
	created   []int64  // states credited to each rule
	expanded  uint64
	deadlocks uint64
	minOut    int
	maxOut    int
	sumOut    uint64
}

func (t *tally) init(rules int) {
	t.fired, t.created = make([]uint64, rules), make([]int64, rules)
	t.minOut = -1
}

func (t *tally) reset() {
	fired, created := t.fired, t.created
	clear(fired)
	clear(created)
	*t = tally{fired: fired, created: created, minOut: -1}
}

func (t *tally) add(o *tally) {
	t.generated += o.generated
	t.outside += o.outside
	t.expanded += o.expanded
	t.deadlocks += o.deadlocks
	t.sumOut += o.sumOut
	t.maxOut = max(t.maxOut, o.maxOut)
	if o.minOut >= 0 && (t.minOut < 0 || o.minOut < t.minOut) {
		t.minOut = o.minOut
	}
	for i := range t.fired {
		t.fired[i] += o.fired[i]
		t.created[i] += o.created[i]
	}
}

func (t *tally) clone() tally {
	c := *t
	c.fired, c.created = slices.Clone(t.fired), slices.Clone(t.created)
	return c
}

// expandedState notes a state with so many successors.
func (t *tally) expandedState(successors int) {
	t.expanded++
	t.sumOut += uint64(successors)
	t.maxOut = max(t.maxOut, successors)
	if t.minOut < 0 || successors < t.minOut {
		t.minOut = successors
	}
	if successors == 0 {
		t.deadlocks++
	}
}

func (t *tally) outDegree() OutDegree {
	if t.expanded == 0 {
		return OutDegree{}
	}
	return OutDegree{Min: t.minOut, Max: t.maxOut, Mean: float64(t.sumOut) / float64(t.expanded)}
}
