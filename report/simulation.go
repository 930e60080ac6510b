package report

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"mc/explorer/simulate"
	"mc/model"
	"mc/term"
	"mc/traces"
	"mc/traces/tell"
)

// SimulationSchema names the format of what random walks have met.
const SimulationSchema = "mc.simulation/1"

// Simulation is what random walks have met, without the state type of their
// model.
type Simulation struct {
	Subject   Subject
	Model     string
	Constants []Setting
	Seed      uint64
	Swarm     bool
	Depth     int // most steps of a walk
	Walks     uint64
	Steps     uint64
	Ended     uint64 // walks that ended where no step was left
	Cut       bool   // the clock ended it
	// Interrupted says that somebody ended it.
	Interrupted bool
	Seconds     float64
	Workers     int
	Properties  []Walked
	Rules       []simulate.Rule

	Again  func(walk uint64) string // the command that takes a walk again; nil: it is not said
	Replay string                   // how the steps of the trace that is told are taken again
}

// Walked is a property and the walk that decides it, if one does.
type Walked struct {
	Name     string
	Kind     model.Kind
	Found    bool
	Expected bool // it was expected to be found
	Walk     uint64
	Step     int // of that walk
	Witness  string
	Impact   string
	Premise  bool         // it was true somewhere
	Trace    *traces.File // what is left of the walk when steps are left out of it
}

// Undecided reports that no walk can decide the property: it is about runs that
// go on for ever, and a walk has an end.
func (p *Walked) Undecided() bool { return p.Kind.Temporal() }

// Word is what is said of a property: a verdict, where there can be one.
func (p *Walked) Word() string {
	switch {
	case p.Undecided():
		return "not decided by walks: it is about runs that go on for ever; mc check decides it"
	case p.Found && p.Kind.IsGoal():
		return string(model.Reached)
	case p.Found:
		return string(model.Violated)
	case p.Kind.IsGoal():
		return "not reached"
	case !p.Premise:
		return "its premise was never true"
	}
	return "nothing found"
}

// Trace is the first that is there, violations first; nil if there is none.
func (s *Simulation) Trace() *Walked {
	for _, goal := range []bool{false, true} {
		for i := range s.Properties {
			if p := &s.Properties[i]; p.Trace != nil && p.Kind.IsGoal() == goal {
				return p
			}
		}
	}
	return nil
}

// Broken reports whether a claim is violated that nobody expected to be.
func (s *Simulation) Broken() bool {
	return slices.ContainsFunc(s.Properties, func(p Walked) bool { return p.Found && !p.Kind.IsGoal() && !p.Expected })
}

// Text says what was walked and what was found, and tells one trace.
func (s *Simulation) Text(w io.Writer, style Style) error {
	t := &walks{Simulation: s, style: style}
	t.head()
	t.properties()
	t.coverage()
	if _, err := io.WriteString(w, t.out.String()); err != nil {
		return err
	}
	p := s.Trace()
	if p == nil {
		return nil
	}
	if _, err := fmt.Fprintln(w); err != nil {
		return err
	}
	return tell.Text(w, p.Trace, tell.Options{
		Color: style.Color, Width: style.Width, Expected: p.Expected, Unicode: true, Unfolded: true, Replay: s.Replay})
}

// walks writes a simulation as text.
type walks struct {
	*Simulation
	style Style
	out   strings.Builder
}

func (t *walks) printf(format string, args ...any) { fmt.Fprintf(&t.out, format, args...) }

func (t *walks) head() {
	word := t.style.paint(term.BoldAmber, "nothing found, which proves nothing")
	if slices.ContainsFunc(t.Properties, func(p Walked) bool { return p.Found }) {
		word = t.style.paint(term.BoldGreen, "found")
	}
	if t.Broken() {
		word = t.style.paint(term.BoldRed, string(model.Violated))
	}
	t.printf("%s: %s\n", t.style.paint(term.Bold, t.Subject.Name), word)
	if taken := t.Subject.taken(); taken != "" {
		t.printf("%s\n", taken)
	}
	t.printf("\nmodel %s%s\n\n", t.Model, under(t.Constants))
}

// under says with which constants a model was run, as far as that need be said.
func under(constants []Setting) string {
	text, sep := "", ": "
	for _, c := range constants {
		if c.Notable {
			text += sep + c.Name + "=" + c.Text
			sep = " "
		}
	}
	return text
}

func (t *walks) properties() {
	tab := tabwriter.NewWriter(&t.out, 0, 0, 2, ' ', 0)
	for i := range t.Properties {
		p := &t.Properties[i]
		said := p.Word()
		if p.Found {
			said += fmt.Sprintf(" in walk %d, step %d; %s when shortened, others may be shorter", p.Walk, p.Step,
				plural(p.Trace.States(), "state"))
			if p.Expected {
				said += "; as expected"
			}
		}
		if p.Witness != "" {
			said += ": " + p.Witness
		}
		fmt.Fprintf(tab, "%s\t%s\n", p.Name, said)
	}
	tab.Flush()
	if len(t.Properties) > 0 {
		t.printf("\n")
	}
}

