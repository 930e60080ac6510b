package render

import "mc/traces"

// participants are the lanes in the order in which the views show them, and
// then whoever else sends or receives a message.
func participants(f *traces.File) []string {
	var names []string
	add := func(name string) {
		for _, n := range names {
			if n == name {
				return
			}
		}
		names = append(names, name)
	}
	for i := range f.States() {
		for _, lane := range f.Frame(i).View.Lanes {
			add(lane.Name)
		}
	}
	for _, e := range f.Steps {
		for _, a := range e.Arrows {
			add(a.From)
			add(a.To)
		}
	}
	if len(names) == 0 {
		add(f.Model) // a view that shows nothing
	}
	return names
}
