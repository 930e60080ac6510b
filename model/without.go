package model

import (
	"fmt"
	"slices"
	"strings"
)

// Without returns a copy of m that lacks the named rules, or single instances
// of them. A name is a rule ("Elect") or an action as Text renders it
// ("LossyCrash b1"); where a single one is left out there is no symmetry.
func (m *Model[S]) Without(names ...string) (*Model[S], error) {
	out := *m
	out.Rules = append([]Rule[S](nil), m.Rules...)
	banned := map[string]map[string]bool{}
	for _, name := range names {
		rule, instance, _ := strings.Cut(strings.Join(strings.Fields(name), " "), " ")
		i := m.Rule(rule)
		if i < 0 {
			return nil, fmt.Errorf("model: %s has no rule %q%s", m.Name, rule, DidYouMean(rule, m.ruleNames()))
		}
		if banned[rule] == nil {
			banned[rule] = map[string]bool{}
		}
		if n := len(strings.Fields(instance)); n != 0 && n != len(m.Rules[i].Params) {
			return nil, fmt.Errorf("model: %q names %d arguments, but %s takes %d; give all of them or none", name, n,
				rule, len(m.Rules[i].Params))
		}
		if err := m.Rules[i].instance(instance); err != nil {
			return nil, fmt.Errorf("model: there is no %q: %w", name, err)
		}
		banned[rule][instance] = true
		if instance != "" && out.Canonical != nil {
			out.Canonical, out.Asymmetric = nil, fmt.Sprintf("%q is left out, which is not so of all that it is with other names", name)
		}
	}
	kept := out.Rules[:0]
	for _, r := range out.Rules {
		if banned[r.Name][""] {
			out.leftOut = append(out.leftOut[:len(out.leftOut):len(out.leftOut)], r.Name)
			continue
		}
		if b := banned[r.Name]; b != nil {
			r.Expand = m.filtered(r, b)
		}
		kept = append(kept, r)
	}
	out.Rules = kept
	if m.Claims != nil {
		out.Properties = m.Claims(func(rule string) bool { return out.Rule(rule) >= 0 })
	}
	return &out, nil
}

// instance complains of arguments that the rule never has.
func (r *Rule[S]) instance(arguments string) error {
	for i, word := range strings.Fields(arguments) {
		p := r.Params[i]
		known := make([]string, len(p.Values))
		for k, v := range p.Values {
			known[k] = p.Text(v)
		}
		if p.Values != nil && !slices.Contains(known, word) {
			return fmt.Errorf("%s is one of %s", p.Name, strings.Join(known, ", "))
		}
	}
	return nil
}

// filtered wraps a rule so that the banned instances are not emitted.
func (m *Model[S]) filtered(r Rule[S], banned map[string]bool) func(*S, *Steps[S]) {
	skip := func(a Action) bool {
		words := make([]string, len(r.Params))
		for i, p := range r.Params {
			words[i] = p.Text(a.Args[i])
		}
		return banned[strings.Join(words, " ")]
	}
	expand := r.Expand
	return func(s *S, out *Steps[S]) {
		named := out.named
		out.skip, out.named = skip, true
		expand(s, out)
		out.skip, out.named = nil, named
	}
}

func (m *Model[S]) ruleNames() []string {
	names := make([]string, len(m.Rules))
	for i := range m.Rules {
		names[i] = m.Rules[i].Name
	}
	return names
}
