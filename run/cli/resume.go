package cli

import (
	"fmt"
	"slices"
	"strings"

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

// again is the command line of this run, but for what only says how much is
// told of it.
func (w *world) again() string {
	words := []string{"mc"}
	for _, arg := range w.args {
		if !slices.Contains([]string{"-q", "--quiet", "-v", "--verbose"}, arg) {
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

// whatIsLeft tells a user who pressed Ctrl-C what became of the run.
func whatIsLeft(r *report.Report, specs int) string {
	text := ", nothing saved; --dir DIR saves a run so that it can be resumed"
	if saved := r.GoOn(); saved != "" {
		text = ", " + saved
	}
	if specs > 0 {
		text += fmt.Sprintf("; %d more specs were not run", specs)
	}
	return text
}
