package kafka

import (
	"fmt"
	"go/ast"
	"go/token"
	"strings"
)

// swapped are the operators that stand in for another: the neighbour, off by
// one, and the opposite.
var swapped = map[token.Token][]token.Token{
	token.LSS: {token.LEQ, token.GEQ},
	token.LEQ: {token.LSS, token.GTR},
	token.GTR: {token.GEQ, token.LEQ},
	token.GEQ: {token.GTR, token.LSS},
	token.EQL: {token.NEQ},
	token.NEQ: {token.EQL},
}

// visit makes the mutants of a node. Conditions are visited by themselves:
// whether an expression is one is not seen from within.
func (m *mutator) visit(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.IfStmt:
		m.condition(n.Cond, true)
	case *ast.SwitchStmt:
		for _, c := range n.Body.List {
			for _, x := range c.(*ast.CaseClause).List {
				if n.Tag == nil {
					m.condition(x, true)
				}
			}
		}
	case *ast.ReturnStmt:
		for _, x := range n.Results {
			if logical(x) {
				m.condition(x, false)
			}
		}
	case *ast.AssignStmt:
		for _, x := range n.Rhs {
			if logical(x) {
				m.condition(x, false)
			}
		}
	case *ast.KeyValueExpr:
		if logical(n.Value) {
			m.condition(n.Value, false)
		}
	case *ast.FuncLit:
		m.question(n)
	case *ast.RangeStmt:
		m.loop(n)
	case *ast.BinaryExpr:
		m.sets(n)
	case *ast.CallExpr:
		switch f := n.Fun.(type) {
		case *ast.SelectorExpr:
			return f.Sel.Name != "promisedIf" // who is promised what is no claim
		case *ast.Ident:
			return f.Name != "wrong" // nor are the words of a witness
		}
	}
	return true
}

// question turns round what a function of one line answers, where only its type
// says that it is true or false.
func (m *mutator) question(f *ast.FuncLit) {
	if out := f.Type.Results; out == nil || m.text(out.List[0].Type) != "bool" || len(f.Body.List) != 1 {
		return
	}
	if r, is := f.Body.List[0].(*ast.ReturnStmt); is && !logical(r.Results[0]) {
		m.condition(r.Results[0], false)
	}
}

// logical reports an expression that can only be true or false.
func logical(x ast.Expr) bool {
	switch x := x.(type) {
	case *ast.ParenExpr:
		return logical(x.X)
	case *ast.UnaryExpr:
		return x.Op == token.NOT
	case *ast.BinaryExpr:
		return x.Op == token.LAND || x.Op == token.LOR || len(swapped[x.Op]) > 0
	}
	return false
}

// condition makes the mutants of a condition and of what it is made of.
func (m *mutator) condition(x ast.Expr, whole bool) {
	var others []string
	if whole {
		others = append(others, "true", "false")
	}
	switch e := x.(type) {
	case *ast.ParenExpr:
		m.condition(e.X, false)
	case *ast.UnaryExpr:
		others = append(others, m.text(e.X))
	case *ast.BinaryExpr:
		switch {
		case e.Op == token.LAND || e.Op == token.LOR:
			others = append(others, m.text(e.X), m.text(e.Y))
			m.condition(e.X, false)
			m.condition(e.Y, false)
		case len(swapped[e.Op]) > 0:
			for _, op := range swapped[e.Op] {
				others = append(others, fmt.Sprintf("%s %s %s", m.text(e.X), op, m.text(e.Y)))
			}
		}
	default:
		others = append(others, "!("+m.text(x)+")")
	}
	m.replace(x, others, func(text string) string { return "func() bool { return " + text + " }" }, "either")
}

// sets makes the mutants of a union, a difference or an intersection: another
// one, and one of the two alone.
func (m *mutator) sets(e *ast.BinaryExpr) {
	other := map[token.Token]token.Token{token.OR: token.AND, token.AND: token.OR, token.AND_NOT: token.AND}[e.Op]
	if other == 0 || constant(e.X) || constant(e.Y) {
		return
	}
	x, y := m.text(e.X), m.text(e.Y)
	others := []string{fmt.Sprintf("(%s) %s (%s)", x, other, y), x}
	if e.Op != token.AND_NOT {
		others = append(others, y)
	}
	m.replace(e, others, func(text string) string { return text }, "instead")
}

func constant(x ast.Expr) bool {
	found := false
	ast.Inspect(x, func(n ast.Node) bool {
		_, lit := n.(*ast.BasicLit)
		found = found || lit
		return true
	})
	return found
}

// replace makes a site of an expression that has these others.
func (m *mutator) replace(x ast.Expr, others []string, wrap func(string) string, by string) {
	if len(others) == 0 {
		return
	}
	is := m.text(x)
	var what []string
	for _, o := range others {
		what = append(what, is+" becomes "+o)
	}
	s := m.at(x)
	s.first = m.add(x.Pos(), what...)
	open, closed, _ := strings.Cut(wrap("\x00"), "\x00")
	s.open, s.middle, s.closed = fmt.Sprintf("%s(%d, %s", by, s.first, open), closed, ")"
	for _, o := range others {
		s.alternatives = append(s.alternatives, ", "+wrap(o))
	}
	m.sites = append(m.sites, s)
}

// loop lets a loop over offsets or brokers leave out the last, or the first.
func (m *mutator) loop(n *ast.RangeStmt) {
	key, ok := n.Key.(*ast.Ident)
	if !ok || key.Name == "_" || n.Value != nil {
		return
	}
	s := m.at(n.X)
	s.first = m.add(n.Pos(), "without the last of "+m.text(n.X))
	s.open, s.closed = fmt.Sprintf("fewer(%d, ", s.first), ")"
	m.sites = append(m.sites, s)
	brace := m.files.Position(n.Body.Lbrace).Offset + 1
	id := m.add(n.Pos(), "without the first of "+m.text(n.X))
	m.sites = append(m.sites, site{from: brace, to: brace, first: id,
		open: fmt.Sprintf(" if living == %d && %s == 0 { continue }; ", id, key.Name)})
}

func (m *mutator) at(x ast.Expr) site {
	return site{from: m.files.Position(x.Pos()).Offset, to: m.files.Position(x.End()).Offset}
}

func (m *mutator) text(x ast.Expr) string {
	s := m.at(x)
	return string(m.src[s.from:s.to])
}
