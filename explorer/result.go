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
	Actions   []ActionCount // one per rule, in the model's order
	OutDegree OutDegree
	Deadlocks uint64 // expanded states without a successor
	Cut       Cut

	Store                string
	CollisionProbability float64
	Workers              int
	PackedBytes          int // of one state in the store
	PackedBits           int // that tell states apart
	StoreBytes           uint64
	PeakMemory           uint64 // of the process, 0 where unknown
	Elapsed              time.Duration
	Checkpoint           string // the directory in which the run can be resumed, if it was cut
}

// PropertyResult is the verdict on one property.
type PropertyResult[S comparable] struct {
	Name    string
	Kind    model.Kind
	Verdict model.Verdict
	Witness string         // what is wrong in the last state or step
	Path    *model.Path[S] // to a violation or a goal; nil if there is none
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

// OutDegree is over the expanded states.
type OutDegree struct {
	Min, Max int
	Mean     float64
}
