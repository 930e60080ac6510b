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
)

// Options say how the cells are filled.
type Options struct {
	Workers  int // cells explored at a time; each by one worker
	Cache    *cache.Cache
	Progress func(Progress) // may be called by several at once
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
	f := &filling{Options: o, cells: map[string]*task{}}
	table := NewTable(rows, columns)
	var keys [][]string
	for i := range rows {
		line := make([]string, len(columns))
		for j, c := range columns {
			key, err := f.plan(&rows[i], c)
			if err != nil {
				return nil, err
			}
			line[j] = key
		}
		keys = append(keys, line)
	}
	if err := f.run(ctx); err != nil {
		return nil, err
	}
	for i := range rows {
		for _, key := range keys[i] {
			table.Rows[i].Cells = append(table.Rows[i].Cells, f.cells[key].cell)
		}
	}
	return table, nil
}

// filling is one Fill.
type filling struct {
	Options
	cells map[string]*task
	todo  []*task

	mu     sync.Mutex
	done   int
	failed error
}

// task is a cell to be filled, once for all places that have it.
type task struct {
	key         string
	row, column string
	entry       registry.Entry
	job         registry.Job
	script      *schedule.Script // to be played; nil to explore
	cell        Cell
}

// plan notes the cell of a row under a column, and takes it from the cache if
// it is there.
func (f *filling) plan(r *Row, c Column) (key string, err error) {
	there, err := r.under(c)
	if err != nil {
		return "", err
	}
	t := &task{row: r.Spec.Name, column: c.Name, entry: there.Entry}
	t.job = registry.Job{Set: there.Set, Without: r.without()}
	t.job.Options = explorer.Options{Workers: 1, Check: []string{r.Property}, MaxStates: r.States}
	t.script = r.schedule()
	values, reason := inapplicable(r, t.entry, t.job)
	if reason != "" {
		t.key = cache.Key([]string{"n/a", r.Spec.Name, r.Property, c.Name})
		t.cell = Cell{Verdict: NotApplicable, Reason: reason}
		f.cells[t.key] = t
		return t.key, nil
	}
	t.key = cache.Key([]any{"mc.matrix/1", t.entry.Name(), values, t.job.Without, t.script, r.Property, r.States})
	if _, planned := f.cells[t.key]; planned {
		return t.key, nil
	}
	f.cells[t.key] = t
	if !f.Cache.Get(t.key, &t.cell) {
		f.todo = append(f.todo, t)
	}
	return t.key, nil
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
	for _, key := range r.Needs {
		if err := applies(e, constants, job.Set, key); err != nil {
			return nil, worded(e, err)
		}
	}
	values, err = resolved(e, constants, job.Set)
	if err != nil {
		return nil, worded(e, err)
	}
	return values, ""
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
func (f *filling) run(outer context.Context) error {
	ctx, stop := context.WithCancel(outer)
	defer stop()
	queue := make(chan *task)
	var all sync.WaitGroup
	for range max(1, f.Workers) {
		all.Go(func() {
			for t := range queue {
				if err := f.explore(ctx, t); err != nil {
					f.fail(err)
					stop()
				}
			}
		})
	}
	for _, t := range f.todo {
		if ctx.Err() != nil {
			break
		}
		queue <- t
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

func (f *filling) explore(ctx context.Context, t *task) error {
	if f.Progress != nil {
		t.job.Options.Progress = func(p explorer.Progress) { f.report(t, p.States) }
	}
	if err := t.run(ctx); err != nil {
		return fmt.Errorf("%s under %s: %w", t.row, t.column, err)
	}
	if err := ctx.Err(); err != nil {
		return err // the cell may be cut short
	}
	f.mu.Lock()
	f.done++
	f.mu.Unlock()
	f.report(t, t.cell.States)
	if err := f.Cache.Put(t.key, t.cell); err != nil {
		return &KeepError{err}
	}
	return nil
}

// run explores, or follows the schedule.
func (t *task) run(ctx context.Context) error {
	if t.script == nil {
		out, err := t.entry.Check(ctx, t.job)
		if err == nil {
			t.cell = cellOf(out)
		}
		return err
	}
	out, err := t.entry.Play(t.job, *t.script)
	if err == nil {
		t.cell = cellOfScript(out)
	}
	return err
}

func (f *filling) report(t *task, states uint64) {
	if f.Progress == nil {
		return
	}
	f.mu.Lock()
	p := Progress{Cells: len(f.cells), Done: len(f.cells) - len(f.todo) + f.done, Row: t.row, Column: t.column, States: states}
	f.mu.Unlock()
	f.Progress(p)
}
