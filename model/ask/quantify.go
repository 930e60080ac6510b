package ask

import (
	"slices"
	"strings"

	"mc/model"
)

// quantified is any or all over the things of a domain, a set or a list, or over a
// range of numbers.
func (c *compiler) quantified(n *node) code {
	if len(c.names) == mostNames {
		c.fail(n, "binds more than %d names around one part; ask for less at once", mostNames)
	}
	b, among := c.among(n)
	b.name = n.name
	before := c.choices
	if c.choices *= max(b.most, b.size, 1); c.choices > mostChoices {
		c.fail(n, "goes through more than %d choices in each state; ask for less at once", mostChoices)
	}
	defer func() { c.choices = before }()
	at, any := len(c.names), n.op == "any"
	c.names = append(c.names, b)
	body := c.truth(n.kids[0])
	c.names = c.names[:at]
	return code{yes: func(x *frame) bool {
		found := false
		among(x, func(v int) bool {
			x.names[at] = v
			found = body(x) == any
			return !found
		})
		return found == any
	}}
}

// mostChoices is how many choices quantifiers may go through, one in the other.
const mostChoices = 1 << 12

// each calls for the values of a name until one is enough.
type each func(x *frame, visit func(v int) bool)

// among are the values that a quantifier ranges over.
func (c *compiler) among(n *node) (b bound, among each) {
	if len(n.kids) == 1 {
		if c.v.Default == nil {
			c.fail(n, "say over what, as in %s %s in 0..3: ...", n.op, n.name)
		}
		b = bound{typ: Type{Thing, c.v.Default}, size: len(c.v.Default.Names)}
		return b, from(0, b.size)
	}
	if n.kids[1].op == "range" {
		return c.ranged(n.kids[1])
	}
	k := c.many(n.kids[1], nil)
	b = bound{typ: Type{Shape: Number}}
	if k.typ.Of != nil {
		b = bound{typ: Type{Thing, k.typ.Of}, size: len(k.typ.Of.Names)}
	}
	if k.list != nil {
		b.most = MostItems
		return b, func(x *frame, visit func(int) bool) {
			items := k.list(x)
			for _, item := range items.all() {
				if !visit(int(item)) {
					return
				}
			}
		}
	}
	return b, func(x *frame, visit func(int) bool) {
		for i, set := 0, k.bits()(x); set != 0; i, set = i+1, set>>1 {
			if set&1 != 0 && !visit(i) {
				return
			}
		}
	}
}

func from(least, size int) each {
	return func(_ *frame, visit func(int) bool) {
		for v := least; v < least+size; v++ {
			if !visit(v) {
				return
			}
		}
	}
}

// ranged is a range whose ends are numbers or constants of the model.
func (c *compiler) ranged(n *node) (bound, each) {
	var ends [2]int
	for i, kid := range n.kids {
		v, known := c.v.Numbers[kid.name]
		switch {
		case kid.op == aNumber:
			v = kid.n
		case kid.op != aName || !known:
			c.fail(kid, "the ends of a range are whole numbers or constants of the model%s", model.Nearest(kid.name, c.numbers()))
		}
		ends[i] = v
	}
	if ends[1] < ends[0] || ends[1]-ends[0] > 255 {
		c.fail(n, "a range goes up, and has at most 256 numbers")
	}
	b := bound{typ: Type{Shape: Number}, least: ends[0], size: ends[1] - ends[0] + 1}
	return b, from(b.least, b.size)
}

func (c *compiler) numbers() (names []string) {
	for name := range c.v.Numbers {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// slot is a once: where its bits begin, and the names that they differ by.
type slot struct {
	text  string // what was once so
	first int
	size  int
	names []bound
	at    []int // of these names in a frame
	test  func(x *frame) bool
}

// mostBits is how much a predicate may remember.
const mostBits = 8 * len(Memory{})

// once is "once A later B": B, where A was so before or is.
func (c *compiler) once(n *node) code {
	if c.primed {
		c.fail(n, "once cannot be primed; say what is so before the step")
	}
	s := c.slot(n)
	if c.v.Memory == nil {
		c.fail(n, "the states of this model have no room to remember what was once so; ask of one state, or of one step")
	}
	then := c.truth(n.kids[1])
	return code{yes: func(x *frame) bool { return x.seen>>s.bit(x)&1 != 0 && then(x) }}
}

// slot is the memory of a once, the same whenever it is compiled.
func (c *compiler) slot(n *node) *slot {
	if s, known := c.slots[n]; known {
		return s
	}
	c.inOnce++
	s := &slot{text: c.tree.of(n.kids[0]), test: c.truth(n.kids[0])}
	c.inOnce--
	size := 1
	for i, b := range c.names {
		if !mentions(n.kids[0], b.name) || shadowed(c.names[i+1:], b.name) {
			continue
		}
		if b.size == 0 {
			c.fail(n, "%s ranges over numbers that the state has, so that what was once so of it cannot be remembered; let it "+
				"range over things, or as in any %[1]s in 0..3", b.name)
		}
		s.names, s.at = append(s.names, b), append(s.at, i)
		size = min(size*b.size, mostBits+1)
	}
	s.first, s.size = c.bits, size
	if c.bits += size; c.bits > mostBits {
		c.fail(n, "remembers more than %d bits, one for each choice of %s; ask for less at once", mostBits, nameList(s.names))
	}
	c.memory, c.slots[n] = append(c.memory, s), s
	return s
}

// bit is the one for the present choice of names.
func (s *slot) bit(x *frame) int {
	i := 0
	for k, b := range s.names {
		i = i*b.size + x.names[s.at[k]] - b.least
	}
	return s.first + i
}

// look adds what is so now to what was seen.
func (s *slot) look(x *frame, k int) {
	if k == len(s.names) {
		if bit := s.bit(x); x.seen>>bit&1 == 0 && s.test(x) {
			x.seen |= 1 << bit
		}
		return
	}
	for v := s.names[k].least; v < s.names[k].least+s.names[k].size; v++ {
		x.names[s.at[k]] = v
		s.look(x, k+1)
	}
}

// mentions reports whether a name occurs in a part where nothing in it binds it.
func mentions(n *node, name string) bool {
	if n.op == aName && !n.called && n.name == name {
		return true
	}
	for i, kid := range n.kids {
		if i == 0 && (n.op == "any" || n.op == "all") && n.name == name {
			continue
		}
		if mentions(kid, name) {
			return true
		}
	}
	return false
}

func shadowed(inner []bound, name string) bool {
	return slices.ContainsFunc(inner, func(b bound) bool { return b.name == name })
}

func nameList(names []bound) string {
	list := make([]string, len(names))
	for i, b := range names {
		list[i] = b.name
	}
	return strings.Join(list, ", ")
}
