package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path"
	"runtime"
	"slices"
	"strings"

	"mc/cmd/mc/internal/cache"
	"mc/cmd/mc/internal/matrix"
	"mc/cmd/mc/internal/progress"
	"mc/cmd/mc/internal/specfile"
	"mc/cmd/mc/internal/verdict"
	"mc/model"
	"mc/specs"
)

// matrixCommand is mc matrix.
type matrixCommand struct {
	Specs []string `arg:"" optional:"" name:"spec" help:"Scenarios: spec files, directories, or names of embedded specs. Default: a curated list."`

	Columns   string `default:"generations" placeholder:"COLUMNS" help:"generations (the default), releases, or some of either separated by commas."`
	Format    string `default:"text" placeholder:"FORMAT" help:"One of text, markdown, json, html."`
	JSON      bool   `name:"json" help:"Short for --format json."`
	Output    string `short:"o" placeholder:"FILE" help:"Write to this file instead of standard output."`
	MaxStates uint64 `placeholder:"N" help:"Visit at most this many distinct states in a cell. Default: as the row says, or 2000000."`
	Strict    bool   `help:"Fail if a cell differs from the recorded table."`

	results

	Workers int  `placeholder:"N" help:"Cells explored at a time. Default: one per processor."`
	Quiet   bool `short:"q" help:"No progress on standard error."`
}

// results are the flags about what was computed before.
type results struct {
	Cache   string `placeholder:"DIR" help:"Keep results in this directory. Default: one for mc among the user's caches."`
	NoCache bool   `help:"Compute everything anew, and keep nothing."`
}

