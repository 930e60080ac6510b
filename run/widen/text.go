package widen

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"
	"time"
)

// Told is a result for its readers.
type Told struct {
	*Result
	Took time.Duration

	// Command explores with these budgets, checking a property if one is named.
	// TriedCommand shows what a failure on record does.
	Command      func(raised []Raise, property string) string
	TriedCommand func(t *Tried) string
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

// Words are what came of a failure on record, on a line.
func (t *Tried) Words() string {
	return fmt.Sprintf("%s: %d states, %s %s", t.Name, t.Visited, t.Property, t.became())
}

// became is what came of it.
func (t *Tried) became() string {
	switch {
	case t.Found():
		return fmt.Sprintf("breaks in %d states", t.Length())
	case t.Refused != "":
		return "cannot be asked: " + t.Refused
	case t.Whole:
		return fmt.Sprintf("holds in all %d states", t.Visited)
	}
	return "not reached"
}

// Text writes what came of what is on record, the table of what was covered, then what
// breaks with the least raised, and the command for each.
func (t *Told) Text(w io.Writer) error {
	var out strings.Builder
	fmt.Fprintf(&out, "\nwidened in %d runs, %d states, %.0fs: %s\n", t.runs(), t.States, t.Took.Seconds(), t.end())
	t.tried(&out)
	t.covered(&out)
	for _, b := range t.Breaks {
		fmt.Fprintf(&out, "\n%s breaks in %d states with %s:\n  %s\n", b.Property, b.Length, words(b.Raised),
			t.Command(b.Raised, b.Property))
	}
	if ended := t.ended(); len(ended) > 0 {
		fmt.Fprintf(&out, "\nended with %s\n", words(ended))
	}
	_, err := io.WriteString(w, out.String())
	return err
}

// runs counts those of failures on record, too, that were begun.
func (t *Told) runs() int {
	n := len(t.Runs)
	for _, s := range t.Tried {
		if s.Visited > 0 {
			n++
		}
	}
	return n
}

// tried writes what came of each failure on record: what breaks first, in the order in which
// it was tried.
func (t *Told) tried(out io.Writer) {
	if len(t.Tried) == 0 {
		return
	}
	found, missed := 0, 0
	for i := range t.Tried {
		if s := &t.Tried[i]; s.Found() {
			found++
		} else if !s.Reached() {
			missed++
		}
	}
	fmt.Fprintf(out, "\n%s on record under these rules: %d found, %d not reached",
		counted(len(t.Tried), "failure", "failures"), found, missed)
	if rest := len(t.Tried) - found - missed; rest > 0 {
		fmt.Fprintf(out, ", %d do not break with what was given", rest)
	}
	fmt.Fprintf(out, "\n(run before anything was raised, cheapest first, each with what its scenario sets)\n\n")
	tab := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintf(tab, "scenario\tclaim\tfound\tcommand\n")
	rank := func(s *Tried) int { return slices.Index([]bool{s.Found(), !s.Reached(), true}, true) }
	order := make([]*Tried, len(t.Tried))
	for i := range t.Tried {
		order[i] = &t.Tried[i]
	}
	slices.SortStableFunc(order, func(a, b *Tried) int { return rank(a) - rank(b) })
	for _, s := range order {
		fmt.Fprintf(tab, "%s\t%s\t%s\t%s\n", s.Name, s.Property, s.became(), t.TriedCommand(s))
	}
	tab.Flush()
}

func counted(n int, one, many string) string {
	if n == 1 {
		many = one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// covered is the table of runs with more of some budgets.
func (t *Told) covered(out io.Writer) {
	var ended []Run
	for _, r := range t.Runs {
		if r.Whole || len(r.Broken) > 0 {
			ended = append(ended, r)
		}
	}
	if len(ended) > 0 {
		fmt.Fprintln(out)
		tab := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
		fmt.Fprintf(tab, "budgets\tstates\tfound\n")
		for _, r := range ended {
			fmt.Fprintf(tab, "%s\t%d\t%s\n", words(r.Raised), r.States, r.found())
		}
		tab.Flush()
	}
	if cut := len(t.Runs) - len(ended); cut > 0 {
		fmt.Fprintf(out, "\n%s too large to see the end of; nothing breaks in them so far\n",
			counted(cut, "run with more was", "runs with more were"))
	}
}

// end is why it ended.
func (t *Told) end() string {
	switch {
	case len(t.Open) == 0:
		return "every property breaks"
	case t.Spent && t.Left > 0:
		return fmt.Sprintf("the time or the states for it are spent, with %d more runs waiting", t.Left)
	case len(t.Open) == len(t.Idle):
		return fmt.Sprintf("more of any budget leads no further for %s", strings.Join(t.Idle, ", "))
	case t.Left > 0:
		return fmt.Sprintf("the memory is too small for %s", counted(t.Left, "run", "runs"))
	}
	return "no more of any budget leads further"
}

// ended are the budgets of the largest run that saw its whole space and in which
// nothing broke; those of 0 are left out.
func (t *Told) ended() (budgets []Raise) {
	var last *Run
	for i := range t.Runs {
		if r := &t.Runs[i]; r.Whole && len(r.Broken) == 0 && (last == nil || r.States >= last.States) {
			last = r
		}
	}
	for _, b := range t.First {
		if last != nil {
			if i := slices.IndexFunc(last.Raised, func(r Raise) bool { return r.Constant == b.Constant }); i >= 0 {
				b = last.Raised[i]
			}
		}
		if b.To > 0 {
			budgets = append(budgets, b)
		}
	}
	return budgets
}
