package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"runtime"
	"strings"
	"syscall"
	"time"

	"mc/explorer"
	"mc/report"
	"mc/run/cli/form"
	"mc/run/drive"
	"mc/run/suite"
	"mc/run/verdict"
)

// shardCommand is mc shard.
type shardCommand struct {
	Init shardInitCommand `cmd:"" help:"Begin a run in tasks, in a directory that all machines see."`
	Next shardNextCommand `cmd:"" help:"Take up what is done, do what is little, and print the tasks that are left, a command line each; nothing if the run is over."`
	Do   shardDoCommand   `cmd:"" help:"Do one task. It may be done twice, or by two at once; if it is done, nothing happens."`
	Show shardShowCommand `cmd:"" help:"Print the result as mc check does, with its exit code; or how far the run is."`

	Drive shardDriveCommand `cmd:"" help:"Print a program that has the tasks of a run done, for a scheduler; without a name, list them."`
}

// shardInitCommand is mc shard init.
type shardInitCommand struct {
	Spec  string `arg:"" optional:"" help:"A spec file, or the name of an embedded spec (mc list specs)."`
	Model string `placeholder:"NAME" help:"Explore a model without a spec (mc list models)."`
	Dir   string `name:"run" required:"" placeholder:"DIR" help:"The directory of the run, which is empty or does not exist."`

	overrides

	MaxDepth  int       `placeholder:"N" help:"Stop after this many levels."`
	MaxStates uint64    `placeholder:"N" help:"Stop when there are more distinct states than this; complete levels are reported."`
	Timeout   form.Span `placeholder:"D" help:"Expand no further level after this time, as in 3h; tasks at work are not stopped."`
	Continue  bool      `help:"Go on past violations, and count all states or steps that break each property."`
	Coverage  bool      `help:"Also tell how much of the model the run came to."`
	Digests   bool      `help:"Also add up the states of each level, so that runs can be compared."`
}

// check is the check that is carried out in tasks.
func (c *shardInitCommand) check() *checkCommand {
	check := &checkCommand{Model: c.Model, overrides: c.overrides, MaxDepth: c.MaxDepth, MaxStates: c.MaxStates, Timeout: c.Timeout,
		Continue: c.Continue, Coverage: c.Coverage, Digests: c.Digests, Quiet: true}
	if c.Spec != "" {
		check.Specs = []string{c.Spec}
	}
	return check
}

// Run begins the run.
func (c *shardInitCommand) Run(w *world) error {
	if strings.ContainsAny(c.Dir, "\n\r") {
		return usage("the directory %q has a line break in its name, and tasks are lines; give it another", c.Dir)
	}
	check := c.check()
	p, err := check.sharded(w)
	if err != nil {
		return check.tellMistakes(w, err)
	}
	run, err := openShards(p, c.Dir, check, share{}, check.note(w, p.spec))
	if err != nil {
		return failed(p.spec.Name, err)
	}
	defer run.Close()
	if err := run.Init(); err != nil {
		return failed(p.spec.Name, err)
	}
	_, err = fmt.Fprintf(w.err, "mc: the run is in %s; mc shard next --run %[1]s prints its tasks, mc shard drive a program that has them done\n", quoted(c.Dir))
	return written(err)
}

// sharded is the one plan of a check that is carried out in tasks.
func (c *checkCommand) sharded(w *world) (plan, error) {
	if err := c.contradictions(); err != nil {
		return plan{}, err
	}
	plans, err := c.plans(w)
	switch {
	case err != nil:
		return plan{}, err
	case len(plans) != 1:
		return plan{}, usage("%s holds %d specs, and a run is of one; name it", c.Specs[0], len(plans))
	case plans[0].spec.Script() != nil:
		return plan{}, usage("%s is a script, one run and no search; mc check plays it", plans[0].spec.Name)
	}
	return plans[0], nil
}

// share is what one process takes of a machine; nothing is the default.
type share struct {
	memory  uint64
	workers int
}

// openShards is the search of a plan in tasks.
func openShards(p plan, dir string, check *checkCommand, s share, note string) (explorer.Shards, error) {
	o := check.options(p.spec)
	o.Dir = dir // it is saved, and so has an identity
	job := suite.Job(p.spec, o, version())
	job.Options.Dir, job.Options.Note = "", note
	job.Options.Workers = s.workers
	override(&job.Options.Memory, s.memory)
	return p.entry.Shards(job, dir)
}

