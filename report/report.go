package report

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"mc/explorer"
	"mc/model"
	"mc/traces"
)

// Report is everything that is said of one run.
type Report struct {
	Subject  Subject
	Outcome  *Outcome
	Findings []Finding // one per property of the outcome, in its order
	Met      bool      // everything was as expected

	Search string   // the order of the search
	Notes  []string // on what the run did not promise
	GoOn   string   // how to go on with a run that was cut and saved; empty for any other
	Again  string   // the command that finds the trace again; empty if it is that of the subject's name
	Cached bool     // the outcome is that of an earlier run, and so are times and memory
	Saved  string   // the file that the trace was written to; empty if it was not
	Advice Advice

	Widened Widened // what more of the budgets led to; nil if there was none
}

// Widened is what came of raising the budgets of the run.
type Widened interface {
	Text(w io.Writer) error
	json.Marshaler
}

// Subject is what was checked.
type Subject struct {
	Name, Title string
	Without     []string // rules left out
	Changed     string   // what was said over its inputs, as the user said it; empty if nothing was
	Asked       string   // the name of a variant that was asked for and stands for another: "3.9"
	Taken       string   // what that was taken for, in words: "as 3.7"; both are empty for a name of its own
	Announced   bool     // it expected anything at all
	Unchecked   []string // claims about progress that it names and nothing checked
}

// taken is the variant that was run instead of the one that was asked for.
func (s Subject) taken() string {
	if s.Asked == "" {
		return ""
	}
	return s.Asked + ": " + s.Taken
}

// Finding is one property held against what was expected of it.
type Finding struct {
	Met  bool
	Open bool   // not met, but only because nothing can be said
	Note string // "as expected", "expected violated: 10"; may be empty
}

// Advice is what a reader may do next, in the words of what they have at hand:
// the flags of a command, or the options of a library. What is empty is not
// said.
type Advice struct {
	Spill  string // after a cut for want of memory, to a run that could have gone to disk
	Limit  string // after a cut because the system had no more memory
	Exact  string // after a run that may have missed states
	Rules  string // where the rules are that a line has no room for
	Script string // how to see or keep the run of a script
	Traces string // how to see the traces of many specs

	// Replay is how to take the steps of a trace again; nil: it is not said.
	Replay func(r *Report, f *traces.File) string

	// Whole is how to see all steps of a trace that is told in brief; nil: it is not said.
	Whole func(r *Report, f *traces.File) string
}

// mark is the finding in a word.
func (f Finding) mark() string {
	switch {
	case f.Met:
		return "ok"
	case f.Open:
		return "open"
	}
	return "FAIL"
}

// open reports that nothing failed, and something is left open.
func (r *Report) open() bool {
	if r.Met {
		return false
	}
	for _, f := range r.Findings {
		if !f.Met && !f.Open {
			return false
		}
	}
	return true
}

// Trace is the trace of the first property that has one, or the whole run of
// a script, or nil.
func (r *Report) Trace() *traces.File {
	for i := range r.Outcome.Properties {
		if t := r.Outcome.Properties[i].Trace; t != nil {
			return t
		}
	}
	if sc := r.Outcome.Script; sc != nil {
		return sc.Trace
	}
	return nil
}

// Wrong is the trace of the first property that is not as expected and has one, or
// the run of a script that is not, or nil.
func (r *Report) Wrong() *traces.File {
	for i, f := range r.Findings {
		if t := r.Outcome.Properties[i].Trace; t != nil && !f.Met {
			return t
		}
	}
	if sc := r.Outcome.Script; sc != nil && !r.Met {
		return sc.Trace
	}
	return nil
}

// Unfired are the rules that never fired though the whole space was visited
// and nothing in the run's constants rules them out.
func (r *Report) Unfired() (names []string) {
	if !r.Outcome.Exhaustive {
		return nil
	}
	for _, a := range r.Outcome.Actions {
		if a.Fired == 0 && !a.Absent {
			names = append(names, a.Rule)
		}
	}
	return names
}

// Warnings are what a reader of the verdict has to know beside it.
func (r *Report) Warnings() (lines []string) {
	lines = r.cuts()
	if names := r.Unfired(); len(names) > 0 {
		lines = append(lines, "never fired: "+r.few(names))
	}
	for _, p := range r.Outcome.Properties {
		if p.Verdict == model.Vacuous && p.Witness != "" {
			lines = append(lines, fmt.Sprintf("%s holds of nothing: %s%s", p.Name, p.Witness, premised(p.without())))
		} else if p.Verdict == model.Vacuous {
			lines = append(lines, fmt.Sprintf("%s holds of nothing: its premise was never true%s", p.Name, premised(p.without())))
		}
	}
	for _, p := range r.Outcome.Properties {
		if p.Short != traces.Complete {
			lines = append(lines, fmt.Sprintf("the trace of %s may not be the least: %v", p.Name, p.Short))
		}
	}
	if p := r.Outcome.Run.CollisionProbability; p > 0 {
		lines = append(lines, with(fmt.Sprintf("store %s keeps hashes of the states: that any state was missed has probability %.2g", r.Outcome.Run.Store, p), r.Advice.Exact))
	}
	if r.GoOn != "" {
		lines = append(lines, r.GoOn)
	}
	for _, name := range r.Subject.Unchecked {
		lines = append(lines, name+" is not checked here")
	}
	return append(lines, r.Notes...)
}

// premised ends the sentence about a premise with what it lacks.
func premised(without string) string {
	if without == "" {
		return ""
	}
	return ", and cannot be" + without
}

// limit is the limit that cut the run, as the headline has it.
func (r *Report) limit() string {
	if reasons := r.Outcome.Cut.Reasons; len(reasons) > 0 {
		return ", cut by " + cause(reasons[0])
	}
	return ""
}

// cuts say what kept the run from being whole.
func (r *Report) cuts() (lines []string) {
	cut := r.Outcome.Cut
	for _, reason := range cut.Reasons {
		line := fmt.Sprintf("cut by %s: %d states were found and not expanded", cause(reason), cut.Frontier)
		if n := r.Outcome.Run.Beyond; n > 0 {
			line += fmt.Sprintf(", and %d more seen in the level behind, which is not complete and not counted", n)
		}
		switch reason.Kind {
		case explorer.Memory:
			line = with(with(line, r.Outcome.Run.shared()), r.Advice.Spill)
		case explorer.SystemMemory:
			line = with(line, r.Advice.Limit)
		}
		lines = append(lines, line)
	}
	if cut.Constraint > 0 {
		lines = append(lines, fmt.Sprintf("the model's constraint cut %d generated states; what lies behind them was not seen", cut.Constraint))
	}
	return lines
}

// with adds advice to a sentence, if there is any.
func with(sentence, advice string) string {
	if advice == "" {
		return sentence
	}
	return sentence + "; " + advice
}

// few names the rules, or of many the first, and where the others are.
func (r *Report) few(names []string) string {
	const most = 6
	if len(names) <= most {
		return strings.Join(names, ", ")
	}
	text := fmt.Sprintf("%s and %d more rules", strings.Join(names[:most], ", "), len(names)-most)
	if r.Advice.Rules != "" {
		text += " (" + r.Advice.Rules + ")"
	}
	return text
}

// Interrupted tells whether the user ended the run.
func (r *Report) Interrupted() bool {
	return r.Outcome.Cut.By(explorer.Interrupted)
}

// cause is a reason for which a run was cut, as a noun.
func cause(reason explorer.Reason) string {
	if reason.Kind == explorer.Interrupted {
		return "an interrupt"
	}
	return reason.String()
}
