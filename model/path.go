package model

// Path is one run of a model with its own state type: a start and the
// transitions taken from it. An engine returns counterexamples in this form.
type Path[S comparable] struct {
	Start S
	Steps []Transition[S]
}

// Transition is one action and the state that it led to.
type Transition[S comparable] struct {
	Action Action
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

// Lasso is a run that goes on for ever: a path, and the state of it to which
// its last state leads back, but for what the model forgets. Where nothing is taken
// any more, Loop is the last state itself: the run stutters there.
type Lasso[S comparable] struct {
	Path[S]
	Loop int // the state at which the loop begins: 0 is the start, i the state after step i
}

// Given is one thing that is so in the state in which the runs of a model start
// because a reader said so: "hw of b1 is 10".
type Given struct {
	Key    string   `json:"key"`
	Of     string   `json:"of,omitempty"` // whose; empty where the key is about no one in particular
	Values []string `json:"values,omitempty"`
}

// Name is what is given: "hw of b1".
func (g Given) Name() string {
	if g.Of == "" {
		return g.Key
	}
	return g.Key + " of " + g.Of
}

// Start is where the runs of a model start if that is not where the model says.
type Start struct {
	Given  []Given
	Labels map[string]string // the model's names of things, and those that the words have for them
}
