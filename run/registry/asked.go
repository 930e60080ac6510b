package registry

import "mc/model/ask"

// Asking is the model with properties that answer questions besides its own, in place
// of those that it answered before.
func (e *entry[S]) Asking(questions []ask.Question) Entry {
	if e.plain != nil {
		return e.plain.Asking(questions)
	}
	if len(questions) == 0 {
		return e
	}
	return &entry[S]{template: ask.Template(e.template, e.offer(), questions), language: e.language, kind: e.kind, plain: e, questions: questions}
}

// Questions are those that the model answers besides.
func (e *entry[S]) Questions() []ask.Question { return e.questions }

// offer is the vocabulary of the model.
func (e *entry[S]) offer() ask.Offer[S] {
	if e.language.Ask == nil {
		return ask.Fields[S]
	}
	return e.language.Ask
}

// vocabulary is the model's own under set.
func (e *entry[S]) vocabulary(set map[string]string) (*ask.Vocabulary, error) {
	m, values, err := e.build(set, nil)
	if err != nil {
		return nil, err
	}
	return e.offer()(m, values)
}

// CheckQuestion says what is wrong with a question under set.
func (e *entry[S]) CheckQuestion(set map[string]string, q ask.Question) (*ask.Problem, error) {
	if e.plain != nil {
		return e.plain.CheckQuestion(set, q)
	}
	v, err := e.vocabulary(set)
	if err != nil {
		return nil, err
	}
	_, wrong := ask.Compile(v, q.Text)
	return wrong, nil
}

// Askable are the terms of questions under set.
func (e *entry[S]) Askable(set map[string]string) ([]ask.Word, error) {
	if e.plain != nil {
		return e.plain.Askable(set)
	}
	v, err := e.vocabulary(set)
	if err != nil {
		return nil, err
	}
	return v.List(), nil
}
