package widen

import (
	"context"
	"maps"
	"slices"
	"strconv"
	"time"

	"mc/explorer"
	"mc/model"
	"mc/report"
	"mc/run/registry"
)

// Plan is what to widen, and how far.
type Plan struct {
	Entry registry.Entry
	Job   registry.Job    // the first run; its limits of time and states are for all runs together
	Fixed map[string]bool // budgets of 0 that somebody asked for: they stay

	// Failures are those on record under the same rules: they are run first, in
	// this order.
	Failures []Failure

	// Ran and TriedOut say what a run covered, and what came of a failure, as soon as
	// that is known; they may be nil.
	Ran      func(Run)
	TriedOut func(Tried)
}

// Run is one run of a widening.
type Run struct {
	Raised  []Raise        // over the first run, in the model's order
	States  uint64         // distinct
	Whole   bool           // the run saw the whole space
	Broken  []string       // properties that broke here first
	Length  map[string]int // states in the traces to them
	Elapsed time.Duration
}

// Raise is a budget with more than the first run had.
type Raise struct {
	Constant string
	To       int
}

// Break is the least that was found to break a property.
type Break struct {
	Property string
	Raised   []Raise
	Length   int
	Outcome  *report.Outcome
}

// Result is what a widening covered.
type Result struct {
	First  []Raise // the budgets of the first run
	Tried  []Tried // the failures on record, as they were run or not
	Runs   []Run
	Breaks []Break
	Open   []string // properties that nothing broke
	Idle   []string // those of them that hold of nothing, whatever is raised
	Left   int      // runs that were not begun, or not to their end
	Spent  bool     // the time or the states ended it
	States uint64   // of all runs
}

// widening is on its way.
type widening struct {
	Plan
	result  Result
	list    []explorer.BudgetUse // of the first run
	most    map[string]int       // by constant
	growth  map[string]float64   // by budget: states of a run with one more, against one without
	first   uint64
	waiting []candidate
	seen    map[string]bool
	open    []string
	began   time.Time
}

// candidate is a run that may be worth its states.
type candidate struct {
	more   map[string]int // by constant, over the first run
	price  float64        // states that it may take
	hinted bool
	cap    uint64 // states after which it waits for a second turn; 0 for the first run
}

// Widen goes on from the outcome of the plan's job. It is an error only if a
// model fails.
func Widen(ctx context.Context, p Plan, first *report.Outcome) (*Result, error) {
	w := &widening{Plan: p, list: first.Budgets, first: first.States.Distinct, growth: map[string]float64{},
		seen: map[string]bool{}, began: time.Now(), most: map[string]int{}}
	constants, err := p.Entry.Constants(p.Job.Set)
	if err != nil {
		return nil, err
	}
	for _, c := range constants {
		w.most[c.Name] = c.Max
	}
	w.begin(first)
	if err := w.tryAll(ctx); err != nil {
		return nil, err
	}
	idle := func(name string) bool { return slices.Contains(w.result.Idle, name) }
	w.open = slices.DeleteFunc(w.open, idle)
	w.result.Idle = slices.DeleteFunc(w.result.Idle, w.shown)
	w.hint()
	if err := w.raising(ctx, w.hinted); err != nil {
		return nil, err
	}
	w.open = slices.DeleteFunc(w.open, w.shown) // more of a budget would say nothing new
	if err := w.raising(ctx, func() bool { return true }); err != nil {
		return nil, err
	}
	w.result.Open = append(w.open, w.result.Idle...)
	w.result.Left += len(w.waiting)
	return &w.result, nil
}

// begin takes what is to be known from the first run.
func (w *widening) begin(first *report.Outcome) {
	for _, b := range w.list {
		w.result.First = append(w.result.First, Raise{b.Constant, b.Limit})
	}
	for _, q := range first.Properties {
		if q.Trace != nil {
			continue
		}
		w.open = append(w.open, q.Name)
		if slices.ContainsFunc(q.Lacks, func(need string) bool { return !w.raisable(need) }) {
			w.result.Idle = append(w.result.Idle, q.Name)
		}
	}
	w.raise(candidate{}, first)
}

// raisable reports whether more of a budget may meet a condition.
func (w *widening) raisable(need string) bool {
	return slices.ContainsFunc(model.Speaks(need), func(name string) bool {
		return slices.ContainsFunc(w.list, func(b explorer.BudgetUse) bool { return b.Constant == name })
	})
}

// raising goes on with the cheapest run as long as there is something to find,
// and more says so.
func (w *widening) raising(ctx context.Context, more func() bool) error {
	for len(w.open) > 0 && len(w.waiting) > 0 && more() && !w.spent(ctx) {
		if err := w.next(ctx); err != nil {
			return err
		}
	}
	return nil
}

// spent reports that there is no time or that there are no states left.
func (w *widening) spent(ctx context.Context) bool {
	o := w.Job.Options
	w.result.Spent = ctx.Err() != nil || o.Timeout > 0 && time.Since(w.began) >= o.Timeout ||
		o.MaxStates > 0 && w.result.States >= o.MaxStates
	return w.result.Spent
}

// raise adds the runs with one more of each budget that stopped something in
// this one, or left something out.
func (w *widening) raise(from candidate, out *report.Outcome) {
	for _, b := range out.Budgets {
		leftOut := b.Limit == 0 && b.Without != "" && !w.Fixed[b.Constant]
		if !b.Binds() && !leftOut || b.Limit >= w.most[b.Constant] {
			continue
		}
		more := maps.Clone(from.more)
		if more == nil {
			more = map[string]int{}
		}
		more[b.Constant]++
		if key := w.key(more); !w.seen[key] {
			w.seen[key] = true
			w.waiting = append(w.waiting, candidate{more: more})
		}
	}
}

