package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"runtime/debug"
	"strings"
	"syscall"

	"github.com/alecthomas/kong"

	"mc/explorer"
	"mc/report"
	"mc/run/cli/manual"
	"mc/run/suite"
	"mc/run/verdict"
	"mc/term"
	"mc/traces"
	"mc/traces/render"
	"mc/traces/render/itf"
)

// world is what a command works with: the streams, and the models.
type world struct {
	args     []string  // the command line, without the program
	out, err io.Writer // whatever a text holds, no terminal obeys it
	prose    io.Writer // out for what people read, folded where the terminal ends
	kept     *keptError
	colors   term.Paint
	columns  int       // of the terminal that out is; 0 if it is none
	line     io.Writer // where progress moves the cursor
	errTTY   bool      // that is a terminal

	suite.Suite // what can be named
}

// ended is a command's exit code where there is nothing more to say.
type ended struct{ code verdict.Code }

func (e ended) Error() string { return fmt.Sprintf("exit code %d", e.code) }

// finish turns a command's error into a message and an exit code.
func (w *world) finish(err error) verdict.Code {
	var end ended
	switch {
	case err == nil:
		return verdict.OK
	case errors.As(err, &end):
		return end.code
	}
	fmt.Fprintf(w.err, "mc: %v\n", err)
	return codeOf(err)
}

// outputError is a failure to write what the user asked for.
type outputError struct{ err error }

func (e *outputError) Error() string { return e.err.Error() }
func (e *outputError) Unwrap() error { return e.err }

// faultError is a model that could not be run to an end.
type faultError struct{ err error }

func (e *faultError) Error() string { return e.err.Error() }
func (e *faultError) Unwrap() error { return e.err }

// failed words an error of the engine: a directory that is not this run's is
// the user's to mend, the disk is the machine's, and all else is the model's.
func failed(spec string, err error) error {
	return coded(err, fmt.Errorf("%s: %s", spec, worded(err)))
}

// coded gives the text of an error of the engine its exit code.
func coded(err, text error) error {
	var (
		foreign  *explorer.Foreign
		nothing  *explorer.NothingToResume
		occupied *explorer.Occupied
		busy     *explorer.Busy
		taken    *explorer.Taken
		stray    *explorer.Stray
		none     *explorer.NoDirectory
		place    *explorer.NoPlace
		damaged  *explorer.Damaged
		disk     *fs.PathError
		system   syscall.Errno // the disk is full, there is no memory to map
	)
	switch {
	case errors.As(err, &foreign), errors.As(err, &nothing), errors.As(err, &occupied), errors.As(err, &busy),
		errors.As(err, &taken), errors.As(err, &stray), errors.As(err, &none),
		errors.As(err, &place) && errors.Is(err, syscall.ENOTDIR):
		return text
	case errors.As(err, &damaged), errors.As(err, &disk), errors.As(err, &system):
		return &outputError{text}
	}
	return &faultError{text}
}

func codeOf(err error) verdict.Code {
	var (
		output  *outputError
		fault   *faultError
		broken  *explorer.ModelError
		diverge *traces.Divergence
		given   *codedError
	)
	switch {
	case errors.As(err, &given):
		return given.code
	case errors.As(err, &output):
		return verdict.IO
	case errors.As(err, &fault), errors.As(err, &broken), errors.As(err, &diverge):
		return verdict.Fault
	}
	return verdict.Usage
}

// usage is a mistake on the command line: what is wrong and what to do.
func usage(format string, args ...any) error { return fmt.Errorf(format, args...) }

// written wraps an error of writing to standard output.
func written(err error) error {
	if err == nil {
		return nil
	}
	return &outputError{err}
}

// style is how text goes to standard output.
func (w *world) style(verbose bool) report.Style {
	return report.Style{Color: bool(w.colors), Verbose: verbose, Width: w.columns}
}

// version is that of the binary, as the Go toolchain stamped it.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" {
		return "(devel)"
	}
	return info.Main.Version
}

// vars are what the help texts refer to.
func (w *world) vars() kong.Vars {
	return kong.Vars{"version": "mc " + version(), "formats": strings.Join(render.Names(), ", "), "lists": strings.Join(w.listNames(), ", "),
		"shells":  strings.Join(manual.Shells(), ", "),
		"reports": reportHelp(), "stores": storeHelp(explorer.Stores()), "searches": searchHelp(explorer.Searches())}
}

// pairs reads repeated k=v flags.
func pairs(flag string, given []string) (map[string]string, error) {
	out := map[string]string{}
	for _, text := range given {
		k, v, ok := strings.Cut(text, "=")
		if !ok || k == "" || v == "" {
			return nil, usage("%s %s: write it as NAME=VALUE", flag, text)
		}
		if old, twice := out[k]; twice && old != v {
			return nil, usage("%s %s: %s is already set to %s; give it once", flag, text, k, old)
		}
		out[k] = v
	}
	return out, nil
}

// remedies are what to type about a trace file that is refused.
var remedies = map[traces.Remedy]string{
	traces.WriteAgain: "get the file again, or write a new one with mc check -o",
	traces.GiveTrace:  "give the file that mc check -o wrote",
	itf.WriteITF:      "mc reads the ITF files that mc show --format itf writes; write it again",
}

// ofTrace words an error about a trace file.
func ofTrace(err error) string {
	var foreign *traces.FileError
	if errors.As(err, &foreign) && remedies[foreign.Remedy] != "" {
		err = &traces.FileError{Where: foreign.Where, Problem: foreign.Problem, Remedy: traces.Remedy(remedies[foreign.Remedy])}
	}
	return strings.TrimPrefix(err.Error(), "traces: ")
}
