package explore

import (
	"mc/model"
	"mc/traces"
)

// Question is one request. Op says which of the other fields count.
type Question struct {
	Op    Op       `json:"op"`
	Place Place    `json:"place"`
	Steps []string `json:"steps,omitempty"` // the course: names of steps, as Choice has them
	From  int      `json:"from,omitempty"`  // at: the first step that is told; those before are known

	Impacts    []string `json:"impacts,omitempty"`    // seek: any claim that means one of these
	Properties []string `json:"properties,omitempty"` // seek: or one of these
	Other      Place    `json:"other"`                // worlds: where the course is taken as well
	Cluster    Cluster  `json:"cluster"`              // assess
	Format     string   `json:"format,omitempty"`     // save: one of render's formats
	Limits     Limits   `json:"limits"`               // seek, check, assess
}

// Op is what is asked.
type Op string

// The questions, and what answers each.
const (
	AskHome   Op = "home"   // Home: what there is to explore
	AskPlace  Op = "place"  // Setting: the model of a place, its constants and claims
	AskAt     Op = "at"     // At: where a course stands
	AskSeek   Op = "seek"   // Sought: the shortest way from there to trouble
	AskWorlds Op = "worlds" // Worlds: the course under other rules
	AskCheck  Op = "check"  // Checked: the whole space of a place
	AskForm   Op = "form"   // Form: what a cluster can be asked about
	AskAssess Op = "assess" // Assessed: what can happen to a cluster
	AskSave   Op = "save"   // Saved: the course as a file
)

// Place is a model with constants, as a spec says or by itself.
type Place struct {
	Spec    string            `json:"spec,omitempty"`
	Model   string            `json:"model,omitempty"`
	Set     map[string]string `json:"set,omitempty"` // over what the spec says
	Without []string          `json:"without,omitempty"`
	Init    []model.Given     `json:"init,omitempty"` // where runs start, where no spec says
	Start   int               `json:"start,omitempty"`
}

// Limits end a search: seconds, and states. 0 means no limit.
type Limits struct {
	Seconds float64 `json:"seconds,omitempty"`
	States  uint64  `json:"states,omitempty"`
}

// Reply is one line of an answer: progress while there is none, then the answer or
// an error.
type Reply struct {
	Progress *Progress `json:"progress,omitempty"`
	Answer   any       `json:"answer,omitempty"`
	Error    string    `json:"error,omitempty"` // what happened, where, what to do next
}

// Progress is how far a search is.
type Progress struct {
	States  uint64  `json:"states"`
	Depth   int     `json:"depth"`
	Seconds float64 `json:"seconds"`
	Doing   string  `json:"doing,omitempty"`
}

// Home is what there is to explore.
type Home struct {
	MC      string    `json:"mc"`
	Open    *Opening  `json:"open,omitempty"` // what the explorer was started with
	Specs   []Subject `json:"specs"`
	Models  []Subject `json:"models"`
	Cluster bool      `json:"cluster"` // there is a form
	Formats []Format  `json:"formats"` // that a course can be saved in
}

// Format is a format of files.
type Format struct {
	Name string `json:"name"`
	Doc  string `json:"doc"`
}

// Opening is a place with a course to show.
type Opening struct {
	Place Place    `json:"place"`
	Steps []string `json:"steps,omitempty"`
	At    int      `json:"at"` // how many of the steps are taken
}

// Subject is a spec or a model.
type Subject struct {
	Name   string   `json:"name"`
	Title  string   `json:"title"`
	Group  string   `json:"group,omitempty"`
	Model  string   `json:"model,omitempty"`
	Impact string   `json:"impact,omitempty"` // the worst that it comes to
	Lost   bool     `json:"lost,omitempty"`   // something is gone then
	Refs   []string `json:"refs,omitempty"`
	Script bool     `json:"script,omitempty"` // it comes with a schedule: place gives its course
}

