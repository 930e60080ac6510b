package ask

import (
	"maps"
	"slices"
)

// The comparisons of the language. Order is of known numbers only.

// sides are the two parts of a comparison, typed by each other: a name such as none
// or leader takes the type of the other side.
func (c *compiler) sides(n *node) (a, b code) {
	left, right := n.kids[0], n.kids[1]
	a, wrong := c.attempt(left, nil)
	if wrong != nil && !left.pliable() {
		panic(complaint{wrong})
	}
	var want *Type
	if wrong == nil {
		want = &a.typ
	}
	b, other := c.attempt(right, want)
	if wrong == nil && other == nil && a.typ == b.typ {
		return a, b
	}
	if want != nil && other != nil && right.pliable() { // each part is compiled twice only if it has no parts
		b, other = c.attempt(right, nil)
	}
	if other == nil && left.pliable() {
		if again, failed := c.attempt(left, &b.typ); failed == nil && again.typ == b.typ {
			return again, b
		}
	}
	if wrong == nil {
		wrong = other
	}
	if wrong != nil {
		panic(complaint{wrong})
	}
	c.fail(n, "%s is %s, and %s is %s; compare what is of one kind", c.tree.of(left), a.typ, c.tree.of(right), b.typ)
	return a, b
}

// pliable parts take the type of the other side: names, and sets of them.
func (n *node) pliable() bool {
	stiff := func(kid *node) bool { return !kid.pliable() }
	return n.op == aName && !n.called || n.op == "set" && !slices.ContainsFunc(n.kids, stiff)
}

// attempt is part, which may fail.
func (c *compiler) attempt(n *node, want *Type) (k code, err *Problem) {
	kept := *c
	kept.slots = maps.Clone(c.slots)
	defer func() {
		if err != nil {
			*c = kept
		}
	}()
	defer recovered(&err)
	return c.part(n, want), nil
}

func (c *compiler) equal(n *node) code {
	a, b := c.sides(n)
	wanted := n.op == "="
	switch {
	case a.yes != nil:
		return code{yes: func(x *frame) bool { return (a.yes(x) == b.yes(x)) == wanted }}
	case a.list != nil:
		return code{yes: func(x *frame) bool { return (a.list(x) == b.list(x)) == wanted }}
	}
	return code{yes: func(x *frame) bool { return (a.num(x) == b.num(x)) == wanted }}
}

func (c *compiler) ordered(n *node) code {
	number := Type{Shape: Number}
	a, b := c.typed(n.kids[0], number).num, c.typed(n.kids[1], number).num
	switch n.op {
	case ">":
		a, b = b, a
		fallthrough
	case "<":
		return code{yes: func(x *frame) bool {
			left, right := a(x), b(x)
			return left < right && left != Unknown && right != Unknown
		}}
	case ">=":
		a, b = b, a
	}
	return code{yes: func(x *frame) bool {
		left, right := a(x), b(x)
		return left <= right && left != Unknown && right != Unknown
	}}
}

// member is "thing in many".
func (c *compiler) member(thing, many *node, wanted bool) code {
	m := c.many(many, nil)
	of := Type{Thing, m.typ.Of}
	if m.typ.Of == nil {
		of = Type{Shape: Number}
	}
	return m.has(c.typed(thing, of).num, wanted)
}

// has is whether a set or a list has a thing, or has it not.
func (m code) has(one func(*frame) int, wanted bool) code {
	if m.list != nil {
		return code{yes: func(x *frame) bool { return m.list(x).has(one(x)) == wanted }}
	}
	return code{yes: func(x *frame) bool {
		i := one(x)
		set := m.num(x)
		return (i >= 0 && set != Unknown && set>>i&1 != 0) == wanted
	}}
}

// many is a set or a list.
func (c *compiler) many(n *node, want *Type) code {
	k := c.part(n, want)
	if k.typ.Shape != Set && k.typ.Shape != List {
		c.fail(n, "%s is %s, and here a set or a list is wanted", c.tree.of(n), k.typ)
	}
	return k
}

// contained is "many contains thing" or "many contains all of many".
func (c *compiler) contained(n *node) code {
	left, right := n.kids[0], n.kids[1]
	m := c.many(left, nil)
	if m.typ.Of == nil {
		return m.has(c.typed(right, Type{Shape: Number}).num, true)
	}
	k := c.part(right, &Type{Set, m.typ.Of})
	if k.typ == (Type{Thing, m.typ.Of}) {
		return m.has(k.num, true)
	}
	if k.typ.Shape == Thing || k.typ.Shape == Number || k.typ.Of != m.typ.Of || k.typ.Shape == Truth {
		c.fail(n, "%s is %s, and %s is %s; what is contained is of the same kind",
			c.tree.of(left), m.typ, c.tree.of(right), k.typ)
	}
	whole, part := m.bits(), k.bits()
	return code{yes: func(x *frame) bool { return part(x)&^whole(x) == 0 }}
}

// bits are the things of a set or a list.
func (k code) bits() func(*frame) uint64 {
	if k.list == nil {
		return func(x *frame) uint64 {
			if set := k.num(x); set != Unknown {
				return uint64(set)
			}
			return 0
		}
	}
	return func(x *frame) (set uint64) {
		items := k.list(x)
		for _, item := range items.all() {
			set |= 1 << item
		}
		return set
	}
}

func (l Items) has(v int) bool {
	for _, item := range l.all() {
		if int(item) == v {
			return true
		}
	}
	return false
}

// moved is a part that a step changes: a number that is more or less after it, a
// truth that becomes true or false.
func (c *compiler) moved(n *node) code {
	if c.primed {
		c.fail(n, "is primed, and %s already compares with the state after the step", n.op)
	}
	before := c.part(n.kids[0], nil)
	after := c.prime(n.kids[0], nil)
	rises := n.op == "rises"
	switch {
	case n.op == "changes" && before.yes != nil:
		return code{yes: func(x *frame) bool { return before.yes(x) != after.yes(x) }}
	case n.op == "changes" && before.list != nil:
		return code{yes: func(x *frame) bool { return before.list(x) != after.list(x) }}
	case n.op == "changes":
		return code{yes: func(x *frame) bool { return before.num(x) != after.num(x) }}
	case before.yes != nil:
		return code{yes: func(x *frame) bool { return before.yes(x) != rises && after.yes(x) == rises }}
	case before.typ.Shape != Number:
		c.fail(n, "%s is %s, and only numbers and what is true or false rise and fall; say changes",
			c.tree.of(n.kids[0]), before.typ)
	}
	return code{yes: func(x *frame) bool {
		a, b := before.num(x), after.num(x)
		return a != Unknown && b != Unknown && (rises && a < b || !rises && a > b)
	}}
}
