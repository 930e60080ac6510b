package registry

import (
	"context"
	"slices"

	"mc/explorer"
	"mc/model"
	"mc/model/schedule"
	"mc/traces"
)

// Entry is a model that the command line can name.
type Entry interface {
	Name() string
	Doc() string

	// Constants lists the parameters, with the defaults that apply under set.
	Constants(set map[string]string) ([]model.Constant, error)

	// Vocabulary is what can be said of the model under set.
	Vocabulary(set map[string]string) (*Vocabulary, error)

	// Check explores the model as job says.
	Check(ctx context.Context, job Job) (*Outcome, error)

	// Language are the words in which scripts of the model are written.
	Language() (commands, sights []schedule.Word)

	// CheckScript complains of words of a script that the model does not have.
	CheckScript(sc schedule.Script) []schedule.Problem

	// ScriptDefaults are the values of constants that a script needs and its
	// spec leaves alone.
	ScriptDefaults(sc schedule.Script) map[string]string

	// Play carries a script out.
	Play(job Job, sc schedule.Script) (*Outcome, error)

	// Replay takes the steps of f again on the model that it is of.
	Replay(f *traces.File) (*Replayed, error)

	// Minimize finds the trace that breaks the same property with the least.
	Minimize(f *traces.File) (*traces.File, error)

	// Compare takes the schedule of f to other rules: those of another model
	// with the same kind of state (or of this one) under set.
	Compare(f *traces.File, other Entry, set map[string]string, names [2]string) (*traces.Comparison, error)

	// SameState reports whether a schedule of this model can go to other.
	SameState(other Entry) bool
}

// Replayed is a trace that the model was seen to follow to its end.
type Replayed struct {
	Broken  bool   // the property fails at the end (a goal: it is reached)
	Witness string // as the model words it today

	// Choices are what the model can do after step i.
	Choices func(i int) []traces.Choice
}

// Vocabulary names the rules and properties of a model.
type Vocabulary struct {
	Rules      []Rule
	Properties []Property
	Asymmetric string // why symmetry is refused; empty if it is not
	Without    func(names ...string) error
}

// Rule is a rule without its code.
type Rule struct {
	Name   string   `json:"name"`
	Params []string `json:"params,omitempty"`
	Doc    string   `json:"doc"`
	Ref    string   `json:"ref,omitempty"`
}

// Property is a property without its code.
type Property struct {
	Name      string   `json:"name"`
	Aliases   []string `json:"aliases,omitempty"`
	Family    string   `json:"family,omitempty"`
	Kind      string   `json:"kind"`
	Doc       string   `json:"doc"`
	Ref       string   `json:"ref,omitempty"`
	OnRequest bool     `json:"on_request,omitempty"`
}

// Property finds a property by name or alias.
func (v *Vocabulary) Property(name string) (Property, bool) {
	for _, p := range v.Properties {
		if p.Name == name || slices.Contains(p.Aliases, name) {
			return p, true
		}
	}
	return Property{}, false
}

// PropertyNames are the names of the properties.
func (v *Vocabulary) PropertyNames() []string {
	names := make([]string, len(v.Properties))
	for i := range v.Properties {
		names[i] = v.Properties[i].Name
	}
	return names
}

// RuleNames are the names of the rules.
func (v *Vocabulary) RuleNames() []string {
	names := make([]string, len(v.Rules))
	for i := range v.Rules {
		names[i] = v.Rules[i].Name
	}
	return names
}

// Job is one exploration.
type Job struct {
	Spec    traces.Spec // what the traces say of their origin
	Version string      // of mc
	Set     map[string]string
	Without []string
	Options explorer.Options

	// Minimize makes each trace the easiest to follow of its length.
	Minimize bool
}

// Setting is a constant with its value.
type Setting struct {
	Name string
	Text string // as specs write it

	// Notable is false for policies that are as the generation has them and
	// for budgets of 0: what need not be said to say which run it was.
	Notable bool
}

// Verdict is the outcome of one property.
type Verdict struct {
	Name    string
	Kind    string
	Verdict model.Verdict
	Witness string
	Trace   *traces.File // nil if the verdict has none
}

// Outcome is the result of a job, without the state type.
type Outcome struct {
	Model      string
	Constants  []Setting
	Verdict    model.Verdict
	Exhaustive bool
	Properties []Verdict

	States    explorer.States
	Actions   []explorer.ActionCount
	OutDegree explorer.OutDegree
	Deadlocks uint64
	Cut       explorer.Cut
	Run       Run

	Script *Schedule // the script that was played; nil if the model was explored
}

// Schedule is a script that was played.
type Schedule struct {
	Steps   int          // of the script
	Actions int          // of the model
	Trace   *traces.File // the whole run
}

// Run is what a result cost, which differs from run to run.
type Run struct {
	Store                string
	Workers              int
	CollisionProbability float64
	PackedBytes          int
	PackedBits           int
	StoreBytes           uint64
	Seconds              float64
	PeakMemory           uint64
	Checkpoint           string // the directory in which the run can be resumed; empty if it need not be
}

// BytesPerState is what the store took for each of the distinct states.
func (r Run) BytesPerState(distinct uint64) float64 {
	return float64(r.StoreBytes) / float64(max(distinct, 1))
}

// Models are the entries by name.
type Models []Entry

// Find returns the entry of that name.
func (m Models) Find(name string) (Entry, bool) {
	i := slices.IndexFunc(m, func(e Entry) bool { return e.Name() == name })
	if i < 0 {
		return nil, false
	}
	return m[i], true
}

// Names lists the entries.
func (m Models) Names() []string {
	names := make([]string, len(m))
	for i, e := range m {
		names[i] = e.Name()
	}
	return names
}