// Setting is the model of a place.
type Setting struct {
	Place    Place      `json:"place"`
	Title    string     `json:"title"`
	About    string     `json:"about,omitempty"`
	Refs     []string   `json:"refs,omitempty"`
	Model    string     `json:"model"`
	Subject  string     `json:"subject,omitempty"` // of the variants: "Kafka's replication protocol"
	Variant  string     `json:"variant,omitempty"` // the key of a place's set that chooses one: "generation"
	Variants []string   `json:"variants,omitempty"`
	Settings []Constant `json:"constants"`
	Claims   []Claim    `json:"claims"`
	Impacts  []Impact   `json:"impacts"` // the worst first
	Starts   int        `json:"starts"`
	Steps    []string   `json:"steps,omitempty"`   // of the schedule that the spec has
	Lost     []string   `json:"lost,omitempty"`    // the impacts in which something is gone
	Against  string     `json:"against,omitempty"` // the variant, or KEY=VALUE, to compare with at first
}

// Impact is a kind of consequence that a broken claim has.
type Impact struct {
	Name string `json:"name"`
	Doc  string `json:"doc"`
}

// Constant is a constant of a model with its value.
type Constant struct {
	Name     string   `json:"name"`
	Value    string   `json:"value"`
	Doc      string   `json:"doc"`
	Default  string   `json:"default"` // in this variant
	Kind     string   `json:"kind"`    // "switch", "choice" or "number"
	Choices  []string `json:"choices,omitempty"`
	Min      int      `json:"min"`
	Max      int      `json:"max"`
	Ref      string   `json:"ref,omitempty"`
	Prevents string   `json:"prevents,omitempty"` // what its value By keeps from happening
	By       string   `json:"by,omitempty"`
	Idle     string   `json:"idle,omitempty"`  // why it does nothing here; it cannot be given
	Given    bool     `json:"given,omitempty"` // the spec or the place gives it
}

// Claim is a property of a model.
type Claim struct {
	Name   string `json:"name"`
	Doc    string `json:"doc"`
	Ref    string `json:"ref,omitempty"`
	Kind   string `json:"kind"`
	Goal   bool   `json:"goal,omitempty"` // it is decided by being reached
	Impact string `json:"impact,omitempty"`
	Asked  bool   `json:"asked,omitempty"` // only a spec that names it checks it
}

// At is where a course stands.
type At struct {
	Steps      []Event     `json:"steps"`          // told from Question.From on; the first of all is the start
	Possible   []Choice    `json:"possible"`       // in the model's order
	Impossible []Refused   `json:"impossible"`     // and what keeps it from being done
	Claims     []ClaimHere `json:"claims"`         // those that are decided without a search
	Halt       *Halt       `json:"halt,omitempty"` // where the course that was asked for ends before its time
}

// Halt is a step of a course that cannot be taken.
type Halt struct {
	Step int    `json:"step"` // from 1
	Name string `json:"name"`
	Why  string `json:"why,omitempty"`
}

// Event is a step of a course, and the state after it.
type Event struct {
	Name   string        `json:"name,omitempty"` // empty of the start
	Title  string        `json:"title"`
	Words  string        `json:"words,omitempty"`
	Ref    string        `json:"ref,omitempty"`
	Rule   string        `json:"rule,omitempty"`
	Arrows []model.Arrow `json:"arrows,omitempty"`
	Turns  []Turn        `json:"turns,omitempty"`
	Broken []ClaimHere   `json:"broken,omitempty"` // claims that are broken after this step, or by it

	View    model.View      `json:"view"`
	Changes []traces.Change `json:"changes,omitempty"`
}

// Turn is what a step means for the course of a run.
type Turn struct {
	Kind  string `json:"kind"` // election, missed, belief, commit, cut, loss, failure
	Words string `json:"words"`
}

// Choice is a step that can be taken.
type Choice struct {
	Name  string `json:"name"`  // "Fetch b2"; a number follows where several steps are called the same
	Title string `json:"title"` // what it does, in a few words
	Rule  string `json:"rule"`
	Fault bool   `json:"fault,omitempty"` // nobody asked for it
	Lane  string `json:"lane,omitempty"`  // the participant that acts, if it is one of the view's
}

// Refused is a step that cannot be taken now.
type Refused struct {
	Name string `json:"name"`
	Rule string `json:"rule"`
	Doc  string `json:"doc"` // what the rule does
	Why  string `json:"why"` // the guard that fails; empty where nothing more is known
	Lane string `json:"lane,omitempty"`
}

