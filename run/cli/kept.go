package cli

import (
	"encoding/json"
	"fmt"
	"io"

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

// release takes a result out of its directory that was told and written.
func (c *checkCommand) release(w *world, r *report.Report) error {
	if c.looking != nil || w.kept.err != nil {
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
	dir := quoted(kept.Dir)
	return &outputError{fmt.Errorf("%w; the result is kept: mc run show %s prints it, mc run discard %s removes it", err, dir, dir)}
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
