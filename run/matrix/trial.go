package matrix

import (
	"context"
	"errors"
	"maps"
	"slices"

	"mc/model"
	"mc/run/registry"
	"mc/traces"
)

// trials turn keys of one cell and look whether its claim still breaks.
type trials struct {
	f      *filling
	row    *Row
	column Column
	cell   *task // as it is

	constants []model.Constant
	own       map[string]string   // the row's own keys, as they close
	keys      []Turned            // that may be turned
	bases     []map[string]string // constants of the row under each variant, the cell's first
	found     []*traces.File      // ways to break the claim
}

// newTrials is for one violated cell.
func newTrials(f *filling, r *Row, c Column) (*trials, error) {
	t := &trials{f: f, row: r, column: c}
	var err error
	if t.cell, err = prepare(r, c); err != nil {
		return nil, err
	}
	if t.constants, err = t.cell.entry.Constants(t.cell.job.Set); err != nil {
		return nil, err
	}
	t.own, _ = f.Owners.of(r)
	t.bases = append(t.bases, t.cell.job.Set)
	for _, one := range r.Entry.Variants().All() {
		if there, err := r.under(Column{Name: one.Name}); err == nil {
			t.bases = append(t.bases, there.Set)
		}
	}
	return t, nil
}

// try is the verdict when keys are turned. That a known way to break the claim
// still does is seen without a search. Keys that have no meaning without others
// are turned only with these.
func (t *trials) try(ctx context.Context, set []int) (Cell, error) {
	set = t.meaningful(set)
	if len(set) == 0 {
		return t.cell.cell, nil
	}
	constants, values, _ := t.realise(t.turned(set))
	if reason := t.row.lacks(values); reason != "" {
		return Cell{Verdict: NotApplicable, Reason: reason}, nil
	}
	one := t.row.task(t.column, t.cell.entry, constants, t.cell.job.Options.MaxStates)
	one.settle(values)
	before, known := t.f.known(one.key)
	if known && before.Verdict == Holds {
		return before, nil
	}
	// A trace may go further than the search of a trial did.
	if slices.ContainsFunc(t.found, func(f *traces.File) bool { return breaks(one, f) }) {
		return Cell{Verdict: Violated}, nil
	}
	if one.trace = t.f.way(one.key); known && (before.Verdict != Violated || one.trace != nil) {
		t.learn(one)
		return before, nil
	}
	// So is one that is known to break the claim, but not how: what closes a cell is
	// not to depend on what else was searched.
	err := t.f.search(ctx, one)
	if err == nil {
		t.learn(one)
		return one.cell, nil
	}
	var kept *KeepError
	if errors.As(err, &kept) || ctx.Err() != nil {
		return Cell{}, err
	}
	// A mixture that no variant is may be more than the model can run.
	return Cell{Verdict: NotApplicable, Reason: err.Error()}, nil
}

// learn keeps a way to break the claim. The file has all constants by name: a
// trial may give a key the value that its variant has.
func (t *trials) learn(one *task) {
	if one.trace != nil {
		way := *one.trace
		way.Constants = maps.Clone(one.job.Set)
		t.found = append(t.found, &way)
	}
}

// breaks reports whether the schedule of f breaks the claim in a task as well.
func breaks(one *task, f *traces.File) bool {
	c, err := one.entry.Compare(f, one.entry, one.job.Set, [2]string{})
	return err == nil && c.Broken[1]
}

// turned are the values of the cell with the keys at some places turned.
func (t *trials) turned(set []int) map[string]string {
	values := maps.Clone(t.cell.values)
	for _, i := range set {
		values[t.keys[i].Key] = t.keys[i].Value
	}
	return values
}

// meaningful are those of some keys that can be turned together: a key may need
// another to have a meaning.
func (t *trials) meaningful(set []int) []int {
	if _, _, ok := t.realise(t.turned(set)); ok {
		return set
	}
	var some []int
	for more := true; more; {
		more = false
		for _, i := range set {
			if slices.Contains(some, i) {
				continue
			}
			if _, _, ok := t.realise(t.turned(append(slices.Clone(some), i))); ok {
				some, more = append(some, i), true
			}
		}
	}
	slices.Sort(some)
	return some
}

// realise finds constants under which everything has the wanted values. One that
// a variant does not know may be known to another; so it begins with each.
func (t *trials) realise(want map[string]string) (set, values map[string]string, ok bool) {
	return realise(t.cell.entry, t.bases, want)
}

// realise finds constants of a model under which everything has the wanted
// values. A value that is named may bring others along; so it begins with each
// base, and names what differs until nothing does.
func realise(e registry.Entry, bases []map[string]string, want map[string]string) (
	set, values map[string]string, ok bool) {
	const rounds = 4
	for _, base := range bases {
		set = maps.Clone(base)
		for range rounds {
			values = settled(e, set)
			if values == nil {
				break
			}
			same := true
			for name, value := range want {
				if values[name] != value {
					set[name], same = value, false
				}
			}
			if !same {
				continue
			}
			if _, err := e.Vocabulary(set); err != nil {
				return nil, nil, false // they do not go together, however they are named
			}
			return set, values, true
		}
	}
	return nil, nil, false
}

// known is a verdict that was found before, now or by an earlier run.
func (f *filling) known(key string) (c Cell, known bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if t, planned := f.cells[key]; planned {
		return t.cell, true
	}
	if c, known = f.tried[key]; !known && f.Cache.Get(key, &c) {
		f.tried[key], known = c, true
	}
	return c, known
}

// search runs a task and keeps its verdict.
func (f *filling) search(ctx context.Context, t *task) error {
	if err := f.perform(ctx, t); err != nil {
		return err
	}
	f.mu.Lock()
	f.tried[t.key] = t.cell
	if t.trace != nil {
		f.ways[t.key] = t.trace
	}
	f.mu.Unlock()
	return nil
}

// way is how a claim was found to break by a search of this run; nil if by none.
func (f *filling) way(key string) *traces.File {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.ways[key]
}
