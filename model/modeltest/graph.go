package modeltest

import "mc/model"

// Graph is the reachable states of a model, numbered in the order in which a
// breadth-first search finds them, with the steps between them.
type Graph[S comparable] struct {
	States []S
	Starts []int   // the initial states
	Edges  [][]int // by state: where its steps lead, in the model's order, repeated as they are
}

// GraphOf visits every state of m within its constraint. It keeps all of it in
// memory, and is meant for small models and for the tests of what works on
// larger graphs.
func GraphOf[S comparable](m *model.Model[S]) *Graph[S] {
	g, number := &Graph[S]{}, map[S]int{}
	add := func(s S) int {
		if m.Forgets != nil {
			m.Forgets.Apply(&s)
		}
		if i, known := number[s]; known {
			return i
		}
		if m.Within != nil && !m.Within(&s) {
			return -1
		}
		number[s] = len(g.States)
		g.States = append(g.States, s)
		return len(g.States) - 1
	}
	m.Init(func(s S) {
		if i := add(s); i >= 0 {
			g.Starts = append(g.Starts, i)
		}
	})
	for i := 0; i < len(g.States); i++ {
		var to []int
		from := g.States[i]
		m.Expand(&from, model.NewSteps(func(_ model.Action, after *S) {
			if j := add(*after); j >= 0 {
				to = append(to, j)
			}
		}))
		g.Edges = append(g.Edges, to)
	}
	return g
}

// Components are the strongly connected components of the graph, each by its
// members in rising order, the components by their first member. It is the
// obvious way: two states belong together if each is reachable from the other.
func (g *Graph[S]) Components() (all [][]int) {
	reach := make([][]bool, len(g.States))
	for i := range reach {
		reach[i] = g.reachable(i)
	}
	done := make([]bool, len(g.States))
	for i := range g.States {
		if done[i] {
			continue
		}
		var members []int
		for j := i; j < len(g.States); j++ {
			if j == i || reach[i][j] && reach[j][i] {
				members, done[j] = append(members, j), true
			}
		}
		all = append(all, members)
	}
	return all
}

// reachable are the states that steps lead to from one.
func (g *Graph[S]) reachable(from int) []bool {
	seen, todo := make([]bool, len(g.States)), []int{from}
	for len(todo) > 0 {
		i := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, j := range g.Edges[i] {
			if !seen[j] {
				seen[j] = true
				todo = append(todo, j)
			}
		}
	}
	return seen
}
