package widen

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"time"
)

// Known is a failure that is on record for the variant, and a command that
// shows it.
type Known struct {
	Spec     string `json:"spec"`
	Property string `json:"property"`
	Command  string `json:"command"`
}

// Told is a result for its readers.
type Told struct {
	*Result
	Took time.Duration

	// Command explores with these budgets, checking a property if one is named.
	Command func(raised []Raise, property string) string

	// Missed are failures on record that break a property which nothing broke.
	Missed []Known
}

// words are raised budgets as a table has them.
func words(raised []Raise) string {
	if len(raised) == 0 {
		return "as given"
	}
	text := make([]string, len(raised))
	for i, r := range raised {
		text[i] = fmt.Sprintf("%s=%d", r.Constant, r.To)
	}
	return strings.Join(text, " ")
}

// Words are what a run covered, on a line.
func (r Run) Words() string {
	return fmt.Sprintf("%s: %d states, %s", words(r.Raised), r.States, r.found())
}

// found is what came of a run.
func (r Run) found() string {
	switch {
	case len(r.Broken) > 0:
		return "breaks " + strings.Join(r.Broken, ", ")
	case r.Whole:
		return "nothing breaks"
	}
	return "nothing breaks so far"
}

// Text writes the table of what was covered, then what breaks with the least
// raised, and the command for each.
func (t *Told) Text(w io.Writer) error {
	var out strings.Builder
	fmt.Fprintf(&out, "\nwidened in %d runs, %d states, %.0fs: %s\n\n", len(t.Runs), t.States, t.Took.Seconds(), t.end())
	tab := tabwriter.NewWriter(&out, 0, 0, 2, ' ', 0)
	fmt.Fprintf(tab, "budgets\tstates\tfound\n")
	cut := 0
	for _, r := range t.Runs {
		if !r.Whole && len(r.Broken) == 0 {
			cut++
			continue
		}
		fmt.Fprintf(tab, "%s\t%d\t%s\n", words(r.Raised), r.States, r.found())
	}
	tab.Flush()
	if cut > 0 {
		fmt.Fprintf(&out, "and %d runs that were too large to see the end of; nothing breaks in them so far\n", cut)
	}
	for _, b := range t.Breaks {
		fmt.Fprintf(&out, "\n%s breaks in %d states with %s:\n  %s\n", b.Property, b.Length, words(b.Raised),
			t.Command(b.Raised, b.Property))
	}
	if len(t.Missed) > 0 {
		fmt.Fprintf(&out, "\non record, and not reached:\n")
		tab := tabwriter.NewWriter(&out, 2, 0, 2, ' ', 0)
		for _, k := range t.Missed {
			fmt.Fprintf(tab, "  %s\t%s\n", k.Property, k.Command)
		}
		tab.Flush()
	}
	if last := t.last(); last != nil {
		fmt.Fprintf(&out, "\nended with %s\n", words(last.Raised))
	}
	_, err := io.WriteString(w, out.String())
	return err
}

// end is why it ended.
func (t *Told) end() string {
	switch {
	case len(t.Open) == 0:
		return "every property breaks"
	case t.Left > 0 && t.Spent:
		return fmt.Sprintf("the time or the states for it are spent, with %d more runs waiting", t.Left)
	}
	return "no more of any budget leads further"
}

// last is the largest run that saw its whole space.
func (t *Told) last() (last *Run) {
	for i := range t.Runs {
		if r := &t.Runs[i]; r.Whole && (last == nil || r.States >= last.States) {
			last = r
		}
	}
	return last
}

type told struct {
	Runs    []ran    `json:"runs"`
	Breaks  []broke  `json:"breaks"`
	Open    []string `json:"open"`
	Left    int      `json:"left"`
	States  uint64   `json:"states"`
	Seconds float64  `json:"seconds"`
	Missed  []Known  `json:"missed,omitempty"`
}

type ran struct {
	Raised map[string]int `json:"raised"`
	States uint64         `json:"states"`
	Whole  bool           `json:"whole"`
	Broken []string       `json:"broken,omitempty"`
}

type broke struct {
	Property string         `json:"property"`
	Raised   map[string]int `json:"raised"`
	Length   int            `json:"length"`
	Command  string         `json:"command"`
}

// MarshalJSON is the result for programs.
func (t *Told) MarshalJSON() ([]byte, error) {
	out := told{Runs: []ran{}, Breaks: []broke{}, Open: append([]string{}, t.Open...), Left: t.Left, States: t.States,
		Seconds: t.Took.Seconds(), Missed: t.Missed}
	for _, r := range t.Runs {
		out.Runs = append(out.Runs, ran{byName(r.Raised), r.States, r.Whole, r.Broken})
	}
	for _, b := range t.Breaks {
		out.Breaks = append(out.Breaks, broke{b.Property, byName(b.Raised), b.Length, t.Command(b.Raised, b.Property)})
	}
	return json.Marshal(out)
}

func byName(raised []Raise) map[string]int {
	all := map[string]int{}
	for _, r := range raised {
		all[r.Constant] = r.To
	}
	return all
}
