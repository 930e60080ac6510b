package explorer

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"sync"
	"time"
	"unsafe"

	"mc/explorer/internal/expand"
	"mc/explorer/internal/pack"
	"mc/explorer/internal/parts"
	"mc/explorer/internal/runs"
	"mc/explorer/internal/shards"
	"mc/explorer/internal/store"
	"mc/explorer/internal/sum"
)

// Do implements Shards.
func (r *sharded[S]) Do(ctx context.Context, task string) error {
	a, err := r.attempt(task)
	if err != nil {
		return err
	}
	if is, err := r.past(a); is || err != nil {
		return err
	}
	p, err := shards.Read[shardSearch](r.folder, a.Plan)
	if errors.Is(err, fs.ErrNotExist) {
		return &TooEarly{r.dir, task}
	} else if err != nil {
		return err
	}
	if a.Task >= len(p.Tasks) {
		return fmt.Errorf("explorer: plan %d has %d tasks, and no %s", a.Plan, len(p.Tasks), task)
	}
	if err := r.restore(p); err != nil {
		return err
	}
	made, err := r.perform(p, a.Task)
	if err == nil {
		err = shards.Publish(r.folder, made)
	}
	if err != nil {
		if is, _ := r.past(a); is { // its files may be gone
			return nil
		}
	}
	return err
}

// attempt reads the name of a task.
func (r *sharded[S]) attempt(task string) (a shards.Attempt, err error) {
	var work string
	if _, err := fmt.Sscanf(strings.ReplaceAll(task, "/", " "), "%d %s %d", &a.Plan, &work, &a.Task); err != nil || a.Plan < 1 || a.Task < 0 {
		return a, fmt.Errorf("explorer: %q is no task; their names are those that the plan gives, as 12/merge/3", task)
	}
	return a, nil
}

// past tells whether a task is done, or its plan is past.
func (r *sharded[S]) past(a shards.Attempt) (bool, error) {
	if done, err := r.folder.Done(a); done || err != nil {
		return done, err
	}
	return r.folder.Followed(a.Plan)
}

// Refuse implements Shards.
func (r *sharded[S]) Refuse(task string, code int, text string) error {
	a, err := r.attempt(task)
	if err != nil {
		return err
	}
	return r.folder.Refuse(shards.Failure{Attempt: a, Code: code, Text: text})
}

// perform does a task.
func (r *sharded[S]) perform(p *plan, i int) (made *report, err error) {
	began := time.Now()
	switch p.Work {
	case shards.Merge:
		made, err = r.merge(p, i)
	case shards.Seek:
		made, err = r.look(p, i)
	default:
		made, err = r.expand(p, i)
	}
	if err == nil {
		made.Seconds = time.Since(began).Seconds() * float64(r.s.opt.Workers)
	}
	return made, err
}

// merge does a task of a merge.
func (r *sharded[S]) merge(p *plan, i int) (*report, error) {
	s := r.s
	o := shards.MergeOptions{Rules: len(s.m.Rules), Workers: s.opt.Workers, Memory: r.memory()}
	var adders []*sum.Summer[S]
	if s.opt.Sums {
		if _, err := sum.New[S](s.m.Layout()); err != nil {
			return nil, &ModelError{s.m.Name, err.Error()}
		}
		o.Each = func() func([]uint64) {
			add, _ := sum.New[S](s.m.Layout())
			adders = append(adders, add)
			var in pack.Cell[S]
			return func(state []uint64) {
				s.packer.Unpack(unsafe.Pointer(&in.State), &state[0])
				add.Add(&in.State)
			}
		}
	}
	a := shards.Attempt{Plan: p.Number, Task: i}
	m, err := r.folder.Merge(a, &p.Tasks[i], p.Candidates, p.Segments, o)
	if err != nil {
		return nil, err
	}
	made := &report{Attempt: a, Parts: m.Parts, Created: m.Created, States: m.Read}
	for _, add := range adders {
		made.Search.Sum.Add(add.Sum)
	}
	return made, nil
}

// memory is what a task may take.
func (r *sharded[S]) memory() uint64 { return cmp.Or(r.s.opt.Memory, 1<<30) }

// taskWorker expands states on behalf of one goroutine.
type taskWorker[S comparable] struct {
	x        *expand.Expander[S]
	gathered *shards.Gatherer
	err      error
}

// Add takes successors.
func (w *taskWorker[S]) Add(b *store.Batch) { w.gathered.Add(b) }

// Decided learns of a find, which the report will tell.
func (w *taskWorker[S]) Decided(int, expand.Where) {}

