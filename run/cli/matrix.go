package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"mc/explorer"
	"mc/model"
	"mc/report"
	"mc/run/cache"
	"mc/run/cli/progress"
	"mc/run/matrix"
	"mc/run/registry"
	"mc/run/specfile"
	"mc/run/verdict"
	"mc/traces/render"
	"mc/traces/tell"
)

// matrixCommand is mc matrix.
type matrixCommand struct {
	Specs []string `arg:"" optional:"" name:"spec" help:"Scenarios: spec files, directories, or names of embedded specs. Default: a curated list."`

	Columns   string `placeholder:"COLUMNS" help:"A family of variants (as generations, releases), or some variants separated by commas. Default: the first family of the scenarios' model."`
	Format    string `default:"text" placeholder:"FORMAT" help:"One of text, markdown, json, html."`
	JSON      bool   `name:"json" help:"Short for --format json."`
	Output    string `short:"o" placeholder:"FILE" help:"Write to this file instead of standard output. With --format html a directory (DIR/) takes the page, and one of each violated cell."`
	MaxStates uint64 `placeholder:"N" help:"Visit at most this many distinct states in a cell. Default: as the row says, or 2000000."`
	Causes    bool   `help:"Find by trial which keys close each violated cell, and whose they are. Takes longer."`
	Changed   bool   `help:"Only the rows that the columns differ in, and how many others there are."`
	Recorded  bool   `help:"Take what is recorded of the very same scenarios and variants, and explore only the rest."`
	Strict    bool   `help:"Fail if a cell differs from the recorded table."`

	results

	Workers int  `placeholder:"N" help:"Cells explored at a time. Default: one per processor."`
	Quiet   bool `short:"q" help:"No progress on standard error."`
}

// results are the flags about what was computed before.
type results struct {
	Cache   string `placeholder:"DIR" help:"Keep results in this directory, and take from it what is known. Default: what MC_CACHE says, or one for mc among the user's caches; off is none."`
	NoCache bool   `help:"Compute everything anew, and keep nothing."`
}

// cacheDir names the variable with the directory where nothing else says it, or with
// off.
const cacheDir = "MC_CACHE"

// off is that there is to be no cache.
const off = "off"

func (r *results) contradictions() error {
	if r.NoCache && r.Cache != "" {
		return usage("--no-cache contradicts --cache %s; give one of them", r.Cache)
	}
	return nil
}

// open finds the results that were kept. Without a place for them there are
// none, which is an error only if the user named the place.
func (r *results) open(w *world) (*cache.Cache, error) {
	if err := r.contradictions(); err != nil || r.NoCache {
		return nil, err
	}
	dir, err := cmp.Or(r.Cache, os.Getenv(cacheDir)), error(nil)
	switch dir {
	case off:
		return nil, nil
	case "":
		dir, err = cache.DefaultDir()
	}
	var kept *cache.Cache
	if err == nil {
		kept, err = cache.Open(dir)
	}
	if err != nil && r.Cache == "" {
		fmt.Fprintf(w.err, "mc: results are not kept: %v; name a place with --cache DIR, or use --no-cache\n", err)
		return nil, nil
	}
	return kept, written(err)
}

// Run fills the table and writes it.
func (c *matrixCommand) Run(w *world) error {
	if c.JSON {
		c.Format = "json"
	}
	if err := c.contradictions(); err != nil {
		return err
	}
	rows, err := c.rows(w)
	if err != nil {
		return err
	}
	if len(rows) == 0 {
		return usage("there is no list of scenarios here; name specs")
	}
	columns, err := matrix.Columns(rows[0].Entry.Variants(), c.Columns)
	if err != nil {
		return usage("--columns %s: %v", c.Columns, err)
	}
	for _, column := range columns {
		if column.Said != "" {
			fmt.Fprintf(w.err, "mc: %s\n", column.Said)
		}
	}
	if c.Changed && len(columns) < 2 {
		return usage("--changed compares columns, and %s is one; name two with --columns A,B, or a family", c.Columns)
	}
	table, err := c.fill(w, rows, columns)
	if err != nil {
		return err
	}
	if strings.Contains(c.Columns, ",") {
		table.DifferFirst() // who names columns asks how they differ
	}
	if err := c.write(w, table); err != nil {
		return err
	}
	if c.Strict {
		return c.compare(w, table)
	}
	return nil
}

func (c *matrixCommand) contradictions() error {
	if err := refusal(explorer.Options{Workers: c.Workers}.Validate()); err != nil {
		return err
	}
	if c.Strict && c.Recorded {
		return usage("--strict compares what is explored with what is recorded; drop --recorded")
	}
	if c.Strict && c.MaxStates > 0 {
		return usage("--strict compares with cells of the recorded limits; drop --max-states")
	}
	if c.Format != htmlFormat && isDirectory(c.Output) {
		return usage("-o %s: a directory takes pages; add --format html, or name a file in it", c.Output)
	}
	return oneOf("--format", c.Format, "text", "markdown", "json", htmlFormat)
}

// htmlFormat is the name of the format of pages.
const htmlFormat = "html"

// rows are the scenarios that the command line names, or the curated ones.
func (c *matrixCommand) rows(w *world) (rows []matrix.Row, err error) {
	if len(c.Specs) == 0 {
		rows, err = matrix.CuratedRows(&w.Suite)
	} else {
		var leftOut specfile.Problems
		rows, leftOut, err = matrix.NamedRows(&w.Suite, c.Specs)
		for _, problem := range leftOut {
			fmt.Fprintf(w.err, "mc: left out: %v\n", problem)
		}
	}
	if c.MaxStates > 0 {
		for i := range rows {
			rows[i].States = c.MaxStates
		}
	}
	return rows, err
}

