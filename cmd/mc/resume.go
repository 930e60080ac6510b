package main

import (
	"crypto/sha256"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"mc/cmd/mc/internal/report"
	"mc/cmd/mc/internal/specfile"
)

// identity is what two runs must have in common, beside the model, to share
// the files of a run: the spec's text, what was said over it, and the program.
func identity(s *specfile.Spec, saved bool) string {
	if !saved {
		return ""
	}
	return fmt.Sprintf("%q %q %q %q %q", s.Name, s.Hash, s.Constants(), s.Without, program())
}

// program names the version of mc; one that is not a committed state of the
// source is told from others by its own bytes.
func program() string {
	v := version()
	if v != "(devel)" && !strings.HasSuffix(v, "+dirty") {
		return v
	}
	name, err := os.Executable()
	if err != nil {
		return v
	}
	f, err := os.Open(name)
	if err != nil {
		return v
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return v
	}
	return fmt.Sprintf("%s %x", v, h.Sum(nil))
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
	text := fmt.Sprintf(", nothing saved; %s saves a run so that it can be resumed", r.OnDisk())
	if saved := r.GoOn(); saved != "" {
		text = ", " + saved
	}
	if specs > 0 {
		text += fmt.Sprintf("; %d more specs were not run", specs)
	}
	return text
}
