package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	if _, said := os.LookupEnv("MC_CACHE"); !said {
		os.Setenv("MC_CACHE", "off") // what is tested is run
	}
	testscript.Main(m, map[string]func(){
		"mc": func() {
			code := mc(os.Args[1:], os.Stdout, os.Stderr)
			keepPeak()
			os.Exit(int(code))
		},
	})
}

// TestScripts runs the stories in testdata: what a user types, and what comes
// back.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata",
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Cmds:                map[string]func(*testscript.TestScript, bool, []string){"exits": exits},
		Condition:           condition,
		Setup: func(env *testscript.Env) error {
			env.Setenv("MC_CACHE", "off")
			return nil
		},
	})
}

// condition is what a line of a story may depend on: [thorough] is for searches
// of several hundred thousand states, as -tags oracle makes them; [zero] for a
// device that never ends, [full] for one that is always full.
func condition(name string) (bool, error) {
	switch name {
	case "thorough":
		return thorough, nil
	case "zero", "full":
		_, err := os.Stat("/dev/" + name)
		return err == nil, nil
	}
	return false, fmt.Errorf("there is no condition %q", name)
}

// exits runs a command that must end with an exact code, as in
// "exits 12 mc check x.yaml". No failure may show a stack.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE COMMAND ARGS...")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	var failed *exec.ExitError
	if err := ts.Exec(args[1], args[2:]...); errors.As(err, &failed) {
		got = failed.ExitCode()
	} else {
		ts.Check(err)
	}
	if got != want {
		ts.Fatalf("exit code %d, want %d", got, want)
	}
}

// peakFile is the variable with the name of the file that a child writes its
// peak to.
const peakFile = "MC_TEST_PEAK"

// keepPeak writes what the system says of this process to the file that its
// parent waits for.
func keepPeak() {
	if file := os.Getenv(peakFile); file != "" {
		if status, err := os.ReadFile("/proc/self/status"); err == nil {
			_ = os.WriteFile(file, status, 0o666) // its parent sees what is missing
		}
	}
}
