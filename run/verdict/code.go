package verdict

import (
	"fmt"
	"slices"
)

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

// meanings are the codes in ascending order, each with what it says.
var meanings = []struct {
	Code
	says string
}{
	{OK, "everything as expected"},
	{Unmet, "an expectation was not met in another way than those below"},
	{Usage, "a mistake in flags, spec or trace file; the message has the place and the remedy"},
	{Inconclusive, "nothing can be said, or only of a part: a limit cut the search"},
	{Deadlock, "a deadlock that was not expected"},
	{Safety, "a violation of a safety property that was not expected"},
	{Liveness, "a run that goes on for ever and breaks a claim, and was not expected"},
	{IO, "the disk, a damaged run directory, or an output that could not be written"},
	{Fault, "the model failed, or a trace's steps are not what it does"},
	{Interrupted, "interrupted; what was found until then is printed"},
}

// Codes are all codes in ascending order.
func Codes() (codes []Code) {
	for _, m := range meanings {
		codes = append(codes, m.Code)
	}
	return codes
}

// String says what a code means.
func (c Code) String() string {
	for _, m := range meanings {
		if m.Code == c {
			return m.says
		}
	}
	return fmt.Sprintf("exit code %d", int(c))
}

// Worse returns the one of two codes that a run ends with.
func Worse(a, b Code) Code {
	if slices.Index(precedence, a) < slices.Index(precedence, b) {
		return a
	}
	return b
}
