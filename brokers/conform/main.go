// Command conform holds the model of Kafka to Kafka's own classes: it takes
// schedules, random walks of the model or traces of counterexamples, on both and
// compares after every step. The classes are run by ../java; ../README.md says
// how to build them.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"
)

// Exit codes, those of mc where they mean the same.
const (
	exitOK        = 0
	exitUnmet     = 1 // a seeded fault was not found
	exitUsage     = 2
	exitDifferent = 12
	exitIO        = 74
	exitFault     = 75
)

// options are what is asked for.
type options struct {
	kafka   string
	walks   int
	steps   int
	seed    uint64
	set     map[string]string
	traces  list
	profile string
	walk    int
	json    bool
	shrink  bool
	explain bool
	tell    bool
	seeded  bool
}

// list is a flag that may be given several times.
type list []string

func (l *list) String() string { return strings.Join(*l, " ") }

func (l *list) Set(v string) error {
	*l = append(*l, v)
	return nil
}

func main() {
	code, err := run(os.Args[1:], os.Stdout, os.Stderr)
	if err != nil {
		fmt.Fprintln(os.Stderr, "conform:", err)
	}
	os.Exit(code)
}

func run(args []string, stdout, stderr io.Writer) (int, error) {
	o, err := parseFlags(args, stderr)
	if errors.Is(err, flag.ErrHelp) {
		return exitOK, nil
	}
	if err != nil {
		return exitUsage, err
	}
	if o.explain {
		return exitOK, explain(stdout)
	}
	r, err := o.conform(stdout, stderr)
	var u *usageError
	switch {
	case errors.As(err, &u):
		return exitUsage, err
	case err != nil:
		return exitFault, err
	}
	if err := r.write(stdout, o.json); err != nil {
		return exitIO, err
	}
	return r.code(), nil
}

// result is what is said at the end, and the exit code.
type result interface {
	write(w io.Writer, asJSON bool) error
	code() int
}

// usageError is what whoever called can put right.
type usageError struct{ error }

func parseFlags(args []string, stderr io.Writer) (*options, error) {
	o := &options{set: map[string]string{}}
	var set list
	f := flag.NewFlagSet("conform", flag.ContinueOnError)
	f.SetOutput(stderr)
	f.StringVar(&o.kafka, "kafka", "4.4.0", "`version` of Kafka whose classes are run")
	f.IntVar(&o.walks, "walks", 100, "how many random walks")
	f.IntVar(&o.steps, "steps", 80, "most steps of a walk")
	f.IntVar(&o.walk, "walk", 0, "take only the walk of this `number`")
	f.StringVar(&o.profile, "profile", "", "take walks of this profile only: "+profileNames())
	f.Uint64Var(&o.seed, "seed", 1, "what the walks are drawn from; the same seed gives the same walks")
	f.Var(&set, "set", "`key=value` of a constant of the model; may be repeated")
	f.Var(&o.traces, "trace", "take the schedule of a trace `file` instead of walks; may be repeated")
	f.BoolVar(&o.seeded, "seeded", false,
		"put faults into the model, one after the other, and see that each is found within so many walks")
	f.BoolVar(&o.explain, "explain", false, "say what is compared of each rule, and run nothing")
	f.BoolVar(&o.tell, "tell", false, "print every step of a schedule, with what it changed at the brokers")
	f.BoolVar(&o.json, "json", false, "one line of JSON")
	f.BoolVar(&o.shrink, "shrink", true, "look for the shortest schedule of each difference")
	if err := f.Parse(args); err != nil {
		return nil, err
	}
	if f.NArg() > 0 {
		return nil, fmt.Errorf("there are no arguments besides flags, and %q was given", f.Args())
	}
	for _, s := range set {
		key, value, ok := strings.Cut(s, "=")
		if !ok {
			return nil, fmt.Errorf("--set %s: give key=value", s)
		}
		o.set[key] = value
	}
	return o, nil
}
