package ask

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"testing"

	"pgregory.net/rapid"
)

// town is a state with something of every type.
type town struct {
	N      [3]uint8 // a number of each house; 7 is unknown
	Lit    [3]bool
	Mayor  uint8 // house 0..2, or 3 for none
	Open   uint8 // a set of houses
	Round  [4]uint8
	Visits uint8 // how long Round is
}

func townWords() *Vocabulary {
	house := &Domain{One: "house", Many: "houses", Names: []string{"h1", "h2", "h3"}, None: []string{"nobody"}}
	one := Type{Thing, house}
	known := func(n uint8) int {
		if n == 7 {
			return Unknown
		}
		return int(n)
	}
	return &Vocabulary{Memory: func(State) *Memory { return new(Memory) }, Default: house, Domains: []*Domain{house}, Numbers: map[string]int{"most": 2},
		Roles: []Role{{Name: "m", Among: "open"}},
		Terms: []Term{
			{Name: "n", Params: []Type{one}, Type: Type{Shape: Number}, Num: func(s State, a Args) int { return known((*town)(s).N[a[0]]) }},
			{Name: "lit", Params: []Type{one}, Num: func(s State, a Args) int { return map[bool]int{true: 1}[(*town)(s).Lit[a[0]]] }},
			{Name: "mayor", Type: one, Num: func(p State, _ Args) int {
				s := (*town)(p)
				if s.Mayor == 3 {
					return None
				}
				return int(s.Mayor)
			}},
			{Name: "open", Type: Type{Set, house}, Num: func(s State, _ Args) int { return int((*town)(s).Open) }},
			{Name: "round", Type: Type{List, house}, List: func(p State, _ Args) (l Items) {
				s := (*town)(p)
				for _, h := range s.Round[:s.Visits] {
					l.Add(h)
				}
				return l
			}},
		}}
}

// unknown is the value of what is not there, and nobody the thing that is none.
type unknown struct{}

const nobody = "nobody"

// naive evaluates a tree state by state, as the documentation has it: with values in
// boxes, names in a map, and the whole history at hand.
type naive struct {
	history []town // up to now
	next    *town
	names   map[string]any
}

func (x naive) now() *town { return &x.history[len(x.history)-1] }

func (x naive) with(name string, v any) naive {
	x.names = maps.Clone(x.names)
	x.names[name] = v
	return x
}

func houses(set uint8) (all []string) {
	for i := range 3 {
		if set>>i&1 == 1 {
			all = append(all, fmt.Sprint("h", i+1))
		}
	}
	return all
}

func (x naive) name(n *node) any {
	if v, bound := x.names[n.name]; bound && !n.called {
		return v
	}
	s := x.now()
	arg := func() int {
		if h, ok := x.value(n.kids[0]).(string); ok && h != nobody {
			return int(h[1] - '1')
		}
		return -1
	}
	switch n.name {
	case "n":
		if i := arg(); i >= 0 && s.N[i] != 7 {
			return int(s.N[i])
		}
		return unknown{}
	case "lit":
		i := arg()
		return i >= 0 && s.Lit[i]
	case "mayor":
		return append(houses(1<<s.Mayor), nobody)[0]
	case "open":
		return houses(s.Open)
	case "round":
		list := []string{}
		for _, h := range s.Round[:s.Visits] {
			list = append(list, fmt.Sprint("h", h+1))
		}
		return list
	case "size":
		many := x.value(n.kids[0]).([]string)
		return len(many)
	case "most":
		return 2
	case "true", "false":
		return n.name == "true"
	case "unknown":
		return unknown{}
	}
	if n.name == "none" {
		return nobody
	}
	return n.name // a house, or nobody
}

func (x naive) is(n *node) bool { return x.value(n).(bool) }

