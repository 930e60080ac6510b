package expand

import (
	"cmp"
	"slices"

	"mc/model"
)

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

	// Stopped are the states in which a budget alone stopped a step, by budget;
	// Jointly those in which several did together.
	Stopped []uint64
	Jointly []Joint

	// Breaks are, by property, the states or steps that decide it; Astray the steps
	// to states outside the constraint that do. Both are empty unless CountBreaks
	// asked for them.
	Breaks []uint64
	Astray []uint64
}

// Joint is how often a set of budgets stopped a step together.
type Joint struct {
	By     model.Budgets
	States uint64
}

// Init makes room for the counts of so many rules and budgets.
func (t *Tally) Init(rules, budgets int) {
	t.Fired = apart(rules)
	t.Stopped = apart(budgets)
	t.Created = make([]int64, rules)
	t.MinOut = -1
}

// CountBreaks makes room for the counts of so many properties.
func (t *Tally) CountBreaks(properties int) {
	t.Breaks, t.Astray = apart(properties), apart(properties)
}

// apart are counters of one worker, off the cache lines of any other's.
func apart(n int) []uint64 {
	const line = 16 // words
	return make([]uint64, n+2*line)[line : n+line : n+line]
}

// Reset counts from zero.
func (t *Tally) Reset() {
	clear(t.Created)
	for _, counts := range [][]uint64{t.Fired, t.Stopped, t.Breaks, t.Astray} {
		clear(counts)
	}
	*t = Tally{Fired: t.Fired, Created: t.Created, Stopped: t.Stopped, Jointly: t.Jointly[:0], MinOut: -1,
		Breaks: t.Breaks, Astray: t.Astray}
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
	for i := range t.Created {
		t.Created[i] += o.Created[i]
	}
	add(t.Fired, o.Fired)
	add(t.Stopped, o.Stopped)
	add(t.Breaks, o.Breaks)
	add(t.Astray, o.Astray)
	for _, j := range o.Jointly {
		t.jointly(j.By, j.States)
	}
}

func add(to, counts []uint64) {
	for i := range to {
		to[i] += counts[i]
	}
}

// Alike tells whether two tallies count the same things.
func (t *Tally) Alike(o *Tally) bool {
	return len(t.Fired) == len(o.Fired) && len(t.Stopped) == len(o.Stopped) &&
		len(t.Breaks) == len(o.Breaks) && len(t.Astray) == len(o.Astray)
}

// Clone is a copy that does not change with t.
func (t *Tally) Clone() Tally {
	c := *t
	c.Fired, c.Created = slices.Clone(t.Fired), slices.Clone(t.Created)
	c.Stopped, c.Jointly = slices.Clone(t.Stopped), slices.Clone(t.Jointly)
	c.Breaks, c.Astray = slices.Clone(t.Breaks), slices.Clone(t.Astray)
	return c
}

// stopped notes what budgets stopped in a state.
func (t *Tally) stopped(alone model.Budgets, jointly []model.Budgets) {
	for ; alone != 0; alone &= alone - 1 {
		t.Stopped[alone.First()]++
	}
	for _, by := range jointly {
		t.jointly(by, 1)
	}
}

func (t *Tally) jointly(by model.Budgets, states uint64) {
	for i := range t.Jointly {
		if t.Jointly[i].By == by {
			t.Jointly[i].States += states
			return
		}
	}
	t.Jointly = append(t.Jointly, Joint{by, states})
}

// Joints are the sets of budgets that stopped a step together, in an order that
// does not depend on when they were found.
func (t *Tally) Joints() []Joint {
	list := slices.Clone(t.Jointly)
	slices.SortFunc(list, func(a, b Joint) int { return cmp.Compare(a.By, b.By) })
	return list
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
