package graph

import (
	"fmt"
	"reflect"
	"slices"
	"unsafe"

	"mc/explorer/internal/pack"
	"mc/explorer/internal/store"
	"mc/model"
)

// portionStates is how many states a worker takes at a time, and portionSlots
// how many places for their rows.
const (
	portionStates = 1024
	portionSlots  = 1 << 16
)

// rower finds the rows of states on behalf of one goroutine.
type rower[S comparable] struct {
	_       [16]uint64 // no cache line in common with another rower
	g       *Graph[S]
	in      pack.Cell[S]
	self    []uint64 // packed
	steps   *model.Gatherer[S]
	first   bool // where rows lie is not known yet
	resolve bool // where steps lead is wanted

	packed []uint64 // successors, as they come
	found  []uint64 // those of the state, packed, each once
	sets   []uint64 // and what the steps to them are of
	truths []S      // and what they are, where the model forgets
	state  class
	places [2]uint64 // of rows: the next, and the end of those set aside

	sought  []uint64 // successors of several states, to be looked up at a time
	spans   []span   // and where their numbers belong
	numbers []uint64
	targets []uint32
	marks   []uint16
	known   *numbers[class] // of the labels, for whoever need not ask for them
	labels  *numbers[uint64]
	err     error
	_       [16]uint64
}

// span is part of the rows.
type span struct{ at, n uint64 }

func newRower[S comparable](g *Graph[S]) *rower[S] {
	w := &rower[S]{g: g, packed: make([]uint64, store.BatchSize*g.Packer.Words()),
		known: newNumbers(class.hash), labels: newNumbers(mix)}
	w.steps = model.NewGatherer[S](store.BatchSize, w.gathered)
	w.steps.Narrow(g.Model.Widest)
	w.steps.WithArgs(true)
	w.steps.NoteStops(true)
	return w
}

// portion finds the rows of some states of a level.
func (w *rower[S]) portion(level store.Level, p store.Portion) {
	n := w.g.Packer.Words()
	states, _ := level.Read(p, nil) // those of an exact set lie in memory
	edges := 0
	for s := p.From; s < p.To && w.err == nil; s++ {
		w.expand(states[:n])
		states = states[n:]
		w.g.kind[s] = w.number(w.state) + 1
		if w.g.keeps {
			w.keep(s)
		}
		edges += len(w.sets)
	}
	w.lookUp()
	if w.first {
		w.g.edges.Add(uint64(edges))
	}
}

// expand finds the successors of a state, and its class.
func (w *rower[S]) expand(packed []uint64) {
	w.self = packed
	w.g.Packer.Unpack(unsafe.Pointer(&w.in.State), &packed[0])
	w.found, w.sets, w.state = w.found[:0], w.sets[:0], class{}
	q := w.g.q
	q.Conditions.Expand(&w.in.State, w.steps)
	for _, stop := range w.steps.Stops() {
		if set := q.Conditions.ServedBy(&w.in.State, stop); set != 0 {
			w.state.blocked |= set
			w.state.by |= stop.By
		}
	}
	w.state.met, w.state.claims = q.Conditions.Met(&w.in.State), q.claims(&w.in.State)
}

// gathered takes successors of the state. Two steps to the same state are one,
// of all that either is of; one that repeats the state is none.
func (w *rower[S]) gathered(actions []model.Action) {
	m, n := w.g.Model, len(w.self)
	if m.Forgets == nil && len(actions) > 0 {
		w.g.Packer.Pack(&w.packed[0], unsafe.Pointer(w.steps.At(0)), len(actions))
	}
	for i, a := range actions {
		after, packed := w.steps.At(i), w.packed[i*n:(i+1)*n]
		if m.Forgets == nil && slices.Equal(packed, w.self) || m.Forgets != nil && *after == w.in.State {
			continue
		}
		set := w.g.q.Conditions.Served(&w.in.State, a, after)
		if m.Within != nil && !m.Within(after) {
			w.state.outside |= set
			continue
		}
		w.state.enabled |= set
		if m.Forgets == nil {
			w.add(packed, set)
		} else {
			w.addAnew(packed, set, after)
		}
	}
}

// add notes a step to a packed state, and reports which of those found that is, and
// whether it is a new one.
func (w *rower[S]) add(packed []uint64, set uint64) (i int, fresh bool) {
	n := len(packed)
	for i := range w.sets {
		if slices.Equal(w.found[i*n:(i+1)*n], packed) {
			w.sets[i] |= set
			return i, false
		}
	}
	w.found, w.sets = append(w.found, packed...), append(w.sets, set)
	return len(w.sets) - 1, true
}

