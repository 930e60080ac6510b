package traces

import (
	"encoding/json"

	"mc/model"
)

// The formats of a trace file: the second is that of a run with a loop, the third that
// of one in which a reader asked for something, with a loop or without, the fourth that
// of one that starts where a reader said, with all of these or without. They have
// nothing else that the first has not. A reader refuses every other.
const (
	Schema      = "mc.trace/1"
	SchemaLoop  = "mc.trace/2"
	SchemaAsked = "mc.trace/3"
	SchemaInit  = "mc.trace/4"
)

// Schemas are the formats that Read takes.
var Schemas = []string{Schema, SchemaLoop, SchemaAsked, SchemaInit}

// File is one run of one model with its types erased: all that is needed to
// show the run, and to take it again step by step years later. Its JSON form
// is mc.trace/4 if a reader said where it starts, else mc.trace/3 if one asked for
// something, else mc.trace/2 if it has a loop, else mc.trace/1; the same File is always the same bytes.
type File struct {
	Schema    string            `json:"schema"`
	Checksum  string            `json:"checksum"` // set by Write, checked by Read
	MC        string            `json:"mc"`       // the version that wrote the file
	Spec      Spec              `json:"spec"`
	Model     string            `json:"model"`
	Constants map[string]string `json:"constants"`
	Without   []string          `json:"without,omitempty"` // rules taken out of the model
	Symmetry  bool              `json:"symmetry,omitempty"`
	Explored  *Explored         `json:"explored,omitempty"`
	Init      []model.Given     `json:"init,omitempty"`  // where this run starts, if a reader said so
	Asked     []Question        `json:"asked,omitempty"` // what a reader asked for in this run
	Property  Property          `json:"property"`
	Verdict   model.Verdict     `json:"verdict"`
	Closed    *Cure             `json:"closed,omitempty"` // other rules under which the same schedule does no harm
	Labels    map[string]string `json:"labels,omitempty"` // names of things, where they are not the model's
	Loop      *Loop             `json:"loop,omitempty"`   // where it goes back to, if it goes on for ever
	Start     Frame             `json:"start"`
	Steps     []Event           `json:"steps"`

	analysis *Analysis
}

// Spec is where the run came from. The hash is that of the spec file, so that
// a later reader can say whether the spec has changed since.
type Spec struct {
	Name  string   `json:"name,omitempty"`
	Title string   `json:"title,omitempty"`
	Hash  string   `json:"hash,omitempty"`
	Refs  []string `json:"refs,omitempty"`
}

// Explored is how much was searched until the run was found.
type Explored struct {
	Distinct uint64 `json:"distinct"`
	Depth    int    `json:"depth"`
}

// Question is a property that a reader asked for; the model does not have it itself.
// States may remember for all questions of a run, so that a file has all.
type Question struct {
	Name string `json:"name"`
	Kind string `json:"kind"` // of the property
	Text string `json:"text"` // the predicate
}

// Property is what the run is about. Its name is empty if the run is about none
// (a random walk), and model.DeadlockName if it ends where no rule is enabled.
type Property struct {
	Name    string `json:"name,omitempty"`
	Kind    string `json:"kind,omitempty"`
	Doc     string `json:"doc,omitempty"`
	Ref     string `json:"ref,omitempty"`
	Witness string `json:"witness,omitempty"` // the values that break it

	// About is what of the view the witness speaks of, if the property says
	// so. A file does not have it: Record takes it from the model, and Replay
	// finds it again.
	About model.Witness `json:"-"`
}

// Frame is one state: exactly, as people see it, and what the property's
// parts say of it.
type Frame struct {
	State json.RawMessage `json:"state"`
	View  model.View      `json:"view"`
	Parts []model.Part    `json:"parts,omitempty"`
}

// Event is one step and the state that it led to.
type Event struct {
	Sum     string        `json:"sum"` // guards this step; set by Write
	Rule    string        `json:"rule"`
	Ref     string        `json:"ref,omitempty"`
	Args    []string      `json:"args,omitempty"`
	Action  string        `json:"action"` // rule and arguments: "Fetch b2"
	Title   string        `json:"title"`
	Words   string        `json:"words,omitempty"`
	Arrows  []model.Arrow `json:"arrows,omitempty"`
	Changes []Change      `json:"changes,omitempty"`
	// Aside marks a step that the violation does not depend on.
	Aside bool `json:"aside,omitempty"`

	// Turns are what the step means for the run, and Held whether its words say what did
	// not happen. A file has neither: Record takes them from the model, and Replay
	// finds them again.
	// Nor has it the messages that do not arrive.
	Turns []model.Turn  `json:"-"`
	Held  bool          `json:"-"`
	Lost  []model.Arrow `json:"-"`
	Frame
}

// schema is the format that f is written in.
func (f *File) schema() string {
	switch {
	case f.Init != nil:
		return SchemaInit
	case len(f.Asked) > 0:
		return SchemaAsked
	case f.Loop != nil:
		return SchemaLoop
	}
	return Schema
}

// States is the length of the trace as mc counts it, the start included.
func (f *File) States() int { return 1 + len(f.Steps) }

// Frame is the state after step i; the start is step 0.
func (f *File) Frame(i int) *Frame {
	if i == 0 {
		return &f.Start
	}
	return &f.Steps[i-1].Frame
}

// Last is the state in which the run ends.
func (f *File) Last() *Frame { return f.Frame(len(f.Steps)) }

// Title is what step i does, in a few words.
func (f *File) Title(i int) string {
	if i == 0 {
		return "the start"
	}
	return f.Steps[i-1].Title
}

// Cure is another set of rules under which the same schedule does no harm.
type Cure struct {
	Rules string `json:"rules"`         // "kip-101", or "check_sender_epoch=on"
	Ref   string `json:"ref,omitempty"` // the proposal or bug that closed it, if the spec names it
	Step  int    `json:"step"`          // where the two part
	Words string `json:"words"`
}
