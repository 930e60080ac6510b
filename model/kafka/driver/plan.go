package driver

import (
	"container/heap"
	"slices"

	"mc/model"
	"mc/model/kafka"
)

// plan is the search for what to do to a cluster.
type plan struct {
	model    *model.Model[kafka.State]
	protocol *kafka.Protocol
	property *model.Property[kafka.State]
	path     *model.Path[kafka.State]
	brief    bool // sessions are short: the trace has some that expire

	clients, others []int // the steps of the trace that are operations, by number from 1
	memo            map[[2]uint64][]kafka.State
	seen            map[place]bool
	furthest        *node
	kept            int  // states in memo
	cut             bool // there was more to look at
}

// deed is what is done to a cluster.
type deed uint8

const (
	begin deed = iota
	freeze
	thaw
	take // an operation of the trace
)

// node is a moment in which nothing new happens by itself.
type node struct {
	before *node
	deed   deed
	broker int // frozen or thawed
	step   int // taken, of the trace

	states  []kafka.State // in any of which the cluster may be
	held    kafka.Set
	asked   kafka.Set // who is held and has a fetch waiting at a leader that was held before
	silent  []uint8   // who is held or down and not fenced yet, the longest first
	done    [2]int    // operations of clients and of others
	holds   int
	price   int // of two plans with as many holds the one with less is taken
	ordinal int
}

// place tells nodes apart.
type place struct {
	states uint64
	held   kafka.Set
	asked  kafka.Set
	done   [2]int
	silent string
}

// The bounds of the search: moments that are looked at, and states that are kept for them.
const (
	mostNodes = 20000
	mostKept  = 500000
)

// seek finds the plan with the fewest holds; nil if there is none.
func (p *plan) seek() *node {
	start := &node{states: []kafka.State{p.path.Start}}
	open := &queue{}
	p.push(open, start, start.states)
	for count := 0; open.Len() > 0; count++ {
		if p.cut = count == mostNodes || p.kept > mostKept; p.cut {
			return nil
		}
		n := heap.Pop(open).(*node)
		if p.furthest == nil || n.done[0]+n.done[1] > p.furthest.done[0]+p.furthest.done[1] {
			p.furthest = n
		}
		if p.shows(n) {
			return n
		}
		p.branch(open, n)
	}
	return nil
}

// shows reports whether what the trace shows holds whatever state the cluster is in.
func (p *plan) shows(n *node) bool {
	return !slices.ContainsFunc(n.states, func(s kafka.State) bool {
		decided, _ := p.property.DecidedIn(&s)
		return !decided
	})
}

// branch adds whatever can be done next.
func (p *plan) branch(open *queue, n *node) {
	for b := range p.protocol.Brokers {
		switch {
		case n.held.Has(b):
			p.thaw(open, n, b)
		case !n.states[0].Brokers[b].Down():
			p.freeze(open, n, b)
		}
	}
	for who, steps := range [2][]int{p.clients, p.others} {
		if n.done[who] < len(steps) {
			p.take(open, n, who, steps[n.done[who]])
		}
	}
}

// child is a moment after n.
func (n *node) child(d deed) *node {
	c := *n
	c.before, c.deed = n, d
	c.silent = slices.Clone(n.silent)
	c.price += 1 + n.held.Len()
	return &c
}

func (p *plan) freeze(open *queue, n *node, b int) {
	c := n.child(freeze)
	c.broker, c.holds = b, n.holds+1
	if slices.ContainsFunc(n.states, func(s kafka.State) bool { return n.waits(&s, b) }) {
		c.asked |= kafka.Of(b)
	}
	c.held |= kafka.Of(b)
	if p.brief && !n.states[0].Controller.Fenced.Has(b) {
		c.silent = append(c.silent, uint8(b))
	}
	p.push(open, c, n.states)
}

