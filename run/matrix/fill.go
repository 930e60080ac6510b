package matrix

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"mc/explorer"
	"mc/model"
	"mc/model/schedule"
	"mc/run/cache"
	"mc/run/registry"
	"mc/traces"
)

// Options say how the cells are filled.
type Options struct {
	Workers   int // cells explored at a time; each by one worker
	Cache     *cache.Cache
	Record    *Record        // cells that it has are taken from it
	Differing bool           // only the rows that the columns differ in are kept
	Owners    *Owners        // with them, what closes each violated cell is found by trial
	Progress  func(Progress) // may be called by several at once

	// Again words the command that shows a cell which has a trace; nil: none is told.
	Again func(Story) string

	// Tell is given each cell that has a trace, with it, and returns where it wrote
	// that; several at once. A trace that is not at hand is found again. nil: nobody
	// is told.
	Tell func(Story) (page string, err error)
}

// Progress is how far filling has come.
type Progress struct {
	Cells, Done int
	Row, Column string // of the cell that reports
	States      uint64 // that it has visited
}

func (p Progress) String() string {
	return fmt.Sprintf("matrix: %d of %d cells; %s under %s: %s states", p.Done, p.Cells, p.Row, p.Column, thousands(p.States))
}

// KeepError is a result that could not be kept for the next run.
type KeepError struct{ Err error }

func (e *KeepError) Error() string { return e.Err.Error() }
func (e *KeepError) Unwrap() error { return e.Err }

// Fill explores every cell of rows by columns that the cache does not have.
// Cells of the same protocol and scenario are explored once. When ctx ends,
// Fill returns its error; what is done by then is in the cache.
func Fill(ctx context.Context, rows []Row, columns []Column, o Options) (*Table, error) {
	f := &filling{Options: o, cells: map[string]*task{}, tried: map[string]Cell{}, ways: map[string]*traces.File{}}
	table := NewTable(rows, columns)
	tasks := make([][]*task, len(rows))
	for i := range rows {
		for _, c := range columns {
			t, err := f.plan(&rows[i], c)
			if err != nil {
				return nil, err
			}
			tasks[i] = append(tasks[i], t)
		}
	}
	table.Recorded = f.recorded
	if err := f.run(ctx); err != nil {
		return nil, err
	}
	for i := range rows {
		for _, t := range tasks[i] {
			table.Rows[i].Cells = append(table.Rows[i].Cells, t.cell)
		}
	}
	if o.Differing {
		rows, tasks = differing(table, rows), differing(table, tasks)
		table.OnlyDiffering()
	}
	if o.Owners != nil {
		if err := f.credit(ctx, rows, table); err != nil {
			return nil, err
		}
	}
	return table, f.stories(ctx, rows, table, tasks)
}

// differing are those of a list beside the rows of a table whose row differs.
func differing[T any](t *Table, list []T) (some []T) {
	for i, one := range list {
		if t.Rows[i].differs() {
			some = append(some, one)
		}
	}
	return some
}

// filling is one Fill.
type filling struct {
	Options
	cells map[string]*task
	todo  []*task

	recorded int // cells that were taken from the record
	causes   int // to be found besides

	mu     sync.Mutex
	done   int
	failed error
	tried  map[string]Cell         // trials, by key
	ways   map[string]*traces.File // of those that break a claim and were searched now
}

// task is a cell to be filled, once for all places that have it.
type task struct {
	key         string
	row, column string
	entry       registry.Entry
	job         registry.Job
	script      *schedule.Script  // to be played; nil to explore
	values      map[string]string // of all constants but the variant
	cell        Cell
	trace       *traces.File // of a violation that was found now
}

// plan notes the cell of a row under a column, and takes it from the record or from
// the cache if it is there.
func (f *filling) plan(r *Row, c Column) (*task, error) {
	if cell, ok := f.Record.cell(r, c); ok {
		f.recorded++
		return &task{cell: cell}, nil
	}
	t, err := prepare(r, c)
	if err != nil {
		return nil, err
	}
	if planned, ok := f.cells[t.key]; ok {
		return planned, nil
	}
	f.cells[t.key] = t
	if t.cell.Verdict != NotApplicable && !f.Cache.Get(t.key, &t.cell) {
		f.todo = append(f.todo, t)
	}
	return t, nil
}

// prepare makes the task of a row under a column; where it cannot be asked, its
// cell says so.
func prepare(r *Row, c Column) (*task, error) {
	there, err := r.under(c)
	if err != nil {
		return nil, err
	}
	t := r.task(c, there.Entry, there.Set, r.limit(c))
	values, reason := inapplicable(r, t.entry, t.job)
	if reason != "" {
		t.key = cache.Key([]string{"n/a", r.Spec.Name, r.Property, c.Name})
		t.cell = Cell{Verdict: NotApplicable, Reason: reason}
		return t, nil
	}
	t.settle(values)
	return t, nil
}

// task is a run of the row under constants.
func (r *Row) task(c Column, e registry.Entry, set map[string]string, limit uint64) *task {
	t := &task{row: r.Spec.Name, column: c.Name, entry: e, script: r.schedule()}
	t.job = registry.Job{Set: set, Without: r.without(),
		Spec: traces.Spec{Name: r.Spec.Name, Title: r.Spec.Title, Refs: r.Spec.Refs}}
	t.job.Options = explorer.Options{Workers: 1, Check: []string{r.Property}, Fairness: r.Spec.Fairness, MaxStates: limit}
	return t
}

// settle names all that decides what comes out.
func (t *task) settle(values map[string]string) {
	t.values = values
	t.key = cache.Key(t.decides(values))
}

