package ask

import (
	"fmt"
	"strconv"
)

// node is a part of a predicate: an operator over its kids, a name with its
// arguments, or a number.
type node struct {
	op       string // the operator, or aName, aNumber, "set", "range"
	name     string // of aName, and what a quantifier binds
	n        int    // of aNumber
	called   bool   // aName: with parentheses
	kids     []*node
	from, to int // its place in the text
}

// tree is a predicate that was read.
type tree struct {
	text string
	root *node
}

// of is the text of a part.
func (t *tree) of(n *node) string { return t.text[n.from:n.to] }

// deepest is how far parts may be nested.
const deepest = 100

type parser struct {
	tokens []token
	at     int
	depth  int
	err    *Problem
}

// parse reads a predicate. Whether its words mean anything is for a vocabulary to say.
func parse(text string) (*tree, *Problem) {
	tokens, err := lex(text)
	if err != nil {
		return nil, err
	}
	p := &parser{tokens: tokens}
	root := p.implication()
	if p.err == nil && p.kind() != theEnd {
		p.fail("expected the end, or one of and, or, =, <, in, contains, got %q", p.tokens[p.at].text)
	}
	return &tree{text, root}, p.err
}

func (p *parser) kind() string { return p.tokens[p.at].kind }

func (p *parser) fail(format string, args ...any) *node {
	if p.err == nil {
		p.err = &Problem{At: p.tokens[p.at].from, Message: fmt.Sprintf(format, args...)}
	}
	p.at = len(p.tokens) - 1 // nothing more is read
	return &node{op: aNumber}
}

// next takes a token if it is of that kind.
func (p *parser) next(kind string) bool {
	if p.kind() != kind || kind == theEnd {
		return false
	}
	p.at++
	return true
}

func (p *parser) expect(kind, after string) {
	if !p.next(kind) {
		p.fail("expected %q %s, got %s", kind, after, p.got())
	}
}

func (p *parser) got() string {
	if p.kind() == theEnd {
		return theEnd
	}
	return strconv.Quote(p.tokens[p.at].text)
}

// join is an operator over parts, from the first of them to the last token read.
func (p *parser) join(op string, from int, kids ...*node) *node {
	return &node{op: op, kids: kids, from: from, to: p.tokens[max(p.at-1, 0)].to}
}

func (p *parser) here() int { return p.tokens[p.at].from }

// implication is the weakest: A implies B.
func (p *parser) implication() *node {
	if p.depth++; p.depth > deepest {
		return p.fail("is nested more than %d deep; ask for less at once", deepest)
	}
	defer func() { p.depth-- }()
	from := p.here()
	left := p.chain("or", func() *node { return p.chain("and", p.negation) })
	if p.next("implies") {
		right := p.implication()
		return p.join("implies", from, left, right)
	}
	return left
}

func (p *parser) chain(op string, part func() *node) *node {
	from := p.here()
	left := part()
	for p.next(op) {
		right := part()
		left = p.join(op, from, left, right)
	}
	return left
}

func (p *parser) negation() *node {
	from := p.here()
	switch {
	case p.next("not"):
		if p.depth++; p.depth > deepest {
			return p.fail("is nested more than %d deep; ask for less at once", deepest)
		}
		kid := p.negation()
		p.depth--
		return p.join("not", from, kid)
	case p.next("any"):
		return p.quantifier("any", from)
	case p.next("all"):
		return p.quantifier("all", from)
	case p.next("once"):
		first := p.implication()
		p.expect("later", "after what was once so")
		then := p.implication()
		return p.join("once", from, first, then)
	}
	return p.comparison()
}

// quantifier reads what comes after any or all: "b: P", "x in isr: P", "e in 0..3: P".
func (p *parser) quantifier(op string, from int) *node {
	name := p.tokens[p.at].text
	if !p.next(aName) {
		return p.fail("expected a name after %s, as in %[1]s b: up(b), got %s", op, p.got())
	}
	var among []*node
	if p.next("in") {
		start := p.here()
		among = append(among, p.sum())
		if p.next("..") {
			last := p.sum()
			among[0] = p.join("range", start, among[0], last)
		}
	}
	p.expect(":", "after what "+op+" is about")
	body := p.implication()
	n := p.join(op, from, append([]*node{body}, among...)...)
	n.name = name
	return n
}

var comparisons = []string{"=", "!=", "<", "<=", ">", ">=", "in", "not in", "contains"}

func (p *parser) comparison() *node {
	from := p.here()
	left := p.sum()
	for _, op := range []string{"rises", "falls", "changes"} {
		if p.next(op) {
			return p.join(op, from, left)
		}
	}
	op := p.kind()
	if op == "not" && p.tokens[p.at+1].kind == "in" {
		p.at++
		op = "not in"
		p.at++
	} else if contains(comparisons, op) {
		p.at++
	} else {
		return left
	}
	right := p.sum()
	if contains(comparisons, p.kind()) {
		return p.fail("compares three things; write %s and %s", "a < b", "b < c")
	}
	return p.join(op, from, left, right)
}

func (p *parser) sum() *node {
	from := p.here()
	left := p.primed()
	for p.kind() == "+" || p.kind() == "-" {
		op := p.kind()
		p.at++
		right := p.primed()
		left = p.join(op, from, left, right)
	}
	return left
}

func (p *parser) primed() *node {
	from := p.here()
	n := p.primary()
	if p.next("'") {
		n = p.join("'", from, n)
	}
	return n
}

func (p *parser) primary() *node {
	from, t := p.here(), p.tokens[p.at]
	switch {
	case p.next(aNumber):
		v, err := strconv.Atoi(t.text)
		if err != nil || v > 1<<30 {
			p.at--
			return p.fail("%s is larger than any number of a model", t.text)
		}
		n := p.join(aNumber, from)
		n.n = v
		return n
	case p.next(aName):
		return p.named(t, from)
	case p.next("("):
		n := p.implication()
		p.expect(")", "at the end of what is in parentheses")
		return n
	case p.next("{"):
		kids := p.list("}")
		return p.join("set", from, kids...)
	}
	return p.fail("expected a name, a number, ( or {, got %s", p.got())
}

// named is a name with its arguments; hw'(b) is hw(b)'.
func (p *parser) named(t token, from int) *node {
	primed := p.kind() == "'" && p.tokens[p.at+1].kind == "("
	if primed {
		p.at++
	}
	var kids []*node
	called := p.next("(")
	if called {
		kids = p.list(")")
	}
	n := p.join(aName, from, kids...)
	n.name, n.called = t.text, called
	if primed {
		n = p.join("'", from, n)
	}
	return n
}

// list reads what is separated by commas, and the sign at its end.
func (p *parser) list(end string) (kids []*node) {
	if p.next(end) {
		return nil
	}
	for p.err == nil {
		kids = append(kids, p.sum())
		if !p.next(",") {
			break
		}
	}
	p.expect(end, "at the end of the list")
	return kids
}
