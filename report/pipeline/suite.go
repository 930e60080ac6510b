package pipeline

import (
	"fmt"
	"io"
	"strings"

	"mc/report"
	"mc/term"
	"mc/traces"
	"mc/traces/tell"
)

// Suite is what came of some specs.
type Suite struct {
	Program string // "mc v1.2.0"
	Results []Result
}

// Took is the time of all runs together. It is that of the runs which made the
// results: a suite that is answered from a cache is told by the same bytes.
func (s *Suite) Took() (seconds float64) {
	for i := range s.Results {
		if r := s.Results[i].Report; r != nil {
			seconds += r.Outcome.Run.Seconds
		}
	}
	return seconds
}

// Result is what came of one spec.
type Result struct {
	Name   string
	File   string                    // that it was read from; empty if it was read from none
	Line   func(property string) int // of the file, from 1, where it is said what is expected; 0 is nowhere
	Report *report.Report            // nil if there is none: then Failed says why
	Failed string                    // what kept the spec from being checked, or from being told in full
}

// state is how a claim stands against what was expected of it.
type state uint8

const (
	met state = iota
	open
	unmet
	failed // it was not checked at all
)

func (s state) String() string { return [...]string{"ok", "open", "FAIL", "error"}[s] }

// claim is one line of a report: a property of a spec, the spec as a whole where it
// has none, or what kept it from being checked.
type claim struct {
	of    *Result
	name  string
	line  int
	state state
	said  string
	took  float64 // seconds
	trace *traces.File
}

// title names a claim among those of all specs.
func (c claim) title() string {
	if c.name == "" {
		return term.Visible(c.of.Name)
	}
	return term.Visible(c.of.Name) + "/" + c.name
}

// claims are those of a spec, in the order of its properties. The first has the time
// of all.
func (r *Result) claims() (all []claim) {
	if r.Report != nil {
		all = r.checked()
		all[0].took = r.Report.Outcome.Run.Seconds
	}
	if r.Failed != "" {
		all = append(all, claim{of: r, line: r.line(""), state: failed, said: r.Failed})
	}
	for i := range all {
		all[i].name, all[i].said = term.Visible(all[i].name), term.Visible(all[i].said)
	}
	return all
}

func (r *Result) checked() (all []claim) {
	o := r.Report.Outcome
	for i, p := range o.Properties {
		c := claim{of: r, name: p.Name, line: r.line(p.Name), said: r.Report.Said(i), trace: p.Trace}
		switch f := r.Report.Findings[i]; {
		case f.Open:
			c.state = open
		case !f.Met:
			c.state = unmet
		}
		all = append(all, c)
	}
	if len(all) == 0 {
		all = []claim{{of: r, line: r.line(""), state: open, said: string(o.Verdict)}}
		if r.Report.Met {
			all[0].state = met
		}
	}
	return all
}

func (r *Result) line(property string) int {
	if r.Line == nil {
		return 0
	}
	return r.Line(property)
}

// story is the counterexample of a claim as text, or "".
func (c claim) story() string {
	if c.trace == nil {
		return ""
	}
	var out strings.Builder
	// It is written to memory, which does not fail.
	_ = tell.Text(&out, c.trace, tell.Options{Width: 100, Expected: c.state == met, Unicode: true})
	return term.Visible(out.String())
}

// tally counts claims by state.
type tally [failed + 1]int

// claims are those of all specs, in which no character is one that a terminal obeys.
func (s *Suite) claims() (all []claim, count tally) {
	for i := range s.Results {
		for _, c := range s.Results[i].claims() {
			all = append(all, c)
			count[c.state]++
		}
	}
	return all, count
}

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// Summary is the suite in a sentence.
func (s *Suite) Summary() string {
	_, count := s.claims()
	text := fmt.Sprintf("%s, %s as expected", plural(len(s.Results), "spec"), plural(count[met], "claim"))
	for _, other := range [...]struct {
		state state
		words string
	}{{unmet, "not as expected"}, {open, "open"}, {failed, "not checked"}} {
		if n := count[other.state]; n > 0 {
			text += fmt.Sprintf(", %d %s", n, other.words)
		}
	}
	return text
}

// Format is one that a pipeline reads.
type Format struct {
	Name, Doc string
	File      bool // it is written to a file that is named; otherwise to the runner
	write     func(w io.Writer, s *Suite) error
}

var formats = []Format{
	{"junit", "JUnit's XML: a suite for each spec, a case for each claim", true, junit},
	{"sarif", "SARIF 2.1.0: a result for each claim that is not as expected, at its line, with the steps", true, sarif},
	{"markdown", "a table, and the counterexamples folded", true, markdown},
	{"github", "annotations for GitHub's runners; with GITHUB_STEP_SUMMARY the markdown goes to that file", false, annotations},
}

// Formats lists what there is.
func Formats() []Format { return append([]Format(nil), formats...) }

// Find is the format with a name.
func Find(name string) (Format, bool) {
	for _, f := range formats {
		if f.Name == name {
			return f, true
		}
	}
	return Format{}, false
}

// Write writes the suite in a format.
func Write(w io.Writer, format string, s *Suite) error {
	f, ok := Find(format)
	if !ok {
		return fmt.Errorf("pipeline: there is no format %q", format)
	}
	return f.write(w, s)
}
