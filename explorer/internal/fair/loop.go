package fair

import "slices"

// Lasso is a way to a state, and a way around from there: the states after it,
// of which the last is that state again. An empty loop stays.
type Lasso struct {
	Stem, Loop []uint32
	Shortest   bool // of those with a stem as short, none has a shorter loop
}

// Shortest is a lasso with the shortest stem; nil if there are no cores.
func (c *Cores) Shortest(g Graph, asked Demands, a *Approach) *Lasso {
	ways, all := c.entries(g, a)
	var best *Lasso
	cores := map[uint32]*around{}
	for _, way := range ways {
		entry := way[len(way)-1]
		core, _ := c.Of(entry)
		if cores[core] == nil {
			cores[core] = newAround(g, asked, c, core)
		}
		loop, exact := cores[core].from(entry)
		all = all && exact
		if best == nil || len(loop) < len(best.Loop) {
			best = &Lasso{Stem: way, Loop: loop}
		}
	}
	if best != nil {
		best.Shortest = all
	}
	return best
}

// around looks for ways around inside one core.
type around struct {
	g      Graph
	asked  Demands
	core   uint32
	part   []uint32
	states []uint32 // sorted
	some   uint64   // enabled in some state
}

func newAround(g Graph, asked Demands, c *Cores, core uint32) *around {
	r := &around{g: g, asked: asked, core: core, part: c.part, states: c.States(core)}
	for _, s := range r.states {
		enabled, _ := g.At(s)
		r.some |= enabled
	}
	return r
}

// local is the place of a state among those of the core.
func (r *around) local(s uint32) uint32 {
	i, _ := slices.BinarySearch(r.states, s)
	return uint32(i)
}

// inner calls visit for the steps out of s that stay in the core, with what they
// are of.
func (r *around) inner(s uint32, visit func(t uint32, served uint64)) {
	to, by := r.g.Row(s)
	for i, t := range to {
		if served := r.g.Served(by[i]); r.part[t] == r.core && served&r.asked.Ban == 0 {
			visit(t, served&^r.asked.Visit)
		}
	}
}

// done are the conditions that being in s discharges.
func (r *around) done(s uint32) uint64 {
	enabled, met := r.g.At(s)
	return r.asked.Weak&^enabled | r.asked.Visit&met
}

// owed are the strong conditions that being in s makes necessary.
func (r *around) owed(s uint32) uint64 {
	enabled, _ := r.g.At(s)
	return r.asked.Strong & enabled
}

// most is the largest product of states and obligations that is searched.
const most = 1 << 22

// from is a way around from a state, and whether it is a shortest.
func (r *around) from(entry uint32) (loop []uint32, exact bool) {
	p := r.product(entry)
	if shift := p.width(); shift < 32 && uint64(len(r.states))<<shift <= most {
		return p.search(entry), true
	}
	return r.nearest(entry), false
}

// product is the core with what has been met on the way.
type product struct {
	*around
	must   []uint64 // conditions to be met, one bit each
	strong []uint64 // conditions to be taken if they are enabled anywhere on the way
}

func (r *around) product(entry uint32) *product {
	p := &product{around: r}
	must := (r.asked.Weak | r.asked.Visit) &^ r.done(entry)
	for b := must | r.asked.Take; b != 0; b &= b - 1 {
		p.must = append(p.must, b&-b)
	}
	for b := r.asked.Strong & r.some; b != 0; b &= b - 1 {
		p.strong = append(p.strong, b&-b)
	}
	return p
}

// width is the number of bits of a mark.
func (p *product) width() int { return len(p.must) + 2*len(p.strong) }

// mark notes in a mark what a step is of and what the state after it adds. Its
// bits are: met, for each of must; then owed and taken, for each of strong.
func (p *product) mark(m uint32, served uint64, after uint32) uint32 {
	met, owed := served|p.done(after), p.owed(after)
	for i, b := range p.must {
		if met&b != 0 {
			m |= 1 << i
		}
	}
	for i, b := range p.strong {
		at := len(p.must) + 2*i
		if owed&b != 0 {
			m |= 1 << at
		}
		if served&b != 0 {
			m |= 2 << at
		}
	}
	return m
}

// enough reports whether a run with that mark may close.
func (p *product) enough(m uint32) bool {
	if all := uint32(1)<<len(p.must) - 1; m&all != all {
		return false
	}
	for i := range p.strong {
		if m>>(len(p.must)+2*i)&3 == 1 {
			return false
		}
	}
	return true
}

// search finds the shortest way around, breadth first.
func (p *product) search(entry uint32) (loop []uint32) {
	width := p.width()
	first := p.mark(0, 0, entry)
	if p.enough(first) {
		return nil
	}
	home := p.local(entry)
	start := home<<width | first
	parent := make([]uint32, len(p.states)<<width) // plus one
	parent[start] = start + 1
	queue := []uint32{start}
	for i := 0; i < len(queue); i++ {
		node := queue[i]
		found := false
		p.inner(p.states[node>>width], func(t uint32, served uint64) {
			at := p.local(t)
			next := at<<width | p.mark(node&(1<<width-1), served, t)
			switch {
			case found:
			case at == home && p.enough(next&(1<<width-1)):
				found, loop = true, append(p.back(parent, start, node, width), t)
			case parent[next] == 0:
				parent[next] = node + 1
				queue = append(queue, next)
			}
		})
		if found {
			return loop
		}
	}
	return nil
}

// back are the states after start on the way to a node.
func (p *product) back(parent []uint32, start, node uint32, width int) (states []uint32) {
	for node != start {
		states = append(states, p.states[node>>width])
		node = parent[node] - 1
	}
	slices.Reverse(states)
	return states
}

// nearest is a way around that always goes to what is unmet and nearest, and
// then home.
func (r *around) nearest(entry uint32) (loop []uint32) {
	left := (r.asked.Weak | r.asked.Visit | r.asked.Take | r.asked.Strong&r.some) &^ r.done(entry)
	at := entry
	for left != 0 {
		way, met := r.toward(at, func(t uint32, served uint64) uint64 { return (served | r.done(t)) & left })
		loop, at = append(loop, way...), way[len(way)-1]
		left &^= met
	}
	if at != entry {
		way, _ := r.toward(at, func(t uint32, _ uint64) uint64 {
			if t == entry {
				return 1
			}
			return 0
		})
		loop = append(loop, way...)
	}
	return loop
}

// toward is the shortest way from a state whose last step is good for something.
func (r *around) toward(from uint32, good func(t uint32, served uint64) uint64) (way []uint32, what uint64) {
	before := map[uint32]uint32{}
	queue := []uint32{from}
	for i := 0; i < len(queue); i++ {
		s := queue[i]
		r.inner(s, func(t uint32, served uint64) {
			if what != 0 {
				return
			}
			if what = good(t, served); what != 0 {
				way = []uint32{t}
				for ; s != from; s = before[s] {
					way = append(way, s)
				}
				slices.Reverse(way)
				return
			}
			if _, seen := before[t]; !seen && t != from {
				before[t] = s
				queue = append(queue, t)
			}
		})
		if what != 0 {
			return way, what
		}
	}
	panic("fair: a core from one state of which another cannot be reached")
}
