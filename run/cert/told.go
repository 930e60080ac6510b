package cert

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"mc/run/registry"
)

// section is a part of what is said of a difference, in whatever format.
type section struct {
	title string
	rows  []row
	note  string
}

// row is one line of it, with more below.
type row struct {
	name, words string
	steps       []string // a schedule
	below       []string // about its end
}

// sections are all that is to be said.
func (d *Diff) sections() (all []section) {
	var counts section
	for _, c := range d.Counts {
		counts.rows = append(counts.rows, row{name: c.What, words: c.words()})
	}
	all = append(all, counts)
	add := func(s section) {
		if len(s.rows) > 0 || s.note != "" {
			all = append(all, s)
		}
	}
	s := section{title: "Constants that differ"}
	for _, c := range d.Constants {
		s.rows = append(s.rows, row{name: c.Name, words: cmp.Or(c.Values[0], "not there") + " to " + cmp.Or(c.Values[1], "not there")})
	}
	add(s)
	s = section{title: "Verdicts that differ"}
	for _, p := range d.Properties {
		s.rows = append(s.rows, row{name: p.Name, words: p.words()})
	}
	if len(s.rows) == 0 {
		s = section{note: "No verdict and no length of a trace differs."}
	}
	add(s)
	s = section{title: "Rules that differ"}
	for _, r := range d.Rules {
		s.rows = append(s.rows, row{name: r.Name, words: r.words()})
	}
	if len(s.rows) == 0 {
		s = section{note: "Every rule takes as many steps in both."}
	}
	add(s)
	add(d.levels())
	if d.Apart != nil {
		add(d.courses(1, d.Apart.Added))
		add(d.courses(0, d.Apart.Removed))
	}
	if d.Apartness != "" {
		add(section{note: d.Apartness})
	}
	for _, note := range d.Notes {
		add(section{note: note})
	}
	return all
}

// levels says where the levels part: their sums, and what both keep of their states.
func (d *Diff) levels() section {
	if d.Equal {
		return section{note: "Both reach the same states, level by level."}
	}
	sums := fmt.Sprintf("level %d (%s)", d.Differs, Count{Values: d.Sizes}.words())
	s := section{title: "The first level that differs", rows: []row{{name: "by its sum", words: sums}}}
	if d.Apart == nil || d.Apart.Levels == nil {
		return s
	}
	l := d.Apart.Levels
	switch {
	case l.Differs == 0 && l.Cut:
		s.note = fmt.Sprintf("In what both keep track of, %s are the same; the next are more states than were to be followed%s.", counted(uint64(l.Same), "level"), d.more())
		return s
	case l.Differs == 0:
		s.note = "In what both keep track of, no level differs."
		return s
	case l.Differs < d.Differs:
		s.note = "Which states these are is not said: the models of this program are not those of the certificates."
		return s
	case l.Differs > d.Differs:
		size := Count{Values: [2]uint64{uint64(l.States[0]), uint64(l.States[1])}}
		s.rows = append(s.rows, row{name: "in what both keep track of", words: fmt.Sprintf("level %d (%s)", l.Differs, size.words())})
	}
	for i, c := range l.First {
		if c == nil {
			s.rows = append(s.rows, row{name: "only " + d.Names[i], words: "no state"})
			continue
		}
		one := row{name: "only " + d.Names[i], words: counted(uint64(l.Only[i]), "state") + ", one of them: " + c.State}
		for _, step := range c.Steps {
			one.steps = append(one.steps, step.Title)
		}
		s.rows = append(s.rows, one)
	}
	return s
}

// courses are the behaviours that one has and the other has not.
func (d *Diff) courses(i int, all []registry.Course) section {
	whose, other := d.Names[i], d.Names[1-i]
	verb := []string{"removes", "adds"}[i]
	s := section{title: fmt.Sprintf("Behaviours that %s %s", d.Names[1], verb)}
	slices.SortStableFunc(all, func(a, b registry.Course) int { return len(a.Steps) - len(b.Steps) })
	for _, c := range all {
		last := c.Steps[len(c.Steps)-1]
		one := row{name: last.Action, words: fmt.Sprintf("%s in step %d; %s", last.Title, len(c.Steps), d.refused(other, &c))}
		for _, step := range c.Steps {
			one.steps = append(one.steps, step.Title)
		}
		if len(c.Apart) > 0 {
			one.below = append(one.below, fmt.Sprintf("before it, in %s and there: %s", whose, strings.Join(c.Apart, "; ")))
		}
		s.rows = append(s.rows, one)
	}
	a := d.Apart
	looked := fmt.Sprintf("after the same schedules of up to %s: %s", counted(uint64(a.Deepest), "step"), counted(uint64(a.Pairs), "pair")+" of states")
	whole := "no more are there"
	if a.Cut {
		whole = "there are more, and other rules may differ there" + d.more()
	}
	if len(all) == 0 {
		s.note = fmt.Sprintf("None %s; %s.", looked, whole)
	} else {
		s.note = fmt.Sprintf("A shortest schedule for each rule, of those that both take but for the last step. Looked at %s; %s.", looked, whole)
	}
	return s
}

// refused says how the other does not take the last step.
func (d *Diff) refused(other string, c *registry.Course) string {
	switch {
	case c.Lacks:
		return other + " has no rule " + c.Rule
	case len(c.Apart) == 0:
		return other + " looks the same before it, and refuses it"
	}
	return other + " refuses it"
}

// more is how to go further.
func (d *Diff) more() string {
	if d.More == "" {
		return ""
	}
	return "; " + d.More
}
