package traces

import "mc/model"

// Path is one run of a model with its own state type: a start and the steps
// taken from it. An engine returns counterexamples in this form; Record turns
// one into a File, in which types are erased.
type Path[S comparable] struct {
	Start S
	Steps []Step[S]
}

// Step is one action and the state that it led to.
type Step[S comparable] struct {
	Action model.Action
	After  S
}

// States is the length of the path as mc counts it: the number of states, the
// initial one included.
func (p Path[S]) States() int { return 1 + len(p.Steps) }

// Last is the state in which the path ends.
func (p Path[S]) Last() S {
	if n := len(p.Steps); n > 0 {
		return p.Steps[n-1].After
	}
	return p.Start
}
