package schedule

import "fmt"

// Course is what a driver of a run says of it.
type Course struct {
	Title    string   // of the run
	Property string   // what it shows
	Of       string   // where the run comes from: a spec, or the file of a trace
	Steps    []string // what each step does, in a few words
}

// Undriven is why there is no driver of a run: what stands in the way, and in which step.
type Undriven struct {
	Step int    // from 1; 0 if it is about the run as a whole
	Name string // of the step: "Learn b2"
	Why  string // and what to do
}

func (e *Undriven) Error() string {
	if e.Step == 0 {
		return e.Why
	}
	return fmt.Sprintf("step %d (%s): %s", e.Step, e.Name, e.Why)
}
