package fair

import "slices"

// Approach is how a run comes to where it goes on for ever.
type Approach struct {
	Starts []uint32
	// Waits, if set, are states of which the run passes one, to stay within Keep
	// from there on; otherwise it stays within Keep from the start. A nil Keep is
	// everywhere.
	Waits, Keep Region
}

// Within marks the states that a run can be in after it has begun to wait.
func (a *Approach) Within(g Graph) Region {
	seen := make([]bool, g.Len())
	var todo []uint32
	enter := func(s uint32) {
		if !seen[s] && (a.Keep == nil || a.Keep(s)) {
			seen[s] = true
			todo = append(todo, s)
		}
	}
	if a.Waits == nil {
		for _, s := range a.Starts {
			enter(s)
		}
	} else {
		for s := range g.Len() {
			if a.Waits(s) {
				enter(s)
			}
		}
	}
	for len(todo) > 0 {
		s := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		to, _ := g.Row(s)
		for _, t := range to {
			enter(t)
		}
	}
	return func(s uint32) bool { return seen[s] }
}

// mostEntries is how many states at the same distance are tried as the
// beginning of the loop.
const mostEntries = 64

// stems are the shortest ways to some states.
type stems struct {
	a      *Approach
	n      uint32
	parent []uint32 // by node: the node before it, plus one; itself for a start
	queue  []uint32
}

// A node is a state, and n more once the run has begun to wait.
func (b *stems) state(node uint32) uint32 { return node % b.n }

// reach puts a node into the queue.
func (b *stems) reach(node, from uint32) {
	if b.parent[node] == 0 {
		b.parent[node] = from + 1
		b.queue = append(b.queue, node)
	}
}

// meet comes to a state from a node, which is none for a start.
func (b *stems) meet(s uint32, from uint32, start bool) {
	waiting := b.a.Waits == nil || !start && from >= b.n
	node := s
	if waiting {
		node += b.n
	}
	if start {
		from = node
	}
	keeps := b.a.Keep == nil || b.a.Keep(s)
	if !waiting || keeps {
		b.reach(node, from)
	}
	if !waiting && keeps && b.a.Waits(s) {
		b.reach(s+b.n, node)
	}
}

// entries are the states of cores that are nearest to the starts, in the order
// in which a breadth-first search meets them, each with the way to it; all
// tells that there are no others as near.
func (c *Cores) entries(g Graph, a *Approach) (ways [][]uint32, all bool) {
	b := &stems{a: a, n: g.Len(), parent: make([]uint32, 2*g.Len())}
	for _, s := range a.Starts {
		b.meet(s, 0, true)
	}
	for done := 0; done < len(b.queue); {
		level := b.queue[done:]
		done = len(b.queue)
		for _, node := range level {
			if _, is := c.Of(b.state(node)); is && node >= b.n {
				if len(ways) == mostEntries {
					return ways, false
				}
				ways = append(ways, b.way(node))
			}
		}
		if len(ways) > 0 {
			return ways, true
		}
		for _, node := range level {
			to, _ := g.Row(b.state(node))
			for _, t := range to {
				b.meet(t, node, false)
			}
		}
	}
	return nil, true
}

// way are the states from a start to a node.
func (b *stems) way(node uint32) (states []uint32) {
	for {
		if s := b.state(node); len(states) == 0 || states[len(states)-1] != s {
			states = append(states, s)
		}
		before := b.parent[node] - 1
		if before == node {
			slices.Reverse(states)
			return states
		}
		node = before
	}
}
