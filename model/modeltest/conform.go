package modeltest

import (
	"fmt"
	"slices"
	"strings"
	"unsafe"

	"mc/model"
)

// TB is the part of testing.TB that Conform needs.
type TB interface {
	Helper()
	Errorf(format string, args ...any)
}

// Conform checks, on the first states of m (as many as limit says), what
// every engine relies on: the state is plain; rules, properties and arguments
// have distinct names; Expand is a function of the state and leaves it alone;
// Widest covers every state; Canonical is idempotent and blind to itself;
// stories and views can be told.
func Conform[S comparable](t TB, m *model.Model[S], limit int) {
	t.Helper()
	if err := model.CheckPlain[S](); err != nil {
		t.Errorf("%v", err)
	}
	for _, complaint := range append(names(m), properties(m)...) {
		t.Errorf("%s: %s", m.Name, complaint)
	}
	seen := map[S]bool{}
	var queue []S
	add := func(s S) {
		if !seen[s] && len(seen) < limit {
			seen[s] = true
			queue = append(queue, s)
		}
	}
	m.Init(add)
	if len(queue) == 0 {
		t.Errorf("%s: Init adds no state", m.Name)
	}
	for ; len(queue) > 0; queue = queue[1:] {
		s := queue[0]
		if complaint := conformState(m, s, add); complaint != "" {
			t.Errorf("%s: in state %+v: %s", m.Name, s, complaint)
			return
		}
	}
}

// conformState checks the promises in one state and hands out its successors.
func conformState[S comparable](m *model.Model[S], s S, add func(S)) string {
	first, changed := steps(m, s)
	second, _ := steps(m, s)
	if changed {
		return "Expand changed the state it was given"
	}
	if !slices.Equal(first, second) {
		return "Expand gave different successors the second time"
	}
	if m.Canonical != nil {
		once := s
		m.Canonical(&once)
		if twice := once; func() bool { m.Canonical(&twice); return twice != once }() {
			return "Canonical is not idempotent"
		}
	}
	if m.Widest != nil && beyond(&s, m.Widest) {
		return "it has bits that Widest lacks"
	}
	m.Describe(&s)
	for _, step := range first {
		if got, enabled := m.Successor(&s, step.action); !enabled || got != step.after {
			return fmt.Sprintf("action %q leads to two different states; give it another argument", m.Text(step.action))
		}
		if story := m.Story(step.action, &s, &step.after); story.Title == "" || story.Words == "" {
			return fmt.Sprintf("action %q has no story; give its rule a Doc or a Tell", m.Text(step.action))
		}
		if m.Within == nil || m.Within(&step.after) {
			add(step.after)
		}
	}
	return ""
}

// beyond tells whether a state has a bit that widest lacks.
func beyond[S comparable](s, widest *S) bool {
	n := unsafe.Sizeof(*s)
	of := func(s *S) []byte { return unsafe.Slice((*byte)(unsafe.Pointer(s)), n) }
	for i, b := range of(s) {
		if b&^of(widest)[i] != 0 {
			return true
		}
	}
	return false
}

type taken[S comparable] struct {
	action model.Action
	after  S
}

func steps[S comparable](m *model.Model[S], s S) (list []taken[S], changed bool) {
	before := s
	m.Expand(&s, model.NewSteps(func(a model.Action, n *S) { list = append(list, taken[S]{a, *n}) }))
	return list, s != before
}

func names[S comparable](m *model.Model[S]) (complaints []string) {
	seen := map[string]bool{}
	for _, r := range m.Rules {
		if r.Name == "" || strings.ContainsAny(r.Name, " \t") || seen[r.Name] {
			complaints = append(complaints, fmt.Sprintf("rule name %q is empty, has a space or is used twice", r.Name))
		}
		if r.Doc == "" {
			complaints = append(complaints, fmt.Sprintf("rule %s has no Doc", r.Name))
		}
		seen[r.Name] = true
	}
	return complaints
}

func properties[S comparable](m *model.Model[S]) (complaints []string) {
	seen := map[string]bool{}
	for _, p := range m.Properties {
		for _, name := range append([]string{p.Name}, p.Aliases...) {
			if name == "" || seen[name] {
				complaints = append(complaints, fmt.Sprintf("property name %q is empty or used twice", name))
			}
			seen[name] = true
		}
		set := map[model.Kind]bool{model.Always: p.State != nil, model.Step: p.Step != nil, model.Reachable: p.Goal != nil}
		for kind, has := range set {
			if has != (kind == p.Kind) {
				complaints = append(complaints, fmt.Sprintf("property %s is of kind %s, but its functions say otherwise",
					p.Name, p.Kind))
			}
		}
		if p.Doc == "" {
			complaints = append(complaints, fmt.Sprintf("property %s has no Doc", p.Name))
		}
	}
	return complaints
}
