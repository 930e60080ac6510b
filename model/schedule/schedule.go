package schedule

import (
	"fmt"
	"strings"
	"time"

	"mc/model"
	"mc/model/ask"
)

// Arg is one argument of a command, with a key or in a place.
type Arg struct {
	Key    string // empty: known by its place
	Values []string
}

// Command is one command with its arguments.
type Command struct {
	Name string
	Args []Arg
}

// String is the command as a transcript has it: "produce to=b1 acks=all".
func (c Command) String() string {
	words := []string{c.Name}
	for _, a := range c.Args {
		value := strings.Join(a.Values, ",")
		if a.Key != "" {
			value = a.Key + "=" + value
		}
		words = append(words, value)
	}
	return strings.Join(words, " ")
}

// Want is one thing that must be seen: "hw of b1 is 10".
type Want struct {
	Key    string
	Of     string // whose; empty where the key is about no one in particular
	Values []string
}

// Name is what the want is about: "hw of b1".
func (w Want) Name() string {
	if w.Of == "" {
		return w.Key
	}
	return w.Key + " of " + w.Of
}

// Step is a command and what must be seen after it.
type Step struct {
	Command Command
	Expect  []Want
	Note    string // for the reader of the run
}

// Script is a whole schedule.
type Script struct {
	Steps []Step
	Clock map[string]time.Duration // nil: the script has no clock
	Init  []model.Given            // where it starts; nil: where the model does
}

// Taken is one action that a run took.
type Taken[S comparable] struct {
	Action model.Action
	After  S
	Step   int // of the script, from 1
	At     time.Duration
	Words  []string // what the model's own story of the action does not say
}

// Run is what became of a script.
type Run[S comparable] struct {
	Start   S
	Taken   []Taken[S]
	Labels  map[string]string // the model's names of things, and the script's
	Clocked bool
	Failure *Failure // nil: everything was as expected
}

// Language is how a model plays scripts.
type Language[S comparable] struct {
	// Validate complains of words that the language does not have.
	Validate func(Script) []Problem

	// Fits complains of what no run of this model has, with these constants: a
	// broker b9 of three, a rule that there is not. Nil complains of nothing.
	Fits func(*model.Model[S], model.Values, Script) []Problem

	// Defaults are values for constants that the spec leaves alone.
	Defaults func(Script) map[string]string

	// Play carries the script out, up to the first step that fails.
	Play func(*model.Model[S], model.Values, Script) (*Run[S], error)

	// Start is the model with one initial state, given in the words of sights, and what
	// is wrong with them; nil: the language has no words for it.
	Start func(m *model.Model[S], v model.Values, given []model.Given) (*model.Model[S], []Problem)

	// WhyNot offers the reasons why actions of the model are not enabled; nil: the
	// language knows none.
	WhyNot func(*model.Model[S], model.Values) (Refuses[S], error)

	// Drive makes a driver of a run: what is to be done to a real system so that it goes
	// the same way. What stands in the way is an *Undriven; nil: the model has no drivers.
	Drive func(m *model.Model[S], v model.Values, run *model.Path[S], about Course) (string, error)

	// Ask offers the vocabulary of predicates about the model; nil: the fields of its
	// state.
	Ask ask.Offer[S]

	// Commands, Sights and Starts are the words, for documentation.
	Commands, Sights, Starts []Word
}

// Refuses is why an action that is not enabled in a state is not, budgets apart.
type Refuses[S comparable] func(now *S, a model.Action) Refusal

// Refusal is the first condition of an action that fails, in a sentence without its full
// stop; Why is empty if none does, so that only budgets stand in the way.
type Refusal struct {
	Why string

	// Absurd says that nobody would think of the action where others of its rule are
	// to be thought of: it is about a record that there is not.
	Absurd bool
}

// Word is a word of a language.
type Word struct{ Name, Usage, Doc string }

// Problem is a word that a step, the clock or the start uses and the language does
// not have.
type Problem struct {
	Step    int          // from 1; 0 if it is about the clock or the start
	Time    string       // the key of the clock
	Init    *model.Given // of the start
	Message string
}

// Failure is the first step that did not go as the script has it.
type Failure struct {
	Step    int // from 1
	Command string
	Misses  []Miss
	Reason  string // why the command could not be carried out; Misses is empty
}

// Miss is one thing that was not seen as wanted.
type Miss struct{ Name, Want, Seen string }

// Error names the step, and what was wanted and seen, or why it could not be
// taken.
func (f *Failure) Error() string {
	if f.Reason != "" {
		return fmt.Sprintf("step %d (%s): %s", f.Step, f.Command, f.Reason)
	}
	lines := make([]string, len(f.Misses))
	for i, m := range f.Misses {
		lines[i] = fmt.Sprintf("%s: want %s, seen %s", m.Name, m.Want, m.Seen)
	}
	return fmt.Sprintf("step %d (%s): %s", f.Step, f.Command, strings.Join(lines, "; "))
}
