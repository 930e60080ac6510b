package assess

import (
	"mc/traces"
)

// Schema names the JSON form of an answer.
const Schema = "mc.assess/1"

// Answer is what can happen to a cluster.
type Answer struct {
	Schema  string    `json:"schema"`
	Setup   *Setup    `json:"cluster"`
	Survive Budgets   `json:"survive"`               // events by budget
	Found   []Finding `json:"found"`                 // ranked, within what is to be survived
	Beyond  []Finding `json:"beyond"`                // that take more
	Absent  []Finding `json:"absent"`                // looked for, and not found
	Skipped []Note    `json:"skipped"`               // harms that this configuration cannot have, and why
	Upgrade *Upgrade  `json:"other_value,omitempty"` // what differs with the other value of a setting that nobody gave
	OnFile  []string  `json:"on_file"`               // losses on record for this variant that no harm is about: specs
	Seconds float64   `json:"seconds"`
	Expired bool      `json:"expired"` // time ended it
}

// Finding is a harm after it was looked for.
type Finding struct {
	Harm     string   `json:"harm"`
	Title    string   `json:"title"`
	Impact   string   `json:"impact"`
	Likely   Likely   `json:"likely"`
	Refs     []string `json:"refs,omitempty"`
	Spec     string   `json:"spec,omitempty"`
	Story    string   `json:"story"`
	Shows    []string `json:"shows"`
	Takes    Budgets  `json:"takes,omitempty"` // of the probe that found it
	Events   string   `json:"events,omitempty"`
	Length   int      `json:"trace_length,omitempty"` // states, both ends included
	Runs     []Ran    `json:"runs"`
	Closed   *Closing `json:"closed,omitempty"`
	Remedies []Tested `json:"remedies,omitempty"`
	Command  string   `json:"command,omitempty"`
	ByDesign bool     `json:"by_design,omitempty"` // nothing is lost, and no race is needed

	harm  *Harm
	set   map[string]string // constants of the run that found it
	trace *traces.File
	rank  int // of the impact
}

// Ran is a search.
type Ran struct {
	Within Budgets `json:"within"`
	Events string  `json:"events"`
	States uint64  `json:"states"`
	Depth  int     `json:"depth"`
	Whole  bool    `json:"whole"` // all that can happen within was seen
	Why    string  `json:"not_run,omitempty"`
}

// Closing says which later variant does not have a harm.
type Closing struct {
	Variant string `json:"variant,omitempty"` // empty: none of those that were tried
	Says    string `json:"says,omitempty"`
	Runs    []Ran  `json:"runs,omitempty"` // that do not find it there
	Tried   int    `json:"tried"`          // later variants
	Cut     bool   `json:"cut"`            // a limit ended it before anything can be said
	Ported  string `json:"ported,omitempty"`
}

// Tested is a remedy after it was put to the test.
type Tested struct {
	Name  string `json:"name"`
	Says  string `json:"says"`
	Helps bool   `json:"helps"`
	Open  bool   `json:"open"` // a limit ended it before anything can be said
	Runs  []Ran  `json:"runs,omitempty"`
}

// Trace is the shortest way to the harm; nil if it was not found.
func (f *Finding) Trace() *traces.File { return f.trace }
