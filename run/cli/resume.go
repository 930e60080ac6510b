package cli

import (
	"fmt"
	"slices"
	"strings"

	"mc/explorer"
	"mc/report"
)

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
	if c.looking != nil {
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
