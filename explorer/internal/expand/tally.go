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
	// to states outside the constraint that do.
	Breaks []uint64
	Astray []uint64

	// Premises are, by property, the states in which its premise is true; Enabled,
	// by rule, those in which it has a step; Held those in which budgets kept it from
	// one.
	Premises []uint64
	Enabled  []uint64
	Held     []uint64
}

// Counts is what a search counts beside what every search does.
type Counts struct {
	Breaks   bool // all that decides a property
	Coverage bool // premises, and what rules are enabled and held
}

// Joint is how often a set of budgets stopped a step together.
type Joint struct {
	By     model.Budgets
	States uint64
}

// Init makes room for the counts of so many rules, budgets and properties. What
// is not counted has none.
func (t *Tally) Init(rules, budgets, properties int, c Counts) {
	t.Fired = apart(rules)
	t.Stopped = apart(budgets)
	t.Created = make([]int64, rules)
	t.MinOut = -1
	if c.Breaks {
		t.Breaks, t.Astray = apart(properties), apart(properties)
	}
	if c.Coverage {
		t.Premises, t.Enabled, t.Held = apart(properties), apart(rules), apart(rules)
	}
}

// lists are all counters by rule, budget or property, but for Created.
func (t *Tally) lists() [7]*[]uint64 {
	return [...]*[]uint64{&t.Fired, &t.Stopped, &t.Breaks, &t.Astray, &t.Premises, &t.Enabled, &t.Held}
}

// apart are counters of one worker, off the cache lines of any other's.
func apart(n int) []uint64 {
	const line = 16 // words
	return make([]uint64, n+2*line)[line : n+line : n+line]
}

// Reset counts from zero.
func (t *Tally) Reset() {
	fresh := Tally{Created: t.Created, Jointly: t.Jointly[:0], MinOut: -1}
	clear(fresh.Created)
	for i, list := range t.lists() {
		clear(*list)
		*fresh.lists()[i] = *list
	}
	*t = fresh
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
	for i, list := range t.lists() {
		for k, n := range *o.lists()[i] {
			(*list)[k] += n
		}
	}
	for _, j := range o.Jointly {
		t.jointly(j.By, j.States)
	}
}

// Alike tells whether two tallies count the same things.
func (t *Tally) Alike(o *Tally) bool {
	for i, list := range t.lists() {
		if len(*list) != len(*o.lists()[i]) {
			return false
		}
	}
	return len(t.Created) == len(o.Created)
}

// Clone is a copy that does not change with t.
func (t *Tally) Clone() Tally {
	c := *t
	c.Created, c.Jointly = slices.Clone(t.Created), slices.Clone(t.Jointly)
	for i, list := range t.lists() {
		*c.lists()[i] = slices.Clone(*list)
	}
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

// held notes the rules of which budgets stopped a step in a state; their stops
// come in the order of the rules.
func (t *Tally) held(stops []model.Stop) {
	for i, stop := range stops {
		if i == 0 || stops[i-1].Action.Rule != stop.Action.Rule {
			t.Held[stop.Action.Rule]++
		}
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