// begun is the check that a directory holds in tasks.
func begun(w *world, dir string) (*checkCommand, plan, error) {
	text, err := explorer.ReadShards(dir)
	var nothing *explorer.NothingToResume
	if errors.As(err, &nothing) || errors.Is(err, syscall.ENOTDIR) {
		return nil, plan{}, usage("%s holds no run in tasks; mc shard init begins one", dir)
	} else if err != nil {
		return nil, plan{}, coded(err, errors.New(worded(err)))
	}
	var n note
	var again commands
	if err := json.Unmarshal([]byte(text), &n); err != nil || len(n.Args) == 0 {
		return nil, plan{}, usage("%s holds a run of another program; go on with that", dir)
	}
	if _, err := w.parser(&again).Parse(n.Args); err != nil {
		return nil, plan{}, usage("%s holds a run of another version of mc (%v); go on with that one", dir, err)
	}
	check := again.Shard.Init.check()
	check.looking = &n
	p, err := check.sharded(w)
	if err != nil {
		return nil, plan{}, check.tellMistakes(w, err)
	}
	return check, p, nil
}

// shardNextCommand is mc shard next.
type shardNextCommand struct {
	Dir         string      `name:"run" required:"" placeholder:"DIR" help:"The directory of the run."`
	Inline      uint64      `default:"2000000" placeholder:"N" help:"Do levels of at most so many states here, rather than in tasks."`
	Target      form.Span   `default:"30s" placeholder:"D" help:"About how long a task is to take."`
	Workers     int         `placeholder:"N" help:"Goroutines for what is done here. Default: one per processor."`
	Memory      report.Size `placeholder:"SIZE" help:"What that may take, as in 4GiB. Default: a share of what the container or the machine leaves."`
	Program     string      `default:"mc" placeholder:"NAME" help:"What this program is called where tasks are done."`
	TaskMemory  report.Size `placeholder:"SIZE" help:"What a task may take (--memory of its line)."`
	TaskWorkers int         `placeholder:"N" help:"Goroutines of a task (--workers of its line)."`
	Quiet       bool        `short:"q" help:"Nothing on standard error."`
}

// Run prints the tasks.
func (c *shardNextCommand) Run(w *world) error {
	if c.Workers < 0 || c.TaskWorkers < 0 {
		return usage("--workers and --task-workers cannot be negative; leave them out for the default")
	}
	check, p, err := begun(w, c.Dir)
	if err != nil {
		return err
	}
	run, err := openShards(p, c.Dir, check, share{uint64(c.Memory), c.Workers}, "")
	if err != nil {
		return failed(p.spec.Name, err)
	}
	defer run.Close()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	stand, err := run.Next(ctx, explorer.Inline{States: c.Inline, Target: time.Duration(c.Target)})
	if err != nil {
		return notNext(ctx, p.spec.Name, err)
	}
	if !c.Quiet {
		fmt.Fprintln(w.err, "mc: "+howFar(stand))
	}
	for _, task := range stand.Tasks {
		if _, err := fmt.Fprintln(w.out, c.line(task)); err != nil {
			return written(err)
		}
	}
	return nil
}

// notNext words what keeps a run from going on.
func notNext(ctx context.Context, spec string, err error) error {
	var refused *explorer.Refused
	switch {
	case errors.As(err, &refused):
		return &codedError{err, verdict.Code(refused.Code)}
	case ctx.Err() != nil && errors.Is(err, ctx.Err()):
		return &codedError{fmt.Errorf("interrupted; the same command goes on"), verdict.Interrupted}
	}
	return failed(spec, err)
}

// codedError ends a command with a code that somebody else has given it.
type codedError struct {
	error
	code verdict.Code
}

// line is the command line of a task.
func (c *shardNextCommand) line(task string) string {
	words := []string{quoted(c.Program), "shard", "do", "--run", quoted(c.Dir), task}
	if c.TaskMemory > 0 {
		words = append(words, "--memory", fmt.Sprint(uint64(c.TaskMemory)))
	}
	if c.TaskWorkers > 0 {
		words = append(words, "--workers", fmt.Sprint(c.TaskWorkers))
	}
	return strings.Join(words, " ")
}

