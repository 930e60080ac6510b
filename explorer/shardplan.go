package explorer

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"math"
	"path/filepath"
	"slices"
	"time"

	"mc/explorer/internal/expand"
	"mc/explorer/internal/parts"
	"mc/explorer/internal/runs"
	"mc/explorer/internal/shards"
	"mc/explorer/internal/store"
	"mc/explorer/internal/sum"
)

// planning is how long Next works on what is little before it writes down how far it is.
const planning = 5 * time.Second

// Next implements Shards.
func (r *sharded[S]) Next(ctx context.Context, o Inline) (*Stand, error) {
	unlock, err := r.lock()
	if err != nil {
		return nil, err
	}
	defer unlock()
	r.inline = o
	p, err := r.latest()
	if err != nil {
		return nil, err
	}
	known, written := true, time.Now() // p is in the directory
	kept := p.Files()
	for p.Work != shards.Ended {
		done, open, err := r.reports(p, known)
		if err != nil {
			return nil, err
		}
		little := r.little(p)
		if len(open) > 0 && !little {
			if !known {
				if err := r.write(p); err != nil {
					return nil, err
				}
			}
			return r.stand(p, func(i int) bool { return done[i] == nil }), nil
		}
		for _, i := range open {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			if done[i], err = r.perform(p, i); err != nil {
				return nil, err
			}
		}
		if known { // who goes on from this plan reads these reports again
			keepReported(kept, done)
		}
		next, err := r.follow(p, done)
		if err != nil {
			return nil, err
		}
		if !known {
			r.discard(p, next, kept)
			next.Number = p.Number // nobody has seen that one
		}
		p, known = next, false
		if time.Since(written) > planning && p.Work != shards.Ended {
			if err := r.write(p); err != nil {
				return nil, err
			}
			known, written, kept = true, time.Now(), p.Files()
		}
	}
	return r.stand(p, nil), r.end(p, known)
}

// keepReported adds the files that reports name.
func keepReported(kept map[string]bool, done []*report) {
	for _, one := range done {
		for i := range one.Parts {
			kept[one.Parts[i].File] = true
		}
	}
}

// little tells whether a plan is not worth tasks.
func (r *sharded[S]) little(p *plan) bool {
	n := uint64(0)
	for i := range p.Tasks {
		n += p.Tasks[i].States
	}
	if p.Work == shards.Merge { // some candidates for each state
		n /= 4
	}
	return n <= r.inline.States || p.Work == shards.Seek && p.Of(p.Level).Shared()
}

// reports reads those of a plan, and tells which tasks have none.
func (r *sharded[S]) reports(p *plan, known bool) (done []*report, open []int, err error) {
	done = make([]*report, len(p.Tasks))
	for i := range done {
		if !known {
			open = append(open, i)
			continue
		}
		a := shards.Attempt{Plan: p.Number, Task: i}
		done[i], err = shards.ReadReport[shardReport](r.folder, a)
		if !errors.Is(err, fs.ErrNotExist) {
			if err != nil {
				return nil, nil, err
			}
			continue
		}
		if no, err := r.folder.Refused(a); err != nil {
			return nil, nil, err
		} else if no != nil {
			return nil, nil, &Refused{r.stand(p, func(k int) bool { return k == i }).Tasks[0], r.folder.FailureFile(a), no.Code, no.Text}
		}
		open = append(open, i)
	}
	return done, open, nil
}

// write puts a plan in place, and removes what only those before it needed. If somebody
// else was first, this one is not gone on with.
func (r *sharded[S]) write(p *plan) error {
	first, err := shards.Write(r.folder, p)
	if err != nil {
		return err
	}
	if !first {
		return &Busy{r.dir}
	}
	if before, err := shards.Read[shardSearch](r.folder, p.Number-1); err == nil {
		if err := r.folder.Forget(before.Number, len(before.Tasks)); err != nil {
			return err
		}
	}
	return r.folder.Sweep(p.Number, p.Files())
}

