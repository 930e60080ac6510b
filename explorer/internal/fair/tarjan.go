package fair

// accepted marks the number of a component in which a fair run can go on.
const accepted = 1 << 31

// finder takes a graph apart into components.
type finder struct {
	g     Graph
	asked Demands

	part  []uint32 // by state: the part it belongs to; 0 is none
	index []uint32 // by state: when it was first met; 0 is not yet
	low   []uint32

	parts  uint32 // numbers given to parts
	clock  uint32
	stack  []uint32 // states whose component is not closed
	frames []frame
	edges  []uint32   // the rows of the frames, what is left of them
	again  [][]uint32 // what is left of components, to be taken apart
}

// frame is a state under way in a depth-first search.
type frame struct {
	state uint32
	from  int // its row in edges
}

// newFinder prepares to take the states of region apart.
func newFinder(g Graph, asked Demands, region Region) *finder {
	n := g.Len()
	f := &finder{g: g, asked: asked, part: make([]uint32, n), index: make([]uint32, n), low: make([]uint32, n)}
	whole := f.newPart()
	for s := range n {
		if region == nil || region(s) {
			f.part[s] = whole
		}
	}
	return f
}

func (f *finder) newPart() uint32 {
	f.parts++
	return f.parts
}

// exists reports whether a label is of steps that exist.
func (f *finder) exists(label uint16) bool {
	return f.asked.Ban == 0 || f.g.Served(label)&f.asked.Ban == 0
}

// components calls visit for each component of the part that root is in and
// that can be reached from it. They belong to a part of their own by then.
func (f *finder) components(root uint32, visit func(states []uint32, part uint32)) {
	part := f.part[root]
	f.enter(root, part)
	for len(f.frames) > 0 {
		top := &f.frames[len(f.frames)-1]
		if len(f.edges) > top.from {
			t := f.edges[len(f.edges)-1]
			f.edges = f.edges[:len(f.edges)-1]
			switch {
			case f.part[t] != part: // its component is closed
			case f.index[t] == 0:
				f.enter(t, part)
			default:
				f.low[top.state] = min(f.low[top.state], f.index[t])
			}
			continue
		}
		s := top.state
		f.frames = f.frames[:len(f.frames)-1]
		if n := len(f.frames); n > 0 {
			above := f.frames[n-1].state
			f.low[above] = min(f.low[above], f.low[s])
		}
		if f.low[s] == f.index[s] {
			f.close(s, visit)
		}
	}
}

// enter begins with a state.
func (f *finder) enter(s, part uint32) {
	f.clock++
	f.index[s], f.low[s] = f.clock, f.clock
	f.stack = append(f.stack, s)
	f.frames = append(f.frames, frame{s, len(f.edges)})
	to, by := f.g.Row(s)
	for i, t := range to {
		if f.part[t] == part && f.exists(by[i]) {
			f.edges = append(f.edges, t)
		}
	}
}

// close takes the component of s off the stack.
func (f *finder) close(s uint32, visit func([]uint32, uint32)) {
	i := len(f.stack) - 1
	for f.stack[i] != s {
		i--
	}
	states := f.stack[i:]
	part := f.newPart()
	for _, t := range states {
		f.part[t] = part
	}
	visit(states, part)
	f.stack = f.stack[:i]
}
