package model

// Kind tells how a property is to be read: what it is asked of, and what an
// answer means. All that differs between kinds is in the table below.
type Kind uint8

const (
	Always    Kind = iota // State must return nil in every reachable state
	Step                  // Step must return nil for every step out of a reachable state
	Reachable             // Goal must be true in some reachable state
	Deadlock              // every reachable state within the constraint must have a successor

	// What follows is asked of runs that go on for ever, those that are fair. P
	// and Q are the states of From and To, A the steps of Taken.
	Eventually          // every run meets Q
	AlwaysEventually    // every run meets Q again and again
	EventuallyAlways    // every run is within Q from some moment on
	LeadsTo             // after every P there is a Q, at once or later
	AlwaysEventuallyHas // every run takes an A again and again
	EventuallyNeverHas  // every run takes no A any more, from some moment on

	ReachableStep // Step must return something for some step out of a reachable state
)

// Subject is what a kind of property is asked of.
type Subject uint8

const (
	OfStates     Subject = iota // a state alone
	OfSteps                     // a step: a state, an action and the state it leads to
	OfSuccessors                // a state and whether it has any successor
	OfRuns                      // a run that goes on for ever: a Lasso
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

	Eventually:          {"eventually", OfRuns, false},
	AlwaysEventually:    {"always-eventually", OfRuns, false},
	EventuallyAlways:    {"eventually-always", OfRuns, false},
	LeadsTo:             {"leads-to", OfRuns, false},
	AlwaysEventuallyHas: {"always-eventually-step", OfRuns, false},
	EventuallyNeverHas:  {"eventually-never-step", OfRuns, false},

	ReachableStep: {"reachable-step", OfSteps, true},
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

// Temporal reports whether the kind is about what a run does in the long run.
func (k Kind) Temporal() bool { return kinds[k].subject == OfRuns }

// Asks tells which of From, To and Taken a property of a temporal kind needs.
func (k Kind) Asks() (from, to, taken bool) {
	switch {
	case !k.Temporal():
		return false, false, false
	case k == AlwaysEventuallyHas || k == EventuallyNeverHas:
		return false, false, true
	}
	return k == LeadsTo, true, false
}

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