// discard removes files of a plan that nobody has seen, if neither the next one needs
// them nor the last that was written: there may be a thousand of them in a second.
func (r *sharded[S]) discard(p, next *plan, kept map[string]bool) {
	needed := next.Files()
	for name := range p.Files() {
		if !needed[name] && !kept[name] {
			_ = r.s.opt.disk.Remove(filepath.Join(r.dir, name)) // Sweep will find it
		}
	}
}

// end writes the result, and removes the states.
func (r *sharded[S]) end(p *plan, known bool) error {
	s := r.s
	keepTraces(r.paths)
	c := s.atEnd()
	c.Ended.Rebuilt, c.Elapsed = true, time.Since(r.began)
	for _, d := range s.decisions {
		c.Ended.Paths = append(c.Ended.Paths, d.states)
	}
	for _, one := range r.sums[:min(len(r.sums), len(s.sizes))] {
		c.Ended.Sums = append(c.Ended.Sums, one.String())
	}
	path := filepath.Join(r.dir, resultFile)
	if there, err := s.opt.disk.Open(path); err == nil {
		_ = there.Close()
	} else if err := runs.WriteManifest(s.opt.disk, path, c); err != nil {
		return err
	}
	p.Segments, p.Candidates = nil, nil
	if !known {
		if err := r.write(p); err != nil {
			return err
		}
	}
	return r.folder.Sweep(p.Number+1, nil)
}

// follow takes up what the tasks of a plan have found, and plans what comes next.
func (r *sharded[S]) follow(p *plan, done []*report) (*plan, error) {
	switch p.Work {
	case shards.Merge:
		return r.merged(p, done)
	case shards.Seek:
		found := make([][][]uint64, len(done))
		at := passing(r.paths, p.Level)
		for i, one := range done {
			if found[i] = one.Search.Least; len(found[i]) != len(at) {
				return nil, &runs.Damaged{Path: r.dir, What: "a report has other paths than its plan"}
			}
		}
		if err := r.s.extend(p.Level, at, found); err != nil {
			return nil, err
		}
		return r.seeking(&plan{Number: p.Number + 1, Segments: p.Segments}), nil
	}
	return r.expanded(p, done)
}

// expanded takes up what was found in the states of a level.
func (r *sharded[S]) expanded(p *plan, done []*report) (*plan, error) {
	s := r.s
	next := &plan{Number: p.Number + 1, Level: p.Level, Segments: p.Segments}
	best := make([]expand.Find, len(s.decisions))
	for _, one := range done {
		if !s.total.Alike(&one.Search.Tally) || len(one.Search.Finds) != len(best) || len(one.Search.Premises) != len(best) {
			return nil, &runs.Damaged{Path: r.dir, What: "a report has other rules or claims than the model"}
		}
		s.total.Add(&one.Search.Tally)
		for i, f := range one.Search.Finds {
			if at := f.restored(); at.At != expand.Nowhere && best[i].Yields(at.At, at.State) {
				best[i].Set(at.At, at.State)
			}
			if one.Search.Premises[i] {
				s.decisions[i].Premise.Store(true)
			}
		}
		next.Candidates = append(next.Candidates, one.Parts...)
	}
	r.measure(0, done)
	latest := s.decideBy(p.Level, func(i int) expand.Find { return best[i] })
	if p.Work == shards.Judge || s.settled() && latest <= p.Level {
		s.forget(p.Level)
		next.Candidates = nil
		return r.ending(next), nil
	}
	found, err := r.folder.Open(next.Candidates)
	if err != nil {
		return nil, err
	}
	defer parts.Close(found)
	next.Work, next.Level = shards.Merge, p.Level+1
	each := r.each(p.Last().States(), 2*r.rates[1])
	next.Tasks = shards.CutKeys(found, each)
	next.Search = r.saved()
	return next, nil
}

// measure notes how many states a second reports tell of.
func (r *sharded[S]) measure(rate int, done []*report) {
	states, seconds := 0.0, 0.0
	for _, one := range done {
		states, seconds = states+float64(one.States), seconds+one.Seconds
	}
	if seconds > 1 {
		r.rates[rate] = states / seconds
	}
}