// fill explores, with a line of progress now and then.
func (c *matrixCommand) fill(w *world, rows []matrix.Row, columns []matrix.Column) (*matrix.Table, error) {
	kept, err := c.results.open(w)
	if err != nil {
		return nil, err
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	context.AfterFunc(ctx, stop) // a second Ctrl-C ends the process at once
	o := matrix.Options{Workers: c.Workers, Cache: kept, Differing: c.Changed}
	if o.Workers == 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	if c.Recorded {
		if o.Record, err = matrix.NewRecord(&w.Suite); err != nil {
			return nil, err
		}
	}
	if c.Causes {
		if o.Owners, err = matrix.NewOwners(&w.Suite, rows); err != nil {
			return nil, err
		}
	}
	line := &progress.Line{Out: w.line, Terminal: w.errTTY}
	if !c.Quiet {
		o.Progress = func(p matrix.Progress) { line.Say(p.String()) }
	}
	if err := c.tells(w, &o); err != nil {
		return nil, err
	}
	table, err := matrix.Fill(ctx, rows, columns, o)
	line.Clear()
	var lost *matrix.KeepError
	switch {
	case errors.Is(err, context.Canceled):
		fmt.Fprintln(w.err, "mc: interrupted; the cells that were done are kept, and the next run goes on from there")
		return nil, ended{verdict.Interrupted}
	case errors.As(err, &lost), errors.As(err, new(*outputError)):
		return nil, &outputError{err}
	case err != nil:
		return nil, &faultError{err}
	}
	return table, nil
}

// tells asks for what a page and a program are told of violated cells: the command
// that shows each, and in a directory a page of it.
func (c *matrixCommand) tells(w *world, o *matrix.Options) error {
	if c.Format == htmlFormat || c.Format == "json" {
		o.Again = w.againIn
	}
	if !isDirectory(c.Output) {
		return nil
	}
	if err := os.MkdirAll(c.Output, 0o777); err != nil {
		return &outputError{fmt.Errorf("%w; nothing was explored, give -o another directory", err)}
	}
	o.Tell = func(s matrix.Story) (string, error) {
		page := s.Name + "." + htmlFormat
		told := render.Options{Replay: w.againIn(s), Text: tell.Options{Unicode: true}}
		return page, create(filepath.Join(c.Output, page), func(f io.Writer) error {
			return render.Render(f, s.Trace, htmlFormat, told)
		})
	}
	return nil
}

// againIn is the command that shows what a cell of a matrix says.
func (w *world) againIn(s matrix.Story) string {
	if s.Script || s.Row.Spec.Questions != nil || s.Entry.Given() != nil { // no flags say that
		name := s.Row.Spec.File()
		if _, embedded := w.Specs.Path(s.Row.Spec.Name); embedded {
			name = s.Row.Spec.Name
		}
		return "mc matrix --columns " + quoted(s.Column.Name) + " " + quoted(name)
	}
	words := []string{"mc check --model", quoted(s.Entry.Name())}
	set := acting(s.Entry, s.Job.Set)
	for _, name := range slices.Sorted(maps.Keys(set)) {
		words = append(words, "--set", quoted(name+"="+set[name]))
	}
	for _, rule := range s.Job.Without {
		words = append(words, "--without", quoted(rule))
	}
	if fairness := s.Job.Options.Fairness; fairness != "" {
		words = append(words, "--fairness", quoted(fairness))
	}
	return strings.Join(append(words, "--check", quoted(s.Row.Property)), " ")
}

// acting are constants without those that would be refused because they do nothing.
func acting(e registry.Entry, given map[string]string) map[string]string {
	set := maps.Clone(given)
	for {
		constants, err := e.Constants(set)
		if err != nil {
			return given
		}
		values, err := model.Resolve(constants, set)
		if err != nil || model.Idle(constants, values, set) == nil {
			return set
		}
		before := len(set)
		for _, one := range constants {
			if len(model.Unmet(constants, values, one.Needs)) > 0 {
				delete(set, one.Name)
			}
		}
		if len(set) == before {
			return set
		}
	}
}

// write renders the table.
func (c *matrixCommand) write(w *world, t *matrix.Table) error {
	style, out := w.style(false), w.out
	switch {
	case c.Output != "":
		style = report.Style{}
	case c.Format == "text":
		out = w.prose
	}
	render := map[string]func(io.Writer) error{
		"text":     func(out io.Writer) error { return t.Text(out, style) },
		"markdown": t.Markdown, "json": t.JSON, htmlFormat: t.HTML,
	}[c.Format]
	switch {
	case isDirectory(c.Output):
		return create(filepath.Join(c.Output, "index.html"), render)
	case c.Output != "":
		return create(c.Output, render)
	}
	return written(render(out))
}

// compare holds the table against the recorded ones.
func (c *matrixCommand) compare(w *world, t *matrix.Table) error {
	recorded, err := matrix.ReadRecorded(w.Specs, w.Models.Families()...)
	if err != nil {
		return err
	}
	differ, missing := t.Differences(recorded)
	for _, d := range differ {
		fmt.Fprintf(w.err, "mc: %s\n", d)
	}
	switch {
	case len(differ) > 0:
		fmt.Fprintf(w.err, "mc: %d cells are not as recorded\n", len(differ))
		return ended{verdict.Unmet}
	case len(missing) > 0:
		return usage("--strict: no verdict is recorded for %s; leave out what is not in the recorded tables", strings.Join(missing, ", "))
	}
	return nil
}
