package traces

import (
	"fmt"
	"slices"
	"strings"

	"mc/model"
	"mc/traces/internal/words"
)

// Kinds of Divergence.
const (
	StartDiffers = "start differs" // the first state is no initial state of the model
	NotEnabled   = "not enabled"   // the model cannot take the step there
	StateDiffers = "state differs" // it can, but ends in another state
	NotBroken    = "not broken"    // every step fits, but the property does not fail at the end
	NotClosed    = "not closed"    // every step fits, but none leads back to where the loop begins
)

// Divergence is the first step at which a model does something else than a
// trace says. The file is sound; the model (or its spec) has changed since.
type Divergence struct {
	Step    int    // 1 is the first step, 0 the start
	Action  string // what the trace does there
	Kind    string
	Detail  string
	Changes []Change // StateDiffers: what the trace has, and what the model has
	Enabled []string // NotEnabled: what the model could do instead
}

// Error is the step, what it does, and how the model differs.
func (d *Divergence) Error() string {
	at := fmt.Sprintf("step %d (%s)", d.Step, d.Action)
	if d.Step == 0 {
		at = "the start"
	}
	return fmt.Sprintf("traces: %s: %s; %s", at, d.Kind, d.Detail)
}

// Replayed is a trace that a model was seen to follow to its end.
type Replayed[S comparable] struct {
	Path    model.Path[S]
	Broken  bool   // the property fails at the end (a goal: it is reached)
	Witness string // as the model words it today
}

// Replay takes every step of f again under m and compares the states. It
// returns a *FileError if f is of another model, and a *Divergence at the
// first step that m does not do. On a divergence the path up to it is
// returned too. It finds again what the witness of f speaks of, and what its steps
// mean for the run, which a file does not keep.
func Replay[S comparable](m *model.Model[S], f *File) (*Replayed[S], error) {
	if f.Model != m.Name {
		return nil, &FileError{`key "model"`, fmt.Sprintf("the trace is of %s, not of %s", f.Model, m.Name),
			"replay it with the model that it names"}
	}
	out := &Replayed[S]{}
	start, err := findStart(m, f)
	if err != nil {
		return out, err
	}
	out.Path.Start = start
	told := news{}
	for i := range f.Steps {
		before := out.Path.Last()
		step, err := takeStep(m, before, f, i+1)
		if err != nil {
			return out, err
		}
		f.turnsOf(i, m.Story(step.Action, &before, &step.After), told)
		out.Path.Steps = append(out.Path.Steps, step)
	}
	if err := out.closes(m, f); err != nil {
		return out, err
	}
	return out, out.judge(m, f)
}

// judge evaluates the property at the end and asks that it fails as the file
// says. What a run that goes on for ever breaks is not decided at its end.
func (r *Replayed[S]) judge(m *model.Model[S], f *File) error {
	p, _, err := propertyOf(m, f.Property.Name)
	if err != nil {
		return &FileError{`key "property"`, fmt.Sprintf("%s has no property %q today", m.Name, f.Property.Name),
			Remedy("replay it with the mc that wrote it (" + f.MC + ")")}
	}
	if p != nil && p.Kind.Temporal() && f.Loop != nil {
		return r.judgeRun(m, p, f)
	}
	broken, why := decided(m, p, &r.Path)
	r.Broken, r.Witness = broken, why.Text
	if broken {
		f.speakOf(why)
	}
	decides := f.Verdict == model.Violated || f.Verdict == model.Reached
	if f.Property.Name == "" || r.Broken || !decides || f.Loop != nil {
		return nil
	}
	return &Divergence{Step: len(f.Steps), Action: f.lastAction(), Kind: NotBroken,
		Detail: fmt.Sprintf("the trace says that %s is %s there, the model does not", f.Property.Name, f.Verdict)}
}

// judgeRun asks whether the run breaks a claim about what goes on for ever.
func (r *Replayed[S]) judgeRun(m *model.Model[S], p *model.Property[S], f *File) error {
	got, err := assess(m, p, f.Loop, &model.Lasso[S]{Path: r.Path, Loop: f.Loop.To})
	if err != nil {
		return err
	}
	r.Broken, r.Witness = got.Broken, got.Why
	if r.Broken || f.Verdict != model.Violated {
		return nil
	}
	return &Divergence{Step: len(f.Steps), Action: f.lastAction(), Kind: NotBroken,
		Detail: fmt.Sprintf("the trace says that %s is %s by it, and in the model it is not: %s", p.Name, f.Verdict, got.Why)}
}

