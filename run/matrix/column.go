package matrix

import (
	"fmt"
	"slices"
	"strings"

	"mc/model"
)

// Column is a variant of the rows' model, by its name.
type Column struct {
	Name string `json:"name"`
	Doc  string `json:"doc,omitempty"`
}

// Columns are the columns that text names: a family of variants, or some
// variants separated by commas; the first family if it is empty.
func Columns(v *model.Variants, text string) (out []Column, err error) {
	if v == nil {
		return nil, fmt.Errorf("there are no variants to compare")
	}
	if text == "" {
		text = v.Families[0].Name
	}
	if f, ok := v.Family(text); ok {
		for _, one := range f.List {
			out = append(out, columnOf(one, f))
		}
		return out, nil
	}
	for name := range strings.SplitSeq(text, ",") {
		one, f, ok := v.Find(name)
		if !ok {
			return nil, fmt.Errorf("%q is %s%s; mc list variants names all", name, noneOf(v), unknown(name, v))
		}
		if !slices.ContainsFunc(out, func(c Column) bool { return c.Name == name }) {
			out = append(out, columnOf(one, f))
		}
	}
	return out, nil
}

// noneOf says that something is a member of no family.
func noneOf(v *model.Variants) string {
	if len(v.Families) == 1 {
		return "no " + v.Families[0].One
	}
	words := make([]string, len(v.Families))
	for i, f := range v.Families {
		words[i] = "a " + f.One
	}
	return "neither " + strings.Join(words, " nor ")
}

func unknown(name string, v *model.Variants) string {
	var names []string
	for _, f := range v.Families {
		names = append(names, f.Name)
	}
	return model.Nearest(name, append(names, v.Names()...))
}

func columnOf(one model.Variant, f model.Family) Column {
	if one.Of == "" {
		return Column{one.Name, one.Doc}
	}
	return Column{one.Name, strings.TrimSpace(f.Label+" "+one.Name) + ": " + varied(one)}
}

// varied is a variant as a variation of another, in words.
func varied(one model.Variant) string {
	words := one.Of
	for i, name := range sorted(one.Set) {
		words += []string{" with ", ", "}[min(i, 1)] + name + " " + one.Set[name]
	}
	return words
}
