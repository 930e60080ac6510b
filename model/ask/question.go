package ask

import (
	"fmt"
	"strconv"

	"mc/model"
)

// Question is a predicate and what is asked of it: that it never is or, of a Goal,
// whether it can be.
type Question struct {
	Name string
	Goal bool
	Text string
}

// Verb is the word for what is asked.
func (q Question) Verb() string {
	if q.Goal {
		return "goal"
	}
	return "never"
}

func itoa(v int) string { return strconv.Itoa(v) }

// doc is what is asked, as the sentence of a property.
func (q Question) doc() string {
	if q.Goal {
		return fmt.Sprintf("Asked: is there a way to this: %s.", q.Text)
	}
	return fmt.Sprintf("Asked: this is never so: %s.", q.Text)
}

// property is a question as a property; seen is what a state has seen for it.
func property[S comparable](q Question, p *Predicate, seen func(s *S) uint64) model.Property[S] {
	out := model.Property[S]{Name: q.Name, Doc: q.doc(), Family: "asked", Asked: q.Text, Kind: kindOfAsked(q, p.Steps)}
	switch {
	case p.Steps:
		out.Step = func(before *S, _ model.Action, after *S) error {
			if !p.By(State(before), State(after), seen(before)) {
				return nil
			}
			return p.witness(State(before), State(after), seen(before))
		}
		return out
	case q.Goal:
		out.Goal = func(s *S) bool { return p.In(State(s), seen(s)) }
		out.Tell = func(s *S) error { return p.witness(State(s), nil, seen(s)) }
	default:
		out.State = func(s *S) error {
			if !p.In(State(s), seen(s)) {
				return nil
			}
			return p.witness(State(s), nil, seen(s))
		}
	}
	out.Parts = func(s *S) []model.Part { return p.Parts(State(s), seen(s)) }
	return out
}

func kindOfAsked(q Question, steps bool) model.Kind {
	switch {
	case q.Goal && steps:
		return model.ReachableStep
	case q.Goal:
		return model.Reachable
	case steps:
		return model.Step
	}
	return model.Always
}

// Offer makes the vocabulary of a model that was built with these constants.
type Offer[S comparable] func(m *model.Model[S], v model.Values) (*Vocabulary, error)

// Template is a template whose models answer questions besides, as properties that
// come before their own.
func Template[S comparable](t model.Template[S], offer Offer[S], questions []Question) model.Template[S] {
	build := t.New
	t.New = func(v model.Values) (*model.Model[S], error) {
		m, err := build(v)
		if err != nil {
			return nil, err
		}
		words, err := offer(m, v)
		if err != nil {
			return nil, err
		}
		return answering(m, words, questions)
	}
	return t
}

// answering is the model with properties that answer questions.
func answering[S comparable](m *model.Model[S], words *Vocabulary, questions []Question) (*model.Model[S], error) {
	all := &memory[S]{room: words.Memory}
	var asked []model.Property[S]
	for _, q := range questions {
		p, wrong := Compile(words, q.Text)
		if wrong != nil {
			return nil, fmt.Errorf("%s: column %d of %q: %w", q.Name, wrong.Column(q.Text), q.Text, wrong)
		}
		first := all.bits()
		all.all = append(all.all, remembered{p, q.Name, first})
		asked = append(asked, property(q, p, func(s *S) uint64 { return all.seenBy(s, first) }))
	}
	switch n := all.bits(); {
	case n > mostBits:
		return nil, fmt.Errorf("the questions remember %d bits together, and %d is the most; ask for less at once", n, mostBits)
	case n > 0:
		all.remembering(m)
	}
	return with(m, asked), nil
}

// with is the model with properties before its own.
func with[S comparable](m *model.Model[S], asked []model.Property[S]) *model.Model[S] {
	m.Properties = append(asked, m.Properties...)
	if claims := m.Claims; claims != nil {
		m.Claims = func(can func(string) bool) []model.Property[S] {
			return append(asked[:len(asked):len(asked)], claims(can)...)
		}
	}
	return m
}