// waits reports whether a process that runs waits for the answer of one that is held: its
// request is taken when that one runs again, whatever has become of itself.
func (n *node) waits(s *kafka.State, b int) bool {
	x := &s.Brokers[b]
	return x.Role == kafka.Follower && x.Leader != kafka.Nobody && n.held.Has(x.Leader.Index())
}

func (p *plan) thaw(open *queue, n *node, b int) {
	c := n.child(thaw)
	c.broker = b
	c.held &^= kafka.Of(b)
	c.asked &^= kafka.Of(b)
	c.heard(b)
	p.push(open, c, n.states)
}

// heard takes a broker from those who are silent.
func (n *node) heard(b int) {
	n.silent = slices.DeleteFunc(n.silent, func(x uint8) bool { return int(x) == b })
}

// take carries out an operation, if that can be done in every state.
func (p *plan) take(open *queue, n *node, who, step int) {
	t := &p.path.Steps[step-1]
	r := p.rule(t.Action)
	c := n.child(take)
	c.step = step
	c.done[who]++
	var after []kafka.State
	for i := range n.states {
		s := &n.states[i]
		next, enabled := p.model.Successor(s, t.Action)
		if !enabled || !r.runs(n, s, t.Action) {
			return
		}
		if !slices.Contains(after, next) {
			after = append(after, next)
		}
	}
	p.follows(c, p.name(t.Action), int(t.Action.Args[0]), &after[0])
	p.push(open, c, after)
}

// follows is what an operation does to who is held and who is silent.
func (p *plan) follows(n *node, rule string, b int, after *kafka.State) {
	switch rule {
	case "Kill", "LossyCrash":
		n.held &^= kafka.Of(b)
		n.asked &^= kafka.Of(b)
		if p.brief && !after.Controller.Fenced.Has(b) && !slices.Contains(n.silent, uint8(b)) {
			n.silent = append(n.silent, uint8(b))
		}
	case "Fence", "Restart":
		n.heard(b)
	}
}

// push adds a moment once what happens by itself has happened.
func (p *plan) push(open *queue, n *node, from []kafka.State) {
	states, ok := from, true
	if n.deed != freeze { // who is stopped where it is brings about nothing
		states, ok = p.settled(n, from)
	}
	if !ok || p.strange(n, states) {
		return
	}
	n.states = states
	at := place{sum(states), n.held, n.asked, n.done, string(n.silent)}
	if p.seen[at] {
		return
	}
	n.ordinal = len(p.seen)
	p.seen[at] = true
	heap.Push(open, n)
}

// strange reports whether a real cluster would do more than the model may: a broker that
// runs and is fenced is unfenced, whatever the bounds say.
func (p *plan) strange(n *node, states []kafka.State) bool {
	return slices.ContainsFunc(states, func(s kafka.State) bool {
		for b := range p.protocol.Brokers {
			x := &s.Brokers[b]
			runs := !n.held.Has(b) && !x.Down() && !s.Controller.ShuttingDown.Has(b)
			if runs && s.Controller.Fenced.Has(b) && x.Boot == kafka.InService {
				return true
			}
		}
		return false
	})
}

func (p *plan) name(a model.Action) string { return p.model.Rules[a.Rule].Name }
func (p *plan) rule(a model.Action) rule   { return rules[p.name(a)] }

// queue has the moment with the fewest holds first.
type queue []*node

func (q queue) Len() int      { return len(q) }
func (q queue) Swap(i, j int) { q[i], q[j] = q[j], q[i] }
func (q queue) Less(i, j int) bool {
	a, b := q[i], q[j]
	switch {
	case a.holds != b.holds:
		return a.holds < b.holds
	case a.price != b.price:
		return a.price < b.price
	}
	return a.ordinal < b.ordinal
}
func (q *queue) Push(x any) { *q = append(*q, x.(*node)) }
func (q *queue) Pop() any {
	last := (*q)[len(*q)-1]
	*q = (*q)[:len(*q)-1]
	return last
}
