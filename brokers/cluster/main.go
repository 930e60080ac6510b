// Command cluster starts a cluster of Kafka on this machine, does to it what a
// driver file says, and tells whether records are lost: mc show with the format
// cluster writes such files from counterexamples. README.md has the operations.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"mc/brokers/cluster/driver"
)

// Exit codes, those of mc where they mean the same.
const (
	exitOK        = 0  // nothing is missing, and nothing was seen that the file looks for
	exitElsewhere = 1  // the cluster did not follow the file
	exitUsage     = 2  // wrong flags, or a file that cannot be read
	exitBroken    = 12 // records are lost, or what the file looks for was seen
	exitFault     = 75 // the cluster could not be started or driven
)

// options are what is asked for.
type options struct {
	release string
	dir     string // an unpacked distribution
	record  string
	scratch string
	rounds  int
	quiet   bool
	file    string
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code, err := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "cluster:", err)
	}
	os.Exit(code)
}

func run(ctx context.Context, args []string, stdout, stderr io.Writer) (int, error) {
	o, err := parseFlags(args, stderr)
	if errors.Is(err, flag.ErrHelp) {
		return exitOK, nil
	}
	if err != nil {
		return exitUsage, err
	}
	d, err := o.read()
	if err != nil {
		return exitUsage, err
	}
	o.progress(stderr, "%s", d.Title)
	rounds := tally{}
	for n := range o.rounds {
		v, err := o.round(ctx, d, n, stderr)
		if err != nil {
			return exitFault, err
		}
		fmt.Fprintln(stdout, v.line(n, o.rounds))
		rounds.count(v)
	}
	if o.rounds > 1 {
		fmt.Fprintln(stdout, rounds)
	}
	return rounds.code(), nil
}

func parseFlags(args []string, stderr io.Writer) (*options, error) {
	o := &options{}
	f := flag.NewFlagSet("cluster", flag.ContinueOnError)
	f.SetOutput(stderr)
	f.StringVar(&o.release, "release", "4.4.0", "`version` of Kafka whose jars Maven fetches")
	f.StringVar(&o.dir, "kafka", "", "`folder` of an unpacked Kafka distribution, in place of the jars of a release")
	f.StringVar(&o.record, "record", "", "write a recording of the run to this `folder`; of several rounds, to folders in it")
	f.StringVar(&o.scratch, "scratch", os.TempDir(), "where the data of the brokers lie while they run: a `folder`")
	f.IntVar(&o.rounds, "rounds", 1, "how often to do it, each time with a new cluster")
	f.BoolVar(&o.quiet, "q", false, "say nothing but the result")
	f.Usage = func() {
		fmt.Fprintln(stderr, "usage: cluster [flags] FILE\n\nFILE is a driver file, - for standard input.")
		f.PrintDefaults()
	}
	if err := f.Parse(args); err != nil {
		return nil, err
	}
	if f.NArg() != 1 || o.rounds < 1 {
		return nil, errors.New("give one driver file, or - for standard input, and at least one round")
	}
	o.file = f.Arg(0)
	return o, nil
}

func (o *options) read() (*driver.Driver, error) {
	in := os.Stdin
	if o.file != "-" {
		f, err := os.Open(o.file)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		in = f
	}
	d, err := driver.Read(in)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", o.file, err)
	}
	return d, nil
}

func (o *options) progress(stderr io.Writer, format string, args ...any) {
	if !o.quiet {
		fmt.Fprintf(stderr, format+"\n", args...)
	}
}