// expand does a task of an expansion.
func (r *sharded[S]) expand(p *plan, i int) (*report, error) {
	s, task := r.s, &p.Tasks[i]
	level, open, err := r.openLevel(p.Last(), task)
	defer func() { parts.Close(open) }()
	if err != nil {
		return nil, err
	}
	a := shards.Attempt{Plan: p.Number, Task: i}
	s.work.set(store.Work{Level: level, List: task.Portions()})
	workers := make([]*taskWorker[S], s.opt.Workers)
	var wg sync.WaitGroup
	for k := range workers {
		w := &taskWorker[S]{gathered: r.folder.Gather(a, r.memory()/uint64(len(workers)))}
		w.x = s.expander(w, false)
		workers[k] = w
		wg.Go(func() { w.err = r.expandAll(w, p.Work == shards.Judge) })
	}
	wg.Wait()
	return r.found(a, task, workers)
}

// expandAll goes through portions of a level.
func (r *sharded[S]) expandAll(w *taskWorker[S], judge bool) error {
	s := r.s
	n := s.packer.Words()
	buf := make([]uint64, maxPortion*n)
	w.x.Begin(s.open)
	var failed error
	err := w.x.Guard(func() {
		for portion, more := s.work.take(); more && failed == nil; portion, more = s.work.take() {
			var states []uint64
			if states, failed = s.work.level.Read(portion, buf); failed != nil {
				return
			}
			for ; len(states) > 0 && w.x.Err() == nil; states = states[n:] {
				w.x.Load(states)
				w.x.Judge()
				if !judge {
					w.x.Expand(false)
				}
			}
			failed = errors.Join(w.x.Err(), w.gathered.Err())
		}
		w.x.Flush()
	})
	return errors.Join(err, failed)
}

// found is the report of an expansion.
func (r *sharded[S]) found(a shards.Attempt, task *shards.Task, workers []*taskWorker[S]) (*report, error) {
	s := r.s
	made := &report{Attempt: a, States: task.States}
	made.Search.Tally.Init(len(s.m.Rules), len(s.m.Budgets), len(s.decisions), s.counts())
	best := make([]expand.Find, len(s.decisions))
	var errs []error
	for _, w := range workers {
		list, err := w.gathered.End()
		errs = append(errs, w.err, err)
		made.Parts = append(made.Parts, list...)
		made.Search.Tally.Add(&w.x.Tally)
		for i := range best {
			if f := &w.x.Finds[i]; f.At != expand.Nowhere && best[i].Yields(f.At, f.State) {
				best[i].Set(f.At, f.State)
			}
		}
	}
	for i, d := range s.decisions {
		made.Search.Finds = append(made.Search.Finds, savedOf(best[i]))
		made.Search.Premises = append(made.Search.Premises, d.Premise.Load())
	}
	return made, errors.Join(errs...)
}

// look does a task of a search for predecessors.
func (r *sharded[S]) look(p *plan, i int) (*report, error) {
	s, task := r.s, &p.Tasks[i]
	g := p.Of(p.Level)
	var window parts.Window
	defer window.Free()
	var level store.Level
	var open []*parts.Part
	var err error
	list := task.Portions()
	if g.Shared() {
		if open, err = r.folder.Open(g.Parts); err == nil {
			window.Words = s.packer.Words()
			level = store.InShared(open[0], p.Level, &window)
			list = level.Cut(maxPortion)
		}
	} else {
		level, open, err = r.openLevel(g, task)
	}
	defer func() { parts.Close(open) }()
	if err != nil {
		return nil, err
	}
	s.work.set(store.Work{Level: level, List: list})
	at := passing(r.paths, p.Level)
	found, err := s.seekAll(at)
	if err != nil {
		return nil, err
	}
	made := &report{Attempt: shards.Attempt{Plan: p.Number, Task: i}, States: task.States}
	for k := range at {
		made.Search.Least = append(made.Search.Least, least(found, k))
	}
	return made, nil
}

// openLevel are the parts of a level, as its portions number them.
func (r *sharded[S]) openLevel(g *shards.Segment, task *shards.Task) (level store.Level, open []*parts.Part, err error) {
	list := make([]*parts.Part, len(g.Parts))
	for _, piece := range task.Pieces {
		if piece.Part >= len(list) {
			return nil, open, &runs.Damaged{Path: r.dir, What: "a task has more parts than its level"}
		}
		if list[piece.Part] != nil {
			continue
		}
		one, err := r.folder.Open(g.Parts[piece.Part : piece.Part+1])
		if err != nil {
			return nil, open, err
		}
		list[piece.Part], open = one[0], append(open, one[0])
	}
	return store.InParts(list), open, nil
}
