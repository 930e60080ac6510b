package lesson

import (
	"context"
	"maps"
	"slices"
	"strings"

	"mc/model"
	"mc/report"
	"mc/run/suite"
)

// setting explores the model under the reader's constants.
func (g *grader) setting() error {
	changed, ok := g.changed()
	if !ok {
		return nil
	}
	out, err := g.entry.Check(context.Background(), g.job())
	if err != nil {
		return err
	}
	for i, m := range g.exercise.Musts {
		p := g.property(out, i)
		if p.Verdict == m.Is {
			continue
		}
		if p.Verdict == model.Violated {
			return g.stillBroken(p, m.Hint)
		}
		g.say("With %s %s is %s. %s", changed, p.Name, p.Verdict, m.Hint)
		return nil
	}
	g.out.Right = true
	g.say("With %s all %d states were visited, and what is asked for holds.", changed, out.States.Distinct)
	return nil
}

// changed are the constants that the reader gave other values; ok is false if that is
// not what the task asks for.
func (g *grader) changed() (names string, ok bool) {
	was, is := g.start.Constants(), g.given
	policies := g.policies()
	var list []string
	for _, name := range slices.Sorted(maps.Keys(is)) {
		old, given := was[name]
		switch {
		case given && old == is[name]:
			continue
		case slices.Contains(g.exercise.Keep, name) || !policies[name] && !slices.Contains(g.exercise.Free, name):
			g.say("%s says how the cluster is set up and what happens to it, not how the protocol works; leave it as the task has it.", name)
		default:
			list = append(list, name+"="+is[name])
		}
	}
	for _, name := range slices.Sorted(maps.Keys(was)) {
		if _, there := is[name]; !there {
			g.say("The task gives %s=%s; leave it there.", name, was[name])
		}
	}
	switch {
	case !slices.Equal(g.start.Without, g.spec.Without) || g.spec.Steps != nil || g.spec.Init != nil:
		g.say("The task is to set constants; leave without, steps and init as they are.")
	case len(g.out.Says) == 0 && len(list) == 0:
		g.say("Nothing is changed yet: give a constant another value under set.")
	case g.exercise.Most > 0 && len(list) > g.exercise.Most:
		g.say("%d constants have other values (%s); at most %d are asked for.", len(list), strings.Join(list, ", "), g.exercise.Most)
	}
	return strings.Join(list, ", "), len(g.out.Says) == 0
}

// stillBroken says what became of the schedule that the task is about.
func (g *grader) stillBroken(p *report.Property, hint string) error {
	before := *g.start
	before.Check = []string{p.Name}
	entry, err := g.book.suite.Resolve(&before)
	if err != nil {
		return err
	}
	out, err := entry.Check(context.Background(), suite.Job(&before, suite.Options(&before), ""))
	if err != nil || out.Properties[0].Trace == nil {
		return err
	}
	rules := &Rules{Set: map[string]string{}}
	for name, value := range g.given {
		if before.Constants()[name] != value {
			rules.Set[name] = value
		}
	}
	c, err := rules.cure().Compare(g.book.suite.Models, out.Properties[0].Trace)
	switch {
	case err != nil:
		return err
	case c.Parting < 0:
		g.say("Under %s the shortest schedule that breaks %s goes on step by step as before: nothing in it depends on that. %s", c.Names[1], p.Name, hint)
	case c.Broken[1]:
		g.say("Under %s the shortest schedule that broke %s goes another way from step %d on, and breaks it all the same. %s", c.Names[1], p.Name, c.Parting, hint)
	default:
		g.say("Under %s the schedule that broke %s is stopped in step %d, but another, of %d states, breaks it. %s", c.Names[1], p.Name, c.Parting, p.Trace.States(), hint)
	}
	return nil
}
