package model

import (
	"fmt"
	"reflect"
	"strings"
)

// Args are the parameters of one action instance: at most six small numbers
// (a broker, an epoch, ...) whose meaning the rule's Params give.
type Args [6]uint8

// Action is one instance of a rule: its index in Model.Rules and the
// arguments. It is comparable and 8 bytes.
type Action struct {
	Rule uint16
	Args Args
}

// Param names one argument of a rule and says how it is shown ("b2" for
// broker index 1). A nil Show prints the number. Values are all that an
// argument can be, so that who names an instance that cannot exist is told; nil
// says nothing of them.
type Param struct {
	Name   string
	Show   func(uint8) string
	Values []uint8
}

// Range are the numbers from first to last, as the Values of a Param.
func Range(first, last int) []uint8 {
	values := []uint8{}
	for v := first; v <= last; v++ {
		values = append(values, uint8(v))
	}
	return values
}

// Each is a parameter for the first n numbers of a type, shown as that type
// prints.
func Each[E ~uint8](name string, n int) Param {
	return Param{Name: name, Show: func(v uint8) string { return fmt.Sprint(E(v)) }, Values: Range(0, n-1)}
}

// Text is the argument v as people read and write it.
func (p Param) Text(v uint8) string {
	if p.Show != nil {
		return p.Show(v)
	}
	return fmt.Sprint(v)
}

// Rule is a named guard and effect. Expand reads s, which it must not change,
// and calls out.Step once per successor; it must be a function of s alone.
type Rule[S comparable] struct {
	Name string // "BecomeFollower"
	Doc  string // one sentence
	Ref  string // "KIP-101"; may be empty

	// Fault marks what nobody asked for: a kill, a lost message, a expired
	// session. Of two traces the one with fewer faults is easier to follow.
	Fault bool

	Params []Param
	Expand func(s *S, out *Steps[S])

	// Absent says that this run's constants rule the rule out (a budget of 0,
	// an axis value): it is never expanded, and that it never fires is no news.
	Absent bool

	// Spent says of an absent rule that only a budget of 0 rules it out. Expand has
	// no step then, and tells by out.Stopped where it would have one: to claims about
	// runs, for which a run that waits for a budget is not one that starves.
	Spent bool

	// Counterpart names the rule that is the same event where another variant of the
	// model has it: who leaves out the one does not want the other.
	Counterpart string

	// Published is its name in the published module that the model follows, where
	// that is another.
	Published string

	// Tell says what one step did, in words; nil falls back to the rule's
	// name and arguments.
	Tell func(args Args, before, after *S) Story

	_ struct{}
}

// Story is one step as a person would report it.
type Story struct {
	Title  string  // a few words: "b2 fetches at 0"
	Words  string  // a sentence or two
	Arrows []Arrow // messages that the step sends, between lanes of the View

	// Turns are what a reader of a long run goes by, in the order in which they come
	// about; most steps have none. Held is what the step could have brought about and
	// did not, with the reason.
	Turns []Turn
	Held  []Held

	// Lost are messages that were on their way, and of which the step decides that they
	// do not arrive.
	Lost []Arrow
}

// Arrow is a message from one lane to another.
type Arrow struct {
	From string `json:"from"`
	To   string `json:"to"`
	Text string `json:"text,omitempty"`
}

// Property is a named claim about a model. Of State, Step, Goal, From, To and
// Taken those are set that its Kind asks for. The error that State or Step
// returns is the witness: it names the values that break the claim.
type Property[S comparable] struct {
	Name    string // "committed-on-leader"
	Aliases []string
	Family  string // heading it is listed under
	Doc     string // one sentence
	Ref     string
	Kind    Kind

	State func(s *S) error
	Step  func(before *S, a Action, after *S) error
	Goal  func(s *S) bool

	// What temporal kinds are about; Kind says how.
	From, To func(s *S) bool
	Taken    func(before *S, a Action, after *S) bool

	// Fair is what a temporal claim supposes of runs; nil supposes nothing. Given
	// are the conditions that belong to the claim itself, whatever the fairness:
	// "if i is idle again and again, then ...".
	Fair  *Fairness[S]
	Given []Condition[S]

	// Each, of a temporal claim in place of From, To and Taken, are the claims that
	// it is made of, one for each participant: all have its Kind, and a name that
	// says whose they are. Fairness is that of the whole.
	Each []Property[S]

	// Premise, if set, is what the claim presupposes; a run in which it was
	// never true makes the verdict vacuous.
	Premise func(s *S) bool

	// Needs are the conditions on the run's constants without which the premise
	// cannot be true, or the goal not be reached, written as those of a Constant.
	Needs []string

	// Impact is what it means to those whom the system serves that the claim is
	// broken or the goal reached: the name of one of the template's Impacts. Of a
	// model without impacts it is empty.
	Impact string

	// OnRequest keeps the property out of the default set: it is known to be
	// false as its source states it, or it is a goal rather than a promise.
	OnRequest bool

	// Asked is the predicate of a property that a reader asked for; empty of those
	// that the model has itself.
	Asked string

	// Tell says of a state that reaches the goal how it does; nil says nothing.
	Tell func(s *S) error

	// Parts takes the claim apart for the explanation of a counterexample.
	Parts func(s *S) []Part

	_ struct{}
}

