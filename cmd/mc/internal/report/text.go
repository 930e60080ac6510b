package report

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"mc/cmd/mc/internal/specfile"
	"mc/cmd/mc/internal/verdict"
	"mc/explorer"
	"mc/traces"
)

// Style says how text is written.
type Style struct {
	Color   bool
	Verbose bool
}

const (
	bold  = "1"
	red   = "1;31"
	green = "1;32"
	amber = "33"
)

// paint colours text if the style has colours.
func (s Style) paint(color, text string) string {
	if !s.Color {
		return text
	}
	return "\x1b[" + color + "m" + text + "\x1b[0m"
}

// Text writes the whole report: verdict, properties, counts, warnings, and
// the first counterexample as a story.
func (r *Report) Text(w io.Writer, style Style) error {
	t := &writer{Report: r, style: style}
	t.head()
	t.properties()
	t.counts()
	if style.Verbose && r.Outcome.Script == nil {
		t.rules()
	}
	t.warnings()
	if _, err := io.WriteString(w, t.out.String()); err != nil {
		return err
	}
	trace := r.Trace()
	if trace == nil || r.Outcome.Script != nil && r.Judgement.Code == verdict.OK && !style.Verbose {
		return nil
	}
	if _, err := fmt.Fprintln(w); err != nil {
		return err
	}
	return traces.Text(w, trace, traces.TextOptions{Color: style.Color, Unicode: true, Source: r.Saved, Command: r.Again})
}

type writer struct {
	*Report
	style Style
	out   strings.Builder
}

func (t *writer) printf(format string, args ...any) { fmt.Fprintf(&t.out, format, args...) }

func (t *writer) head() {
	name := t.Spec.Name
	if t.Changed != "" {
		name += " " + t.Changed
	}
	t.printf("%s: %s\n", t.style.paint(bold, name), t.summary())
	// A title tells what the spec shows; with other inputs that may be wrong.
	if t.Spec.Title != "" && (t.Changed == "" || t.Outcome.Verdict == explorer.Violated) {
		t.printf("%s\n", t.Spec.Title)
	}
	t.printf("\nmodel %s", t.Outcome.Model)
	sep := ": "
	for _, c := range t.Outcome.Constants {
		if c.Notable {
			t.printf("%s%s=%s", sep, c.Name, c.Text)
			sep = " "
		}
	}
	if len(t.Spec.Without) > 0 {
		t.printf(", without %s", strings.Join(t.Spec.Without, ", "))
	}
	t.printf("\n\n")
}

// summary is the verdict with whether it was expected.
func (t *writer) summary() string {
	word := string(t.Outcome.Verdict)
	switch {
	case t.Judgement.Code == verdict.OK && t.announced():
		return t.style.paint(green, word+", as expected")
	case t.Judgement.Code == verdict.OK:
		return t.style.paint(green, word)
	case t.announced():
		return t.style.paint(red, word+", not as expected")
	}
	return t.style.paint(red, word)
}

// announced reports whether the spec expected anything at all.
func (t *writer) announced() bool { return len(t.Spec.Expect) > 0 }

func (t *writer) properties() {
	tab := tabwriter.NewWriter(&t.out, 0, 0, 2, ' ', 0)
	for i, p := range t.Outcome.Properties {
		said := string(p.Verdict)
		if p.Trace != nil {
			said += fmt.Sprintf(" in %d states", p.Trace.States())
		}
		f := t.Judgement.Findings[i]
		if f.Note != "" {
			said += ", " + f.Note
		}
		if p.Witness != "" {
			said += ": " + p.Witness
		}
		mark := "ok"
		if f.Code != verdict.OK {
			mark = "FAIL"
		}
		fmt.Fprintf(tab, "%s\t%s\t%s\n", mark, p.Name, said)
	}
	tab.Flush()
	if len(t.Outcome.Properties) == 0 {
		t.printf("no property was checked\n")
	}
	t.printf("\n")
}

