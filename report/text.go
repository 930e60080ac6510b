package report

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"mc/model"
	"mc/term"
	"mc/traces"
	"mc/traces/tell"
)

// Style says how text is written.
type Style struct {
	Color   bool
	Verbose bool
	Whole   bool // tell the counterexample step by step; Verbose does, too
	Width   int  // columns to wrap sentences at; 0 is 96
}

// paint colours text if the style has colours.
func (s Style) paint(color term.Color, text string) string {
	return term.Paint(s.Color).Text(color, text)
}

// Text writes the whole report: verdict, properties, counts, warnings, and
// the first counterexample in brief, or as a story.
func (r *Report) Text(w io.Writer, style Style) error {
	t := &writer{Report: r, style: style}
	t.head()
	t.properties()
	t.counts()
	if r.Cached {
		t.printf("from the cache: nothing was run now, and times and memory are those of the run that made it\n")
	}
	if r.Outcome.Coverage != nil {
		t.coverage()
	} else if style.Verbose && r.Outcome.Script == nil {
		t.rules()
	}
	if style.Verbose && r.Outcome.Script == nil {
		t.printf("\nlevels %v\n", r.Outcome.States.Levels)
		if len(r.Outcome.Sums) > 0 {
			t.printf("digests of the levels %v\n", r.Outcome.Sums)
		}
	}
	t.warnings()
	if _, err := io.WriteString(w, t.out.String()); err != nil {
		return err
	}
	if err := r.trace(w, style); err != nil || r.Widened == nil {
		return err
	}
	return r.Widened.Text(w)
}

// trace tells the first counterexample, if there is one.
func (r *Report) trace(w io.Writer, style Style) error {
	trace := r.Trace()
	if trace == nil || r.Outcome.Script != nil && r.Met && !style.Verbose {
		return nil
	}
	if _, err := fmt.Fprintln(w); err != nil {
		return err
	}
	o := tell.Options{Color: style.Color, Width: style.Width, Expected: r.Met, Unicode: true, Unfolded: true,
		Replay: r.replay(trace)}
	if style.Whole || style.Verbose || r.Outcome.Script != nil {
		return tell.Text(w, trace, o)
	}
	if r.Advice.Whole != nil {
		o.Whole = r.Advice.Whole(r, trace)
	}
	return tell.Brief(w, trace, o)
}

// replay is how the steps of a trace are taken again.
func (r *Report) replay(f *traces.File) string {
	if r.Advice.Replay == nil {
		return ""
	}
	return r.Advice.Replay(r, f)
}

type writer struct {
	*Report
	style Style
	out   strings.Builder
}

func (t *writer) printf(format string, args ...any) { fmt.Fprintf(&t.out, format, args...) }

func (t *writer) head() {
	name := t.Subject.Name
	if t.Subject.Changed != "" {
		name += " " + t.Subject.Changed
	}
	t.printf("%s: %s\n", t.style.paint(term.Bold, name), t.summary())
	// A title tells what the spec shows; with other inputs that may be wrong.
	if t.Subject.Title != "" && (t.Subject.Changed == "" || t.Outcome.Verdict == model.Violated) {
		t.printf("%s\n", t.Subject.Title)
	}
	if taken := t.Subject.taken(); taken != "" {
		t.printf("%s\n", taken)
	}
	t.printf("\nmodel %s", t.Outcome.Model)
	sep := ": "
	for _, c := range t.Outcome.Constants {
		if c.Notable {
			t.printf("%s%s=%s", sep, c.Name, c.Text)
			sep = " "
		}
	}
	if len(t.Subject.Without) > 0 {
		t.printf(", without %s", strings.Join(t.Subject.Without, ", "))
	}
	t.printf("\n")
	if bounds := t.Outcome.bounds(); bounds != "" {
		t.printf("bounds: %s\n", bounds)
	}
	if left := t.Outcome.leftOut(); left != "" {
		t.printf("left out: %s\n", left)
	}
	t.printf("\n")
}

