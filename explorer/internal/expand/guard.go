package expand

import (
	"errors"
	"fmt"
	"runtime"
	"strings"
)

// ErrAbandoned says that a state was not expanded to its end, because it was
// to be stopped. Others can be loaded all the same.
var ErrAbandoned = errors.New("expand: a state was left in the middle")

// Guard turns a panic of the model's code into an error that names the place.
func (x *Expander[S]) Guard(do func()) (err error) {
	defer func() {
		switch p := recover(); p {
		case nil:
		case ErrAbandoned:
			err = ErrAbandoned
		default:
			err = x.fault(fmt.Sprintf("%s: panic: %v (%s)", x.whereabouts(), p, panicSite()))
		}
	}()
	do()
	return nil
}

// whereabouts says what a panicking rule, property or constraint was working
// on.
func (x *Expander[S]) whereabouts() string {
	about := ""
	switch x.asking {
	case nobody:
	case representing:
		about = "Canonical in "
		if x.m.Forgets != nil {
			about = "Forgets in "
		}
	case within:
		about = "Within in "
	default:
		about = "property " + x.roster.decisions[x.asking].Property.Name + " in "
	}
	switch {
	case x.starting && x.after != nil:
		return fmt.Sprintf("%sthe initial state %+v", about, x.m.Value(&x.in.State))
	case x.starting:
		return "Init"
	case x.after != nil:
		return fmt.Sprintf("%sa step to state %+v", about, x.m.Value(x.after))
	case about != "":
		return fmt.Sprintf("%sstate %+v", about, x.m.Value(&x.in.State))
	}
	return fmt.Sprintf("rule %s in state %+v", x.m.Rules[x.steps.Rule()].Name, x.m.Value(&x.in.State))
}

// panicSite is the innermost function below the panic that is not the
// runtime's.
func panicSite() string {
	pcs := make([]uintptr, 16)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(4, pcs)])
	for {
		f, more := frames.Next()
		if name, _, _ := strings.Cut(f.Function, "."); !more || name != "runtime" {
			return fmt.Sprintf("%s, line %d", f.Function, f.Line)
		}
	}
}
