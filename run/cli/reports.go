package cli

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"mc/report"
	"mc/report/pipeline"
	"mc/run/cli/outfile"
	"mc/run/specfile"
)

// stepSummary names the variable in which GitHub's runners give the file for what
// they show of a step.
const stepSummary = "GITHUB_STEP_SUMMARY"

// reportHelp says which formats there are.
func reportHelp() string {
	var all []string
	for _, f := range pipeline.Formats() {
		name := f.Name
		if f.File {
			name += "=FILE"
		}
		all = append(all, name+" ("+f.Doc+")")
	}
	return strings.Join(all, "; ")
}

// reportFiles are the files that reports go to.
func (c *checkCommand) reportFiles() (files []string) {
	for _, given := range c.Report {
		if _, file, _ := strings.Cut(given, "="); file != "" {
			files = append(files, file)
		}
	}
	return files
}

// reportsContradict refuses what --report cannot mean.
func (c *checkCommand) reportsContradict() error {
	for _, given := range c.Report {
		name, file, named := strings.Cut(given, "=")
		format, known := pipeline.Find(name)
		switch {
		case !known:
			return usage("--report: there is no format %q; give one of %s", name, reportHelp())
		case format.File && file == "":
			return usage("--report %s goes to a file; name it: --report %[1]s=FILE", name)
		case !format.File && named:
			return usage("--report %s goes to the runner, not to a file; drop =%s", name, file)
		case !format.File && c.JSON:
			return usage("--report %s writes to standard output, and so does --json; drop one of them", name)
		}
	}
	files := append(c.reportFiles(), c.Output)
	for i, file := range files {
		if file != "" && slices.Contains(files[:i], file) {
			return usage("%s is to hold two outputs; give each a file of its own", file)
		}
	}
	return nil
}

// told is what a pipeline is told of some specs.
type told struct {
	results []pipeline.Result
	done    []*report.Report // printed, and written to -o
}

func newTold(plans []plan) *told {
	t := &told{}
	for _, p := range plans {
		r := pipeline.Result{Name: p.spec.Name, Failed: "not run: the command ended before", Line: func(property string) int {
			return p.spec.Line("expect."+property, "expect", "check", "steps", "model")
		}}
		r.File = onDiskOnly(p.spec.File())
		t.results = append(t.results, r)
	}
	return t
}

// onDiskOnly is a file that there is, or "": a spec that comes with the program is in
// none.
func onDiskOnly(file string) string {
	if _, err := os.Stat(file); err != nil {
		return ""
	}
	return file
}

// note notes what came of a spec.
func (t *told) note(i int, r *report.Report, err error) {
	one := &t.results[i]
	one.Report, one.Failed = r, ""
	if err != nil {
		one.Failed = err.Error()
	}
}

// handOut writes the reports that were asked for, however the command ended, and
// gives up what directories of runs hold of results once all are told.
func (c *checkCommand) handOut(ctx context.Context, w *world, t *told, end error) error {
	if err := c.tellPipeline(w, t); err != nil {
		for _, r := range t.done {
			err = stillThere(r, err)
		}
		return err
	}
	if code := (ended{}); !errors.As(end, &code) {
		return end
	}
	for _, r := range t.done {
		if err := c.release(ctx, w, r); err != nil {
			return err
		}
	}
	return end
}

// tellMistakes writes the reports of specs of which some are wrong, so that none was
// checked: each mistake at its line.
func (c *checkCommand) tellMistakes(w *world, mistakes error) error {
	t := &told{}
	for _, p := range specfile.ProblemsOf(mistakes) {
		line := p.Place.Line
		name := strings.TrimSuffix(filepath.Base(p.Place.File), filepath.Ext(p.Place.File))
		t.results = append(t.results, pipeline.Result{Name: cmp.Or(name, "command line"), File: onDiskOnly(p.Place.File),
			Line: func(string) int { return line }, Failed: p.Error()})
	}
	if len(t.results) == 0 {
		return mistakes
	}
	return errors.Join(mistakes, c.tellPipeline(w, t))
}

func (c *checkCommand) tellPipeline(w *world, t *told) error {
	suite := &pipeline.Suite{Program: "mc " + version(), Results: t.results}
	for _, given := range c.Report {
		name, file, _ := strings.Cut(given, "=")
		var err error
		if file != "" {
			err = create(file, func(f io.Writer) error { return pipeline.Write(f, name, suite) })
		} else {
			err = w.tellRunner(name, suite)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// tellRunner writes a report that goes to the runner: commands on standard output,
// and what is to be shown of the step at the end of the file that is for it.
func (w *world) tellRunner(name string, suite *pipeline.Suite) error {
	if err := pipeline.Write(w.out, name, suite); err != nil {
		return written(err)
	}
	file := os.Getenv(stepSummary)
	if file == "" {
		return nil
	}
	var text bytes.Buffer
	if err := pipeline.Write(&text, "markdown", suite); err != nil {
		return err
	}
	if err := outfile.Append(file, text.Bytes()); err != nil {
		return &outputError{fmt.Errorf("%s: %w", stepSummary, err)}
	}
	return nil
}
