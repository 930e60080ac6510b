package ask

import (
	"fmt"
	"math/bits"
	"slices"
)

// mostNames is how many names may be bound around one part.
const mostNames = 8

// frame is what a part is evaluated in: the state, the one after the step, the
// numbers of the bound names, and what the once of the predicate remember.
type frame struct {
	now, next State
	names     [mostNames]int
	seen      uint64
}

// code is a part that can be evaluated.
type code struct {
	typ  Type
	yes  func(x *frame) bool  // of a Truth
	num  func(x *frame) int   // of a Number, a Thing or a Set
	list func(x *frame) Items // of a List
}

// bound is a name that a quantifier or a role binds.
type bound struct {
	name  string
	typ   Type
	least int // the first of its values; size is how many, 0 if that depends on the state
	size  int
	most  int // how many of them a state may have, where it has them in a list
}

// compiler turns a tree into code under a vocabulary.
type compiler struct {
	v       *Vocabulary
	tree    *tree
	names   []bound
	steps   bool // there is a prime
	inOnce  int
	primed  bool
	memory  []*slot
	slots   map[*node]*slot // by the once that they are of
	bits    int
	choices int // how many the quantifiers around a part go through
	noting  int // how many names are bound around the parts that a witness tells of
	noted   []shown
}

// complaint is a panic that compile turns into an error.
type complaint struct{ *Problem }

func (c *compiler) fail(n *node, format string, args ...any) {
	panic(complaint{&Problem{At: n.from, Message: fmt.Sprintf(format, args...)}})
}

// recovered is the complaint of a panic.
func recovered(err **Problem) {
	switch p := recover().(type) {
	case nil:
	case complaint:
		*err = p.Problem
	default:
		panic(p)
	}
}

// truth is the code of a part that must be true or false.
func (c *compiler) truth(n *node) func(*frame) bool {
	k := c.part(n, nil)
	if k.typ.Shape != Truth {
		c.fail(n, "%s is %s, and here something is asked that is true or false", c.tree.of(n), k.typ)
	}
	return k.yes
}

// part is the code of a part; want, if known, is the type that it should have, and
// gives a meaning to names such as none.
func (c *compiler) part(n *node, want *Type) code {
	switch n.op {
	case "and", "or", "implies":
		return c.joined(n)
	case "not":
		no := c.truth(n.kids[0])
		return code{yes: func(x *frame) bool { return !no(x) }}
	case "any", "all":
		return c.quantified(n)
	case "once":
		return c.once(n)
	case "=", "!=":
		return c.equal(n)
	case "<", "<=", ">", ">=":
		return c.ordered(n)
	case "in", "not in":
		return c.member(n.kids[0], n.kids[1], n.op == "in")
	case "contains":
		return c.contained(n)
	case "rises", "falls", "changes":
		return c.moved(n)
	case "+", "-":
		return c.added(n)
	case "'":
		return c.prime(n.kids[0], want)
	case aNumber:
		v := n.n
		return code{typ: Type{Shape: Number}, num: func(*frame) int { return v }}
	case "set":
		return c.set(n, want)
	case "range":
		c.fail(n, "a range is for any and all, as in any e in 0..3: epoch(b1) = e")
	}
	return c.named(n, want)
}

func (c *compiler) joined(n *node) code {
	a, b := c.truth(n.kids[0]), c.truth(n.kids[1])
	switch n.op {
	case "and":
		return code{yes: func(x *frame) bool { return a(x) && b(x) }}
	case "or":
		return code{yes: func(x *frame) bool { return a(x) || b(x) }}
	}
	return code{yes: func(x *frame) bool { return !a(x) || b(x) }}
}

// prime is a part in the state after the step.
func (c *compiler) prime(n *node, want *Type) code {
	switch {
	case c.inOnce > 0:
		c.fail(n, "what was once so is asked of a state, and a prime, rises, falls and changes are about "+
			"steps; say it without")
	case c.primed:
		c.fail(n, "is primed twice; there is only one state after the step")
	}
	c.steps, c.primed = true, true
	k := c.part(n, want)
	c.primed = false
	after := func(x *frame) frame { y := *x; y.now = x.next; return y }
	switch {
	case k.yes != nil:
		yes := k.yes
		k.yes = func(x *frame) bool { y := after(x); return yes(&y) }
	case k.list != nil:
		list := k.list
		k.list = func(x *frame) Items { y := after(x); return list(&y) }
	default:
		num := k.num
		k.num = func(x *frame) int { y := after(x); return num(&y) }
	}
	return k
}

func (c *compiler) added(n *node) code {
	number := Type{Shape: Number}
	a, b := c.typed(n.kids[0], number), c.typed(n.kids[1], number)
	sign := 1
	if n.op == "-" {
		sign = -1
	}
	return code{typ: number, num: func(x *frame) int {
		left, right := a.num(x), b.num(x)
		if left == Unknown || right == Unknown {
			return Unknown
		}
		return left + sign*right
	}}
}

// typed is a part that must be of a type.
func (c *compiler) typed(n *node, want Type) code {
	k := c.part(n, &want)
	if k.typ != want {
		c.fail(n, "%s is %s, and here %s is wanted", c.tree.of(n), k.typ, want)
	}
	return k
}

