package suite

import (
	"slices"

	"mc/model"
	"mc/model/ask"
	"mc/run/registry"
	"mc/run/specfile"
)

// questions is the model that answers what the spec asks for, or, where something is
// wrong with that, the model as it is.
func (r *resolver) questions(entry registry.Entry) registry.Entry {
	if len(r.spec.Questions) == 0 {
		return entry
	}
	before := len(r.problems)
	own, err := entry.Vocabulary(r.spec.Constants())
	if err != nil {
		own, err = entry.Vocabulary(nil) // what is wrong with the constants is said elsewhere
	}
	for i, q := range r.spec.Questions {
		path := specfile.QuestionPath(q.Name)
		for _, other := range r.spec.Questions[:i] {
			if other.Name == q.Name {
				r.complain(path, "two questions are called %q; give one of them another name", q.Name)
			}
		}
		if err == nil {
			_, taken := own.Property(q.Name)
			if taken || q.Name == model.DeadlockName {
				r.complain(path, "%s has a property %q itself; give the question another name", entry.Name(), q.Name)
			}
		}
		if wrong, err := entry.CheckQuestion(r.spec.Constants(), q); err == nil && wrong != nil {
			if wrong.Unknown && r.suite.Listing != nil {
				wrong.Message += "; " + r.suite.Listing("terms", entry.Name()) + " names all"
			}
			r.problems = append(r.problems, r.spec.Misasked(q, wrong))
		}
		if r.spec.Symmetry == specfile.On {
			r.complain("symmetry", "symmetry takes away who is who, and %s may ask for somebody; leave it off, or do not ask", q.Name)
		}
	}
	if len(r.problems) > before {
		asked := r.spec.Questions // which nothing more is to be said of
		r.spec.Check = slices.DeleteFunc(r.spec.Check, func(name string) bool {
			return slices.ContainsFunc(asked, func(q ask.Question) bool { return q.Name == name })
		})
		return entry
	}
	return entry.Asking(r.spec.Questions)
}
