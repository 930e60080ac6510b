package registry

import (
	"fmt"

	"mc/model"
	"mc/model/schedule"
)

// Starting is the model whose runs start in the state that is given, in place of where
// they started before.
func (e *entry[S]) Starting(given []model.Given) Entry {
	switch {
	case e.plain != nil:
		return e.plain.Starting(given).Asking(e.questions)
	case e.origin != nil:
		return e.origin.Starting(given)
	case given == nil:
		return e
	}
	t, build := e.template, e.template.New
	t.New = func(v model.Values) (*model.Model[S], error) {
		m, err := build(v)
		if err != nil {
			return nil, err
		}
		there, problems := e.started(m, v, given)
		for _, p := range problems {
			return nil, fmt.Errorf("init: %s", p.Message)
		}
		return there, nil
	}
	return &entry[S]{template: t, language: e.language, kind: e.kind, origin: e, given: given}
}

// Given is the state in which runs start; nil if that is the model's own.
func (e *entry[S]) Given() []model.Given {
	if e.plain != nil {
		return e.plain.Given()
	}
	return e.given
}

// CheckStart says what is wrong with a state to start in under set.
func (e *entry[S]) CheckStart(set map[string]string, given []model.Given) (problems []schedule.Problem, err error) {
	defer e.guard(&err)
	m, values, err := e.build(set, nil)
	if err != nil {
		return nil, err
	}
	_, problems = e.started(m, values, given)
	return problems, nil
}

// started is the model that starts there, as its language reads it.
func (e *entry[S]) started(m *model.Model[S], v model.Values, given []model.Given) (*model.Model[S], []schedule.Problem) {
	if e.language.Start == nil {
		return nil, []schedule.Problem{{Init: &model.Given{}, Message: e.template.Name + " has no words for the state in which runs start; drop init"}}
	}
	return e.language.Start(m, v, given)
}
