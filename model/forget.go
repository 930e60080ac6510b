package model

// Forgetting makes states with other numbers one: those that differ in what only
// rises and is compared but never counted with (a version, the beginning of a log
// that everybody has). Without it such a state is a new one for ever, no run comes
// back to where it was, and claims about what goes on for ever hold because they
// cannot break.
//
// Other than a symmetry it leaves everybody who they are: where action a leads from s
// to t, it leads from what s becomes to a state that becomes what t does, and to
// nothing else. Different successors of a state stay different, and one that is
// another state does not become the state itself. Properties, conditions of fairness
// and budgets say the same of both. So it may be used for claims about runs, too.
// modeltest.Conform holds a model to all that.
type Forgetting[S comparable] struct {
	// Doc is what is forgotten, as the end of a sentence that begins with "states are
	// counted": "up to the numbers of partition epochs".
	Doc string

	// Apply rewrites a state to the one that stands for it.
	Apply func(s *S)

	// Adds says what has been added from one state to another that becomes the same:
	// "2 partition epochs". It is empty if nothing has.
	Adds func(before, after *S) string
}

// Alike reports whether two states are one, but for what is forgotten.
func (m *Model[S]) Alike(a, b *S) bool {
	if m.Forgets == nil || *a == *b {
		return *a == *b
	}
	x, y := *a, *b
	m.Forgets.Apply(&x)
	m.Forgets.Apply(&y)
	return x == y
}

// Adds says what has been added from one state to another that is alike.
func (m *Model[S]) Adds(before, after *S) string {
	if m.Forgets == nil || *before == *after {
		return ""
	}
	return m.Forgets.Adds(before, after)
}