// decides is all that decides what comes out under values of the constants.
func (t *task) decides(values map[string]string) []any {
	o := &t.job.Options
	all := []any{"mc.matrix/1", t.entry.Name(), values, t.job.Without, t.script, o.Check[0], o.MaxStates}
	if o.Fairness != "" {
		all = append(all, o.Fairness)
	}
	if given := t.entry.Given(); given != nil {
		all = append(all, given)
	}
	return all
}

// inapplicable says why a job cannot be asked of its model, or the values that
// its constants have.
func inapplicable(r *Row, e registry.Entry, job registry.Job) (values map[string]string, reason string) {
	constants, err := e.Constants(job.Set)
	if err != nil {
		return nil, worded(e, err)
	}
	v, err := e.Vocabulary(job.Set)
	if err != nil {
		return nil, worded(e, err)
	}
	if _, ok := v.Property(r.Property); !ok {
		return nil, r.Property + " does not exist there"
	}
	if f := r.Spec.Fairness; f != "" && !slices.Contains(v.FairnessNames(), f) {
		return nil, "the fairness " + f + " does not exist there"
	}
	for _, need := range r.Needs {
		key, _, _ := strings.Cut(need, "=")
		if err := applies(e, constants, job.Set, key); err != nil {
			return nil, worded(e, err)
		}
	}
	values, err = resolved(e, constants, job.Set)
	if err != nil {
		return nil, worded(e, err)
	}
	return values, r.lacks(values)
}

// lacks says which value the row needs and does not have; "" if it has all.
func (r *Row) lacks(values map[string]string) string {
	for _, need := range r.Needs {
		key, value, some := strings.Cut(need, "=")
		if some && values[key] != value {
			return fmt.Sprintf("the row's bounds need %s, and %s is %s", need, key, values[key])
		}
	}
	return ""
}

// applies asks the model whether key has a meaning under set: one that has
// none is refused even with the value that it has there anyway.
func applies(e registry.Entry, constants []model.Constant, set map[string]string, key string) error {
	i := slices.IndexFunc(constants, func(c model.Constant) bool { return c.Name == key })
	if i < 0 {
		return fmt.Errorf("%s does not exist", key)
	}
	given := maps.Clone(set)
	given[key] = constants[i].Default
	_, err := e.Constants(given)
	return err
}

// resolved are the values of all constants; of the variant only if its name
// means something that no other constant says.
func resolved(e registry.Entry, constants []model.Constant, set map[string]string) (map[string]string, error) {
	values, err := model.Resolve(constants, set)
	if err != nil {
		return nil, err
	}
	out := map[string]string{}
	for _, c := range constants {
		text := c.Text(values[c.Name])
		if c.Name != e.Variants().Key() || e.Variants().ByName(text) {
			out[c.Name] = text
		}
	}
	return out, nil
}

// worded is what a model says against a mixture, without its own name.
func worded(e registry.Entry, err error) string {
	lines := strings.Split(err.Error(), "\n")
	for i := range lines {
		lines[i] = strings.TrimPrefix(lines[i], e.Name()+": ")
	}
	return strings.Join(lines, "; ")
}

// run explores what is left to do, several cells at a time.
func (f *filling) run(ctx context.Context) error {
	return f.each(ctx, len(f.todo), func(ctx context.Context, i int) error {
		t := f.todo[i]
		if err := f.perform(ctx, t); err != nil {
			return err
		}
		f.ended(t)
		return nil
	})
}

// each does n things, several at a time, until one fails.
func (f *filling) each(outer context.Context, n int, do func(ctx context.Context, i int) error) error {
	ctx, stop := context.WithCancel(outer)
	defer stop()
	queue := make(chan int)
	var all sync.WaitGroup
	for range max(1, f.Workers) {
		all.Go(func() {
			for i := range queue {
				if err := do(ctx, i); err != nil {
					f.fail(err)
					stop()
				}
			}
		})
	}
	for i := range n {
		if ctx.Err() != nil {
			break
		}
		queue <- i
	}
	close(queue)
	all.Wait()
	return cmp.Or(f.failed, outer.Err())
}

func (f *filling) fail(err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.failed == nil {
		f.failed = err
	}
}

// perform runs a task and keeps its verdict for the next run.
func (f *filling) perform(ctx context.Context, t *task) error {
	if f.Progress != nil {
		t.job.Options.Progress = func(p explorer.Progress) { f.report(t, p.States) }
	}
	if err := t.run(ctx); err != nil {
		return fmt.Errorf("%s under %s: %w", t.row, t.column, err)
	}
	if err := ctx.Err(); err != nil {
		return err // the cell may be cut short
	}
	if err := f.Cache.Put(t.key, t.cell); err != nil {
		return &KeepError{err}
	}
	return nil
}

// ended counts a cell that is done.
func (f *filling) ended(t *task) {
	f.mu.Lock()
	f.done++
	f.mu.Unlock()
	f.report(t, t.cell.States)
}

// run explores, or follows the schedule.
func (t *task) run(ctx context.Context) error {
	if t.script == nil {
		out, err := t.entry.Check(ctx, t.job)
		if err == nil {
			t.cell, t.trace = cellOf(out), out.Properties[0].Trace
		}
		return err
	}
	out, err := t.entry.Play(t.job, *t.script)
	if err == nil {
		t.cell, t.trace = cellOfScript(out), out.Properties[1].Trace
	}
	return err
}

func (f *filling) report(t *task, states uint64) {
	if f.Progress == nil {
		return
	}
	f.mu.Lock()
	p := Progress{Cells: len(f.cells) + f.causes, Done: len(f.cells) - len(f.todo) + f.done, Row: t.row, Column: t.column, States: states}
	f.mu.Unlock()
	f.Progress(p)
}
