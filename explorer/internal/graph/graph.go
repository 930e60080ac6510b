package graph

import (
	"errors"
	"math"
	"sync"
	"sync/atomic"
	"unsafe"

	"mc/explorer/internal/mem"
	"mc/explorer/internal/pack"
	"mc/explorer/internal/store"
	"mc/model"
)

// Options say of what run a graph is.
type Options[S comparable] struct {
	Model   *model.Model[S]
	Packer  *pack.Packer
	States  *store.Exact
	Levels  []store.Level // of States, those that were expanded
	Steps   uint64        // no more than so many lead out of them
	Workers int
	Memory  uint64      // bytes for the graph; 0 is no limit
	Stop    func() bool // the work is to be given up
	Fault   func(detail string) error
}

// What keeps a graph from being made.
var (
	ErrMemory  = errors.New("graph: there is no memory for the graph")
	ErrStopped = errors.New("graph: the work was given up")
)

// Graph is the graph of a run, labelled for some claims.
type Graph[S comparable] struct {
	Options[S]
	n     uint32 // of states, and one that stands for those that were cut off
	keeps bool   // steps are kept

	row  []uint32 // by state: where its row begins in to, plus one; 0 is none
	to   []uint32 // the length of a row, then its targets
	by   []uint16 // the labels, at the same places
	kind []uint32 // by state: its class, plus one; 0 was not expanded
	next atomic.Uint64
	kept []([]uint64) // the memory behind

	*labels[S]
	edges   atomic.Uint64
	own     *rower[S]   // for rows that are not kept
	stopped atomic.Bool // the work was given up
}

// perState is what a decision needs of memory for each state, beside the graph:
// three words of Tarjan's algorithm, its stacks, and marks; and shared what all
// decisions have in common: the survey of the components.
const perState, shared = 3*4 + 3*4 + 2, 4

// New prepares the graph. Label makes it.
func New[S comparable](o Options[S]) (*Graph[S], error) {
	top := o.States.Top()
	if top >= math.MaxUint32/2 {
		return nil, ErrMemory
	}
	g := &Graph[S]{Options: o, n: uint32(top) + 1}
	const slack = 2 * portionSlots
	slots := top + o.Steps + o.Steps/8 + uint64(o.Workers+1)*slack
	fixed, rows := top*(4+shared+perState), top*4+(top+o.Steps)*6
	switch {
	case o.Memory > 0 && fixed > o.Memory:
		return nil, ErrMemory
	case (o.Memory == 0 || fixed+rows <= o.Memory) && slots < math.MaxUint32:
		g.keeps = true
	}
	err := g.allocate(top+1, slots)
	if err != nil {
		g.Free()
	}
	return g, err
}

// allocate takes the memory for the graph, which is outside the heap.
func (g *Graph[S]) allocate(states, slots uint64) (err error) {
	if g.kind, err = words[S, uint32](g, states); err != nil || !g.keeps {
		return err
	}
	g.row, err = words[S, uint32](g, states)
	if err == nil {
		g.to, err = words[S, uint32](g, slots)
	}
	if err == nil {
		g.by, err = words[S, uint16](g, slots)
	}
	return err
}

// words is memory for n numbers.
func words[S comparable, N uint16 | uint32](g *Graph[S], n uint64) ([]N, error) {
	per := 8 / uint64(unsafe.Sizeof(N(0)))
	w, err := mem.Words(int(n/per + 1))
	if err != nil {
		return nil, err
	}
	g.kept = append(g.kept, w)
	return unsafe.Slice((*N)(unsafe.Pointer(&w[0])), n), nil
}

// Readers is how many may go through the graph at a time, each with what a decision
// needs for itself: one, where steps are found again by the one who asks.
func (g *Graph[S]) Readers() int {
	if !g.keeps {
		return 1
	}
	if g.Memory == 0 {
		return g.Workers
	}
	taken := g.Bytes() + uint64(g.n)*shared
	return max(1, min(g.Workers, int((g.Memory-min(g.Memory, taken))/(uint64(g.n)*perState))))
}

// Free gives the memory back.
func (g *Graph[S]) Free() {
	for _, w := range g.kept {
		mem.Free(w)
	}
	g.kept = nil
}

// Kept tells whether the steps are kept, Edges how many there are, and Bytes what
// they take with their labels and rows.
func (g *Graph[S]) Kept() bool    { return g.keeps }
func (g *Graph[S]) Edges() uint64 { return g.edges.Load() }
func (g *Graph[S]) Bytes() uint64 {
	if !g.keeps {
		return uint64(g.n) * 4
	}
	return uint64(g.n)*8 + (g.edges.Load()+uint64(g.n))*6
}

// Stopped tells that the work was given up: what was decided means nothing.
func (g *Graph[S]) Stopped() bool { return g.stopped.Load() }

// Len is the number of states, and of numbers that are none.
func (g *Graph[S]) Len() uint32 { return g.n }

// Expanded reports whether a number is that of a state that was expanded.
func (g *Graph[S]) Expanded(s uint32) bool { return g.kind[s] != 0 }

// State is the state with a number.
func (g *Graph[S]) State(s uint32) S {
	var c pack.Cell[S]
	g.Packer.Unpack(unsafe.Pointer(&c.State), &g.States.State(uint64(s))[0])
	return c.State
}

// Starts are the initial states that were expanded, in the order of Init.
func (g *Graph[S]) Starts() (starts []uint32) {
	packed := make([]uint64, g.Packer.Words())
	g.Model.Init(func(state S) {
		c := pack.Cell[S]{State: state}
		if f := g.Model.Forgets; f != nil {
			f.Apply(&c.State)
		}
		g.Packer.Pack(&packed[0], unsafe.Pointer(&c.State), 1)
		if n := g.States.Find(packed, nil)[0]; n != store.Nobody && g.kind[n] != 0 {
			starts = append(starts, uint32(n))
		}
	})
	return starts
}

// Label goes through all states, to note of each and of its steps what the
// claims ask for. The first time, it also finds where the steps lead.
func (g *Graph[S]) Label(q *Questions[S]) error {
	first := g.labels == nil
	g.labels = newLabels(q)
	var list []store.Portion
	var level []store.Level
	for _, l := range g.Levels {
		for _, p := range l.Cut(portionStates) {
			list, level = append(list, p), append(level, l)
		}
	}
	var at atomic.Int64
	workers := make([]*rower[S], max(1, min(g.Workers, len(list)/4)))
	errs := make([]error, len(workers))
	var wg sync.WaitGroup
	for i := range workers {
		w := newRower(g)
		w.first, w.resolve = first, first && g.keeps
		workers[i] = w
		wg.Go(func() {
			errs[i] = w.guard(func() {
				for k := at.Add(1) - 1; k < int64(len(list)) && !g.giveUp(); k = at.Add(1) - 1 {
					w.portion(level[k], list[k])
				}
			})
		})
	}
	wg.Wait()
	g.own = workers[0]
	g.own.first, g.own.resolve = false, true
	switch {
	case g.Stopped():
		errs = append(errs, ErrStopped)
	case g.tooMany:
		errs = append(errs, g.Fault("the steps are of more than 65,535 different sets of conditions of fairness; "+
			"check fewer claims at a time, or let a condition speak of several instances"))
	}
	return errors.Join(errs...)
}

func (g *Graph[S]) giveUp() bool {
	if g.Stop != nil && g.Stop() {
		g.stopped.Store(true)
	}
	return g.stopped.Load()
}
