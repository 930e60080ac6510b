package model

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Meant is the variant that a name stands for.
type Meant struct {
	Name string            // of a variant
	Set  map[string]string // what differs from it all the same
	Said string            // "as 3.7"; empty if the name is the variant's own
}

// Resolve finds the variant that a name stands for: one of that name, one that
// it is another name of, or, of a family whose names are versions, the one that
// a version goes by: its branch, or the newest if it is newer than all.
func (v *Variants) Resolve(name string) (Meant, error) {
	if _, _, ok := v.Find(name); ok {
		return Meant{Name: name}, nil
	}
	if v == nil {
		return Meant{}, fmt.Errorf("there are no variants, and so no %q", name)
	}
	for i := range v.Families {
		f := &v.Families[i]
		if m, ok := f.also(name); ok {
			return m, nil
		}
		if _, ok := parts(name); ok && f.Versions {
			return f.version(name)
		}
	}
	return Meant{}, fmt.Errorf("there is no %s %q%s", v.kinds(), name, DidYouMean(name, v.words()))
}

// kinds is what the members of the families are: "generation or release".
func (v *Variants) kinds() string {
	words := make([]string, len(v.Families))
	for i, f := range v.Families {
		words[i] = f.One
	}
	return strings.Join(words, " or ")
}

// words are the names that are no versions.
func (v *Variants) words() []string {
	return slices.DeleteFunc(v.Names(), func(name string) bool { _, version := parts(name); return version })
}

// also finds what a name is another name of.
func (f *Family) also(name string) (Meant, bool) {
	i := slices.IndexFunc(f.Also, func(one Variant) bool { return one.Name == name })
	if i < 0 {
		return Meant{}, false
	}
	one := f.Also[i]
	said := "as " + one.Of
	for i, key := range slices.Sorted(maps.Keys(one.Set)) {
		said += []string{" with ", ", "}[min(i, 1)] + key + "=" + one.Set[key]
	}
	if one.Doc != "" {
		said += "; " + one.Doc
	}
	return Meant{one.Of, one.Set, said}, true
}

// known finds a version that is a member or another name of one.
func (f *Family) known(name string) (Meant, bool) {
	if slices.ContainsFunc(f.List, func(one Variant) bool { return one.Name == name }) {
		return Meant{Name: name}, true
	}
	return f.also(name)
}

// version finds what a version goes by that is no member of the family.
func (f *Family) version(name string) (Meant, error) {
	all := f.versions()
	given, _ := parts(name)
	first, last := all[0], all[len(all)-1]
	for branch := name; strings.Contains(branch, "."); {
		branch = branch[:strings.LastIndex(branch, ".")]
		m, ok := f.known(branch)
		if !ok {
			continue
		}
		m.Said = cmp.Or(m.Said, "as "+m.Name)
		if strings.Trim(strings.TrimPrefix(name, branch), ".0") != "" {
			m.Said += "; other back-ports are not known"
		}
		return m, nil
	}
	one, _ := parts(last)
	if slices.Compare(given, one) > 0 {
		m, _ := f.known(last)
		m.Said = strings.TrimSuffix("newer than the model, as "+last+", which is "+m.Said, ", which is ")
		return m, nil
	}
	one, _ = parts(first)
	if slices.Compare(given, one) < 0 {
		return Meant{}, fmt.Errorf("%s %s is older than the model, which begins with %s", f.One, name, first)
	}
	i := slices.IndexFunc(all, func(v string) bool { one, _ := parts(v); return slices.Compare(one, given) > 0 })
	return Meant{}, fmt.Errorf("there is no %s %s; the nearest are %s and %s", f.One, name, all[i-1], all[i])
}

// versions are the names that are versions, oldest first.
func (f *Family) versions() (all []string) {
	for _, one := range slices.Concat(f.List, f.Also) {
		if _, ok := parts(one.Name); ok {
			all = append(all, one.Name)
		}
	}
	slices.SortFunc(all, func(a, b string) int {
		x, _ := parts(a)
		y, _ := parts(b)
		return slices.Compare(x, y)
	})
	return all
}

// parts are the numbers of a version; ok is false if it is none.
func parts(name string) (numbers []int, ok bool) {
	for word := range strings.SplitSeq(name, ".") {
		n, err := strconv.ParseUint(word, 10, 16)
		if err != nil {
			return nil, false
		}
		numbers = append(numbers, int(n))
	}
	return numbers, len(numbers) > 1
}
