package explorer

import (
	"fmt"
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
	Sums      []string      // of the states of each level, if Options.Sums asked for them: 32 hexadecimal digits
	Coverage  *Coverage     // nil unless Options.Coverage asked for it
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
	Files                *FileUse  // what lay on disk; nil without a directory
	Kept                 *Kept     // the result in its directory, if it is to be kept there
	Graph                *GraphUse // for claims about runs that go on for ever; nil if there were none
}

// FileUse is what a run has had on disk, in bytes.
type FileUse struct {
	Levels uint64 // of the levels at the end, if they had moved there
	States uint64 // in these
	Peak   uint64 // of all files together, at most
}

// PropertyResult is the verdict on one property.
type PropertyResult[S comparable] struct {
	Name    string
	Kind    model.Kind
	Verdict model.Verdict
	Witness string         // what is wrong in the last state or step
	Path    *model.Path[S] // to a violation or a goal; nil if there is none
	Breaks  *Breaks        // all of them, if Options.Continue asked for that

	// Of a claim about runs that go on for ever: the fairness that was supposed,
	// a run that breaks it, or what it holds by only because of bounds.
	Fairness string
	Run      *RunResult[S]
	Excuse   *Excuse[S]
}

// Breaks counts what decides a property: what breaks a claim, or is a goal. Those
// in Of are the distinct states, for a claim about successors those that were
// expanded, or the steps out of these.
type Breaks struct {
	Found  uint64
	Of     uint64
	Steps  bool   // steps are counted; else states
	Astray uint64 // steps, beside those, to states outside the constraint that decide it too
	Orbits bool   // with symmetry: a state stands for its orbit, a step for those out of it
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

// Cut is what kept a run from being whole.
type Cut struct {
	Constraint uint64   // successors outside the model's constraint
	Frontier   uint64   // states found and judged, but not expanded
	Reasons    []Reason // which limits ended the search
}

// Any tells whether anything was cut.
func (c Cut) Any() bool { return c.Constraint > 0 || len(c.Reasons) > 0 }

// By tells whether a limit of the given kind ended the search.
func (c Cut) By(k ReasonKind) bool {
	for _, r := range c.Reasons {
		if r.Kind == k {
			return true
		}
	}
	return false
}

// Reason is a limit that ended a search: its kind and, but for an interrupt,
// its value.
type Reason struct {
	Kind  ReasonKind
	Limit uint64 // levels, states, bytes, or nanoseconds
}

// ReasonKind says which limit it was.
type ReasonKind uint8

// The kinds of limits. MaxDepth, MaxStates, Timeout and Memory are those of
// Options; Interrupted says that the context ended, and SystemMemory that the
// system gave no more, when the states took as much as the limit says.
const (
	MaxDepth ReasonKind = iota + 1
	MaxStates
	Timeout
	Memory
	Interrupted
	SystemMemory
)

// String is the reason in words: "max-depth 5", "interrupted".
func (r Reason) String() string {
	switch r.Kind {
	case MaxDepth:
		return fmt.Sprintf("max-depth %d", r.Limit)
	case MaxStates:
		return fmt.Sprintf("max-states %d", r.Limit)
	case Timeout:
		return fmt.Sprintf("timeout %v", time.Duration(r.Limit))
	case Memory:
		return fmt.Sprintf("memory %d bytes", r.Limit)
	case Interrupted:
		return "interrupted"
	case SystemMemory:
		return fmt.Sprintf("system memory at %d bytes", r.Limit)
	}
	return "a failure"
}

// MarshalText is String: results in JSON have their reasons in words.
func (r Reason) MarshalText() ([]byte, error) { return []byte(r.String()), nil }