func (t *writer) counts() {
	o := t.Outcome
	if sc := o.Script; sc != nil {
		t.printf("a script: %s, %s of the model, one run and no search; -v tells it, -o keeps it\n",
			plural(sc.Steps, "step"), plural(sc.Actions, "action"))
		return
	}
	t.printf("%d distinct states, %d generated, depth %d: %s\n", o.States.Distinct, o.States.Generated, o.States.Depth, t.extent())
	t.printf("out-degree %d to %d, mean %.2f; %d states without a successor\n", o.OutDegree.Min, o.OutDegree.Max, o.OutDegree.Mean, o.Deadlocks)
	t.printf("%s store, probability of a missed state %.2g; %s, %.2fs\n",
		o.Run.Store, o.Run.CollisionProbability, plural(o.Run.Workers, "worker"), o.Run.Seconds)
	if t.style.Verbose {
		t.printf("%d bits in %d bytes per packed state, %.1f bytes per state in the store, peak memory %s\n",
			o.Run.PackedBits, o.Run.PackedBytes, o.Run.BytesPerState(o.States.Distinct), specfile.Size(o.Run.PeakMemory))
	}
}

func plural(n int, word string) string {
	if n == 1 {
		return "1 " + word
	}
	return fmt.Sprintf("%d %ss", n, word)
}

// extent says how much of the space was seen.
func (t *writer) extent() string {
	cut := t.Outcome.Cut
	switch {
	case t.Outcome.Exhaustive:
		return "the whole space"
	case len(cut.Reasons) > 0 || cut.Constraint > 0:
		return "not the whole space"
	}
	return "as far as needed to decide every property"
}

// rules is the table of rules: how often each fired, and how many states it
// was the first to reach. Absent ones are left out.
func (t *writer) rules() {
	t.printf("\n")
	tab := tabwriter.NewWriter(&t.out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(tab, "rule\tfired\tnew\t\n")
	for _, a := range t.Outcome.Actions {
		if !a.Absent {
			fmt.Fprintf(tab, "%s\t%d\t%d\t\n", a.Rule, a.Fired, a.New)
		}
	}
	tab.Flush()
	t.printf("\nlevels %v\n", t.Outcome.States.Levels)
}

func (t *writer) warnings() {
	for _, text := range t.Warnings() {
		t.printf("%s %s\n", t.style.paint(amber, "warning:"), text)
	}
}

// few names the rules, or of many the first, and where the others are.
func few(names []string) string {
	const most = 6
	if len(names) <= most {
		return strings.Join(names, ", ")
	}
	return fmt.Sprintf("%s and %d more rules (-v lists them)", strings.Join(names[:most], ", "), len(names)-most)
}

// cause is a reason for which a run was cut, as a noun.
func cause(reason explorer.Reason) string {
	if reason.Kind == explorer.Interrupted {
		return "an interrupt"
	}
	return reason.String()
}

// OnDisk are the flags with which this run has its states on disk: saved, and
// moved there when memory is short.
func (r *Report) OnDisk() string {
	var instead string
	for _, s := range explorer.Searches() {
		if s.Name == r.Search && !(s.Spills && s.Resumes) {
			instead += "--search " + explorer.BreadthFirst + " "
		}
	}
	for _, s := range explorer.Stores() {
		if s.Name == r.Outcome.Run.Store && !(s.Spills && s.Resumes) {
			instead += "--store " + explorer.StoreExact + " "
		}
	}
	return instead + "--dir DIR"
}

// Warnings are what a reader of the verdict has to know beside it.
func (r *Report) Warnings() (lines []string) {
	cut := r.Outcome.Cut
	for _, reason := range cut.Reasons {
		line := fmt.Sprintf("cut by %s: %d states were found and not expanded", cause(reason), cut.Frontier)
		if reason.Kind == explorer.Memory {
			line += fmt.Sprintf("; with %s they go to disk instead", r.OnDisk())
		}
		lines = append(lines, line)
	}
	if cut.Constraint > 0 {
		lines = append(lines, fmt.Sprintf("the model's constraint cut %d generated states; what lies behind them was not seen", cut.Constraint))
	}
	if names := r.Unfired(); len(names) > 0 {
		lines = append(lines, "never fired: "+few(names))
	}
	for _, p := range r.Outcome.Properties {
		if p.Verdict == explorer.Vacuous {
			lines = append(lines, fmt.Sprintf("%s holds of nothing: its premise was never true", p.Name))
		}
	}
	if p := r.Outcome.Run.CollisionProbability; p > 0 {
		lines = append(lines, fmt.Sprintf("store %s keeps hashes of the states: that any state was missed has probability %.2g; --store exact misses none", r.Outcome.Run.Store, p))
	}
	if text := r.GoOn(); text != "" {
		lines = append(lines, text)
	}
	for _, name := range r.Spec.Liveness {
		lines = append(lines, name+" inconclusive: not checked, needs the liveness checker")
	}
	return append(lines, r.Notes...)
}
