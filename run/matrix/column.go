package matrix

import (
	"fmt"
	"slices"
	"strings"

	"mc/model"
	"mc/model/kafka"
)

// Column is a protocol: a generation or a release, by its name.
type Column struct {
	Name string `json:"name"`
	Doc  string `json:"doc,omitempty"`
}

// The sets of columns that have a name.
const (
	Generations = "generations"
	Releases    = "releases"
)

// Columns are the columns that text names: one of the sets, or generations
// and releases separated by commas.
func Columns(text string) ([]Column, error) {
	switch text {
	case Generations:
		return generations(), nil
	case Releases:
		return releases(), nil
	}
	all := slices.Concat(generations(), releases())
	var out []Column
	for name := range strings.SplitSeq(text, ",") {
		i := slices.IndexFunc(all, func(c Column) bool { return c.Name == name })
		if i < 0 {
			return nil, fmt.Errorf("%q is neither a generation nor a release%s; mc list generations names all", name, unknown(name, all))
		}
		if !slices.Contains(out, all[i]) {
			out = append(out, all[i])
		}
	}
	return out, nil
}

func unknown(name string, all []Column) string {
	names := []string{Generations, Releases}
	for _, c := range all {
		names = append(names, c.Name)
	}
	return model.Nearest(name, names)
}

func generations() (out []Column) {
	for _, g := range kafka.Generations {
		out = append(out, Column{g.Name, g.Doc})
	}
	return out
}

func releases() (out []Column) {
	for _, r := range kafka.Releases {
		out = append(out, Column{r.Name, "Kafka " + r.Name + ": " + varied(r)})
	}
	return out
}

// varied is a release as a variation of a generation, in words.
func varied(r kafka.Release) string {
	words := r.Of
	for i, name := range sorted(r.Set) {
		words += []string{" with ", ", "}[min(i, 1)] + name + " " + r.Set[name]
	}
	return words
}
