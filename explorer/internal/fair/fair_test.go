package fair

import (
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/graph/simple"
	"gonum.org/v1/gonum/graph/topo"
)

func in(marks []bool) Region { return func(s uint32) bool { return marks[s] } }

// coresOf are the states that belong to some core.
func coresOf(d *drawn, a Demands, marks []bool) []bool {
	c, out := Decide(d, a, in(marks)), make([]bool, d.n)
	for s := range d.n {
		_, out[s] = c.Of(s)
	}
	return out
}

// TestByDefinition: on 10,000 small graphs, the states from which a run can go
// on for ever as asked are those that enumerating all parts of the graph finds.
func TestByDefinition(t *testing.T) {
	r := rand.New(rand.NewPCG(14, 1))
	loops := 0
	for i := range 10000 {
		conditions := r.IntN(4)
		d := draw(r, 5, 9, max(1, conditions))
		a, marks := demands(r, conditions), region(r, d.n)
		got, want := coresOf(d, a, marks), d.fairIn(a, marks)
		if !slices.Equal(got, want) {
			t.Fatalf("graph %d: %+v, %+v in %v: cores %v, by definition %v", i, d, a, marks, got, want)
		}
		if slices.Contains(want, true) {
			loops++
		}
	}
	if loops < 3000 || loops > 9700 {
		t.Errorf("%d of 10,000 graphs have a fair run; the generator tests one side only", loops)
	}
}

// rings is a graph in which strong fairness matters: rings whose states enable a
// condition by turns, nested in each other, with exits by it.
func rings(r *rand.Rand, conditions int) *drawn {
	size := uint32(3 + r.IntN(3))
	d := empty(size + uint32(r.IntN(2)))
	for s := range size {
		d.step(s, (s+1)%size, 0)
	}
	exits := 0
	for c := range conditions {
		s := r.Uint32N(size)
		d.more[s] |= 1 << c
		if exits++; d.n > size && r.IntN(2) == 0 {
			d.step(s, size, 1<<c)
		}
		if r.IntN(2) == 0 { // a shorter way around, inside
			d.step((s+1)%size, (s+2)%size, 0)
			d.step((s+2)%size, (s+1)%size, 0)
		}
	}
	return d.rowed()
}

// TestStrongIsNotWeak: on graphs in which it matters, again by definition.
func TestStrongIsNotWeak(t *testing.T) {
	r := rand.New(rand.NewPCG(14, 2))
	differ, graphs := 0, 10000
	for i := range graphs {
		conditions := 1 + r.IntN(3)
		d := rings(r, conditions)
		all, marks := uint64(1)<<conditions-1, make([]bool, d.n)
		for s := range marks {
			marks[s] = s == 0 || r.IntN(8) > 0
		}
		strong := all & (1 | r.Uint64())
		a := Demands{Strong: strong, Weak: all &^ strong}
		got, want := coresOf(d, a, marks), d.fairIn(a, marks)
		if !slices.Equal(got, want) {
			t.Fatalf("graph %d: %+v, %+v in %v: cores %v, by definition %v", i, d, a, marks, got, want)
		}
		if !slices.Equal(want, d.fairIn(Demands{Weak: all}, marks)) {
			differ++
		}
	}
	if differ*10 < graphs*3 {
		t.Errorf("strong fairness makes a difference in %d of %d graphs, which is less than 30%%", differ, graphs)
	}
}

// TestMonotone: more conditions, or stronger ones, never make a fair run; one
// step more inside a component never takes one away that has no conditions.
func TestMonotone(t *testing.T) {
	r := rand.New(rand.NewPCG(14, 3))
	within := func(less, more []bool) bool {
		for s := range less {
			if less[s] && !more[s] {
				return false
			}
		}
		return true
	}
	for range 5000 {
		d, marks := draw(r, 12, 40, 6), []bool(nil)
		marks = region(r, d.n)
		a := Demands{Weak: r.Uint64() & 7, Strong: r.Uint64() & 56}
		now := coresOf(d, a, marks)
		more, stronger := a, a
		more.Weak |= 1 << r.IntN(3)
		bit := a.Weak & -a.Weak
		stronger.Weak, stronger.Strong = a.Weak&^bit, a.Strong|bit
		if !within(coresOf(d, more, marks), now) || !within(coresOf(d, stronger, marks), now) {
			t.Fatalf("%+v: a condition more adds a fair run to %+v", d, a)
		}
	}
}

