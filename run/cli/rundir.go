package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"mc/explorer"
	"mc/report"
	"mc/run/specfile"
)

// note is what a run directory says of the command that began the run: enough
// to give it again from anywhere.
type note struct {
	Args []string `json:"args"`
	File string   `json:"file,omitempty"` // the spec, and its text
	Text string   `json:"text,omitempty"`
}

// movedTo is the command line with the place where the directory is now.
func (n *note) movedTo(dir string) []string {
	args := slices.Clone(n.Args)
	for i, arg := range args {
		switch {
		case arg == "--dir" && i+1 < len(args):
			args[i+1] = dir
		case strings.HasPrefix(arg, "--dir="):
			args[i] = "--dir=" + dir
		}
	}
	return args
}

// note is that of this run.
func (c *checkCommand) note(w *world, s *specfile.Spec) string {
	n := note{Args: w.args, Text: s.Text}
	if s.Text != "" {
		n.File = c.Specs[0]
	}
	text, err := json.Marshal(n)
	if err != nil { // strings have a JSON form
		panic(err)
	}
	return string(text)
}

// release takes a result out of its directory that was told and written. What
// was interrupted may not have been told whole.
func (c *checkCommand) release(ctx context.Context, w *world, r *report.Report) error {
	if c.looking != nil || w.kept.err != nil || ctx.Err() != nil {
		return nil
	}
	if err := r.Outcome.Run.Kept.Release(); err != nil {
		return &outputError{err}
	}
	return nil
}

// stillThere adds to a failure of telling a result where that can be had.
func stillThere(r *report.Report, err error) error {
	kept := r.Outcome.Run.Kept
	if kept == nil || !kept.Whole {
		return err
	}
	return &outputError{fmt.Errorf("%w; %s", err, keptIn(kept.Dir))}
}

// keptIn says what can be done with the result in a directory.
func keptIn(dir string) string {
	return fmt.Sprintf("the result is kept: mc run show %s prints it, mc run discard %[1]s removes it", quoted(dir))
}

// unsaved says of a run whose directory only holds its states while it lasts
// that nothing is saved; it is empty for any other.
func (c *checkCommand) unsaved() string {
	if c.Dir == "" {
		return ""
	}
	for _, s := range explorer.Stores() {
		if s.Name == c.Store && !s.Resumes {
			return fmt.Sprintf("nothing is saved in %s: --store %s only keeps its levels there while it runs; %s saves", c.Dir, s.Name,
				onDisk(c.Search, c.Store))
		}
	}
	return ""
}

// warnUnsaved says so before the run.
func (c *checkCommand) warnUnsaved(out io.Writer) {
	if text := c.unsaved(); text != "" {
		fmt.Fprintf(out, "mc: %s\n", text)
	}
}

// runCommand is mc run: what is in the directory of a run.
type runCommand struct {
	Show    runShowCommand    `cmd:"" help:"Say how far a saved run has come; print the result of one that is over but was not told to the end. Changes nothing."`
	Discard runDiscardCommand `cmd:"" help:"Remove the run that a directory holds, also a damaged one; files that are not of a run stay."`
}

// runShowCommand is mc run show.
type runShowCommand struct {
	Dir     string `arg:"" help:"The directory, as given to mc check --dir."`
	JSON    bool   `name:"json" help:"Print the result as one object (mc.result/1) instead of text."`
	Output  string `short:"o" placeholder:"FILE" help:"Write the trace of the first violated property to this file."`
	Full    bool   `help:"Tell the counterexample step by step, not in brief."`
	Verbose bool   `short:"v" help:"Also the table of rules, the levels, bytes per state, and the counterexample step by step."`
}

// Run tells how far the run has come, or its result.
func (c *runShowCommand) Run(w *world) error {
	saved, err := explorer.ReadRun(c.Dir)
	if err != nil {
		return ofRun(c.Dir, err)
	}
	var n note
	if err := json.Unmarshal([]byte(saved.Note), &n); err != nil || len(n.Args) == 0 {
		return usage("%s holds a run of another program; show it with that, or remove it by mc run discard %s", c.Dir, quoted(c.Dir))
	}
	if saved.Ended {
		return c.result(w, &n)
	}
	return c.progress(w, saved, &n)
}

// progress tells how far a run has come that is not over.
func (c *runShowCommand) progress(w *world, saved *explorer.SavedRun, n *note) error {
	goOn := (&world{args: n.movedTo(c.Dir)}).resumeCommand()
	if c.JSON || c.Output != "" {
		return usage("%s holds an unfinished run, which has no result yet; go on with it: %s", c.Dir, goOn)
	}
	far := "nothing saved yet"
	if !saved.Begun {
		far = fmt.Sprintf("%d distinct states, depth %d, after %v", saved.States, saved.Depth, saved.Elapsed.Round(time.Millisecond))
	}
	_, err := fmt.Fprintf(w.prose, "%s holds an unfinished run: %s\ngo on with it, by a higher limit if one ended it: %s\n", c.Dir, far, goOn)
	return written(err)
}

