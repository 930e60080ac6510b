package report

import (
	"fmt"

	"mc/cmd/mc/internal/registry"
	"mc/cmd/mc/internal/specfile"
	"mc/cmd/mc/internal/verdict"
	"mc/explorer"
	"mc/traces"
)

// Report is everything that is said of one run.
type Report struct {
	Spec      *specfile.Spec
	Outcome   *registry.Outcome
	Judgement verdict.Judgement
	Notes     []string // on what the run did not promise
	Search    string   // the order of the search
	Resume    string   // the command that goes on with the run, if that was cut and saved
	Changed   string   // the flags that change what the spec says; empty if there are none
	Again     string   // the command that finds the trace again; empty if it is that of the spec's name
	Saved     string   // the file that the trace was written to; empty if it was not
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

// Interrupted tells whether the user ended the run.
func (r *Report) Interrupted() bool {
	return r.Outcome.Cut.By(explorer.Interrupted)
}

// GoOn says how to go on with a run that was cut and saved; it is empty for
// any other.
func (r *Report) GoOn() string {
	dir := r.Outcome.Run.Checkpoint
	if dir == "" {
		return ""
	}
	for _, reason := range r.Outcome.Cut.Reasons {
		if reason.Kind == explorer.MaxDepth || reason.Kind == explorer.MaxStates {
			return fmt.Sprintf("progress saved in %s: resume with --resume and a higher limit than %s", dir, reason)
		}
	}
	return fmt.Sprintf("progress saved in %s: resume with %s", dir, r.Resume)
}
