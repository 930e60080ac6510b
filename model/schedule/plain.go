package schedule

import (
	"cmp"
	"fmt"
	"strings"

	"mc/model"
)

// Plain is the language of any model: its actions by their own names, and the
// fields of its view.
//
//   - do: Fetch b2
//     expect: {LEO: {b2: 1}, log: {b2: "r1"}}
func Plain[S comparable]() Language[S] {
	return Language[S]{
		Validate: validatePlain,
		Fits:     fitsPlain[S],
		Defaults: func(Script) map[string]string { return nil },
		Play:     playPlain[S],
		Commands: []Word{
			{"do", "action", "One action of the model by its own name, as in \"Fetch b2\"."},
			{"look", "", "Nothing happens; there is only something to expect."},
		},
		Sights: []Word{
			{"FIELD", "of a lane", "A field of the model's view, as a story shows it."},
			{"log", "of a lane", "The records in its log."},
			{"role", "of a lane", "What it is, as in \"leader e1\"."},
		},
	}
}

func validatePlain(sc Script) (problems []Problem) {
	for i, step := range sc.Steps {
		if name := step.Command.Name; name != "do" && name != "look" {
			problems = append(problems, Problem{Step: i + 1, Message: fmt.Sprintf("there is no command %q; this model has do: ACTION and look:", name)})
		}
	}
	return problems
}

func fitsPlain[S comparable](m *model.Model[S], _ model.Values, sc Script) (problems []Problem) {
	for i, step := range sc.Steps {
		if step.Command.Name != "do" {
			continue
		}
		if err := FitsAction(m, step.Command.words()); err != nil {
			problems = append(problems, Problem{Step: i + 1, Message: err.Error()})
		}
	}
	return problems
}

// FitsAction complains of the text of an action that names no rule of m.
func FitsAction[S comparable](m *model.Model[S], text string) error {
	name, _, _ := strings.Cut(text, " ")
	if name == "" {
		return fmt.Errorf("do names no action")
	}
	if m.Rule(name) >= 0 {
		return nil
	}
	names := make([]string, len(m.Rules))
	for i := range m.Rules {
		names[i] = m.Rules[i].Name
	}
	return fmt.Errorf("there is no rule %q%s", name, model.DidYouMean(name, names))
}

func playPlain[S comparable](m *model.Model[S], _ model.Values, sc Script) (*Run[S], error) {
	s, err := Begin(m)
	if err != nil {
		return nil, err
	}
	run := &Run[S]{Start: s.Start}
	for i, step := range sc.Steps {
		s.Step = i + 1
		if run.Failure = s.plainStep(step); run.Failure != nil {
			break
		}
	}
	run.Taken = s.Taken
	return run, nil
}

// plainStep takes one step and looks for what it expects.
func (s *Session[S]) plainStep(step Step) *Failure {
	f := &Failure{Step: s.Step, Command: step.Command.String()}
	if step.Command.Name == "do" {
		if f.Reason = s.Do(step.Command.words()); f.Reason != "" {
			return f
		}
		if step.Note != "" {
			last := &s.Taken[len(s.Taken)-1]
			last.Words = append(last.Words, step.Note)
		}
	}
	for _, w := range step.Expect {
		if want, seen := strings.Join(w.Values, ", "), cmp.Or(s.field(w), "none"); want != seen {
			f.Misses = append(f.Misses, Miss{w.Name(), want, seen})
		}
	}
	if len(f.Misses) > 0 {
		return f
	}
	return nil
}

// words are the arguments of a command, in a row.
func (c Command) words() string {
	var list []string
	for _, a := range c.Args {
		list = append(list, a.Values...)
	}
	return strings.Join(list, " ")
}

// Do takes the action of that text, or says why not.
func (s *Session[S]) Do(text string) (refusal string) {
	a, ok := s.Named(text)
	if !ok {
		return fmt.Sprintf("%q is not enabled; enabled are %s", text, strings.Join(s.Enabled(), ", "))
	}
	s.Take(a)
	return ""
}

// field is what the view shows under a key of a lane; a lane need not be
// named if there is only one.
func (s *Session[S]) field(w Want) string {
	view := s.Model.Describe(&s.now)
	for _, lane := range view.Lanes {
		if lane.Name != w.Of && (w.Of != "" || len(view.Lanes) > 1) {
			continue
		}
		switch {
		case w.Key == "role":
			return lane.Badge
		case w.Key == "log" && lane.Log != nil:
			return records(lane.Log)
		}
		for _, f := range lane.Fields {
			if f.Name == w.Key {
				return f.Value
			}
		}
	}
	return "nothing of that name"
}

func records(l *model.Log) string {
	words := make([]string, len(l.Cells))
	for i, c := range l.Cells {
		words[i] = c.Text
	}
	return strings.Join(words, ", ")
}
