package report

import (
	"reflect"
	"slices"
	"strings"
)

// known says which failures on record the violations are, those that are the
// same together.
func (o *Outcome) known() (lines []string) {
	var told []int
	for i, p := range o.Properties {
		if len(p.Known) == 0 || slices.Contains(told, i) {
			continue
		}
		var names []string
		for j := i; j < len(o.Properties); j++ {
			if reflect.DeepEqual(o.Properties[j].Known, p.Known) {
				told, names = append(told, j), append(names, o.Properties[j].Name)
			}
		}
		var words []string
		for _, k := range p.Known {
			words = append(words, k.String())
		}
		verb := " goes back to "
		if len(names) > 1 {
			verb = " go back to "
		}
		lines = append(lines, "known: "+listed(names)+verb+strings.Join(words, "; or to "))
	}
	return lines
}

// String names the failure, and what closes it.
func (k Known) String() string {
	var keys []string
	for _, key := range k.Keys {
		keys = append(keys, key.Name+"="+key.Value)
	}
	text := listed(k.Specs)
	if len(k.Refs) > 0 {
		text += " (" + strings.Join(k.Refs, ", ") + ")"
	}
	return text + ", closed by " + listed(keys)
}
