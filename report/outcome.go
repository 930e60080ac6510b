package report

import (
	"fmt"
	"strings"

	"mc/explorer"
	"mc/model"
	"mc/traces"
)

// Outcome is what a job established, without the state type of its model.
type Outcome struct {
	Model      string
	Impacts    model.Impacts // of the model, the worst first; nil if it names none
	Constants  []Setting
	Verdict    model.Verdict
	Exhaustive bool
	Properties []Property

	States    explorer.States
	Forgets   string // what is left out where states are told apart; empty if nothing is
	Actions   []explorer.ActionCount
	Budgets   []explorer.BudgetUse // none if the model has none, and of a script
	Sums      []string             // of the states of each level; nil if they were not asked for
	Coverage  *explorer.Coverage   // nil if it was not asked for
	OutDegree explorer.OutDegree
	Deadlocks uint64
	Cut       explorer.Cut
	Run       Run
	Graph     *explorer.GraphUse // for claims about runs that go on for ever; nil if there were none

	Script *Script // what was played; nil if the model was explored
}

// Setting is a constant with its value.
type Setting struct {
	Name string
	Text string // as specs write it

	// Notable is false for policies that are as the variant has them and for
	// budgets of 0: what need not be said to say which run it was.
	Notable bool
}

// ScriptClaim names the claim that a script makes: all is seen as its steps
// expect.
const ScriptClaim = "script"

// Property is the outcome of one property, or of a script's own claim.
type Property struct {
	Name    string
	Kind    model.Kind
	Script  bool // the claim of a script, which is no property of the model
	Verdict model.Verdict
	Witness string
	Asked   string           // the predicate, if a reader asked for it
	Impact  string           // what it means to users that it is broken or reached; empty if the model says nothing
	Known   []Known          // failures on record that a violation is, if they were looked for
	Trace   *traces.File     // nil if the verdict has none
	Short   traces.Shortfall // what kept the trace from being the least, where that was asked for
	Breaks  *explorer.Breaks // how much of the run decides it, if that was counted

	Fairness string   // that a claim about runs that go on for ever was decided under
	Waits    []string // budgets that the runs wait for which would break such a claim, as "fences <= 2"

	// Lacks are conditions on the constants without which it is about nothing,
	// and which the run does not meet: "reads", "track_acks=with-hw|separate".
	Lacks []string
}

// Known is a failure on record: scenarios, and the values of constants that
// close it.
type Known struct {
	Specs []string `json:"specs"`
	Refs  []string `json:"refs,omitempty"` // proposals, tickets and other names
	Keys  []Key    `json:"keys"`
}

// Key is a constant with a value, as specs write it.
type Key struct {
	Name  string `json:"key"`
	Value string `json:"value"`
}

// KindText is the kind as results have it.
func (p *Property) KindText() string {
	if p.Script {
		return ScriptClaim
	}
	return p.Kind.String()
}

// without names what a claim lacks that holds of nothing for want of it, or a
// goal that is not reached: " without reads".
func (p *Property) without() string {
	if p.Asked != "" && p.Verdict == model.Unreachable {
		return " in these bounds"
	}
	idle := p.Verdict == model.Vacuous || p.Verdict == model.Unreachable || p.Verdict == model.Inconclusive
	if !idle || len(p.Lacks) == 0 {
		return ""
	}
	return " without " + strings.Join(p.Lacks, " and ")
}

// asked says what was asked for, where no trace does.
func (p *Property) asked() string {
	switch {
	case p.Asked == "" || p.Trace != nil:
		return ""
	case p.Kind.IsGoal():
		return ": " + p.Asked
	}
	return ": never " + p.Asked
}

// States is the length of the property's trace; 0 if it has none.
func (p *Property) States() int {
	if p.Trace == nil {
		return 0
	}
	return p.Trace.States()
}

// Script is a schedule that was played.
type Script struct {
	Steps   int          // of the script
	Actions int          // of the model
	Trace   *traces.File // the whole run
}

// Run is what a result cost, which differs from run to run.
type Run struct {
	Store                string
	Workers              int
	Beyond               uint64 // states seen in a level that was not completed
	CollisionProbability float64
	PackedBytes          int
	PackedBits           int
	StoreBytes           uint64
	Seconds              float64
	PeakMemory           uint64
	Memory               explorer.MemoryLimit
	Checkpoint           string // the directory in which the run can be resumed; empty if it need not be
	Files                *explorer.FileUse
	Kept                 *explorer.Kept // the result in its directory; nil if it is in none
}

// allowance is how much memory the states may take, as a sentence without its
// end.
func (r Run) allowance() string {
	switch m := r.Memory; {
	case m.Bytes == 0:
		return "no limit of memory"
	case m.Of == "":
		return fmt.Sprintf("states may take %s of memory", Size(m.Bytes))
	default:
		return fmt.Sprintf("states may take %s of memory: %s", Size(m.Bytes), r.shared())
	}
}

// shared says where a limit that nobody gave comes from; it is empty for one
// that was given.
func (r Run) shared() string {
	if r.Memory.Of == "" {
		return ""
	}
	return fmt.Sprintf("no limit was given, and this is their share of the %s that %s", Size(r.Memory.Room), left(r.Memory.Of))
}

// left is that there is room in something: "the container leaves".
func left(of string) string {
	if strings.HasPrefix(of, "what ") {
		return strings.TrimPrefix(of, "what ")
	}
	return of + " leaves"
}

// BytesPerState is what the store took for each of the distinct states.
func (r Run) BytesPerState(distinct uint64) float64 {
	return float64(r.StoreBytes) / float64(max(distinct, 1))
}
