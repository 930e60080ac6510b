package cli

import (
	"fmt"
	"io"
	"strings"

	"github.com/alecthomas/kong"

	"mc/run/suite"
	"mc/run/verdict"
	"mc/term"
)

// commands is the command line of mc; each command is a file of its own.
type commands struct {
	Check   checkCommand   `cmd:"" help:"Explore a model; say verdict, counts and the shortest counterexample."`
	Replay  replayCommand  `cmd:"" help:"Take the steps of a trace again, here or under another generation."`
	Show    showCommand    `cmd:"" help:"Render a trace."`
	Matrix  matrixCommand  `cmd:"" help:"Which generation, or release, does a scenario hit? A table of verdicts."`
	Explain explainCommand `cmd:"" help:"Say what a case, ticket, KIP, generation, release, switch, rule or property is."`
	Bench   benchCommand   `cmd:"" help:"Measure the engine: states a second, bytes a state, scaling, beside what they are to be."`
	List    listCommand    `cmd:"" help:"List models, generations, axes, rules, properties, the commands of scripts, or specs."`

	Version kong.VersionFlag `help:"Print the version and leave."`
}

// Main is the whole command line of a program that can check what the suite
// has: it carries out one line and returns the exit code.
func Main(s suite.Suite, args []string, out, err io.Writer) verdict.Code {
	s.Listing = func(kind, model string) string { return "mc list " + kind + " --model " + model }
	w := &world{args: args, out: out, err: err, outTTY: term.IsTerminal(out), errTTY: term.IsTerminal(err), Suite: s}
	parser := kong.Must(&commands{}, kong.Name("mc"), kong.Bind(w), vars(),
		kong.Description("An explicit-state model checker with a faithful model of Kafka's partition replication."),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true}))
	command, wrong := parser.Parse(args)
	if wrong != nil {
		fmt.Fprintf(w.err, "mc: %s; mc --help lists commands and flags\n", strings.TrimSuffix(wrong.Error(), "?"))
		return verdict.Usage
	}
	return w.finish(command.Run())
}
