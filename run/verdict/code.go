package verdict

import "slices"

// Code is an exit code of mc.
type Code int

const (
	OK           Code = 0
	Unmet        Code = 1  // an expectation was not met in another way than below
	Usage        Code = 2  // bad flags, a bad spec, a damaged or foreign trace
	Inconclusive Code = 3  // nothing can be said, or only within bounds under --strict
	Deadlock     Code = 11 // unexpected
	Safety       Code = 12 // unexpected
	Liveness     Code = 13 // unexpected
	IO           Code = 74 // the disk, or a checkpoint on it
	Fault        Code = 75 // the model failed, or a trace's steps are not what it does
	Interrupted  Code = 130
)

// precedence lists the codes from the one that wins when several things fail.
var precedence = []Code{Usage, IO, Fault, Interrupted, Safety, Liveness, Deadlock, Unmet, Inconclusive, OK}

// Worse returns the one of two codes that a run ends with.
func Worse(a, b Code) Code {
	if slices.Index(precedence, a) < slices.Index(precedence, b) {
		return a
	}
	return b
}
