package registry

import (
	"fmt"
	"regexp"
	"strings"

	"mc/explorer"
	"mc/model"
	"mc/model/schedule"
	"mc/traces"
)

// Script is the name, and the kind, of the claim that a script makes: all is
// seen as its steps expect.
const Script = "script"

// Language is what a model understands of scripts.
type Language struct {
	Validate         func(schedule.Script) []schedule.Problem
	Defaults         func(schedule.Script) map[string]string
	Commands, Sights []schedule.Word
}

func (e *entry[S]) Language() *Language {
	if e.language == nil {
		return nil
	}
	return &Language{e.language.Validate, e.language.Defaults, e.language.Commands, e.language.Sights}
}

func (e *entry[S]) Play(job Job, sc schedule.Script) (*Outcome, error) {
	m, values, err := e.build(job.Set, job.Without)
	if err != nil {
		return nil, err
	}
	settings, err := e.settings(job.Set, values)
	if err != nil {
		return nil, err
	}
	run, err := e.language.Play(m, values, sc)
	if err != nil {
		return nil, err
	}
	m = labelled(m, run.Labels)
	path := pathOf(run)
	out := &Outcome{Model: e.template.Name, Constants: settings, Verdict: explorer.Holds}
	out.Played = &Played{Steps: len(sc.Steps), Actions: len(run.Taken)}
	own := Verdict{Name: Script, Kind: Script, Verdict: explorer.Holds}
	if run.Failure != nil {
		own.Verdict, own.Witness = explorer.Violated, run.Failure.Error()
		out.Played.Steps = run.Failure.Step
	}
	if own.Trace, err = traces.Record(m, path, out.meta(job, "", own.Verdict)); err != nil {
		return nil, err
	}
	annotate(own.Trace, run)
	out.Properties = []Verdict{own}
	for _, name := range job.Options.Check {
		v, err := along(m, path, name)
		if err == nil && v.path != nil {
			v.Trace, err = traces.Record(m, v.path, out.meta(job, name, v.Verdict.Verdict))
		}
		if err != nil {
			return nil, err
		}
		out.Properties = append(out.Properties, v.Verdict)
	}
	for _, p := range out.Properties {
		if p.Verdict == explorer.Violated {
			out.Verdict = explorer.Violated
		}
	}
	return out, nil
}

func pathOf[S comparable](run *schedule.Run[S]) *traces.Path[S] {
	path := &traces.Path[S]{Start: run.Start}
	for _, t := range run.Taken {
		path.Steps = append(path.Steps, traces.Step[S]{Action: t.Action, After: t.After})
	}
	return path
}

// annotate adds to the story what the model does not know: the script's time
// and remarks.
func annotate[S comparable](f *traces.File, run *schedule.Run[S]) {
	for i, t := range run.Taken {
		words := []string{}
		if run.Clocked {
			words = append(words, fmt.Sprintf("At %s.", t.At))
		}
		if f.Steps[i].Words != "" {
			words = append(words, f.Steps[i].Words)
		}
		f.Steps[i].Words = strings.Join(append(words, t.Words...), " ")
	}
}

// judged is a verdict with the path to where it was reached.
type judged[S comparable] struct {
	Verdict
	path *traces.Path[S]
}

// along judges one property in every state and step of a run.
func along[S comparable](m *model.Model[S], run *traces.Path[S], name string) (judged[S], error) {
	p, ok := m.Property(name)
	if !ok {
		return judged[S]{}, fmt.Errorf("registry: %s is not judged along a script; leave it out of check", name)
	}
	v := judged[S]{Verdict: Verdict{Name: p.Name, Kind: p.Kind.String(), Verdict: explorer.Holds}}
	if p.Kind == model.Reachable {
		v.Verdict.Verdict = explorer.Unreachable
	}
	for n := range 1 + len(run.Steps) {
		prefix := &traces.Path[S]{Start: run.Start, Steps: run.Steps[:n]}
		reached, witness := at(p, prefix)
		if !reached {
			continue
		}
		v.path, v.Witness = prefix, witness
		v.Verdict.Verdict = explorer.Violated
		if p.Kind == model.Reachable {
			v.Verdict.Verdict = explorer.Reached
		}
		break
	}
	return v, nil
}

// at reports whether p is broken, or its goal reached, at the end of a path.
func at[S comparable](p *model.Property[S], path *traces.Path[S]) (reached bool, witness string) {
	last := path.Last()
	var err error
	switch n := len(path.Steps); {
	case p.Kind == model.Reachable:
		return p.Goal(&last), ""
	case p.Kind == model.Always:
		err = p.State(&last)
	case p.Kind == model.Step && n > 0:
		before := traces.Path[S]{Start: path.Start, Steps: path.Steps[:n-1]}.Last()
		err = p.Step(&before, path.Steps[n-1].Action, &last)
	}
	if err == nil {
		return false, ""
	}
	return true, err.Error()
}

var word = regexp.MustCompile(`\b[a-z]+[0-9]+\b`)

// labelled is m with the script's names for things in all that it tells.
func labelled[S comparable](m *model.Model[S], labels map[string]string) *model.Model[S] {
	if len(labels) == 0 {
		return m
	}
	named := func(text string) string {
		return word.ReplaceAllStringFunc(text, func(w string) string {
			if label, ok := labels[w]; ok {
				return label
			}
			return w
		})
	}
	out := *m
	out.View = func(s *S) model.View { return relabel(m.Describe(s), named) }
	out.Rules = append([]model.Rule[S](nil), m.Rules...)
	for i := range out.Rules {
		out.Rules[i].Tell = func(args model.Args, before, after *S) model.Story {
			story := m.Story(model.Action{Rule: uint16(i), Args: args}, before, after)
			story.Title, story.Words = named(story.Title), named(story.Words)
			for j := range story.Arrows {
				story.Arrows[j].Text = named(story.Arrows[j].Text)
			}
			return story
		}
	}
	return &out
}

func relabel(v model.View, named func(string) string) model.View {
	for i := range v.Lanes {
		lane := &v.Lanes[i]
		for j := range lane.Fields {
			lane.Fields[j].Value = named(lane.Fields[j].Value)
		}
		if lane.Log == nil {
			continue
		}
		for j := range lane.Log.Cells {
			lane.Log.Cells[j].Text = named(lane.Log.Cells[j].Text)
		}
	}
	return v
}
