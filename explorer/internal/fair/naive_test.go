package fair

import (
	"math/rand/v2"
	"slices"
)

// drawn is a small graph as it was drawn, with its steps in a list.
type drawn struct {
	n     uint32
	from  []uint32
	to    []uint32
	by    []uint64 // by step
	more  []uint64 // by state: what is enabled beside its steps
	met   []uint64
	table []uint64 // the distinct sets of by
	rows  [][]uint32
	label [][]uint16
}

func (d *drawn) Len() uint32                       { return d.n }
func (d *drawn) Row(s uint32) ([]uint32, []uint16) { return d.rows[s], d.label[s] }
func (d *drawn) Served(label uint16) uint64        { return d.table[label] }
func (d *drawn) At(s uint32) (enabled, met uint64) {
	enabled = d.more[s]
	for _, l := range d.label[s] {
		enabled |= d.table[l]
	}
	return enabled, d.met[s]
}

// step adds a step; one that is there already is of more, and one that repeats
// the state is none.
func (d *drawn) step(from, to uint32, by uint64) {
	if from == to {
		return
	}
	for i := range d.from {
		if d.from[i] == from && d.to[i] == to {
			d.by[i] |= by
			return
		}
	}
	d.from, d.to, d.by = append(d.from, from), append(d.to, to), append(d.by, by)
}

// rowed makes the rows of the steps.
func (d *drawn) rowed() *drawn {
	d.rows, d.label, d.table = make([][]uint32, d.n), make([][]uint16, d.n), nil
	for i, s := range d.from {
		at := slices.Index(d.table, d.by[i])
		if at < 0 {
			at, d.table = len(d.table), append(d.table, d.by[i])
		}
		d.rows[s], d.label[s] = append(d.rows[s], d.to[i]), append(d.label[s], uint16(at))
	}
	return d
}

func empty(n uint32) *drawn { return &drawn{n: n, more: make([]uint64, n), met: make([]uint64, n)} }

// draw makes a graph of up to so many states and steps.
func draw(r *rand.Rand, states, steps, conditions int) *drawn {
	d := empty(1 + uint32(r.IntN(states)))
	for range r.IntN(steps + 1) {
		d.step(r.Uint32N(d.n), r.Uint32N(d.n), r.Uint64()&r.Uint64()&(1<<conditions-1))
	}
	for s := range d.n {
		if r.IntN(4) == 0 {
			d.more[s] = r.Uint64() & r.Uint64() & (1<<conditions - 1)
		}
		d.met[s] = r.Uint64() & (1<<conditions - 1)
	}
	return d.rowed()
}

// demands gives each condition a demand.
func demands(r *rand.Rand, conditions int) (a Demands) {
	sets := []*uint64{&a.Weak, &a.Strong, &a.Strong, &a.Weak, &a.Visit, &a.Take, &a.Ban}
	for i := range conditions {
		if r.IntN(5) > 0 {
			*sets[r.IntN(len(sets))] |= 1 << i
		}
	}
	return a
}

// region is a random set of states.
func region(r *rand.Rand, n uint32) []bool {
	in := make([]bool, n)
	for s := range in {
		in[s] = r.IntN(4) > 0
	}
	return in
}

// set is a strongly connected part of a graph: the states and steps that a run
// meets again and again.
type set struct {
	states []uint32
	steps  []int
}

// meets decides by definition.
func (d *drawn) meets(x set, a Demands) bool {
	var taken, some, met uint64
	every := ^uint64(0)
	for _, i := range x.steps {
		taken |= d.by[i]
	}
	for _, s := range x.states {
		enabled, m := d.At(s)
		some, every, met = some|enabled, every&enabled, met|m
	}
	return a.Ban&taken == 0 && a.Take&^taken == 0 && a.Visit&^met == 0 && a.Weak&every&^taken == 0 && a.Strong&some&^taken == 0
}

// sets calls visit for every strongly connected part within a region.
func (d *drawn) sets(in []bool, visit func(set)) {
	for s := range d.n {
		if in[s] {
			visit(set{states: []uint32{s}})
		}
	}
	for chosen := 1; chosen < 1<<len(d.from); chosen++ {
		x, inside := set{}, true
		for i := range d.from {
			if chosen>>i&1 == 0 {
				continue
			}
			inside = inside && in[d.from[i]] && in[d.to[i]]
			x.steps = append(x.steps, i)
			for _, s := range []uint32{d.from[i], d.to[i]} {
				if !slices.Contains(x.states, s) {
					x.states = append(x.states, s)
				}
			}
		}
		if inside && d.connected(x) {
			visit(x)
		}
	}
}

// connected reports whether every state of a part leads to every other in it.
func (d *drawn) connected(x set) bool {
	for _, s := range x.states {
		seen := []uint32{s}
		for k := 0; k < len(seen); k++ {
			for _, i := range x.steps {
				if d.from[i] == seen[k] && !slices.Contains(seen, d.to[i]) {
					seen = append(seen, d.to[i])
				}
			}
		}
		if len(seen) != len(x.states) {
			return false
		}
	}
	return true
}

// fairIn are the states that lie on some part that meets what is asked.
func (d *drawn) fairIn(a Demands, in []bool) []bool {
	out := make([]bool, d.n)
	d.sets(in, func(x set) {
		if d.meets(x, a) {
			for _, s := range x.states {
				out[s] = true
			}
		}
	})
	return out
}

// shortestLoop is the number of steps of the shortest way around from a state
// that meets what is asked: breadth first over all that has been taken.
func (d *drawn) shortestLoop(a Demands, in []bool, entry uint32) int {
	type node struct {
		at    uint32
		taken uint64
		seen  uint64
	}
	level := []node{{entry, 0, 1 << entry}}
	met := map[node]bool{level[0]: true}
	for length := 0; len(level) > 0; length++ {
		var next []node
		for _, x := range level {
			if x.at == entry && d.meets(x2set(x.taken, x.seen), a) {
				return length
			}
			for i := range d.from {
				y := node{d.to[i], x.taken | 1<<i, x.seen | 1<<d.to[i]}
				if d.from[i] == x.at && in[d.to[i]] && !met[y] {
					met[y] = true
					next = append(next, y)
				}
			}
		}
		level = next
	}
	return -1
}

func x2set(taken, seen uint64) (x set) {
	for i := range 64 {
		if taken>>i&1 == 1 {
			x.steps = append(x.steps, i)
		}
		if seen>>i&1 == 1 {
			x.states = append(x.states, uint32(i))
		}
	}
	return x
}
