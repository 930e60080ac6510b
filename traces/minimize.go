package traces

import (
	"cmp"
	"fmt"
	"math/bits"
	"slices"

	"mc/model"
	"mc/traces/internal/views"
)

// MinimizeOptions say what counts as less.
type MinimizeOptions struct {
	// States and Memory, in bytes, bound the search for other traces of the same
	// length; States 0 is 200,000, Memory 0 no bound. If one is met, only those
	// that were come to are considered, beside reordering and leaving out.
	States int
	Memory uint64
}

// Shortfall is what there was too little of for a search to consider every
// trace.
type Shortfall uint8

// The shortfalls that there are; the first is that there was none.
const (
	Complete Shortfall = iota
	ShortOfStates
	ShortOfMemory
)

// String says what happened, as a sentence.
func (s Shortfall) String() string {
	switch s {
	case ShortOfStates:
		return "more states lie within its length than are looked at"
	case ShortOfMemory:
		return "more states lie within its length than there is memory for"
	}
	return "every trace was considered"
}

// Minimized is a trace that says the same with less.
type Minimized[S comparable] struct {
	Path       model.Path[S]
	Exhaustive bool // every trace of this length was considered, and none shorter exists
	Short      Shortfall
	Cost       Cost
}

// Cost is what makes a trace harder to follow, the worst first.
type Cost struct {
	Steps   int
	Lanes   int // replicas (or other participants) that take part
	Faults  int // steps that nobody asked for
	Records int
}

func (c Cost) compare(d Cost) int {
	return cmp.Or(cmp.Compare(c.Steps, d.Steps), cmp.Compare(c.Lanes, d.Lanes), cmp.Compare(c.Faults, d.Faults),
		cmp.Compare(c.Records, d.Records))
}

// Minimize looks for the trace that is easiest to follow: first the fewest
// steps, then the fewest participants, faults and records, then the order of
// steps that comes first. The result is a run of m that breaks the property,
// as seen by taking it again; it is never worse than path.
func Minimize[S comparable](m *model.Model[S], property string, path *model.Path[S],
	opt MinimizeOptions) (*Minimized[S], error) {
	a := newAim(m, property)
	if !a.met(path) {
		return nil, fmt.Errorf("traces: the path does not end where %s is broken; there is nothing to minimise", property)
	}
	w := &weigher[S]{m: m, lanes: map[string]int{}, records: map[string]int{}}
	best := a.reorder(a.only(path, slice(a, path)))
	out := &Minimized[S]{Path: *best, Cost: w.path(best)}
	other, short := a.search(w, best.Start, len(best.Steps), newAllowance(opt))
	out.Short, out.Exhaustive = short, short == Complete && other != nil
	if other != nil {
		if cost := w.path(other); cost.compare(out.Cost) <= 0 {
			out.Path, out.Cost = *other, cost
		}
	}
	return out, a.verify(&out.Path)
}

// verify takes every step again.
func (a aim[S]) verify(path *model.Path[S]) error {
	before := path.Start
	for i := range path.Steps {
		if !canStep(a.m, &before, &path.Steps[i]) {
			return fmt.Errorf("traces: step %d of the minimised trace is not what %s does; the model is not deterministic",
				i+1, a.m.Name)
		}
		before = path.Steps[i].After
	}
	if !a.met(path) {
		return fmt.Errorf("traces: the minimised trace does not break %s", a.p.Name)
	}
	return nil
}

// reorder puts neighbours that do not depend on each other into the model's
// order: a pair is swapped if both orders lead to the same state.
func (a aim[S]) reorder(path *model.Path[S]) *model.Path[S] {
	out := &model.Path[S]{Start: path.Start, Steps: slices.Clone(path.Steps)}
	for swapped := true; swapped; {
		swapped = false
		for i := 0; i+1 < len(out.Steps); i++ {
			swapped = a.swap(out, i) || swapped
		}
	}
	return out
}

func (a aim[S]) swap(path *model.Path[S], i int) bool {
	first, second := path.Steps[i], path.Steps[i+1]
	if compareActions(second.Action, first.Action) >= 0 {
		return false
	}
	before := path.Start
	if i > 0 {
		before = path.Steps[i-1].After
	}
	middle, ok := a.m.Successor(&before, second.Action)
	if !ok {
		return false
	}
	after, ok := a.m.Successor(&middle, first.Action)
	if !ok || after != second.After {
		return false
	}
	old := path.Steps
	path.Steps = slices.Clone(old)
	path.Steps[i], path.Steps[i+1] = model.Transition[S]{Action: second.Action, After: middle},
		model.Transition[S]{Action: first.Action, After: after}
	if !a.met(path) { // a property of the last step may mind
		path.Steps = old
		return false
	}
	return true
}

func compareActions(a, b model.Action) int {
	return cmp.Or(cmp.Compare(a.Rule, b.Rule), slices.Compare(a.Args[:], b.Args[:]))
}

// weigher measures paths.
type weigher[S comparable] struct {
	m       *model.Model[S]
	lanes   map[string]int // numbered as they are met
	records map[string]int
}

// load is what a prefix of a path has used so far. Lanes and records beyond
// the 64th share a bit: traces that large are not told apart.
type load struct {
	lanes, records uint64
	faults         int
}

func (l load) cost(steps int) Cost {
	return Cost{steps, bits.OnesCount64(l.lanes), l.faults, bits.OnesCount64(l.records)}
}

func (w *weigher[S]) path(path *model.Path[S]) Cost {
	var l load
	before := path.Start
	for i := range path.Steps {
		l = w.add(l, &before, &path.Steps[i])
		before = path.Steps[i].After
	}
	return l.cost(len(path.Steps))
}

// add takes one more step into account.
func (w *weigher[S]) add(l load, before *S, step *model.Transition[S]) load {
	view := w.m.Describe(&step.After)
	replicas := views.HasLogs(view)
	for _, c := range Diff(w.m.Describe(before), view) {
		if !replicas || views.Lane(view, c.Lane).Log != nil {
			l.lanes |= bit(w.lanes, c.Lane)
		}
	}
	for _, lane := range view.Lanes {
		for _, cell := range views.Log(lane).Cells {
			l.records |= bit(w.records, cell.Text)
		}
	}
	if w.m.Rules[step.Action.Rule].Fault {
		l.faults++
	}
	return l
}

func bit(numbers map[string]int, name string) uint64 {
	n, known := numbers[name]
	if !known {
		n = min(len(numbers), 63)
		numbers[name] = n
	}
	return 1 << n
}
