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

	// As is the variant whose row a name goes by that is none of its own.
	As string `json:"as,omitempty"`

	// Said is what a reader is told of a name that stands for another.
	Said string `json:"-"`
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
		meant, err := v.Resolve(name)
		if err != nil {
			return nil, fmt.Errorf("%s%s; mc list variants names all", strings.TrimSuffix(err.Error(), "?"), unknown(name, v))
		}
		one, f, _ := v.Find(meant.Name)
		if !slices.ContainsFunc(out, func(c Column) bool { return c.Name == name }) {
			column := columnOf(one, f)
			if meant.Said != "" {
				said := name + ": " + meant.Said
				column = Column{Name: name, Doc: strings.TrimSpace(f.Label + " " + said), As: meant.Name, Said: said}
			}
			out = append(out, column)
		}
	}
	return out, nil
}

// unknown is the family that is spelled nearly as a name that is no version.
func unknown(name string, v *model.Variants) string {
	var names []string
	for _, f := range v.Families {
		names = append(names, f.Name)
	}
	return model.Nearest(name, names)
}

func columnOf(one model.Variant, f model.Family) Column {
	if one.Of == "" {
		return Column{Name: one.Name, Doc: one.Doc}
	}
	doc := strings.TrimSpace(f.Label+" "+one.Name) + ": " + varied(one)
	if one.Doc != "" {
		doc += "; " + one.Doc
	}
	return Column{Name: one.Name, Doc: doc}
}

// varied is a variant as a variation of another, in words.
func varied(one model.Variant) string {
	words := one.Of
	for i, name := range sorted(one.Set) {
		words += []string{" with ", ", "}[min(i, 1)] + name + " " + one.Set[name]
	}
	return words
}
