package tell

import (
	"strings"

	"mc/traces"
)

// Step tells step i of f alone, the start if it is 0; after the last the
// property that is broken.
func Step(f *traces.File, i int, o Options) string {
	t := newTeller(f, o)
	if i == 0 {
		t.start()
	} else {
		t.step(i)
	}
	if i == len(f.Steps) {
		t.end()
	}
	return t.out.String()
}

// Pair tells one step of a comparison alone.
func Pair(c *traces.Comparison, i int, o Options) string {
	t := pairTeller(c, o)
	t.pair(c, &c.Pairs[i])
	if i == len(c.Pairs)-1 {
		t.verdicts(c)
	}
	return t.out.String()
}

// State lists everything that the view shows after step i.
func State(f *traces.File, i int, o Options) string {
	t := newTeller(f, o)
	for _, lane := range f.Frame(i).View.Lanes {
		for _, row := range Rows(lane, lane) {
			t.wrap("     ", lane.Name+": "+row.Name+" "+t.value(row.Is))
		}
	}
	return t.out.String()
}

// Wrap breaks sentences into lines as Text does.
func Wrap(sentences []string, o Options) string {
	t := newTeller(&traces.File{}, o)
	for _, s := range sentences {
		t.wrap("  ", s)
	}
	return t.out.String()
}

// Details are what a step changed and the picture after it, as in Text but
// without indent; of the start, what it shows. They are for texts that have
// titles of their own.
func Details(f *traces.File, i int, o Options) string {
	t := newTeller(f, o)
	if i == 0 {
		t.fields(f.Start.View)
	} else {
		t.changes(f.Steps[i-1].Changes)
	}
	t.scene(i)
	t.picture(i)
	var out strings.Builder
	for line := range strings.Lines(t.out.String()) {
		out.WriteString(strings.TrimPrefix(line, "     "))
	}
	return out.String()
}
