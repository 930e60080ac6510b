package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"mc/model"
	"mc/run/cli/manual"
	"mc/run/explain"
	"mc/run/licenses"
	"mc/run/listing"
	"mc/run/suite"
	"mc/run/verdict"
	"mc/term"
	"mc/traces/render"
)

// commands is the command line of mc; each command is a file of its own.
type commands struct {
	Check    checkCommand    `cmd:"" help:"Explore a model; say verdict, counts and a shortest counterexample (of claims about runs, shortest as far as its loop)."`
	Simulate simulateCommand `cmd:"" help:"Take random walks of a model; show what they meet. It proves nothing."`
	Replay   replayCommand   `cmd:"" help:"Take the steps of a trace again, here or under another variant of the model."`
	Show     showCommand     `cmd:"" help:"Render a trace."`
	Graph    graphCommand    `cmd:"" help:"Draw the states of a small model, or those around a trace, and the steps between them."`
	Matrix   matrixCommand   `cmd:"" help:"Which variants of its model (generations, releases) does a scenario hit? A table of verdicts."`
	Cert     certCommand     `cmd:"" help:"Write down what a run established, hold another run to it, or say what a change did to the states of a model."`
	Explain  explainCommand  `cmd:"" help:"Say what a case, ticket, KIP, variant, switch, rule or property is."`
	Why      whyCommand      `cmd:"" help:"Say what a line of a log, a metric, an error or a setting means, and what to look at next."`
	Explore  exploreCommand  `cmd:"" help:"Choose what happens next: take the steps of a model one by one, in a browser or in the terminal."`
	Learn    learnCommand    `cmd:"" help:"Go through a lesson, with questions and runs; check an exercise."`
	Assess   assessCommand   `cmd:"" help:"Answer in the system's own words: what can happen to a cluster of this release and configuration, what closes it, what helps."`
	Validate validateCommand `cmd:"" help:"Hold a recording of a real system against a model: is it a run of it, what was lost, or which line no run explains."`
	Bench    benchCommand    `cmd:"" help:"Measure the engine: states a second, bytes a state, scaling, beside what they are to be."`
	Shard    shardCommand    `cmd:"" help:"Have a search carried out in tasks by whatever runs command lines: one machine, or the cluster that is there."`
	Run      runCommand      `cmd:"" help:"Show or discard what the directory of a run holds."`
	List     listCommand     `cmd:"" help:"List models, variants, axes, rules, properties, the commands of scripts, or specs."`

	Licenses   licensesCommand   `cmd:"" help:"Name what this program is built from, and under which licenses."`
	Completion completionCommand `cmd:"" help:"Print what a shell reads to complete commands, flags and names."`
	Man        manCommand        `cmd:"" help:"Print the manual page, for man to read."`
	Complete   completeCommand   `cmd:"" hidden:"" help:"Print the words that may stand in the place of the last one; shells ask."`

	Version kong.VersionFlag `help:"Print the version and leave."`
}

// Main is the whole command line of a program that can check what the suite
// has: it carries out one line and returns the exit code.
func Main(s suite.Suite, args []string, out, err io.Writer) verdict.Code {
	s.Listing = func(kind, model string) string { return "mc list " + kind + " --model " + model }
	kept := &keptError{w: out}
	colors := term.Paint(term.IsTerminal(out) && term.ColorsWanted())
	shown := term.Filter(kept, colors)
	w := &world{args: args, out: shown, prose: term.Fold(shown, term.Columns(out)), kept: kept, colors: colors,
		columns: term.Columns(out), err: term.Fold(term.Filter(err, false), term.Columns(err)), line: err,
		errTTY: term.IsTerminal(err), Suite: s}
	w.Renamed = w.renamed()
	code := w.carryOut(spelled(args))
	if kept.err != nil && code != verdict.IO {
		fmt.Fprintf(w.err, "mc: %v\n", kept.err)
		return verdict.IO
	}
	return code
}

// renamed says once of each spec that was asked for by a former name what it is called
// now.
func (w *world) renamed() func(former, now string) {
	said := map[string]bool{}
	return func(former, now string) {
		if !said[former] {
			fmt.Fprintf(w.err, "mc: %s is now called %s\n", former, now)
		}
		said[former] = true
	}
}

// spelled are arguments with the words that are short for flags.
func spelled(args []string) []string {
	switch {
	case len(args) > 0 && args[0] == "help":
		return append(slices.Clone(args[1:]), "--help")
	case len(args) == 1 && args[0] == "version":
		return []string{"--version"}
	}
	return args
}

// carryOut parses and runs one command.
func (w *world) carryOut(args []string) (code verdict.Code) {
	defer func() {
		switch p := recover().(type) {
		case nil:
		case left: // help or version were asked for
			code = verdict.Code(p)
		default:
			panic(p)
		}
	}()
	command, wrong := w.parser(&commands{}).Parse(args)
	if wrong != nil && w.kept.err == nil {
		fmt.Fprintf(w.err, "mc: %s; mc --help lists commands and flags\n", strings.TrimSuffix(wrong.Error(), "?"))
		return verdict.Usage
	}
	if wrong != nil {
		return verdict.OK // but for the stream, which Main looks at
	}
	return w.finish(command.Run())
}

// parser reads a command line into c.
func (w *world) parser(c *commands) *kong.Kong {
	return kong.Must(c, kong.Name("mc"), kong.Bind(w), w.vars(), kong.Writers(w.out, w.err),
		kong.Exit(func(code int) { panic(left(code)) }),
		kong.Description("An explicit-state model checker with a faithful model of Kafka's partition replication."),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true}))
}