func (x naive) value(n *node) any {
	switch n.op {
	case aName:
		return x.name(n)
	case aNumber:
		return n.n
	case "set":
		var all []string
		for _, kid := range n.kids {
			if h := x.value(kid).(string); h != nobody && !slices.Contains(all, h) {
				all = append(all, h)
			}
		}
		slices.Sort(all)
		return all
	case "and":
		return x.is(n.kids[0]) && x.is(n.kids[1])
	case "or":
		return x.is(n.kids[0]) || x.is(n.kids[1])
	case "implies":
		return !x.is(n.kids[0]) || x.is(n.kids[1])
	case "not":
		return !x.is(n.kids[0])
	case "any", "all":
		var each []any
		for _, v := range x.values(n) {
			each = append(each, x.with(n.name, v).value(n.kids[0]))
		}
		return n.op == "any" && slices.Contains(each, true) || n.op == "all" && !slices.Contains(each, false)
	case "once":
		was := false
		for i := range x.history {
			then := x
			then.history = x.history[:i+1]
			was = was || then.is(n.kids[0])
		}
		return was && x.is(n.kids[1])
	case "'":
		then := x
		then.history = append(slices.Clone(x.history), *x.next)
		return then.value(n.kids[0])
	case "+", "-":
		a, known := x.value(n.kids[0]).(int)
		b, too := x.value(n.kids[1]).(int)
		if !known || !too {
			return unknown{}
		}
		return a + map[string]int{"+": b, "-": -b}[n.op]
	}
	return x.compare(n)
}

// values are what a quantifier goes through.
func (x naive) values(n *node) (all []any) {
	switch {
	case len(n.kids) == 1:
		return []any{"h1", "h2", "h3"}
	case n.kids[1].op == "range":
		for v := x.value(n.kids[1].kids[0]).(int); v <= x.value(n.kids[1].kids[1]).(int); v++ {
			all = append(all, v)
		}
		return all
	}
	for _, h := range x.value(n.kids[1]).([]string) {
		all = append(all, h)
	}
	return all
}

func (x naive) compare(n *node) bool {
	a := x.value(n.kids[0])
	if len(n.kids) == 1 {
		then := x
		then.history = append(slices.Clone(x.history), *x.next)
		b := then.value(n.kids[0])
		if truth, is := a.(bool); is {
			return map[string]bool{"rises": !truth && b.(bool), "falls": truth && !b.(bool), "changes": a != b}[n.op]
		}
		p, known := a.(int)
		q, too := b.(int)
		return map[string]bool{"rises": known && too && p < q, "falls": known && too && p > q, "changes": fmt.Sprint(a) != fmt.Sprint(b)}[n.op]
	}
	b := x.value(n.kids[1])
	switch n.op {
	case "=", "!=":
		return fmt.Sprint(a) == fmt.Sprint(b) == (n.op == "=")
	case "in", "not in":
		return slices.Contains(b.([]string), a.(string)) == (n.op == "in")
	case "contains":
		if h, one := b.(string); one {
			return slices.Contains(a.([]string), h)
		}
		return !slices.ContainsFunc(b.([]string), func(h string) bool { return !slices.Contains(a.([]string), h) })
	}
	p, known := a.(int)
	q, too := b.(int)
	return known && too && map[string]bool{"<": p < q, "<=": p <= q, ">": p > q, ">=": p >= q}[n.op]
}

// writer writes a random predicate whose parts fit.
type writer struct {
	t     *rapid.T
	names []string // of houses
	count []string // of numbers
	steps bool     // primes may come
	in    bool     // a prime is around
}

func (w *writer) one(words ...string) string { return rapid.SampledFrom(words).Draw(w.t, "word") }

func (w *writer) house() string {
	h := w.one(append([]string{"h1", "h2", "h3", "mayor"}, w.names...)...)
	return w.prime(h, h == "mayor")
}

func (w *writer) prime(text string, can bool) string {
	if can && w.steps && !w.in && rapid.Bool().Draw(w.t, "prime") {
		return text + "'"
	}
	return text
}

func (w *writer) number(deep int) string {
	words := append([]string{"most", strconv.Itoa(rapid.IntRange(0, 3).Draw(w.t, "n"))}, w.count...)
	switch rapid.IntRange(0, 3+deep).Draw(w.t, "number") {
	case 0:
		return w.one(words...)
	case 1:
		return w.prime("size("+w.one("open", "round")+")", true)
	case 2, 3:
		return w.prime("n("+w.house1()+")", true)
	}
	return "(" + w.number(0) + w.one(" + ", " - ") + w.number(0) + ")"
}

// house1 is a house without a prime of its own.
func (w *writer) house1() string {
	return w.one(append([]string{"h1", "h2", "h3", "mayor"}, w.names...)...)
}

