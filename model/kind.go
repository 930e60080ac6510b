package model

// Kind tells how a property is to be read: what it is asked of, and what an
// answer means. All that differs between kinds is in the table below.
type Kind uint8

const (
	Always    Kind = iota // State must return nil in every reachable state
	Step                  // Step must return nil for every step out of a reachable state
	Reachable             // Goal must be true in some reachable state
	Deadlock              // every reachable state within the constraint must have a successor
)

// Subject is what a kind of property is asked of.
type Subject uint8

const (
	OfStates     Subject = iota // a state alone
	OfSteps                     // a step: a state, an action and the state it leads to
	OfSuccessors                // a state and whether it has any successor
)

// kinds is the table of kinds.
var kinds = [...]struct {
	word    string // as lists, results and traces have it
	subject Subject
	goal    bool // it is decided by what is wanted, not by what is wrong
}{
	Always:    {"always", OfStates, false},
	Step:      {"step", OfSteps, false},
	Reachable: {"reachable", OfStates, true},
	Deadlock:  {"always", OfSuccessors, false},
}

// String is the kind as lists, results and traces have it. That a state has a
// successor is a claim about always.
func (k Kind) String() string { return kinds[k].word }

// Kinds lists all kinds.
func Kinds() []Kind {
	all := make([]Kind, len(kinds))
	for i := range all {
		all[i] = Kind(i)
	}
	return all
}

// Subject is what a property of this kind is asked of.
func (k Kind) Subject() Subject { return kinds[k].subject }

// IsGoal tells kinds that look for something wanted from those that look for
// something wrong.
func (k Kind) IsGoal() bool { return kinds[k].goal }

// DeadlockName is the name under which every model can be asked for
// deadlocks; no property of a model may have it.
const DeadlockName = "deadlock"

// NoDeadlock is the property that some rule is enabled in every reachable
// state. No model lists it: a run checks it if it is named.
func NoDeadlock[S comparable]() *Property[S] {
	return &Property[S]{Name: DeadlockName, Doc: "Some rule is enabled in every reachable state.", Kind: Deadlock,
		OnRequest: true}
}