// key tells candidates apart.
func (w *widening) key(more map[string]int) (key string) {
	for _, b := range w.list {
		key += strconv.Itoa(more[b.Constant]) + " "
	}
	return key
}

// guess is how many states a run may take: those of the first, times what each
// raise made of it where that is known.
func (w *widening) guess(c candidate) float64 {
	states := float64(w.first)
	if c.hinted {
		return c.price
	}
	for name, by := range c.more {
		g, known := w.growth[name]
		if !known {
			g = 1 // it is worth a look
		}
		for i := range by {
			states *= g * float64(max(1, i)) // others are more likely to lead to something new
		}
	}
	return max(states, c.price)
}

// patience is how many states of a run are looked at before cheaper ones are
// preferred again.
const patience = 150_000

// next takes the cheapest run.
func (w *widening) next(ctx context.Context) error {
	at := 0
	for i := range w.waiting {
		if w.guess(w.waiting[i]) < w.guess(w.waiting[at]) {
			at = i
		}
	}
	c := w.waiting[at]
	w.waiting = slices.Delete(w.waiting, at, at+1)
	c.cap = max(patience, 8*c.cap)
	began := time.Now()
	out, err := w.explore(ctx, c.more, w.open, c.cap)
	if out == nil || err != nil {
		return err
	}
	cut, tooLarge := len(out.Cut.Reasons) > 0, out.Cut.By(explorer.Memory)
	w.learn(c, out, cut)
	run := Run{Raised: w.raised(c.more), States: out.States.Distinct, Whole: out.Exhaustive, Length: map[string]int{}}
	for _, p := range out.Properties {
		if p.Trace != nil {
			run.Broken = append(run.Broken, p.Name)
			run.Length[p.Name] = p.States()
		}
	}
	for _, name := range run.Broken {
		if err := w.broken(ctx, c.more, name, out); err != nil {
			return err
		}
	}
	run.Elapsed = time.Since(began)
	w.result.Runs = append(w.result.Runs, run)
	if w.Ran != nil {
		w.Ran(run)
	}
	if tooLarge && len(run.Broken) == 0 {
		w.result.Left++ // another turn would end where this did
	} else if cut && len(w.open) > 0 {
		c.price, c.hinted = float64(16*c.cap), false
		w.waiting = append(w.waiting, c)
	}
	if len(run.Broken) == 0 {
		w.raise(c, out)
	}
	return nil
}

// learn notes how much one more of a budget costs.
func (w *widening) learn(c candidate, out *report.Outcome, cut bool) {
	if len(c.more) != 1 {
		return
	}
	for name, by := range c.more {
		states := out.States.Distinct
		if cut {
			states = 2 * c.cap // at least, as a guess
		}
		if by == 1 {
			w.growth[name] = float64(states) / float64(max(w.first, 1))
		}
	}
}

// explore is a run with more of some budgets, or nil if the model refuses it.
func (w *widening) explore(ctx context.Context, more map[string]int, check []string, most uint64) (*report.Outcome, error) {
	job := w.Job
	job.Set = w.set(more)
	job.Options.Check, job.Options.MaxStates = check, most
	if _, err := w.Entry.Vocabulary(job.Set); err != nil {
		return nil, nil // these do not go together
	}
	return w.run(ctx, job)
}

// run runs a job within what is left for all of them.
func (w *widening) run(ctx context.Context, job registry.Job) (*report.Outcome, error) {
	o := &job.Options
	if o.Timeout > 0 {
		o.Timeout = max(o.Timeout-time.Since(w.began), time.Millisecond)
	}
	if most := w.Job.Options.MaxStates; most > 0 {
		o.MaxStates = min(o.MaxStates, max(most-min(most, w.result.States), 1))
	}
	out, err := w.Entry.Check(ctx, job)
	if err == nil {
		w.result.States += out.States.Distinct
	}
	return out, err
}

// set are the constants of a run.
func (w *widening) set(more map[string]int) map[string]string {
	set := maps.Clone(w.Job.Set)
	if set == nil {
		set = map[string]string{}
	}
	for _, b := range w.list {
		if n := more[b.Constant]; n > 0 {
			set[b.Constant] = strconv.Itoa(b.Limit + n)
		}
	}
	return set
}

func (w *widening) raised(more map[string]int) (list []Raise) {
	for _, b := range w.list {
		if n := more[b.Constant]; n > 0 {
			list = append(list, Raise{b.Constant, b.Limit + n})
		}
	}
	return list
}

// broken closes a property, with as little raised as still breaks it.
func (w *widening) broken(ctx context.Context, more map[string]int, name string, out *report.Outcome) error {
	w.open = slices.DeleteFunc(slices.Clone(w.open), func(p string) bool { return p == name })
	least, most := maps.Clone(more), 4*max(out.States.Distinct, patience)
	for _, b := range w.list {
		for least[b.Constant] > 0 && len(w.raised(least)) > 1 && !w.spent(ctx) {
			less := maps.Clone(least)
			less[b.Constant]--
			again, err := w.explore(ctx, less, []string{name}, most)
			if err != nil {
				return err
			}
			if again == nil || again.Properties[0].Trace == nil {
				break
			}
			least, out = less, again
		}
	}
	i := slices.IndexFunc(out.Properties, func(p report.Property) bool { return p.Name == name })
	w.result.Breaks = append(w.result.Breaks, Break{Property: name, Raised: w.raised(least),
		Length: out.Properties[i].States(), Outcome: out})
	return nil
}