// open finds the results that were kept. Without a place for them there are
// none, which is an error only if the user named the place.
func (r *results) open(w *world) (*cache.Cache, error) {
	if r.NoCache {
		if r.Cache != "" {
			return nil, usage("--no-cache contradicts --cache %s; give one of them", r.Cache)
		}
		return nil, nil
	}
	dir, err := r.Cache, error(nil)
	if dir == "" {
		dir, err = cache.DefaultDir()
	}
	var kept *cache.Cache
	if err == nil {
		kept, err = cache.Open(dir)
	}
	if err != nil && r.Cache == "" {
		fmt.Fprintf(w.err, "mc: results are not kept: %v\n", err)
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
	columns, err := matrix.Columns(c.Columns)
	if err != nil {
		return usage("--columns %s: %v", c.Columns, err)
	}
	rows, err := c.rows(w)
	if err != nil {
		return err
	}
	table, err := c.fill(w, rows, columns)
	if err != nil {
		return err
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
	if c.Workers < 0 {
		return usage("--workers cannot be negative; leave it out for one per processor")
	}
	if c.Strict && c.MaxStates > 0 {
		return usage("--strict compares with cells of the recorded limits; drop --max-states")
	}
	return oneOf("--format", c.Format, "text", "markdown", "json", "html")
}

// rows are the scenarios that the command line names, or the curated ones.
func (c *matrixCommand) rows(w *world) ([]matrix.Row, error) {
	var rows []matrix.Row
	var err error
	if len(c.Specs) == 0 {
		rows, err = curatedRows(w)
	} else {
		rows, err = namedRows(w, c.Specs)
	}
	if c.MaxStates > 0 {
		for i := range rows {
			rows[i].States = c.MaxStates
		}
	}
	return rows, err
}

func curatedRows(w *world) ([]matrix.Row, error) {
	choices, err := matrix.Curated()
	if err != nil {
		return nil, err
	}
	var rows []matrix.Row
	for _, choice := range choices {
		s, err := embedded(choice.Spec)
		if err != nil {
			return nil, err
		}
		row, err := rowOf(w, s, choice.Property)
		if err != nil {
			return nil, err
		}
		rows = append(rows, asCurated(row, choices))
	}
	return rows, nil
}

// embedded reads the spec of that name that comes with mc.
func embedded(name string) (*specfile.Spec, error) {
	file, ok := specs.Path(name)
	if !ok {
		return nil, fmt.Errorf("there is no embedded spec %q%s", name, suggest(name, specs.Names()))
	}
	data, err := specs.Read(file)
	if err != nil {
		return nil, err
	}
	return specfile.Parse("specs/"+file, data)
}

// namedRows makes a row of every property that a named spec speaks of. A spec
// with a curated row has that row's bounds. Specs of which nothing can be asked
// are left out if there are others.
func namedRows(w *world, names []string) ([]matrix.Row, error) {
	choices, err := matrix.Curated()
	if err != nil {
		return nil, err
	}
	var rows []matrix.Row
	var out specfile.Problems
	for _, name := range names {
		found, err := find(name)
		if err != nil {
			return nil, err
		}
		for _, s := range found {
			these, err := rowsOf(w, s)
			var odd *unaskable
			if errors.As(err, &odd) {
				out = append(out, odd.problem)
			} else if err != nil {
				return nil, err
			}
			rows = append(rows, these...)
		}
	}
	if len(rows) == 0 {
		return nil, out.Err()
	}
	for _, problem := range out {
		fmt.Fprintf(w.err, "mc: left out: %v\n", problem)
	}
	for i := range rows {
		rows[i] = asCurated(rows[i], choices)
	}
	return rows, nil
}

// unaskable is a spec that has no row in any matrix.
type unaskable struct{ problem *specfile.Problem }

func (u *unaskable) Error() string { return u.problem.Error() }

// rowsOf makes the rows of one spec.
func rowsOf(w *world, s *specfile.Spec) (rows []matrix.Row, err error) {
	properties := slices.Clone(s.Check)
	if properties == nil {
		properties = sortedKeys(s.Expect)
	}
	if len(properties) == 0 {
		return nil, &unaskable{s.Complain("check", "names no property, so there is nothing to ask in a matrix; add check: or expect:")}
	}
	for _, property := range properties {
		row, err := rowOf(w, s, property)
		if err != nil {
			return nil, err
		}
		rows = append(rows, row)
	}
	return rows, nil
}

// asCurated gives a row the bounds of the curated row about the same.
func asCurated(row matrix.Row, choices []matrix.Choice) matrix.Row {
	for _, c := range choices {
		if c.Spec == row.Spec.Name && c.Property == row.Property {
			if row.Bounds, row.Needs = c.Set, c.Needs; c.States > 0 {
				row.States = c.States
			}
		}
	}
	return row
}

// rowOf makes a row of a spec and one of its properties.
func rowOf(w *world, s *specfile.Spec, property string) (matrix.Row, error) {
	entry, err := resolve(s, w.models)
	if err != nil {
		return matrix.Row{}, err
	}
	constants, err := entry.Constants(s.Constants())
	if err != nil {
		return matrix.Row{}, err
	}
	if !slices.ContainsFunc(constants, func(c model.Constant) bool { return c.Name == "generation" }) {
		return matrix.Row{}, &unaskable{s.Complain("model", "%s has no generations to compare; name a spec of a model that has (mc list specs)", s.Model)}
	}
	v, err := entry.Vocabulary(s.Constants())
	if err != nil {
		return matrix.Row{}, err
	}
	p, ok := v.Property(property)
	if !ok {
		return matrix.Row{}, usage("%s: %s has no property %q%s", s.Name, s.Model, property, suggest(property, v.PropertyNames()))
	}
	return matrix.Row{Spec: s, Entry: entry, Property: p.Name, States: matrix.DefaultStates}, nil
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
	o := matrix.Options{Workers: c.Workers, Cache: kept}
	if o.Workers == 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	line := &progress.Line{Out: w.err, Terminal: w.errTTY}
	if !c.Quiet {
		o.Progress = func(p matrix.Progress) { line.Say(p.String()) }
	}
	table, err := matrix.Fill(ctx, rows, columns, o)
	line.Clear()
	var lost *matrix.KeepError
	switch {
	case errors.Is(err, context.Canceled):
		fmt.Fprintln(w.err, "mc: interrupted; the cells that were done are kept, and the next run goes on from there")
		return nil, ended{verdict.Interrupted}
	case errors.As(err, &lost):
		return nil, &outputError{err}
	case err != nil:
		return nil, &faultError{err}
	}
	return table, nil
}

// write renders the table.
func (c *matrixCommand) write(w *world, t *matrix.Table) error {
	color := w.style(false).Color && c.Output == ""
	render := map[string]func(io.Writer) error{
		"text":     func(out io.Writer) error { return t.Text(out, color) },
		"markdown": t.Markdown, "json": t.JSON, "html": t.HTML,
	}[c.Format]
	if c.Output != "" {
		return create(c.Output, render)
	}
	return written(render(w.out))
}

// recordedTable is the table of a set of columns that comes with mc.
func recordedTable(columns string) (*matrix.Table, error) {
	data, err := specs.Read(path.Join("matrix", columns+".json"))
	if err != nil {
		return nil, fmt.Errorf("no table is recorded for %s: %w", columns, err)
	}
	return matrix.Read(data)
}

// compare holds the table against the recorded ones.
func (c *matrixCommand) compare(w *world, t *matrix.Table) error {
	recorded := &matrix.Recorded{}
	for _, columns := range []string{matrix.Generations, matrix.Releases} {
		r, err := recordedTable(columns)
		if err != nil {
			return err
		}
		recorded.Tables = append(recorded.Tables, r)
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