// result gives the command again that began the run, from the spec's text as it
// was, and leaves the directory as it is.
func (c *runShowCommand) result(w *world, n *note) error {
	var again commands
	if _, err := w.parser(&again).Parse(n.Args); err != nil {
		return usage("%s holds a run of another version of mc (%v); show it with that one", c.Dir, err)
	}
	check := &again.Check
	check.looking, check.Quiet, check.Resume, check.Dir = n, true, true, c.Dir
	check.JSON, check.Output, check.Full, check.Verbose = c.JSON, c.Output, c.Full, c.Verbose
	w.args = n.movedTo(c.Dir)
	return check.Run(w)
}

// runDiscardCommand is mc run discard.
type runDiscardCommand struct {
	Dir string `arg:"" help:"The directory, as given to mc check --dir."`
}

// Run removes the run.
func (c *runDiscardCommand) Run(w *world) error {
	d, err := explorer.Discard(c.Dir)
	if err != nil {
		return ofRun(c.Dir, err)
	}
	text := fmt.Sprintf("%s: %s removed", c.Dir, files(len(d.Removed)))
	if len(d.Kept) > 0 {
		text += ", not of a run and kept: " + strings.Join(d.Kept, ", ")
	}
	_, err = fmt.Fprintln(w.prose, text)
	return written(err)
}

func files(n int) string {
	if n == 1 {
		return "1 file"
	}
	return fmt.Sprintf("%d files", n)
}

// ofRun words an error about a directory that was asked about.
func ofRun(dir string, err error) error {
	var nothing *explorer.NothingToResume
	switch {
	case errors.As(err, &nothing):
		return usage("%s holds no run", nothing.Dir)
	case errors.Is(err, syscall.ENOTDIR):
		return usage("%s is no directory, so it holds no run; name what was given to mc check --dir", dir)
	}
	return coded(err, errors.New(worded(err)))
}

// resumeCommand is the command line that goes on with the run of this one.
func (w *world) resumeCommand() string {
	words := []string{"mc"}
	for _, arg := range w.args {
		words = append(words, quoted(arg))
	}
	if !slices.Contains(words, "--resume") {
		words = append(words, "--resume")
	}
	return strings.Join(words, " ")
}

// again is the command that finds the trace of this run again.
func (c *checkCommand) again(w *world) string {
	switch {
	case c.result != "":
		return "mc shard show --run " + quoted(filepath.Dir(c.result))
	case c.looking != nil:
		return "mc run show " + quoted(c.Dir)
	}
	return w.again()
}

// again is the command line of this run, but for what only says how much is
// told of it, and where.
func (w *world) again() string {
	words, skip := []string{"mc"}, false
	for _, arg := range w.args {
		switch {
		case skip:
			skip = false
		case arg == "-o" || arg == "--output":
			skip = true
		case slices.Contains([]string{"-q", "--quiet", "-v", "--verbose", "--full"}, arg), strings.HasPrefix(arg, "-o"), strings.HasPrefix(arg, "--output="):
		default:
			words = append(words, quoted(arg))
		}
	}
	return strings.Join(words, " ")
}

// quoted is an argument as a shell takes it.
func quoted(arg string) string {
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("-_=./,:+%@", r)
	}
	if arg != "" && strings.IndexFunc(arg, func(r rune) bool { return !plain(r) }) < 0 {
		return arg
	}
	return "'" + strings.ReplaceAll(arg, "'", `'\''`) + "'"
}

// goOn says how to go on with a run that was cut and saved, by the command that
// does, or that nothing was; it is empty for any other.
func (c *checkCommand) goOn(out *report.Outcome, resume string) string {
	dir := out.Run.Checkpoint
	switch {
	case dir == "" && len(out.Cut.Reasons) > 0:
		return c.unsaved()
	case dir == "":
		return ""
	}
	for _, reason := range out.Cut.Reasons {
		if reason.Kind == explorer.MaxDepth || reason.Kind == explorer.MaxStates {
			return fmt.Sprintf("progress saved in %s: resume with --resume and a higher limit than %s", dir, reason)
		}
	}
	return fmt.Sprintf("progress saved in %s: resume with %s", dir, resume)
}

// whatIsLeft tells a user who pressed Ctrl-C what became of the run.
func whatIsLeft(r *report.Report, specs int) string {
	text := fmt.Sprintf(", nothing saved; %s saves a run so that it can be resumed", onDisk(r.Search, r.Outcome.Run.Store))
	if saved := r.GoOn; saved != "" {
		text = ", " + saved
	}
	if kept := r.Outcome.Run.Kept; kept != nil && kept.Whole {
		text = ", " + keptIn(kept.Dir)
	}
	if specs > 0 {
		text += fmt.Sprintf("; %d more specs were not run", specs)
	}
	return text
}