// Part is one condition of a property, evaluated in one state.
type Part struct {
	Text  string `json:"text"`
	Holds bool   `json:"holds"`
}

// Model is a transition system with its properties.
type Model[S comparable] struct {
	Name string
	Doc  string

	// Init adds the initial states.
	Init  func(add func(S))
	Rules []Rule[S]

	// Start says that Init is not the model's own, but a reader's; nil: it is.
	Start *Start

	// Budgets are the bounds that keep rules from taking steps; a rule names
	// those that did by Steps.Stopped.
	Budgets []Budget

	// Within is the state constraint: a state outside it is counted as
	// generated and its invariants are checked, but it is neither counted as
	// distinct nor expanded. Nil means no constraint.
	Within func(s *S) bool

	// Canonical rewrites a state to the least of those that symmetry makes
	// equivalent. It is used only when symmetry is asked for; nil means that
	// the model has none. Asymmetric says why, for the refusal.
	Canonical  func(s *S)
	Asymmetric string

	// Forgets, if set, is what is always left out of states when they are told
	// apart, so that what only rises does not make every state a new one.
	Forgets *Forgetting[S]

	// Endless says why no search of the model with these constants ends; a
	// single course through it does. Empty if one may.
	Endless string

	Properties []Property[S]

	// Claims, if set, makes the properties anew for a run that leaves rules
	// out, where what a claim says depends on what can still happen.
	Claims func(can func(rule string) bool) []Property[S]

	// Fairness are the sets of conditions that a run can be asked for by name, in
	// place of those that the claims have.
	Fairness []*Fairness[S]

	// Liveness names claims about progress that scenarios may be about and that
	// no search decides yet.
	Liveness []string

	// Promise says how near to trouble a state seems; a guided search expands
	// the state with the largest first. Nil counts the failing Parts of the
	// open properties.
	Promise func(s *S) int

	// Widest is a state in which every bit is set that any reachable state
	// may have set; a field that is constant in this run is left zero. The
	// engine packs states to these bits and reports a state that has others.
	// Nil means every bit of S (booleans take one).
	Widest *S

	// View lays a state out for people; nil falls back to the fields of S.
	View func(s *S) View

	leftOut []string     // the rules that Without has taken away
	layout  reflect.Type // of a state in a Box; nil if that is S
	_       struct{}
}

// Text renders an action the way specs, traces and --without name it:
// "Fetch b2" or "FillSmall".
func (m *Model[S]) Text(a Action) string {
	r := &m.Rules[a.Rule]
	words := make([]string, 0, 1+len(r.Params))
	words = append(words, r.Name)
	for i, p := range r.Params {
		words = append(words, p.Text(a.Args[i]))
	}
	return strings.Join(words, " ")
}

// Story tells the step a from before to after.
func (m *Model[S]) Story(a Action, before, after *S) Story {
	if tell := m.Rules[a.Rule].Tell; tell != nil {
		return tell(a.Args, before, after)
	}
	text := m.Text(a)
	return Story{Title: text, Words: m.Rules[a.Rule].Doc}
}

// Rule finds a rule by name; the index is -1 if there is none.
func (m *Model[S]) Rule(name string) int {
	for i := range m.Rules {
		if m.Rules[i].Name == name {
			return i
		}
	}
	return -1
}

// Property finds a property by name or alias. Every model has the one that is
// called DeadlockName.
func (m *Model[S]) Property(name string) (*Property[S], bool) {
	for i := range m.Properties {
		p := &m.Properties[i]
		if p.Name == name {
			return p, true
		}
		for _, alias := range p.Aliases {
			if alias == name {
				return p, true
			}
		}
	}
	if name == DeadlockName {
		return NoDeadlock[S](), true
	}
	return nil, false
}
