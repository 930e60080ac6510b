package explorer

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"time"

	"mc/explorer/internal/expand"
	"mc/explorer/internal/runs"
	"mc/explorer/internal/shards"
	"mc/explorer/internal/store"
	"mc/explorer/internal/sum"
	"mc/model"
)

// Shards is a breadth-first search in a directory that many processes carry out. Who
// drives it asks for what is to be done next and has every task of that done, each at least
// once, by whomever and in any order; then he asks again. Any of them may end at any
// time.
type Shards interface {
	// Init begins the run: in an empty directory, or one that does not exist.
	Init() error
	// Next takes up what is done, does what is little, and tells what is left.
	Next(ctx context.Context, o Inline) (*Stand, error)
	// Do does a task of those that Next has told; if that is done, nothing. The error
	// is *TooEarly where the plan of the task is not to be seen yet.
	Do(ctx context.Context, task string) error
	// Refuse says that a task will never be done: Next returns it as *Refused.
	Refuse(task string, code int, text string) error
	// Stand tells how far the run is.
	Stand() (*Stand, error)
	Close()
}

// Inline says what Next does itself, and how large tasks are.
type Inline struct {
	States uint64        // levels up to so many are not made into tasks
	Target time.Duration // what a task is to take, of one worker; 0 means half a minute
}

// Stand is how far a run in tasks is.
type Stand struct {
	Ended  bool
	Result string   // the file for Options.Result, once it has ended
	Tasks  []string // that are to be done, if it has not
	Work   string   // of these: expand, judge, merge, seek
	Level  int      // that is expanded, made or sought in
	States uint64   // distinct, in complete levels
	Depth  int      // complete levels
}

// TooEarly says that a task is not known yet: shared storage may show names late.
type TooEarly struct{ Dir, Task string }

func (e *TooEarly) Error() string {
	return fmt.Sprintf("explorer: the plan of task %s is not to be seen in %s; if it does not come to be, the storage is not the one of who made it", e.Task, e.Dir)
}

// Refused says that a task will never be done.
type Refused struct {
	Task, File string
	Code       int
	Text       string
}

func (e *Refused) Error() string {
	return fmt.Sprintf("task %s: %s; when that is mended, remove %s", e.Task, e.Text, e.File)
}

// aboutFile says what is searched, for who has only the directory.
const aboutFile = "run.json"

// resultFile is the result of a run in tasks, in the form of a manifest.
const resultFile = "result.json"

type about struct{ Note string }

// ReadShards is the note of the run in tasks that a directory holds. If it holds none the
// error is *NothingToResume.
func ReadShards(dir string) (note string, err error) {
	var a about
	err = runs.ReadManifest(runs.OS{}, filepath.Join(dir, aboutFile), &a)
	if errors.Is(err, fs.ErrNotExist) {
		return "", &NothingToResume{dir}
	}
	return a.Note, err
}

// shardSearch is all that is known of a search between two plans.
type shardSearch struct {
	Counts  expand.Counts
	Sizes   []uint64
	Total   expand.Tally
	Sealed  expand.Tally
	ByDepth []atDepth
	Claims  []savedDecision
	Sums    []sum.Sum
	Why     *savedReason // for which it ends
	Whole   bool
	Ending  bool // there are only paths to be found
	Cut     savedCut
	Backs   [][][]uint64 // of these what has been found, the last state first
	Nexts   []int        // and where the next of each is sought
	Began   time.Time
	Rates   [2]float64 // states a second, of one worker: expanded, merged
}

// savedCut is in what a search came short of the whole.
type savedCut struct {
	Frontier uint64
	Reasons  []savedReason
}

// shardReport is what a task finds out of the search.
type shardReport struct {
	Tally    expand.Tally
	Finds    []savedFind
	Premises []bool
	Sum      sum.Sum
	Least    [][]uint64 // by path that passes the level
}

type (
	plan   = shards.Plan[shardSearch]
	report = shards.Report[shardReport]
)

// sharded is the one implementation of Shards.
type sharded[S comparable] struct {
	s      *search[S]
	dir    string
	folder shards.Folder
	inline Inline
	paths  []*rebuilt[S] // once the search is over
	sums   []sum.Sum
	began  time.Time
	rates  [2]float64
}

// NewShards makes a search of m in tasks, in a directory. Options.Dir and Resume have no
// part in it; the store is the exact one.
func NewShards[S comparable](m *model.Model[S], dir string, opt Options) (Shards, error) {
	if opt.Dir != "" || cmp.Or(opt.Search, BreadthFirst) != BreadthFirst || cmp.Or(opt.Store, StoreExact) != StoreExact {
		return nil, errors.New("explorer: a run in tasks is breadth first, with the exact store, in a directory of its own")
	}
	s, err := newSearch(m, opt)
	if err != nil {
		return nil, err
	}
	if s.opt.disk == nil {
		s.opt.disk = runs.OS{}
	}
	for _, d := range s.decisions {
		if d.Property.Kind.Temporal() {
			s.close()
			return nil, fmt.Errorf("explorer: %s is a claim about runs that go on for ever, which needs the whole graph of states on one machine; check it without tasks, or choose other properties", d.Property.Name)
		}
	}
	return &sharded[S]{s: s, dir: dir, folder: shards.Folder{Disk: s.opt.disk, Dir: dir, Run: s.identity(), Words: s.packer.Words()}}, nil
}

// Close gives back what the search has of memory.
func (r *sharded[S]) Close() { r.s.close() }

// lock keeps others from planning; tasks are done without it.
func (r *sharded[S]) lock() (unlock func(), err error) {
	if _, real := r.s.opt.disk.(runs.OS); !real {
		return func() {}, nil
	}
	return lock(r.dir)
}