// TestUnion: strong fairness of two sets of steps implies that of their union.
// Weak fairness does not: the two may be enabled by turns, and never taken.
func TestUnion(t *testing.T) {
	r := rand.New(rand.NewPCG(14, 4))
	for range 5000 {
		d := draw(r, 8, 24, 2)
		for i, by := range d.by {
			if by&3 != 0 {
				d.by[i] |= 4
			}
		}
		for s, more := range d.more {
			if more&3 != 0 {
				d.more[s] |= 4
			}
		}
		d.rowed()
		marks := region(r, d.n)
		apart, union := coresOf(d, Demands{Strong: 3}, marks), coresOf(d, Demands{Strong: 4}, marks)
		for s := range apart {
			if apart[s] && !union[s] {
				t.Fatalf("%+v: fair to each of two, and not to both together", d)
			}
		}
	}
}

// TestPermutation: another numbering gives the same cores and the same lengths.
func TestPermutation(t *testing.T) {
	r := rand.New(rand.NewPCG(14, 5))
	for range 3000 {
		d := draw(r, 8, 24, 4)
		a, marks := demands(r, 4), region(r, d.n)
		as := r.Perm(int(d.n))
		e, moved := empty(d.n), make([]bool, d.n)
		for _, i := range r.Perm(len(d.from)) {
			e.step(uint32(as[d.from[i]]), uint32(as[d.to[i]]), d.by[i])
		}
		for s := range d.n {
			e.more[as[s]], e.met[as[s]], moved[as[s]] = d.more[s], d.met[s], marks[s]
		}
		e.rowed()
		x, y := coresOf(d, a, marks), coresOf(e, a, moved)
		for s := range x {
			if x[s] != y[as[s]] {
				t.Fatalf("%+v under %+v: state %d differs when renumbered", d, a, s)
			}
		}
		start := r.Uint32N(d.n)
		p := Decide(d, a, in(marks)).Shortest(d, a, &Approach{Starts: []uint32{start}})
		q := Decide(e, a, in(moved)).Shortest(e, a, &Approach{Starts: []uint32{uint32(as[start])}})
		if (p == nil) != (q == nil) || p != nil && (len(p.Stem) != len(q.Stem) || len(p.Loop) != len(q.Loop)) {
			t.Fatalf("%+v under %+v: %+v, renumbered %+v", d, a, p, q)
		}
	}
}

// TestTarjan: the components are those of a library.
func TestTarjan(t *testing.T) {
	r := rand.New(rand.NewPCG(14, 6))
	for range 500 {
		d := draw(r, 60, 150, 1)
		g := simple.NewDirectedGraph()
		for s := range d.n {
			g.AddNode(simple.Node(s))
		}
		for i := range d.from {
			g.SetEdge(g.NewEdge(simple.Node(d.from[i]), simple.Node(d.to[i])))
		}
		c := Decide(d, Demands{}, nil)
		components := topo.TarjanSCC(g)
		if c.Count != len(components) {
			t.Fatalf("%d components, the library has %d", c.Count, len(components))
		}
		for _, component := range components {
			first, _ := c.Of(uint32(component[0].ID()))
			for _, node := range component {
				if core, _ := c.Of(uint32(node.ID())); core != first {
					t.Fatal("a component of the library is in two")
				}
			}
		}
	}
}

// TestLassos: stems and loops are ways through the graph, meet what is asked,
// and are as short as enumerating everything says.
func TestLassos(t *testing.T) {
	r := rand.New(rand.NewPCG(14, 7))
	found, waited := 0, 0
	for i := range 4000 {
		d := draw(r, 5, 9, 3)
		if i%2 == 0 {
			d = rings(r, 3)
		}
		a, keep, waits := demands(r, 3), region(r, d.n), region(r, d.n)
		way := &Approach{Starts: []uint32{r.Uint32N(d.n)}, Keep: in(keep)}
		if r.IntN(2) == 0 {
			way.Waits = in(waits)
		}
		cores := Decide(d, a, way.Within(d))
		got := cores.Shortest(d, a, way)
		stem, loop := d.slowly(a, way)
		if (got == nil) != (stem < 0) {
			t.Fatalf("%+v, %+v: lasso %+v, slowly %d and %d", d, a, got, stem, loop)
		}
		if got == nil {
			continue
		}
		found++
		if way.Waits != nil {
			waited++
		}
		if len(got.Stem) != stem || len(got.Loop) != loop || !got.Shortest {
			t.Fatalf("%+v, %+v: lasso %+v, slowly %d and %d", d, a, got, stem, loop)
		}
		d.check(t, a, got)
		entry := got.Stem[len(got.Stem)-1]
		core, _ := cores.Of(entry)
		near := &Lasso{Stem: got.Stem, Loop: newAround(d, a, cores, core).nearest(entry)}
		d.check(t, a, near)
	}
	if found < 1000 || waited < 300 {
		t.Errorf("only %d lassos, %d of them waited", found, waited)
	}
}

