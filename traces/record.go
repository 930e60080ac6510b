package traces

import (
	"fmt"
	"strings"

	"mc/model"
)

// Meta is what a trace file says beyond the path itself.
type Meta struct {
	MC        string // version of mc
	Spec      Spec
	Constants map[string]string
	Without   []string
	Symmetry  bool
	Explored  *Explored
	Property  string        // name; empty, model.DeadlockName, or one of the model's
	Verdict   model.Verdict // as the engine gave it: "violated", "reachable", ...

	// Of a lasso: the fairness that it was found under, and that a run with a stem
	// as short may have a shorter loop.
	Fairness string
	Longer   bool
}

// Record erases the types of a path of m. It takes every step again and
// refuses a path that is not a run of m, so that a trace file never holds
// what cannot be replayed.
func Record[S comparable](m *model.Model[S], path *model.Path[S], meta Meta) (*File, error) {
	f, err := unlabelled(m, path, meta)
	if err == nil && m.Start != nil {
		f.Label(m.Start.Labels)
	}
	return f, err
}

// unlabelled is Record under the model's own names of things.
func unlabelled[S comparable](m *model.Model[S], path *model.Path[S], meta Meta) (*File, error) {
	p, about, err := propertyOf(m, meta.Property)
	if err != nil {
		return nil, err
	}
	f := &File{
		Schema: Schema, MC: meta.MC, Spec: meta.Spec, Model: m.Name,
		Constants: map[string]string{}, Without: meta.Without, Symmetry: meta.Symmetry,
		Explored: meta.Explored, Property: about, Verdict: meta.Verdict, Steps: []Event{},
	}
	for name, text := range meta.Constants {
		f.Constants[name] = text
	}
	if f.Start, err = frame(m, p, &path.Start); err != nil {
		return nil, err
	}
	before, told := &path.Start, news{}
	for i := range path.Steps {
		step := &path.Steps[i]
		e, err := event(m, p, before, step, told)
		if err != nil {
			return nil, fmt.Errorf("traces: step %d: %w", i+1, err)
		}
		e.Changes = Diff(f.Frame(i).View, e.View)
		f.Steps = append(f.Steps, e)
		before = &step.After
	}
	for _, q := range m.Properties {
		if q.Asked != "" {
			f.Asked = append(f.Asked, Question{q.Name, q.Kind.String(), q.Asked})
		}
	}
	if m.Start != nil {
		f.Init = m.Start.Given
	}
	f.Schema = f.schema()
	_, why := decided(m, p, path)
	f.Property.Witness, f.Property.About = why.Text, why
	return f, nil
}

// propertyOf finds the property that a run is about and describes it.
func propertyOf[S comparable](m *model.Model[S], name string) (*model.Property[S], Property, error) {
	if name == "" {
		return nil, Property{}, nil
	}
	p, ok := m.Property(name)
	if !ok {
		return nil, Property{}, fmt.Errorf("traces: %s has no property %q", m.Name, name)
	}
	return p, Property{Name: p.Name, Kind: p.Kind.String(), Doc: p.Doc, Ref: p.Ref}, nil
}

func frame[S comparable](m *model.Model[S], p *model.Property[S], s *S) (Frame, error) {
	text, err := stateJSON(m, s)
	if err != nil {
		return Frame{}, err
	}
	f := Frame{State: text, View: m.Describe(s)}
	if p != nil && p.Parts != nil {
		f.Parts = p.Parts(s)
	}
	return f, nil
}

// event is a step in words; told is what was said before of what did not happen, or nil
// to say nothing of that.
func event[S comparable](m *model.Model[S], p *model.Property[S], before *S, step *model.Transition[S], told news) (Event, error) {
	if !canStep(m, before, step) {
		return Event{}, fmt.Errorf("%s does not lead there; the path is not a run of %s", m.Text(step.Action), m.Name)
	}
	rule := &m.Rules[step.Action.Rule]
	story := m.Story(step.Action, before, &step.After)
	fresh := told.fresh(story.Held)
	e := Event{
		Rule: rule.Name, Ref: rule.Ref, Action: m.Text(step.Action),
		Title: story.Title, Words: strings.Join(append([]string{story.Words}, fresh...), " "), Arrows: story.Arrows,
		Turns: story.Turns, Held: len(fresh) > 0, Lost: story.Lost,
	}
	for i, param := range rule.Params {
		e.Args = append(e.Args, param.Text(step.Action.Args[i]))
	}
	var err error
	e.Frame, err = frame(m, p, &step.After)
	return e, err
}

func canStep[S comparable](m *model.Model[S], before *S, step *model.Transition[S]) bool {
	if int(step.Action.Rule) >= len(m.Rules) {
		return false
	}
	found := false
	eachSuccessor(m, before, func(a model.Action, after *S) {
		found = found || a == step.Action && *after == step.After
	})
	return found
}

// eachSuccessor calls visit for every step that m can take from s.
func eachSuccessor[S comparable](m *model.Model[S], s *S, visit func(a model.Action, after *S)) {
	from := *s // Expand promises not to change it; a copy keeps the path safe from a rule that does
	m.Expand(&from, model.NewSteps(visit))
}

// decided reports whether the end of the path decides p (for a goal: reaches
// it), and why. No property is decided by no run.
func decided[S comparable](m *model.Model[S], p *model.Property[S], path *model.Path[S]) (bool, model.Witness) {
	if p == nil {
		return false, model.Witness{}
	}
	broken, err := m.DecidedAt(p, *path)
	switch {
	case !broken:
		return false, model.Witness{}
	case p.Kind.IsGoal() && err == nil:
		return true, model.Witness{Text: "the goal is reached in the last state"}
	}
	why := model.AsWitness(err)
	if p.Kind.Subject() == model.OfSuccessors {
		why.Text += " in the last state"
	}
	return true, why
}