// merged takes up a level that was made.
func (r *sharded[S]) merged(p *plan, done []*report) (*plan, error) {
	s := r.s
	for _, one := range done {
		if len(one.Created) != len(s.total.Created) {
			return nil, &runs.Damaged{Path: r.dir, What: "a report has other rules than the model"}
		}
		for i, n := range one.Created {
			s.total.Created[i] += n
		}
	}
	r.measure(1, done)
	next := r.add(p, done)
	s.cover()
	if s.opt.MaxStates > 0 && s.distinct() > s.opt.MaxStates {
		s.halt(Reason{MaxStates, s.opt.MaxStates})
		s.forget(p.Level - 1)
		return r.ending(next), nil
	}
	s.sealed = s.total.Clone()
	if s.settled() {
		return r.ending(next), nil
	}
	segments, err := r.folder.Fold(shards.Attempt{Plan: p.Number}, next.Segments, max(r.inline.States, 1<<16))
	if err != nil {
		return nil, err
	}
	next.Segments = segments
	return r.expansion(next), nil
}

// add adds a level that was made, and begins a plan with it.
func (r *sharded[S]) add(p *plan, made []*report) *plan {
	s := r.s
	g := shards.Segment{From: p.Level, Levels: 1}
	var all sum.Sum
	for _, one := range made {
		g.Parts = append(g.Parts, one.Parts...)
		all.Add(one.Search.Sum)
	}
	s.sizes = append(s.sizes, g.States())
	s.levels = make([]store.Level, len(s.sizes))
	if r.sums = append(r.sums, all); !s.opt.Sums {
		r.sums = nil
	}
	return &plan{Number: p.Number + 1, Level: p.Level, Segments: append(slices.Clone(p.Segments), g)}
}

// expansion plans to expand the newest level, unless the search ends with it.
func (r *sharded[S]) expansion(p *plan) *plan {
	s := r.s
	if g := p.Last(); g.States() == 0 {
		p.Segments = p.Segments[:len(p.Segments)-1]
		return r.ending(p)
	}
	switch {
	case s.opt.MaxDepth > 0 && p.Level >= s.opt.MaxDepth:
		s.halt(Reason{MaxDepth, uint64(s.opt.MaxDepth)})
	case s.opt.Timeout > 0 && time.Since(r.began) >= s.opt.Timeout:
		s.halt(Reason{Timeout, uint64(s.opt.Timeout)})
	}
	p.Work = shards.Expand
	if s.pass.halted() {
		p.Work = shards.Judge
	}
	p.Tasks = shards.CutLevel(p.Last().Parts, r.each(p.Last().States(), r.rates[0]))
	p.Search = r.saved()
	return p
}

// each is how many states a task is to have, of so many.
func (r *sharded[S]) each(states uint64, rate float64) uint64 {
	if states <= r.inline.States {
		return math.MaxUint64 >> 1
	}
	if rate == 0 {
		rate = 1e6
	}
	return max(1, uint64(rate*cmp.Or(r.inline.Target, 30*time.Second).Seconds()))
}

// ending plans what is left when no state is to be expanded any more: paths.
func (r *sharded[S]) ending(p *plan) *plan {
	r.s.finish()
	r.paths, _ = r.s.traces()
	return r.seeking(p)
}

// seeking plans to find the next states of paths, or that there is nothing to be done.
func (r *sharded[S]) seeking(p *plan) *plan {
	next := &plan{Number: p.Number, Segments: p.Segments, Work: shards.Ended}
	for _, t := range r.paths {
		next.Level = max(next.Level, t.next)
	}
	if next.Level > 0 {
		g := next.Of(next.Level)
		next.Work = shards.Seek
		next.Tasks = []shards.Task{{States: g.States()}} // if levels share it
		if !g.Shared() {
			next.Tasks = shards.CutLevel(g.Parts, r.each(g.States(), r.rates[0]))
		}
	}
	next.Search = r.saved()
	next.Search.Ending = true
	return next
}
