package registry

import (
	"context"
	"slices"

	"mc/explorer"
	"mc/explorer/simulate"
	"mc/model"
	"mc/model/ask"
	"mc/model/schedule"
	"mc/report"
	"mc/report/graph"
	"mc/traces"
)

// Entry is a model that the command line can name.
type Entry interface {
	Name() string
	Doc() string

	// Constants lists the parameters, with the defaults that apply under set.
	Constants(set map[string]string) ([]model.Constant, error)

	// Current gives the keys of set the names that constants have now; it
	// refuses a constant that is given under two names.
	Current(set map[string]string) (map[string]string, error)

	// Variants are what can be put side by side; nil if there are none.
	Variants() *model.Variants

	// Terms are words of its subject that are no names in it.
	Terms() []model.Term

	// Impacts are what its properties mean to users, the worst first.
	Impacts() model.Impacts

	// Vocabulary is what can be said of the model under set.
	Vocabulary(set map[string]string) (*Vocabulary, error)

	// Starting is the model whose runs start in the state that is given; without one,
	// where the model says.
	Starting(given []model.Given) Entry

	// Given is that state; nil if runs start where the model says.
	Given() []model.Given

	// CheckStart says what is wrong with a state to start in under set.
	CheckStart(set map[string]string, given []model.Given) ([]schedule.Problem, error)

	// Asking is the model with properties that answer questions besides its own.
	Asking(questions []ask.Question) Entry

	// Questions are those that it answers.
	Questions() []ask.Question

	// CheckQuestion says what is wrong with a question under set; nil if nothing is.
	CheckQuestion(set map[string]string, q ask.Question) (*ask.Problem, error)

	// Askable are the terms in which questions are asked under set.
	Askable(set map[string]string) ([]ask.Word, error)

	// Check explores the model as job says.
	Check(ctx context.Context, job Job) (*report.Outcome, error)

	// Shards makes that a search in tasks, in a directory.
	Shards(job Job, dir string) (explorer.Shards, error)

	// Walk takes random walks of the model.
	Walk(ctx context.Context, job Job, o simulate.Options) (*report.Simulation, error)

	// Language are the words in which scripts of the model are written, and states in
	// which runs start.
	Language() (commands, sights, starts []schedule.Word)

	// CheckScript complains of words of a script that the model does not have.
	CheckScript(sc schedule.Script) []schedule.Problem

	// FitScript complains of what a script says that no run with these constants has.
	FitScript(set map[string]string, without []string, sc schedule.Script) ([]schedule.Problem, error)

	// ScriptDefaults are the values of constants that a script needs and its
	// spec leaves alone.
	ScriptDefaults(sc schedule.Script) map[string]string

	// Play carries a script out.
	Play(job Job, sc schedule.Script) (*report.Outcome, error)

	// Begin starts a course through the model that its caller takes step by step.
	Begin(set map[string]string, without []string) (*Session, error)

	// Replay takes the steps of f again on the model that it is of.
	Replay(f *traces.File) (*Replayed, error)

	// Minimize finds the trace that breaks the same property with the least.
	Minimize(f *traces.File, o traces.MinimizeOptions) (*traces.File, traces.Shortfall, error)

	// Compare takes the schedule of f to other rules: those of another model
	// with the same kind of state (or of this one) under set.
	Compare(f *traces.File, other Entry, set map[string]string, names [2]string) (*traces.Comparison, error)

	// Graph collects the first states of the model, at most so many, to be drawn.
	Graph(ctx context.Context, job Job, most int) (*graph.Graph, error)

	// GraphAround collects the states of f and those at most so many steps from
	// one of them.
	GraphAround(ctx context.Context, f *traces.File, steps, most int) (*graph.Graph, error)

	// Between says in what this model under job differs from another under theirs, as
	// far as so many states of each, and pairs of them, tell.
	Between(ctx context.Context, job Job, other Entry, theirs Job, most int) (*Apart, error)

	// Reads reports whether recordings of a real system can be held against the model, and
	// Validate does so.
	Reads() bool
	Validate(ctx context.Context, dir string, o ValidateOptions) (*report.Validation, error)

	// SameState reports whether a schedule of this model can go to other.
	SameState(other Entry) bool
}

// Replayed is a trace that the model was seen to follow to its end.
type Replayed struct {
	Broken  bool   // the property fails at the end (a goal: it is reached)
	Witness string // as the model words it today

	// Choices are what the model can do after step i.
	Choices func(i int) []traces.Choice

	// Named is the state after step i with the names that its types give.
	Named func(i int) (*traces.Named, error)

	// Drive makes a driver of the trace for a real system; nil: the model has none.
	Drive func(about schedule.Course) (string, error)
}

// Vocabulary names the rules and properties of a model.
type Vocabulary struct {
	Rules      []Rule
	Properties []Property
	Liveness   []string // claims about progress that nothing decides yet
	Fairness   []Fairness
	Asymmetric string // why symmetry is refused; empty if it is not
	Endless    string // why no search ends; empty if one may
	Without    func(names ...string) error
}

// Fairness is a set of conditions that claims about runs can be decided under.
type Fairness struct {
	Name       string   `json:"name"`
	Doc        string   `json:"doc"`
	Conditions []string `json:"conditions,omitempty"` // with the constants given
}

// Rule is a rule without its code.
type Rule struct {
	Name        string   `json:"name"`
	Params      []string `json:"params,omitempty"`
	Doc         string   `json:"doc"`
	Ref         string   `json:"ref,omitempty"`
	Counterpart string   `json:"counterpart,omitempty"` // the same event where another variant has it
	Published   string   `json:"published,omitempty"`   // its name in the published module, where another
	Absent      bool     `json:"-"`                     // the constants rule it out
}

// Property is a property without its code.
type Property struct {
	Name      string   `json:"name"`
	Aliases   []string `json:"aliases,omitempty"`
	Family    string   `json:"family,omitempty"`
	Kind      string   `json:"kind"`
	Doc       string   `json:"doc"`
	Ref       string   `json:"ref,omitempty"`
	Impact    string   `json:"impact,omitempty"` // what it means to users that it is broken or reached
	OnRequest bool     `json:"on_request,omitempty"`
	Temporal  bool     `json:"-"`                  // it is about runs that go on for ever
	Fairness  string   `json:"fairness,omitempty"` // what such a claim supposes where a run names nothing
	Asked     string   `json:"-"`                  // the predicate, of one that a reader asked for
}

// Property finds a property by name or alias; every model can be asked for
// deadlocks.
func (v *Vocabulary) Property(name string) (Property, bool) {
	for _, p := range v.Properties {
		if p.Name == name || slices.Contains(p.Aliases, name) {
			return p, true
		}
	}
	if name == model.DeadlockName {
		p := model.NoDeadlock[struct{}]()
		return Property{Name: p.Name, Kind: p.Kind.String(), Doc: p.Doc, OnRequest: p.OnRequest}, true
	}
	return Property{}, false
}

// FairnessNames are the names of the sets.
func (v *Vocabulary) FairnessNames() []string {
	names := make([]string, len(v.Fairness))
	for i, f := range v.Fairness {
		names[i] = f.Name
	}
	return names
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