// set is a list of things in braces.
func (c *compiler) set(n *node, want *Type) code {
	var typ Type
	var things []func(*frame) int
	if want != nil && (want.Shape == Set || want.Shape == List) && want.Of != nil {
		typ = Type{Set, want.Of}
	} else if len(n.kids) > 0 {
		first := c.part(n.kids[0], nil)
		if first.typ.Shape != Thing {
			c.fail(n.kids[0], "%s is %s, and a set is of things", c.tree.of(n.kids[0]), first.typ)
		}
		typ, things = Type{Set, first.typ.Of}, append(things, first.num)
	}
	if typ.Of == nil {
		c.fail(n, "of what this is a set cannot be seen; compare it with a set")
	}
	for _, kid := range n.kids[len(things):] {
		things = append(things, c.typed(kid, Type{Thing, typ.Of}).num)
	}
	return code{typ: typ, num: func(x *frame) int {
		set := 0
		for _, thing := range things {
			if i := thing(x); i >= 0 {
				set |= 1 << i
			}
		}
		return set
	}}
}

// named is a term with its arguments, a bound name, a constant or a thing.
func (c *compiler) named(n *node, want *Type) code {
	if !n.called {
		if k, ok := c.plain(n, want); ok {
			return k
		}
	}
	if n.name == "size" && n.called && len(n.kids) == 1 {
		return c.size(n)
	}
	t, err := c.v.term(n.name, len(n.kids))
	if err != nil {
		if k, ok := c.thing(n.name); ok && !n.called {
			return k
		}
		err.At = n.from
		panic(complaint{err})
	}
	if t.Forgotten {
		c.fail(n, "%s cannot be asked for here: this run tells states apart up to it; keep the numbers to ask "+
			"about them", t.Name)
	}
	args := make([]func(*frame) int, len(n.kids))
	things := make([]bool, len(n.kids))
	for i, kid := range n.kids {
		args[i], things[i] = c.typed(kid, t.Params[i]).num, t.Params[i].Shape == Thing
	}
	k := t.code(args, things)
	c.note(n, k)
	return k
}

// plain is a bound name, a thing of the type that is wanted, or a constant.
func (c *compiler) plain(n *node, want *Type) (code, bool) {
	constant := func(typ Type, v int) (code, bool) {
		return code{typ: typ, num: func(*frame) int { return v }}, true
	}
	for i := len(c.names) - 1; i >= 0; i-- {
		if c.names[i].name == n.name {
			return code{typ: c.names[i].typ, num: func(x *frame) int { return x.names[i] }}, true
		}
	}
	switch {
	case n.name == "true" || n.name == "false":
		v := n.name == "true"
		return code{yes: func(*frame) bool { return v }}, true
	case want != nil && want.Shape == Thing:
		if i, ok := want.Of.number(n.name); ok {
			return constant(*want, i)
		}
	case want != nil && want.Shape == Set && n.name == "unknown",
		want != nil && want.Shape == Number && (n.name == "unknown" || n.name == "none"):
		return constant(*want, Unknown)
	case want != nil && want.Shape == List && n.name == "unknown":
		return code{typ: *want, list: func(*frame) Items { return Items{Len: Unknown} }}, true
	case want != nil && (n.name == "none" || n.name == "empty") && want.Shape == Set:
		return constant(*want, 0)
	case want != nil && (n.name == "none" || n.name == "empty") && want.Shape == List:
		return code{typ: *want, list: func(*frame) Items { return Items{} }}, true
	}
	if v, ok := c.v.Numbers[n.name]; ok {
		return constant(Type{Shape: Number}, v)
	}
	return code{}, false
}

// thing is one that is called so in the only domain that has it.
func (c *compiler) thing(name string) (k code, found bool) {
	for _, d := range c.v.Domains {
		if i := slices.Index(d.Names, name); i >= 0 && !found {
			k, found = code{typ: Type{Thing, d}, num: func(*frame) int { return i }}, true
		}
	}
	return k, found
}

func (c *compiler) size(n *node) code {
	k := c.part(n.kids[0], nil)
	out := code{typ: Type{Shape: Number}}
	switch k.typ.Shape {
	case Set:
		out.num = func(x *frame) int {
			if set := k.num(x); set != Unknown {
				return bits.OnesCount64(uint64(set))
			}
			return Unknown
		}
	case List:
		out.num = func(x *frame) int { return k.list(x).Len }
	default:
		c.fail(n.kids[0], "%s is %s, and size is of sets and lists", c.tree.of(n.kids[0]), k.typ)
	}
	return out
}

// code evaluates a term for its arguments.
func (t *Term) code(args []func(*frame) int, things []bool) code {
	values := func(x *frame) (a Args, there bool) {
		for i, arg := range args {
			if a[i] = arg(x); a[i] == Unknown || things[i] && a[i] < 0 {
				return a, false
			}
		}
		return a, true
	}
	k := code{typ: t.Type}
	missing := map[Shape]int{Number: Unknown, Thing: None, Set: Unknown}[t.Type.Shape]
	num := func(x *frame) int {
		a, there := values(x)
		if !there {
			return missing
		}
		return t.Num(x.now, a)
	}
	switch t.Type.Shape {
	case Truth:
		k.yes = func(x *frame) bool { return num(x) != 0 }
	case List:
		k.list = func(x *frame) Items {
			a, there := values(x)
			if !there {
				return Items{Len: Unknown}
			}
			return t.List(x.now, a)
		}
	default:
		k.num = num
	}
	return k
}
