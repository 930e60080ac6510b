package ask

import (
	"fmt"
	"sync"
)

// Predicate is a predicate that a model's vocabulary gives a meaning. Goroutines may
// share it.
type Predicate struct {
	Text  string
	Steps bool // it is about steps
	Bits  int  // what it remembers

	yes    func(x *frame) bool
	memory []*slot // inner ones before those that speak of them
	outer  []layer // the any around it, from the outside
	parts  []part  // what must be so together in them
	shown  []shown // what its witness tells
	frames *sync.Pool
}

// layer is an any around the rest of a predicate.
type layer struct {
	bound
	among each
}

type part struct {
	text string
	yes  func(x *frame) bool
}

// shown is a value that a witness tells.
type shown struct {
	text   string
	primed bool
	value  code
}

// Compile gives a text a meaning under a vocabulary.
func Compile(v *Vocabulary, text string) (_ *Predicate, err *Problem) {
	t, err := parse(text)
	if err != nil {
		return nil, err
	}
	defer recovered(&err)
	t.root = v.free(t.root)
	c := &compiler{v: v, tree: t, slots: map[*node]*slot{}, noting: -1, choices: 1}
	p := &Predicate{Text: text, yes: c.truth(t.root)}
	p.Steps, p.memory, p.Bits = c.steps, c.memory, c.bits
	p.frames = &sync.Pool{New: func() any { return new(frame) }}
	c.take(p)
	return p, nil
}

// free binds the roles that occur and are not bound.
func (v *Vocabulary) free(root *node) *node {
	for i := len(v.Roles) - 1; i >= 0; i-- {
		r := &v.Roles[i]
		if !mentions(root, r.Name) {
			continue
		}
		among, err := parse("any " + r.Name + " in " + r.Among + ": true")
		if err != nil {
			panic(fmt.Sprintf("ask: the role %s: %v", r.Name, err))
		}
		among.root.moveTo(root.from)
		root = &node{op: "any", name: r.Name, kids: []*node{root, among.root.kids[1]}, from: root.from, to: root.to}
	}
	return root
}

// moveTo gives a part that is not in the text a place there.
func (n *node) moveTo(at int) {
	n.from, n.to = at, at
	for _, kid := range n.kids {
		kid.moveTo(at)
	}
}

// take takes a predicate apart for its witness.
func (c *compiler) take(p *Predicate) {
	n := c.tree.root
	for n.op == "any" {
		b, among := c.among(n)
		b.name = n.name
		p.outer = append(p.outer, layer{b, among})
		c.names = append(c.names, b)
		n = n.kids[0]
	}
	c.noting, c.noted = len(c.names), nil
	for _, kid := range conjuncts(n) {
		p.parts = append(p.parts, part{c.tree.of(kid), c.truth(kid)})
	}
	told := map[string]bool{}
	for _, s := range c.noted {
		if s.primed {
			s.text += "'"
		}
		if !told[s.text] {
			p.shown = append(p.shown, s)
		}
		told[s.text] = true
	}
}

// note keeps a term for the witness, if it means the same wherever the parts are
// looked at.
func (c *compiler) note(n *node, k code) {
	if len(c.names) == c.noting && c.inOnce == 0 {
		c.noted = append(c.noted, shown{c.tree.of(n), c.primed, k})
	}
}

// conjuncts are the parts that and joins.
func conjuncts(n *node) []*node {
	if n.op == "and" {
		return append(conjuncts(n.kids[0]), conjuncts(n.kids[1])...)
	}
	return []*node{n}
}

// In reports whether a state, of which so much was seen, is so. A predicate about
// steps is so of no state.
func (p *Predicate) In(s State, seen uint64) bool {
	return !p.Steps && p.over(s, nil, seen, p.yes)
}

// By reports whether the step from before, of which so much was seen, to after is so.
func (p *Predicate) By(before, after State, seen uint64) bool {
	return p.over(before, after, seen, p.yes)
}

// Look adds to what was seen of a run what is so in the state that it has come to.
func (p *Predicate) Look(s State, seen uint64) uint64 {
	if len(p.memory) == 0 {
		return seen
	}
	p.over(s, nil, seen, func(x *frame) bool {
		for _, slot := range p.memory {
			slot.look(x, 0)
		}
		seen = x.seen
		return true
	})
	return seen
}

// over evaluates in a frame of a state.
func (p *Predicate) over(now, next State, seen uint64, yes func(*frame) bool) bool {
	x := p.frames.Get().(*frame)
	x.now, x.next, x.seen = now, next, seen
	is := yes(x)
	x.now, x.next = nil, nil
	p.frames.Put(x)
	return is
}
