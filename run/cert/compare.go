package cert

import (
	"fmt"
	"maps"
	"slices"
)

// Compare says in what a run differs from its certificate, each in a sentence; the
// first levels of it where depth is not 0.
func Compare(f, again *File, depth int) (differences []string) {
	differ := func(format string, args ...any) { differences = append(differences, fmt.Sprintf(format, args...)) }
	value := func(what string, a, b any) {
		if a != b {
			differ("%s: certified %v, now %v", what, a, b)
		}
	}
	if f.Model.Hash != again.Model.Hash {
		differ("model %s: its rules or properties are not those that were certified (hash %s, now %s)", f.Model.Name, f.Model.Hash, again.Model.Hash)
	}
	for _, name := range names(f.Constants, again.Constants) {
		value("constant "+name, either(f.Constants[name]), either(again.Constants[name]))
	}
	value("forgets", either(f.Forgets), either(again.Forgets))
	levels(f, again, depth, differ)
	if depth > 0 {
		return differences
	}
	value("distinct states", f.States.Distinct, again.States.Distinct)
	value("generated states", f.States.Generated, again.States.Generated)
	value("depth", f.States.Depth, again.States.Depth)
	value("deadlocks", f.States.Deadlocks, again.States.Deadlocks)
	value("whole", f.Whole, again.Whole)
	value("cut", fmt.Sprint(f.Cut), fmt.Sprint(again.Cut))
	value("verdict", f.Verdict, again.Verdict)
	mapped(differ, "property", f.Properties, again.Properties, func(p Property) (string, string) { return p.Name, p.words() })
	mapped(differ, "rule", f.Rules, again.Rules, func(r Rule) (string, string) {
		return r.Name, fmt.Sprintf("fired %s, new %s", thousands(r.Fired), thousands(r.New))
	})
	mapped(differ, "budget", f.Bounds, again.Bounds, func(b Bound) (string, string) {
		return b.Name, fmt.Sprintf("limit %d, stopped %s alone and %s jointly", b.Limit, thousands(b.Stopped), thousands(b.Jointly))
	})
	return differences
}

// levels compares levels, and stops at the first that differs.
func levels(f, again *File, depth int, differ func(string, ...any)) {
	n := min(len(f.Levels), len(again.Levels))
	if depth > 0 {
		n = min(n, depth)
	}
	for i := range n {
		switch a, b := f.Levels[i], again.Levels[i]; {
		case a.States != b.States:
			differ("level %d: certified %s, now %s; later levels were not compared", i+1, counted(a.States, "state"), thousands(b.States))
			return
		case a.Sum != b.Sum:
			differ("level %d: as many states, and not the same (sum %s, now %s); later levels were not compared", i+1, a.Sum, b.Sum)
			return
		}
	}
}

// mapped compares lists by name.
func mapped[T any](differ func(string, ...any), what string, a, b []T, of func(T) (name, words string)) {
	was, is := map[string]string{}, map[string]string{}
	for _, one := range a {
		name, words := of(one)
		was[name] = words
	}
	for _, one := range b {
		name, words := of(one)
		is[name] = words
	}
	for _, name := range names(was, is) {
		if was[name] != is[name] {
			differ("%s %s: certified %s, now %s", what, name, either(was[name]), either(is[name]))
		}
	}
}

func (p Property) words() string {
	if p.Length == 0 {
		return p.Verdict
	}
	return fmt.Sprintf("%s in %d states", p.Verdict, p.Length)
}

// names are those of both, in order.
func names(a, b map[string]string) []string {
	all := maps.Clone(a)
	if all == nil {
		all = map[string]string{}
	}
	maps.Copy(all, b)
	return slices.Sorted(maps.Keys(all))
}

// either is a text, or that there is none.
func either(text string) string {
	if text == "" {
		return "none"
	}
	return text
}