// ClaimHere is what a state says of a claim.
type ClaimHere struct {
	Name    string       `json:"name"`
	Decided bool         `json:"decided"` // it is broken or, if it is a goal, reached
	Witness string       `json:"witness,omitempty"`
	Impact  string       `json:"impact,omitempty"`
	Parts   []model.Part `json:"parts,omitempty"`
}

// Sought is the way to what was asked for. Found is false where there is none: none
// at all within the bounds of the place if the space was explored whole.
type Sought struct {
	Found   bool     `json:"found"`
	Claim   string   `json:"claim,omitempty"`
	Impact  string   `json:"impact,omitempty"`
	Witness string   `json:"witness,omitempty"`
	Steps   []string `json:"steps"` // from the present state on
	Whole   bool     `json:"whole"`
	States  uint64   `json:"states"`
	Depth   int      `json:"depth"`
	Seconds float64  `json:"seconds"`
	Says    string   `json:"says"` // the same in a sentence
}

// Worlds is a course under two sets of rules.
type Worlds struct {
	Names    [2]string `json:"names"`
	Parting  int       `json:"parting"` // the first step that is not the same; -1 if none is
	Sentence string    `json:"sentence"`
	Ends     [2]End    `json:"ends"`
	Left     []Event   `json:"left"`  // the start, then one per step
	Right    []Twin    `json:"right"` // as many
	Switches []Switch  `json:"switches"`
	Differ   []Switch  `json:"differ"` // all constants that differ
}

// End is what the course comes to.
type End struct {
	Broken  bool   `json:"broken"`
	Claim   string `json:"claim,omitempty"`
	Witness string `json:"witness,omitempty"`
}

// Twin is a step as the other rules take it.
type Twin struct {
	Event
	Kind   string          `json:"kind"`            // traces.Same, Differs, NotTaken
	Extra  []string        `json:"extra,omitempty"` // what had to be done before it
	Differ []traces.Change `json:"differ,omitempty"`
}

// Switch is a constant that the two sets of rules have otherwise.
type Switch struct {
	Constant
	Other string `json:"other"` // its value under the other rules
	Parts bool   `json:"parts"` // with this alone the course parts at the same step, in the same way
}

// Checked is what the whole space of a place came to.
type Checked struct {
	States     uint64        `json:"states"`
	Generated  uint64        `json:"generated"`
	Depth      int           `json:"depth"`
	Whole      bool          `json:"whole"`
	Seconds    float64       `json:"seconds"`
	Says       string        `json:"says"`
	Properties []ClaimResult `json:"properties"`
}

// ClaimResult is the verdict on a claim.
type ClaimResult struct {
	Name    string   `json:"name"`
	Verdict string   `json:"verdict"`
	Impact  string   `json:"impact,omitempty"`
	Witness string   `json:"witness,omitempty"`
	Steps   []string `json:"steps,omitempty"` // from the start of the place
}

// Form is what a cluster can be asked about, in the names that its operators use.
type Form struct {
	Releases []string      `json:"releases"` // the newest last
	Settings []FormSetting `json:"settings"`
	Survive  string        `json:"survive"` // what is survived if nobody says
	Examples []Cluster     `json:"examples,omitempty"`
}

// FormSetting is one setting.
type FormSetting struct {
	Name    string   `json:"name"` // "min.insync.replicas"
	Doc     string   `json:"doc,omitempty"`
	Default string   `json:"default,omitempty"`
	Choices []string `json:"choices,omitempty"` // those that are told apart; empty: a number or a text
}

// Cluster is a cluster that is asked about.
type Cluster struct {
	Release  string            `json:"release,omitempty"`
	Settings map[string]string `json:"settings,omitempty"`
	File     string            `json:"file,omitempty"` // the text of a properties file
	Survive  string            `json:"survive,omitempty"`
	Brief    bool              `json:"brief,omitempty"`
}

// Assessed is what can happen to a cluster.
type Assessed struct {
	Answer any       `json:"answer"` // mc.assess/1
	Opens  []Opening `json:"opens"`  // of each of its findings, in their order; without a place where there is no story
}

// Saved is a course as a file.
type Saved struct {
	Name string `json:"name"`
	Type string `json:"type"` // of the media: "text/html"
	Text string `json:"text"`
}