// addAnew notes a step to a state of which something is forgotten. Two that go to
// different states must not become one, of which nobody could say what it is a step
// of; nor may a step become none.
func (w *rower[S]) addAnew(packed []uint64, set uint64, after *S) {
	truth := *after
	w.g.Model.Forgets.Apply(after)
	w.g.Packer.Pack(&packed[0], unsafe.Pointer(after), 1)
	if slices.Equal(packed, w.self) {
		w.err = w.g.Fault(fmt.Sprintf("Forgets makes a step to %+v none, out of %+v; claims about runs need to see it",
			w.value(truth), w.value(w.in.State)))
		return
	}
	i, fresh := w.add(packed, set)
	switch {
	case fresh:
		w.truths = append(w.truths[:i], truth)
	case w.truths[i] != truth:
		w.err = w.g.Fault(fmt.Sprintf("Forgets makes %+v and %+v one, both successors of %+v; claims about runs need "+
			"to tell the steps apart", w.value(truth), w.value(w.truths[i]), w.value(w.in.State)))
	}
}

// value is a state as complaints show it. It takes a copy, so that none has to be kept
// for a complaint that is hardly ever made.
func (w *rower[S]) value(s S) reflect.Value { return w.g.Model.Value(&s) }

// keep puts the row into its place.
func (w *rower[S]) keep(s uint64) {
	g, n := w.g, uint64(len(w.sets))
	if w.first {
		w.places[0] = w.room(n + 1)
		g.row[s] = uint32(w.places[0]) + 1
		g.to[w.places[0]] = uint32(n)
		w.places[0] += n + 1
	}
	at := uint64(g.row[s])
	if g.to[at-1] != uint32(n) {
		w.err = g.Fault("a state has other steps on a second look; a rule depends on more than the state " +
			"(a map's order, a clock, a variable outside)")
		return
	}
	for i, set := range w.sets {
		g.by[at+uint64(i)] = w.label(set)
	}
	if !w.resolve || n == 0 {
		return
	}
	w.sought, w.spans = append(w.sought, w.found...), append(w.spans, span{at, n})
	if len(w.sought) >= store.BatchSize*len(w.self) {
		w.lookUp()
	}
}

// lookUp finds where the steps of the latest rows lead: many at a time, for most of
// the time goes by until memory answers.
func (w *rower[S]) lookUp() {
	w.targetsOf(w.sought)
	rest := w.targets
	for _, p := range w.spans {
		copy(w.g.to[p.at:p.at+p.n], rest)
		rest = rest[p.n:]
	}
	w.sought, w.spans = w.sought[:0], w.spans[:0]
}

// room is a place for so many numbers.
func (w *rower[S]) room(n uint64) uint64 {
	if w.places[0]+n > w.places[1] {
		size := max(n, portionSlots)
		end := w.g.next.Add(size)
		w.places = [2]uint64{end - size, end}
	}
	return w.places[0]
}

// targetsOf looks up packed states; one that is not in the set is nowhere.
func (w *rower[S]) targetsOf(packed []uint64) {
	w.numbers, w.targets = w.g.States.Find(packed, w.numbers[:0]), w.targets[:0]
	for _, number := range w.numbers {
		w.targets = append(w.targets, uint32(min(number, uint64(w.g.n-1))))
	}
}

// again finds the row of a state again.
func (w *rower[S]) again(s uint32) ([]uint32, []uint16) {
	w.expand(w.g.States.State(uint64(s)))
	w.targetsOf(w.found)
	w.marks = w.marks[:0]
	for _, set := range w.sets {
		w.marks = append(w.marks, w.label(set))
	}
	return w.targets, w.marks
}

func (w *rower[S]) number(c class) uint32 { return w.known.of(c, w.g.classOf) }

func (w *rower[S]) label(set uint64) uint16 {
	return uint16(w.labels.of(set, func(set uint64) uint32 { return uint32(w.g.labelOf(set)) }))
}

// guard turns a panic of the model's code into an error.
func (w *rower[S]) guard(do func()) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = w.g.Fault(fmt.Sprintf("a claim, a condition of fairness or a rule panics in state %+v: %v", w.value(w.in.State), p))
		}
	}()
	do()
	return w.err
}