// howFar is how far a run is, in a line.
func howFar(s *explorer.Stand) string {
	if s.Ended {
		return fmt.Sprintf("the run is over, with %d distinct states in %d levels; mc shard show prints its result", s.States, s.Depth)
	}
	what := map[string]string{"expand": "expand", "judge": "judge", "merge": "make", "seek": "look for predecessors in"}[s.Work]
	return fmt.Sprintf("%d tasks to %s level %d; %d distinct states in %d levels so far", len(s.Tasks), what, s.Level, s.States, s.Depth)
}

// shardDoCommand is mc shard do.
type shardDoCommand struct {
	Task    string      `arg:"" help:"The task, as mc shard next names it."`
	Dir     string      `name:"run" required:"" placeholder:"DIR" help:"The directory of the run."`
	Workers int         `default:"1" placeholder:"N" help:"Goroutines, as many as the task has processors."`
	Memory  report.Size `default:"2GiB" placeholder:"SIZE" help:"What the task may take."`
	Wait    form.Span   `default:"60s" placeholder:"D" help:"How long to wait for a plan that storage does not show yet."`
}

// Run does the task. What no retry cures is written down for mc shard next.
func (c *shardDoCommand) Run(w *world) error {
	if c.Workers < 1 {
		return usage("--workers is at least 1")
	}
	check, p, err := begun(w, c.Dir)
	if err != nil {
		return err
	}
	run, err := openShards(p, c.Dir, check, share{uint64(c.Memory), min(c.Workers, 4*runtime.NumCPU())}, "")
	if err != nil {
		return failed(p.spec.Name, err)
	}
	defer run.Close()
	var early *explorer.TooEarly
	until := time.Now().Add(time.Duration(c.Wait))
	for {
		err = run.Do(context.Background(), c.Task)
		if !errors.As(err, &early) || time.Now().After(until) {
			break
		}
		time.Sleep(200 * time.Millisecond)
	}
	if err == nil {
		return nil
	}
	text := failed(p.spec.Name, err)
	if lasting(err) {
		err := run.Refuse(c.Task, int(codeOf(text)), text.Error())
		return errors.Join(text, err)
	}
	return text
}

// lasting tells whether a task fails again whoever does it.
func lasting(err error) bool {
	var damaged *explorer.Damaged
	var foreign *explorer.Foreign
	var broken *explorer.ModelError
	return errors.As(err, &damaged) || errors.As(err, &foreign) || errors.As(err, &broken)
}

// shardShowCommand is mc shard show.
type shardShowCommand struct {
	Dir     string `name:"run" required:"" placeholder:"DIR" help:"The directory of the run."`
	JSON    bool   `name:"json" help:"Print the result as one object (mc.result/1) instead of text."`
	Output  string `short:"o" placeholder:"FILE" help:"Write the trace of the first violated property to this file."`
	Full    bool   `help:"Tell the counterexample step by step, not in brief."`
	Verbose bool   `short:"v" help:"Also the table of rules, the levels, their digests, and the counterexample step by step."`
}

// Run prints the result, or how far the run is.
func (c *shardShowCommand) Run(w *world) error {
	check, p, err := begun(w, c.Dir)
	if err != nil {
		return err
	}
	run, err := openShards(p, c.Dir, check, share{}, "")
	if err != nil {
		return failed(p.spec.Name, err)
	}
	stand, err := run.Stand()
	run.Close()
	if err != nil {
		return failed(p.spec.Name, err)
	}
	if !stand.Ended {
		if c.JSON || c.Output != "" {
			return usage("%s holds a run that is not over and has no result yet: %s", c.Dir, howFar(stand))
		}
		if _, err := fmt.Fprintln(w.prose, howFar(stand)); err != nil {
			return written(err)
		}
		return ended{verdict.Inconclusive}
	}
	check.result = stand.Result
	check.JSON, check.Output, check.Full, check.Verbose = c.JSON, c.Output, c.Full, c.Verbose
	return check.Run(w)
}

// shardDriveCommand is mc shard drive.
type shardDriveCommand struct {
	Name string `arg:"" optional:"" help:"The scheduler."`
}

// Run prints a driver as it is, or what there are.
func (c *shardDriveCommand) Run(w *world) error {
	if c.Name == "" {
		for _, d := range drive.Drivers {
			if _, err := fmt.Fprintf(w.prose, "%-10s  %s\n", d.Name, d.What); err != nil {
				return written(err)
			}
		}
		return nil
	}
	driver, found := drive.Named(c.Name)
	if !found {
		return usage("there is no driver %q; there are %s", c.Name, drive.Names())
	}
	_, err := fmt.Fprint(w.out, driver.Text())
	return written(err)
}