// check takes a lasso step by step.
func (d *drawn) check(t *testing.T, a Demands, l *Lasso) {
	t.Helper()
	x := set{}
	at := l.Stem[len(l.Stem)-1]
	x.states = append(x.states, at)
	for k := 1; k < len(l.Stem); k++ {
		if !slices.Contains(d.rows[l.Stem[k-1]], l.Stem[k]) {
			t.Fatalf("%+v: the stem of %+v is no way", d, l)
		}
	}
	for _, s := range l.Loop {
		step := -1
		for i := range d.from {
			if d.from[i] == at && d.to[i] == s {
				step = i
			}
		}
		if step < 0 {
			t.Fatalf("%+v: the loop of %+v is no way", d, l)
		}
		x.states, x.steps, at = append(x.states, s), append(x.steps, step), s
	}
	if at != x.states[0] || !d.meets(x, a) {
		t.Fatalf("%+v, %+v: the loop of %+v does not close, or does not meet what is asked", d, a, l)
	}
}

// slowly finds the lengths of the shortest lasso, in states and steps; -1 if there
// is none.
func (d *drawn) slowly(a Demands, way *Approach) (stem, loop int) {
	type node struct {
		s       uint32
		waiting bool
	}
	keep := make([]bool, d.n)
	for s := range d.n {
		keep[s] = way.Keep(s)
	}
	level, seen := []node{}, map[node]bool{}
	enter := func(to *[]node, s uint32, waiting bool) {
		for _, w := range []bool{waiting, true} {
			ok := !w || keep[s] && (waiting || way.Waits(s))
			if x := (node{s, w}); ok && !seen[x] {
				seen[x] = true
				*to = append(*to, x)
			}
		}
	}
	for _, s := range way.Starts {
		enter(&level, s, way.Waits == nil)
	}
	for stem = 1; len(level) > 0; stem++ {
		best := -1
		next := []node{}
		for _, x := range level {
			if x.waiting {
				if n := d.shortestLoop(a, keep, x.s); n >= 0 && (best < 0 || n < best) {
					best = n
				}
			}
			for i := range d.from {
				if d.from[i] == x.s {
					enter(&next, d.to[i], x.waiting)
				}
			}
		}
		if best >= 0 {
			return stem, best
		}
		level = next
	}
	return -1, -1
}

// TestSurvey: what is said of all components at once is what a decision finds, and
// most of the time something is said; where it says that no run is fair, the cores
// have no state, also of claims that ask for fewer steps and more conditions.
func TestSurvey(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 17))
	said, spared, denied := 0, 0, 0
	const graphs = 5000
	for range graphs {
		d := draw(r, 8, 20, 6)
		a := demands(r, 6)
		s := Look(d, a.Ban, nil)
		fair, known := s.Fair(a)
		if known {
			said++
		}
		if want := Decide(d, a, nil).Count > 0; known && fair != want || fair && !known {
			t.Fatalf("%+v under %+v: fair %v (known %v), decided %v", d, a, fair, known, want)
		}
		more, marks := a, region(r, d.n)
		more.Ban |= 1 << r.IntN(6)
		more.Visit |= demands(r, 6).Visit
		want := coresOf(d, more, marks)
		if fair, known := s.Fair(more); known && !fair {
			denied++
			if slices.Contains(want, true) {
				t.Fatalf("%+v under %+v: no run is said to be fair, and the cores are %v", d, more, want)
			}
		}
		among := make([]bool, d.n)
		for i := range among {
			if among[i] = s.Among(more, in(marks))(uint32(i)); marks[i] && !among[i] {
				spared++
			}
		}
		if got := coresOf(d, more, among); !slices.Equal(got, want) {
			t.Fatalf("%+v under %+v: cores %v among %v, and %v in all of %v", d, more, got, among, want, marks)
		}
		if other := s.ban ^ 1; s.ban&^other != 0 {
			if _, known := s.Fair(Demands{Ban: other}); known {
				t.Fatal("something is said of a graph with more steps")
			}
		}
	}
	if said < graphs/2 || said == graphs || spared < graphs || denied < graphs/10 {
		t.Errorf("of %d graphs, something was said of %d, %d states were spared, and %d were denied", graphs, said, spared, denied)
	}
}

// TestCoresOfMore: where more counts as enabled, fair runs go on only where they do
// with less.
func TestCoresOfMore(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 18))
	fewer := 0
	for range 5000 {
		d, a := draw(r, 8, 20, 4), demands(r, 4)
		marks := region(r, d.n)
		less := coresOf(d, a, marks)
		for s := range d.n {
			d.more[s] |= 1 << r.IntN(4)
		}
		d.rowed()
		all, among := coresOf(d, a, marks), coresOf(d, a, less)
		if !slices.Equal(all, among) {
			t.Fatalf("%+v under %+v: cores %v, and %v among those with less enabled, %v", d, a, all, among, less)
		}
		if !slices.Equal(all, less) {
			fewer++
		}
	}
	if fewer < 500 {
		t.Errorf("in %d of 5,000 graphs more that is enabled made a difference", fewer)
	}
}