// summary is the verdict with whether it was expected.
func (t *writer) summary() string {
	word := string(t.Outcome.Verdict) + t.limit() + t.Outcome.within()
	switch {
	case t.Met && t.Subject.Announced:
		return t.style.paint(term.BoldGreen, word+", as expected")
	case t.Met:
		return t.style.paint(term.BoldGreen, word)
	case t.Subject.Announced:
		word += ", not as expected"
	}
	if t.open() {
		return t.style.paint(term.BoldAmber, word)
	}
	return t.style.paint(term.BoldRed, word)
}

func (t *writer) properties() {
	tab := tabwriter.NewWriter(&t.out, 0, 0, 2, ' ', 0)
	for i, p := range t.Outcome.Properties {
		fmt.Fprintf(tab, "%s\t%s\t%s\n", t.Findings[i].mark(), p.Name, t.Said(i))
	}
	tab.Flush()
	if len(t.Outcome.Properties) == 0 {
		t.printf("no property was checked\n")
	}
	for _, line := range append(t.Outcome.known(), t.Outcome.unharmed()...) {
		t.printf("%s\n", line)
	}
	t.printf("\n")
}

// Said is what was found of property i, in a line without its name.
func (r *Report) Said(i int) string {
	p := r.Outcome.Properties[i]
	said := string(p.Verdict)
	if p.Trace != nil {
		said += " in " + plural(p.Trace.States(), "state") + forEver(p.Trace.Loop)
	}
	said += p.impact()
	if counted := p.counted(); counted != "" {
		said += "; " + counted
	}
	if p.Fairness != "" {
		said += ", fairness " + p.Fairness
	}
	said += p.without()
	if f := r.Findings[i]; f.Note != "" {
		said += ", " + f.Note
	}
	if p.Witness != "" {
		said += ": " + p.Witness
	}
	return said + p.asked()
}

func (t *writer) counts() {
	o := t.Outcome
	if sc := o.Script; sc != nil {
		t.printf("%s\n", with(fmt.Sprintf("a script: %s, %s of the model, one run and no search",
			plural(sc.Steps, "step"), plural(sc.Actions, "action")), t.Advice.Script))
		return
	}
	t.printf("%d distinct states, %d generated, depth %d: %s\n", o.States.Distinct, o.States.Generated, o.States.Depth, t.extent())
	if o.Forgets != "" {
		t.printf("states are counted %s\n", o.Forgets)
	}
	if o.Exhaustive || t.style.Verbose { // of a part of the space it says little
		t.printf("out-degree %d to %d, mean %.2f; %d states without a successor\n",
			o.OutDegree.Min, o.OutDegree.Max, o.OutDegree.Mean, o.Deadlocks)
	}
	t.printf("%s store, probability of a missed state %.2g; %s, %.2fs\n",
		o.Run.Store, o.Run.CollisionProbability, plural(o.Run.Workers, "worker"), o.Run.Seconds)
	if g := o.Graph; g != nil && t.style.Verbose {
		kept := map[bool]string{true: "kept", false: "generated again when asked for"}[g.Kept]
		t.printf("graph of %d edges, %s, %.1f bytes each, %.2fs\n", g.Edges, kept, g.PerEdge(), g.Elapsed.Seconds())
	}
	if t.style.Verbose {
		t.printf("%d bits in %d bytes per packed state, %.1f bytes per state in the store, peak memory %s\n",
			o.Run.PackedBits, o.Run.PackedBytes, o.Run.BytesPerState(o.States.Distinct), Size(o.Run.PeakMemory))
		t.printf("%s\n", o.Run.allowance())
		if f := o.Run.Files; f != nil && f.States > 0 {
			t.printf("%s of files at most; levels in %s, %.1f bytes per state\n", Size(f.Peak), Size(f.Levels),
				float64(f.Levels)/float64(f.States))
		}
	}
}

// forEver says where a run goes on for ever, if it does.
func forEver(l *traces.Loop) string {
	switch {
	case l == nil:
		return ""
	case l.Stays():
		return ", then nothing for ever"
	}
	return fmt.Sprintf(", and from step %d on for ever", l.To+1)
}

func plural[N int | uint64](n N, word string) string {
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
}

func (t *writer) warnings() {
	for _, text := range t.Warnings() {
		t.printf("%s %s\n", t.style.paint(term.Amber, "warning:"), text)
	}
}
