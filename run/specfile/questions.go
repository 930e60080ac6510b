package specfile

import (
	"fmt"
	"slices"
	"strings"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/token"

	"mc/model/ask"
)

// questions reads what a spec asks for: one predicate, or several by name.
func questions(to *[]ask.Question, goal bool) reader {
	return func(d *decoder, path string, n ast.Node) {
		add := func(name string, value ast.Node) {
			q := ask.Question{Name: name, Goal: goal}
			at := QuestionPath(name)
			var ok bool
			if q.Text, ok = d.want(path, value, "a predicate, as in hw(b1) > leo(leader)"); !ok {
				return
			}
			if taken := slices.ContainsFunc(*to, func(other ask.Question) bool { return other.Name == name }); taken {
				d.complain(value, "two questions are called %q; give one of them another name", name)
				return
			}
			d.spec.places[at] = d.place(value)
			d.spec.texts[at] = value
			*to = append(*to, q)
		}
		if _, several := n.(ast.MapNode); several {
			d.entries(path, n, func(_, key string, _, value ast.Node) { add(key, value) })
			return
		}
		add(ask.Question{Goal: goal}.Verb(), n)
	}
}

// QuestionPath is the path of a question of that name, for Complain.
func QuestionPath(name string) string { return "asked." + name }

// Misasked is what is wrong with a question, at its place in the file if that can be
// told.
func (s *Spec) Misasked(q ask.Question, wrong *ask.Problem) *Problem {
	path := QuestionPath(q.Name)
	n, place := s.texts[path], s.places[path]
	column := wrong.Column(q.Text)
	if n == nil || n.GetToken() == nil || !exact(n, q.Text) {
		at := fmt.Sprintf("column %d", column)
		if rest := strings.TrimSpace(q.Text[min(wrong.At, len(q.Text)):]); rest != "" {
			at += fmt.Sprintf(" (at %q)", clipped(rest))
		}
		return s.Complain(path, "%s: %s", at, wrong)
	}
	place.Column += column - 1
	if quoted(n) {
		place.Column++
	}
	return &Problem{place, wrong.Error()}
}

// exact reports whether a text stands in its line as it is.
func exact(n ast.Node, text string) bool {
	t := n.GetToken()
	origin := strings.TrimSpace(t.Origin)
	return origin == text || quoted(n) && len(origin) > 1 && origin[1:len(origin)-1] == text
}

func quoted(n ast.Node) bool {
	kind := n.GetToken().Type
	return kind == token.DoubleQuoteType || kind == token.SingleQuoteType
}

func clipped(text string) string {
	if letters := []rune(text); len(letters) > 20 {
		return string(letters[:20]) + "..."
	}
	return text
}

// Ask adds a question under a name that is free: the word for what is asked, with a
// number if that is taken.
func (s *Spec) Ask(goal bool, name, text, flag string) {
	q := ask.Question{Name: name, Goal: goal, Text: text}
	taken := func() bool {
		return slices.ContainsFunc(s.Questions, func(o ask.Question) bool { return o.Name == q.Name })
	}
	if q.Name == "" {
		q.Name = q.Verb()
		for i := 2; taken(); i++ {
			q.Name = fmt.Sprint(q.Verb(), "-", i)
		}
	}
	s.Questions = append(s.Questions, q)
	first := 0 // behind the questions before it, and before all else
	for first < len(s.Check) && slices.ContainsFunc(s.Questions, func(o ask.Question) bool { return o.Name == s.Check[first] }) {
		first++
	}
	s.Check = slices.Insert(s.Check, first, q.Name)
	s.Override(QuestionPath(q.Name), flag)
}
