package driver

import (
	"hash/maphash"

	"mc/model"
	"mc/model/kafka"
)

// mostStates is how many states may come up before nothing new can; a plan in which
// more do is passed over.
const mostStates = 20000

var seed = maphash.MakeSeed()

// sum is a number by which sets of states are told apart, whatever their order.
func sum(states []kafka.State) (n uint64) {
	for i := range states {
		n += maphash.Comparable(seed, states[i])
	}
	return n
}

// silence explores what processes do by themselves.
type silence struct {
	p     *plan
	n     *node
	index map[kafka.State]int
	all   []kafka.State
	next  [][]int
	many  bool
}

// settled are the states in which a cluster can be when all that happens by itself has
// happened: those that come up again and again, whatever was done in which order.
func (p *plan) settled(n *node, from []kafka.State) (states []kafka.State, ok bool) {
	key := [2]uint64{sum(from), uint64(n.held)<<8 | uint64(n.asked)}
	if known, found := p.memo[key]; found {
		return known, known != nil
	}
	x := &silence{p: p, n: n, index: map[kafka.State]int{}}
	for _, s := range from {
		x.add(s)
	}
	for i := 0; i < len(x.all) && !x.many; i++ {
		x.expand(i)
	}
	if !x.many {
		states = x.last()
	}
	p.memo[key], p.kept = states, p.kept+len(states)
	return states, states != nil
}

// add is the number of a state.
func (x *silence) add(s kafka.State) int {
	i, known := x.index[s]
	if !known {
		i = len(x.all)
		x.index[s], x.all, x.next = i, append(x.all, s), append(x.next, nil)
		x.many = x.many || i >= mostStates
	}
	return i
}

// expand takes all silent steps out of a state.
func (x *silence) expand(i int) {
	from := x.all[i]
	x.p.model.Expand(&from, model.NewSteps(func(a model.Action, after *kafka.State) {
		if r := x.p.rule(a); r.kind == silent && r.runs(x.n, &from, a) && *after != from {
			x.next[i] = append(x.next[i], x.add(*after))
		}
	}))
}

// last are the states of those components that no step leaves (Tarjan).
func (x *silence) last() (states []kafka.State) {
	t := &tarjan{next: x.next, index: make([]int, len(x.all)), low: make([]int, len(x.all)), component: make([]int, len(x.all))}
	for i := range x.all {
		if t.index[i] == 0 {
			t.visit(i)
		}
	}
	left := make([]bool, t.components+1)
	for i := range x.all {
		for _, j := range x.next[i] {
			if t.component[i] != t.component[j] {
				left[t.component[i]] = true
			}
		}
	}
	for i, s := range x.all {
		if !left[t.component[i]] {
			states = append(states, s)
		}
	}
	return states
}

// tarjan numbers the strongly connected components of a graph, from 1.
type tarjan struct {
	next                  [][]int
	index, low, component []int
	stack                 []int
	count, components     int
}

func (t *tarjan) visit(i int) {
	t.count++
	t.index[i], t.low[i] = t.count, t.count
	t.stack = append(t.stack, i)
	for _, j := range t.next[i] {
		if t.index[j] == 0 {
			t.visit(j)
			t.low[i] = min(t.low[i], t.low[j])
		} else if t.component[j] == 0 {
			t.low[i] = min(t.low[i], t.index[j])
		}
	}
	if t.low[i] != t.index[i] {
		return
	}
	t.components++
	for {
		j := t.stack[len(t.stack)-1]
		t.stack = t.stack[:len(t.stack)-1]
		t.component[j] = t.components
		if j == i {
			return
		}
	}
}
