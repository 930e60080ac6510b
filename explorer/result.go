package explorer

import (
	"time"

	"mc/model"
)

// Result is what Check found. A violated property is a result, not an error.
type Result[S comparable] struct {
	Verdict    model.Verdict
	Exhaustive bool // every reachable state of the model was visited
	Properties []PropertyResult[S]

	States    States
	Forgets   string        // what is left out where states are told apart: "up to ..."; empty if nothing is
	Actions   []ActionCount // one per rule, in the model's order
	Budgets   []BudgetUse   // one per budget, in the model's order
	OutDegree OutDegree
	Deadlocks uint64 // expanded states without a successor
	Cut       Cut

	Store                string
	CollisionProbability float64
	Workers              int
	Beyond               uint64 // states seen in a level that time or memory did not complete; no count has them
	PackedBytes          int    // of one state in the store
	PackedBits           int    // that tell states apart
	StoreBytes           uint64
	Memory               MemoryLimit
	PeakMemory           uint64 // of the process, 0 where unknown
	Elapsed              time.Duration
	Checkpoint           string    // the directory in which the run can be resumed, if it was cut
	Kept                 *Kept     // the result in its directory, if it is to be kept there
	Graph                *GraphUse // for claims about runs that go on for ever; nil if there were none
}

// PropertyResult is the verdict on one property.
type PropertyResult[S comparable] struct {
	Name    string
	Kind    model.Kind
	Verdict model.Verdict
	Witness string         // what is wrong in the last state or step
	Path    *model.Path[S] // to a violation or a goal; nil if there is none

	// Of a claim about runs that go on for ever: the fairness that was supposed,
	// a run that breaks it, or what it holds by only because of bounds.
	Fairness string
	Run      *RunResult[S]
	Excuse   *Excuse[S]
}

// States are the counts of a run, over complete levels. They do not depend on
// the number of workers.
type States struct {
	Distinct  uint64
	Generated uint64
	Depth     int
	Levels    []uint64
}

// ActionCount tells how often a rule fired and how many states are credited
// to it.
type ActionCount struct {
	Rule   string
	Fired  uint64
	New    uint64
	Absent bool // the run's constants rule it out; it cannot fire
}

// BudgetUse tells in how many of the expanded states a budget stopped a step.
type BudgetUse struct {
	model.Budget
	Stopped uint64   // states in which it alone stood in the way of a step
	Jointly uint64   // pairs of a state and a set of budgets, it among them, that did together
	With    []string // the other budgets of these sets
}

// Binds reports whether more of the budget could lead further: it stopped a
// step, alone or with others. One of 0 leaves something out and binds nothing.
func (b BudgetUse) Binds() bool { return b.Limit > 0 && b.Stopped+b.Jointly > 0 }

// OutDegree is over the expanded states.
type OutDegree struct {
	Min, Max int
	Mean     float64
}