// licensesCommand is mc licenses.
type licensesCommand struct {
	Text bool `help:"Print the licenses themselves."`
}

// Run names the modules that the program contains, with their licenses.
func (c *licensesCommand) Run(w *world) error {
	if c.Text {
		return written(licenses.Texts(w.out, licenses.Program()))
	}
	return written(licenses.Table(w.out, licenses.Program()))
}

// completionCommand is mc completion.
type completionCommand struct {
	Shell string `arg:"" name:"shell" help:"The shell: ${shells}."`
	Name  string `default:"mc" placeholder:"NAME" help:"The name under which this program is installed."`
}

// Run prints the script.
func (c *completionCommand) Run(w *world) error {
	if !slices.Contains(manual.Shells(), c.Shell) {
		return usage("there is no completion for %s%s; there is for %s", c.Shell, model.Nearest(c.Shell, manual.Shells()),
			strings.Join(manual.Shells(), ", "))
	}
	return written(manual.Script(w.out, c.Shell, c.Name))
}

// manCommand is mc man.
type manCommand struct{}

// Run prints the manual page.
func (c *manCommand) Run(w *world, k *kong.Kong) error {
	return written(manual.Page(w.out, k.Model, manual.About{Version: "mc " + version(), Sections: sections}))
}

// completeCommand is mc complete, which only the scripts of mc completion type.
type completeCommand struct {
	Words []string `arg:"" optional:"" passthrough:"" help:"The command line, without the program."`
}

// Run prints the words, and what each is.
func (c *completeCommand) Run(w *world, k *kong.Kong) error {
	words := c.Words
	if len(words) > 0 && words[0] == "--" {
		words = words[1:]
	}
	for _, one := range manual.Complete(k.Model, words, w.candidates) {
		if _, err := fmt.Fprintf(w.out, "%s\t%s\n", one.Word, one.Means); err != nil {
			return written(err)
		}
	}
	return nil
}

// left is the exit code of a parser that has said all there is to say.
type left int

// keptError is a stream that remembers the first error of writing to it, for
// those who do not look.
type keptError struct {
	w   io.Writer
	err error
}

func (k *keptError) Write(p []byte) (int, error) {
	n, err := k.w.Write(p)
	if err != nil && k.err == nil {
		k.err = err
	}
	return n, err
}

// completes are the lists of mc list that hold what an argument may be, or the value
// of a flag.
var completes = map[string][]string{
	"spec": {"specs"}, "a": {"specs", "models"}, "b": {"specs", "models"}, "trace": {"specs"}, "--model": {"models"}, "--check": {"properties"}, "--without": {"rules"},
	"--fairness": {"fairness"}, "--columns": {listing.Variants}, "--under": {listing.Variants}, "--release": {listing.Variants}, "--set": {"axes", "switches"},
}

// candidates are the names that an argument may be, or the value of a flag.
func (w *world) candidates(argument string) (out []manual.Candidate) {
	for _, name := range completes[argument] {
		out = append(out, w.listed(name)...)
	}
	switch argument {
	case "what":
		out = words(w.listNames())
	case "shell":
		out = words(manual.Shells())
	case "--format":
		out = words(render.Names())
	case "topic":
		if l, err := explain.Open(&w.Suite); err == nil {
			out = words(l.Names())
		}
	case "--set":
		for i := range out {
			out[i].Word += "="
		}
	}
	return out
}

func words(names []string) (out []manual.Candidate) {
	for _, n := range names {
		out = append(out, manual.Candidate{Word: n})
	}
	return out
}

// listed are the names of a list of mc list, each once. A list that cannot be made has
// none: nobody who presses a key wants to hear why.
func (w *world) listed(name string) (out []manual.Candidate) {
	lists := listing.Lists(w.Models)
	i := slices.IndexFunc(lists, func(l listing.List) bool { return l.Name == name })
	l, err := lists[i].Of(&w.Suite, w.Models, &listing.Filter{})
	if err != nil {
		return nil
	}
	text, err := json.Marshal(l.Rows)
	var rows []struct{ Name, Title, Doc string }
	if err != nil || json.Unmarshal(text, &rows) != nil {
		return nil
	}
	for _, r := range rows {
		c := manual.Candidate{Word: r.Name, Means: r.Title + r.Doc}
		if !slices.ContainsFunc(out, func(o manual.Candidate) bool { return o.Word == c.Word }) {
			out = append(out, c)
		}
	}
	return out
}

// sections are what the manual page says beside commands and flags.
var sections = []manual.Section{
	{Name: "exit codes", Terms: exitTerms()},
	{Name: "environment", Terms: []manual.Term{
		{Word: "NO_COLOR", Means: "No colours, if it is set and not empty."},
		{Word: "GOMAXPROCS", Means: "How many processors are used; one worker runs on each."},
		{Word: "GOMEMLIMIT", Means: "A run without --memory keeps below it."}}},
	{Name: "see also", Terms: []manual.Term{
		{Means: "mc explain TOPIC says what a case, a ticket, a switch or a property is; mc list names all there is."}}},
}

func exitTerms() (terms []manual.Term) {
	for _, c := range verdict.Codes() {
		terms = append(terms, manual.Term{Word: fmt.Sprint(int(c)), Means: c.String()})
	}
	return terms
}