func (t *walks) coverage() {
	how := plural(t.Walks, "walk")
	if t.Swarm {
		how += " of a swarm"
	}
	t.printf("%s of at most %s, seed %d; %s in all, %s a second", how, plural(t.Depth, "step"), t.Seed, plural(t.Steps, "step"),
		rounded(float64(t.Steps)/max(t.Seconds, 1e-9)))
	switch {
	case t.Interrupted:
		t.printf("; interrupted")
	case t.Cut:
		t.printf("; ended by the clock")
	}
	t.printf("\n")
	if t.Ended > 0 {
		t.printf("%s ended where no step was left\n", plural(t.Ended, "walk"))
	}
	if never := t.never(); len(never) > 0 {
		t.printf("never taken: %s\n", strings.Join(never, ", "))
	}
	if p := t.Trace(); p != nil && t.Again != nil {
		t.printf("again: %s\n", t.Again(p.Walk))
	}
	if t.style.Verbose {
		t.rules()
	}
}

// never are the rules that no walk took though it could have.
func (s *Simulation) never() (names []string) {
	for _, r := range s.Rules {
		if !r.Absent && r.Fired == 0 {
			names = append(names, r.Name)
		}
	}
	return names
}

func (t *walks) rules() {
	tab := tabwriter.NewWriter(&t.out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(tab, "rule\ttaken\tin walks\t\n")
	for _, r := range t.Rules {
		if !r.Absent {
			fmt.Fprintf(tab, "%s\t%d\t%d\t\n", r.Name, r.Fired, r.Walks)
		}
	}
	tab.Flush()
}

type simulation struct {
	Schema     string          `json:"schema"`
	Spec       string          `json:"spec"`
	Model      string          `json:"model"`
	Asked      string          `json:"asked,omitempty"`
	Taken      string          `json:"taken,omitempty"`
	Constants  map[string]any  `json:"constants"`
	Seed       uint64          `json:"seed"`
	Swarm      bool            `json:"swarm"`
	Walks      uint64          `json:"walks"`
	WalkDepth  int             `json:"walk_depth"`
	Steps      uint64          `json:"steps"`
	Ended      uint64          `json:"ended"`
	ByClock    bool            `json:"ended_by_clock"`
	Broken     bool            `json:"interrupted"`
	Workers    int             `json:"workers"`
	Seconds    float64         `json:"seconds"`
	Properties []walked        `json:"properties"`
	Taking     map[string]rule `json:"rules"`
	Never      []string        `json:"never_taken,omitempty"`
}

type walked struct {
	Name        string          `json:"name"`
	Kind        string          `json:"kind"`
	Found       *bool           `json:"found,omitempty"`
	Undecided   bool            `json:"undecided,omitempty"`
	Expected    bool            `json:"expected"`
	Walk        *uint64         `json:"walk,omitempty"`
	Step        int             `json:"step,omitempty"`
	Witness     string          `json:"witness,omitempty"`
	Impact      string          `json:"impact,omitempty"`
	TraceLength int             `json:"trace_length,omitempty"`
	Trace       json.RawMessage `json:"trace,omitempty"`
}

type rule struct {
	Taken   uint64 `json:"taken"`
	InWalks uint64 `json:"in_walks"`
}

// JSON writes it as one object, mc.simulation/1.
func (s *Simulation) JSON(w io.Writer) error {
	out := simulation{Schema: SimulationSchema, Spec: s.Subject.Name, Model: s.Model, Asked: s.Subject.Asked, Taken: s.Subject.Taken,
		Constants: map[string]any{}, Seed: s.Seed, Swarm: s.Swarm, Walks: s.Walks, WalkDepth: s.Depth, Steps: s.Steps, Ended: s.Ended,
		ByClock: s.Cut, Broken: s.Interrupted, Workers: s.Workers, Seconds: s.Seconds, Properties: []walked{}, Taking: map[string]rule{}, Never: s.never()}
	for _, c := range s.Constants {
		out.Constants[c.Name] = scalar(c.Text)
	}
	for i := range s.Properties {
		p := &s.Properties[i]
		one := walked{Name: p.Name, Kind: p.Kind.String(), Expected: p.Expected, Witness: p.Witness, Impact: p.Impact}
		if one.Undecided = p.Undecided(); !one.Undecided {
			one.Found = &p.Found
		}
		if p.Found {
			one.Walk, one.Step, one.TraceLength = &p.Walk, p.Step, p.Trace.States()
		}
		var err error
		if one.Trace, err = sealed(p.Trace); err != nil {
			return err
		}
		out.Properties = append(out.Properties, one)
	}
	for _, r := range s.Rules {
		if !r.Absent {
			out.Taking[r.Name] = rule{r.Fired, r.Walks}
		}
	}
	return json.NewEncoder(w).Encode(out)
}

// rounded is a rate in three figures.
func rounded(n float64) string {
	switch {
	case n >= 1e6:
		return fmt.Sprintf("%.3gM", n/1e6)
	case n >= 1e3:
		return fmt.Sprintf("%.3gk", n/1e3)
	}
	return fmt.Sprintf("%.3g", n)
}
