package model

import (
	"fmt"
	"slices"
)

// Variants are the ways to run one model that can be put side by side: a
// protocol as it was over time, with a fault and without. Each runs the same
// rules on the same state, so that a schedule of one can be tried on another.
//
// A variant is a choice of values: its name is a value of Constant, and stands
// for the values that Set gives to other constants, and for nothing else; where
// Set is empty, the name itself is what the model goes by. Or a variant is a template of its
// own, whose name Model has; then Constant is empty, and all these templates
// have the same Variants.
type Variants struct {
	Subject  string // what they are variants of: "Kafka's replication protocol"
	Constant string // "generation"

	// Families are lists of variants with a name. What comes after the first
	// family varies it.
	Families []Family
}

// Family is a list of variants in an order that means something: a later one
// is to be better than those before it.
type Family struct {
	Name  string // of the list: "generations"
	One   string // of a member: "generation"
	Label string // what stands before the name of a member in a heading: "Kafka" 2.8
	List  []Variant

	// Also are further names, each of a member (Of), with what differs in Set
	// and a remark in Doc. They are understood, and no variants of their own.
	Also []Variant

	// Versions says that names are versions: one that nothing has goes by its
	// branch, and what is near it goes by its numbers.
	Versions bool
}

// Variant is one way to run a model.
type Variant struct {
	Name string // "kip-101"
	Doc  string // what is new in it
	Ref  string // where that comes from

	Of  string            // the variant that it varies; empty in the first family
	Set map[string]string // what differs from Of; without it, the values that make the variant

	Model string // the template that it is, if it is one
}

// NotThere is the value in Set of a constant that has no meaning in a variant.
const NotThere = "n/a"

// Key is the constant whose values are the variants, "" if there is none.
func (v *Variants) Key() string {
	if v == nil {
		return ""
	}
	return v.Constant
}

// All lists the variants of every family.
func (v *Variants) All() (all []Variant) {
	if v == nil {
		return nil
	}
	for _, f := range v.Families {
		all = append(all, f.List...)
	}
	return all
}

// ByName reports that the name of a variant means something by itself, because
// no values stand for it.
func (v *Variants) ByName(name string) bool {
	i := v.base(name)
	return i >= 0 && len(v.Families[0].List[i].Set) == 0
}

// Names lists the names of all variants.
func (v *Variants) Names() (names []string) {
	for _, one := range v.All() {
		names = append(names, one.Name)
	}
	return names
}

// Find finds a variant, and its family, by the name of the variant.
func (v *Variants) Find(name string) (one Variant, in Family, ok bool) {
	if v == nil {
		return one, in, false
	}
	for _, f := range v.Families {
		for _, one := range f.List {
			if one.Name == name {
				return one, f, true
			}
		}
	}
	return one, in, false
}

// Family finds a family by its name.
func (v *Variants) Family(name string) (f Family, ok bool) {
	if v == nil {
		return f, false
	}
	i := slices.IndexFunc(v.Families, func(f Family) bool { return f.Name == name })
	if i < 0 {
		return f, false
	}
	return v.Families[i], true
}

// base is the place in the first family of a variant, or of what it varies.
func (v *Variants) base(name string) int {
	one, _, ok := v.Find(name)
	if !ok {
		return -1
	}
	if one.Of != "" {
		name = one.Of
	}
	return slices.IndexFunc(v.Families[0].List, func(one Variant) bool { return one.Name == name })
}

// Later are the members of the first family that come after a variant, or
// after what it varies.
func (v *Variants) Later(name string) []Variant {
	i := v.base(name)
	if i < 0 {
		return nil
	}
	return v.Families[0].List[i+1:]
}

// Before is what a variant is held against: what it varies or, in the first
// family, the member before it.
func (v *Variants) Before(name string) (before string, ok bool) {
	one, _, found := v.Find(name)
	i := v.base(name)
	switch {
	case !found:
		return "", false
	case one.Of != "":
		return one.Of, true
	case i < 1:
		return "", false
	}
	return v.Families[0].List[i-1].Name, true
}

// Cell is the value of a constant in a variant; ok is false if the variant
// does not say.
func (v *Variants) Cell(name, constant string) (value string, ok bool) {
	one, _, found := v.Find(name)
	if !found {
		return "", false
	}
	if value, ok = one.Set[constant]; !ok && one.Of != "" {
		return v.Cell(one.Of, constant)
	}
	return value, ok
}

// Table are those of a list of constants that the variants differ in.
func (v *Variants) Table(list []Constant) (table []Constant) {
	for _, c := range list {
		if v.sets(c.Name) {
			table = append(table, c)
		}
	}
	return table
}

// sets reports whether some variant has a value for a constant.
func (v *Variants) sets(constant string) bool {
	if v == nil {
		return false
	}
	for i := range v.Families {
		for j := range v.Families[i].List {
			if _, set := v.Families[i].List[j].Set[constant]; set {
				return true
			}
		}
	}
	return false
}

// Change is a constant with its value in a variant and in what that is held
// against.
type Change struct {
	Constant
	Now, Was string
}

// Changes are what a variant changes in the one that it is held against. That
// a switch begins to have a meaning and is off, or was off and has none any
// more, is no change.
func (v *Variants) Changes(name string, list []Constant) (out []Change) {
	before, ok := v.Before(name)
	if !ok {
		return nil
	}
	effect := func(cell string) string {
		if cell == NotThere {
			return "off"
		}
		return cell
	}
	for _, c := range v.Table(list) {
		now, _ := v.Cell(name, c.Name)
		if was, _ := v.Cell(before, c.Name); effect(now) != effect(was) {
			out = append(out, Change{c, now, was})
		}
	}
	return out
}

// Over makes a template's Constants of a list: the constant that names the
// variant, then the list with the values of that variant as defaults. A run
// that names no variant is the last of the first family.
func (v *Variants) Over(list ...Constant) func(set map[string]string) ([]Constant, error) {
	first := v.Families[0]
	return func(set map[string]string) ([]Constant, error) {
		name, given := set[v.Constant]
		if !given {
			name = first.List[len(first.List)-1].Name
		}
		if _, _, ok := v.Find(name); !ok {
			return nil, fmt.Errorf("there is no %s %q%s", first.One, name, DidYouMean(name, v.Names()))
		}
		doc := "Which " + first.One + " of " + v.Subject + "."
		out := []Constant{{Name: v.Constant, Doc: doc, Default: name, Choices: v.Names()}}
		for _, c := range list {
			if value, ok := v.Cell(name, c.Name); ok && value != NotThere {
				c.Default = value
			}
			out = append(out, c)
		}
		return out, nil
	}
}