// Init implements Shards.
func (r *sharded[S]) Init() error {
	disk := r.s.opt.disk
	if err := disk.MkdirAll(r.dir); err != nil {
		return &NoDirectory{r.dir, err}
	}
	names, err := disk.ReadDir(r.dir)
	if err != nil {
		return fmt.Errorf("explorer: the run directory cannot be read: %w", err)
	}
	if len(names) > 0 {
		return &Taken{r.dir, names}
	}
	unlock, err := r.lock()
	if err != nil {
		return err
	}
	defer unlock()
	if err := runs.WriteManifest(disk, filepath.Join(r.dir, aboutFile), &about{r.s.opt.Note}); err != nil {
		return err
	}
	r.began = time.Now()
	p, err := r.initial()
	if err == nil {
		_, err = shards.Write(r.folder, p)
	}
	return err
}

// initial builds level 1.
func (r *sharded[S]) initial() (*plan, error) {
	s := r.s
	s.open = s.roster()
	first := shards.Attempt{}
	w := &taskWorker[S]{gathered: r.folder.Gather(first, 1<<24)}
	w.x = s.expander(w, false)
	if err := s.start(w.x); err != nil {
		return nil, err
	}
	found, err := w.gathered.End()
	if err != nil {
		return nil, err
	}
	s.total.Add(&w.x.Tally)
	at := &plan{Work: shards.Merge, Level: 1, Candidates: found, Tasks: []shards.Task{{}}}
	level, err := r.merge(at, 0)
	if err != nil {
		return nil, err
	}
	next := r.add(at, []*report{level})
	s.decideBy(0, func(i int) expand.Find { return w.x.Finds[i] })
	s.sealed = s.total.Clone()
	return r.expansion(next), nil
}

// saved is what a plan says of the search.
func (r *sharded[S]) saved() shardSearch {
	s := r.s
	c := shardSearch{Counts: s.counts(), Sizes: s.sizes, Total: s.total.Clone(), Sealed: s.sealed.Clone(), ByDepth: s.byDepth, Sums: r.sums,
		Whole: s.whole, Began: r.began, Rates: r.rates}
	for _, d := range s.decisions {
		c.Claims = append(c.Claims, d.saved())
	}
	if why, halted := s.pass.reason(); halted {
		c.Why = &savedReason{why.Kind, why.Limit}
	}
	c.Cut.Frontier = s.cut.Frontier
	for _, why := range s.cut.Reasons {
		c.Cut.Reasons = append(c.Cut.Reasons, savedReason(why))
	}
	for _, t := range r.paths {
		c.Backs, c.Nexts = append(c.Backs, t.back), append(c.Nexts, t.next)
	}
	return c
}

// restore takes over what a plan says of the search.
func (r *sharded[S]) restore(p *plan) error {
	s, c := r.s, &p.Search
	bad := func(what string) error {
		return &runs.Damaged{Path: filepath.Join(r.dir, fmt.Sprintf("plan %d", p.Number)), What: what}
	}
	if differs := counted(c.Counts, s.counts()); differs != "" {
		return &runs.Foreign{Path: r.dir, What: differs}
	}
	if len(c.Claims) != len(s.decisions) || !s.total.Alike(&c.Total) || !s.total.Alike(&c.Sealed) || len(c.Sizes) == 0 {
		return bad("its parts do not fit together")
	}
	s.sizes, s.total, s.sealed, s.byDepth, s.whole = c.Sizes, c.Total, c.Sealed, c.ByDepth, c.Whole
	s.levels = make([]store.Level, len(s.sizes))
	s.summed, s.sum = 0, 0
	for i, d := range s.decisions {
		d.Length, d.Find = c.Claims[i].Length, c.Claims[i].Find.restored()
		d.Premise.Store(c.Claims[i].Premise)
	}
	r.sums, r.began, r.rates, r.paths = c.Sums, c.Began, c.Rates, nil
	if c.Why != nil {
		s.halt(Reason(*c.Why))
	}
	s.open = s.roster()
	if !c.Ending {
		return nil
	}
	s.cut = Cut{Frontier: c.Cut.Frontier}
	for _, why := range c.Cut.Reasons {
		s.cut.Reasons = append(s.cut.Reasons, Reason(why))
	}
	r.paths, _ = s.traces()
	if len(c.Backs) != len(r.paths) || len(c.Nexts) != len(r.paths) {
		return bad("its paths are not those of its claims")
	}
	for i, t := range r.paths {
		t.back, t.next = c.Backs[i], c.Nexts[i]
	}
	return nil
}

// latest is the plan that no other follows, and the search as it tells.
func (r *sharded[S]) latest() (*plan, error) {
	p, err := shards.Latest[shardSearch](r.folder)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, &NothingToResume{r.dir}
	} else if err != nil {
		return nil, err
	}
	return p, r.restore(p)
}

// Stand implements Shards.
func (r *sharded[S]) Stand() (*Stand, error) {
	p, err := r.latest()
	if err != nil {
		return nil, err
	}
	return r.stand(p, func(int) bool { return true }), nil
}

// stand tells of a plan, and the tasks of it that are meant.
func (r *sharded[S]) stand(p *plan, meant func(task int) bool) *Stand {
	st := &Stand{Work: string(p.Work), Level: p.Level, States: r.s.distinct(), Depth: len(r.s.sizes)}
	if p.Work == shards.Ended {
		st.Ended, st.Result = true, filepath.Join(r.dir, resultFile)
		return st
	}
	for i := range p.Tasks {
		if meant(i) {
			st.Tasks = append(st.Tasks, fmt.Sprintf("%d/%s/%d", p.Number, p.Work, i))
		}
	}
	return st
}