func (w *writer) truth(deep int) string {
	if deep == 0 {
		return w.comparison()
	}
	switch rapid.IntRange(0, 9).Draw(w.t, "truth") {
	case 0, 1:
		return "(" + w.truth(deep-1) + w.one(" and ", " or ", " implies ", " ∧ ", " || ") + w.truth(deep-1) + ")"
	case 2:
		return w.one("not ", "¬") + "(" + w.truth(deep-1) + ")"
	case 3, 4:
		return w.quantified(deep)
	case 5, 6:
		if w.in {
			return w.comparison()
		}
		steps := w.steps
		w.steps = false
		first := w.truth(deep - 1)
		w.steps = steps
		return "(once " + first + " later " + w.truth(deep-1) + ")"
	}
	return w.comparison()
}

func (w *writer) quantified(deep int) string {
	names, count := w.names, w.count
	defer func() { w.names, w.count = names, count }()
	name := w.one("x", "y", "z")
	among := w.one("", "", " in open", " in round", " in {h1, mayor}", " in 0..most")
	drop := func(list []string) []string {
		return slices.DeleteFunc(slices.Clone(list), func(s string) bool { return s == name })
	}
	w.names, w.count = drop(names), drop(count)
	if among == " in 0..most" {
		w.count = append(w.count, name)
	} else {
		w.names = append(w.names, name)
	}
	return "(" + w.one("any ", "all ", "some ") + name + among + ": " + w.truth(deep-1) + ")"
}

func (w *writer) comparison() string {
	switch rapid.IntRange(0, 7).Draw(w.t, "comparison") {
	case 0:
		return w.number(1) + w.one(" = ", " != ", " < ", " <= ", " > ", " >= ", " ≤ ", " ≠ ") + w.number(1)
	case 1:
		return w.house() + w.one(" = ", " != ") + w.one("nobody", "none", w.house())
	case 2:
		return w.house() + w.one(" in ", " not in ", " ∈ ") + w.one("open", "round", "{h1, mayor}")
	case 3:
		return w.one("open", "round") + " contains " + w.one("open", "round", "{}", "{h2}", w.house())
	case 4:
		return "n(" + w.house1() + ") = unknown"
	case 5, 6:
		if w.steps && !w.in {
			return w.one("n("+w.house1()+")", "lit("+w.house1()+")") + w.one(" rises", " falls", " changes")
		}
	}
	return w.prime("lit("+w.house1()+")", true)
}

func drawTown(t *rapid.T) (s town) {
	for i := range s.N {
		s.N[i] = rapid.SampledFrom([]uint8{0, 1, 2, 3, 7}).Draw(t, "n")
		s.Lit[i] = rapid.Bool().Draw(t, "lit")
	}
	s.Mayor = rapid.Uint8Range(0, 3).Draw(t, "mayor")
	s.Open = rapid.Uint8Range(0, 7).Draw(t, "open")
	s.Visits = rapid.Uint8Range(0, 4).Draw(t, "visits")
	for i := range s.Visits {
		s.Round[i] = rapid.Uint8Range(0, 2).Draw(t, "round")
	}
	return s
}

// TestAgainstNaive holds random predicates, along random runs, to what is found without
// compiling, and with the whole history in place of a memory.
func TestAgainstNaive(t *testing.T) {
	kinds := map[string]int{}
	rapid.Check(t, func(t *rapid.T) {
		w := &writer{t: t, steps: rapid.Bool().Draw(t, "steps")}
		text := w.truth(3)
		p, wrong := Compile(townWords(), text)
		if wrong != nil {
			if p == nil && wrong.Message[:9] == "remembers" {
				return
			}
			t.Fatalf("%s: column %d: %v", text, wrong.Column(text), wrong)
		}
		tree, _ := parse(text)
		seen := uint64(0)
		history := []town{}
		next := drawTown(t)
		for range 4 {
			history = append(history, next)
			now := next
			next = drawTown(t)
			seen = p.Look(State(&now), seen)
			want := naive{history, &next, map[string]any{}}.is(tree.root)
			got := p.In(State(&now), seen)
			if p.Steps {
				got = p.By(State(&now), State(&next), seen)
			}
			if got != want {
				t.Fatalf("%s is %v, and %v by the naive way, after %+v, next %+v", text, got, want, history, next)
			}
			kinds[fmt.Sprintf("%v, steps %v, memory %v", got, p.Steps, p.Bits > 0)]++
			if got {
				_ = p.witness(State(&now), State(&next), seen).Error()
			}
		}
	})
	if len(kinds) != 8 {
		t.Errorf("of true and false, steps and states, with and without memory only these came: %v", kinds)
	}
}