func (f *File) lastAction() string {
	if n := len(f.Steps); n > 0 {
		return f.Steps[n-1].Action
	}
	return "start"
}

// findStart finds the initial state of m that f starts in.
func findStart[S comparable](m *model.Model[S], f *File) (start S, err error) {
	var starts []S
	m.Init(func(s S) { starts = append(starts, s) })
	for _, s := range starts {
		text, err := stateJSON(m, &s)
		if err != nil {
			return start, err
		}
		if sameState(text, f.Start.State) {
			return s, nil
		}
	}
	const detail = "none of the model's %d initial states is the one that the trace starts in"
	d := &Divergence{Kind: StartDiffers, Detail: fmt.Sprintf(detail, len(starts))}
	if len(starts) == 1 {
		d.tell(differences(m, f, &f.Start, &starts[0]))
	}
	return start, d
}

// takeStep takes step i of f from s.
func takeStep[S comparable](m *model.Model[S], s S, f *File, i int) (model.Transition[S], error) {
	e := &f.Steps[i-1]
	moves := movesOf(m, &s, e)
	for _, move := range moves {
		text, err := stateJSON(m, &move.After)
		if err != nil {
			return model.Transition[S]{}, err
		}
		if sameState(text, e.State) {
			return move, nil
		}
	}
	if len(moves) == 0 {
		return model.Transition[S]{}, notEnabled(m, &s, e, i)
	}
	d := &Divergence{Step: i, Action: e.Action, Kind: StateDiffers, Detail: "the model ends in another state"}
	d.tell(differences(m, f, &e.Frame, &moves[0].After))
	return model.Transition[S]{}, d
}

// tell adds differences to what is said of a divergence.
func (d *Divergence) tell(changes []Change) {
	d.Changes = changes
	d.Detail += changesInWords(changes)
}

// differences are those that people see, or else those of the exact states.
func differences[S comparable](m *model.Model[S], f *File, was *Frame, is *S) []Change {
	if changes := Diff(was.View, f.describe(m.Describe(is))); len(changes) > 0 {
		return changes
	}
	text, err := stateJSON(m, is)
	if err != nil {
		return nil
	}
	return diffStates(was.State, text)
}

// movesOf are the steps of m from s that carry e's rule and arguments.
// Arguments are compared as texts, so that a file outlives a renumbering.
func movesOf[S comparable](m *model.Model[S], s *S, e *Event) (moves []model.Transition[S]) {
	eachSuccessor(m, s, func(a model.Action, after *S) {
		if m.Rules[a.Rule].Name == e.Rule && m.Text(a) == e.Action {
			moves = append(moves, model.Transition[S]{Action: a, After: *after})
		}
	})
	return moves
}

func notEnabled[S comparable](m *model.Model[S], s *S, e *Event, i int) *Divergence {
	d := &Divergence{Step: i, Action: e.Action, Kind: NotEnabled}
	if m.Rule(e.Rule) < 0 {
		d.Detail = fmt.Sprintf("%s has no rule %s", m.Name, e.Rule)
		return d
	}
	eachSuccessor(m, s, func(a model.Action, _ *S) {
		if text := m.Text(a); !slices.Contains(d.Enabled, text) {
			d.Enabled = append(d.Enabled, text)
		}
	})
	d.Detail = "the model cannot take it there"
	if len(d.Enabled) > 0 {
		d.Detail += "; it could do: " + strings.Join(d.Enabled[:min(len(d.Enabled), 6)], ", ")
	}
	return d
}

// changesInWords continues a sentence with the first few differences.
func changesInWords(changes []Change) string {
	const few = 4
	told := make([]string, 0, few)
	for _, c := range changes[:min(len(changes), few)] {
		told = append(told, fmt.Sprintf("%s %s is %s, in the trace %s", c.Lane, c.Field, words.OrNothing(c.After),
			words.OrNothing(c.Before)))
	}
	return ": " + strings.Join(told, "; ")
}
