package simulate

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"mc/model"
)

// Result says what was walked and found.
type Result[S comparable] struct {
	Properties []Property[S]
	Rules      []Rule // one per rule, in the model's order
	Walks      uint64
	Steps      uint64
	Ended      uint64 // walks that ended where no step was left
	Elapsed    time.Duration
	Workers    int
	Cut        bool // the clock ended it
	// Interrupted says that the context was cancelled before the walks were over.
	Interrupted bool
}

// Property is a property and the walk that decides it, if one does. No walk
// decides one of a temporal kind.
type Property[S comparable] struct {
	Name    string
	Kind    model.Kind
	Found   bool // a violation; of a goal: that it is reached
	Walk    uint64
	Step    int            // of that walk
	Witness string         // what is wrong there
	Path    *model.Path[S] // the walk up to there
	Short   *model.Path[S] // what is left of it when steps are left out
	Premise bool           // it was true somewhere, or there is none
}

// Rule tells how often a rule was taken.
type Rule struct {
	Name   string
	Fired  uint64
	Walks  uint64 // in which it was
	Absent bool   // the run's constants, or a weight of 0, rule it out
}

// simulation is the state of a run.
type simulation[S comparable] struct {
	m       *model.Model[S]
	o       Options
	claims  []claim[S]
	finds   []find
	walkers []*walker[S]
	began   time.Time
	next    uint64 // the first walk that is not taken yet
	over    atomic.Bool
}

// Walk takes random walks of m. An error is the model's or the options' fault.
func Walk[S comparable](ctx context.Context, m *model.Model[S], o Options) (*Result[S], error) {
	s := &simulation[S]{m: m, o: o, began: time.Now()}
	if err := s.prepare(); err != nil {
		return nil, err
	}
	whole := ctx
	if s.o.Timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, s.o.Timeout)
		defer cancel()
	}
	stop := context.AfterFunc(ctx, func() { s.over.Store(true) })
	defer stop()
	for s.more() {
		if err := s.round(); err != nil {
			return nil, err
		}
	}
	r, err := s.result()
	if err == nil && errors.Is(whole.Err(), context.Canceled) {
		r.Interrupted, r.Cut = r.Cut, false
	}
	return r, err
}

func (s *simulation[S]) prepare() error {
	if err := refused(s.m, &s.o); err != nil {
		return err
	}
	if s.o.Depth == 0 {
		s.o.Depth = DefaultDepth
	}
	if s.o.Workers == 0 {
		s.o.Workers = runtime.GOMAXPROCS(0)
	}
	if s.o.Walks == 0 && s.o.Timeout == 0 {
		s.o.Walks = Round
	}
	properties, err := chosen(s.m, s.o.Check)
	if err != nil {
		return err
	}
	for _, p := range properties {
		s.claims = append(s.claims, claim[S]{Property: p})
	}
	s.finds = make([]find, len(s.claims))
	var starts []S
	s.m.Init(func(state S) {
		if s.m.Within == nil || s.m.Within(&state) {
			starts = append(starts, state)
		}
	})
	if len(starts) == 0 {
		return fmt.Errorf("simulate: %s has no initial state within its constraint", s.m.Name)
	}
	for range s.o.Workers {
		s.walkers = append(s.walkers, newWalker(s.m, &s.o, starts, s.claims))
	}
	if s.o.Only != nil {
		s.next, s.o.Walks = *s.o.Only, *s.o.Only+1
	}
	return nil
}

// more tells whether another round is to be begun.
func (s *simulation[S]) more() bool {
	if s.over.Load() || s.o.Walks > 0 && s.next >= s.o.Walks {
		return false
	}
	asked, open := false, false
	for i, f := range s.finds {
		if !s.claims[i].Kind.Temporal() {
			asked, open = true, open || !f.met
		}
	}
	return s.next == 0 || s.o.KeepGoing || open || !asked || s.o.Only != nil
}

// round takes the next walks, each by whoever is free.
func (s *simulation[S]) round() error {
	from, to := s.next, s.next+Round
	if s.o.Walks > 0 {
		to = min(to, s.o.Walks)
	}
	var number atomic.Uint64
	number.Store(from)
	errs := make([]error, len(s.walkers))
	var all sync.WaitGroup
	for i, w := range s.walkers {
		all.Go(func() {
			errs[i] = w.guard(func() {
				for n := number.Add(1) - 1; n < to && !s.over.Load(); n = number.Add(1) - 1 {
					w.take(n)
				}
			})
		})
	}
	all.Wait()
	s.next = to
	s.gather()
	return errors.Join(errs...)
}

// gather puts together what the walkers of a round have found.
func (s *simulation[S]) gather() {
	for _, w := range s.walkers {
		for i, f := range w.finds {
			if f.before(s.finds[i]) {
				s.finds[i] = f
			}
		}
		clear(w.finds)
	}
	for i, f := range s.finds {
		s.claims[i].found = f.met
	}
	if s.o.Progress != nil {
		walks, steps := uint64(0), uint64(0)
		for _, w := range s.walkers {
			walks, steps = walks+w.tally.walks, steps+w.tally.steps
		}
		s.o.Progress(walks, steps)
	}
}

// guard turns a panic of the model's code, or a step that did not fit, into an
// error.
func (w *walker[S]) guard(do func()) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("simulate: model %s: %s: panic: %v", w.m.Name, w.where(), p)
		} else if rule, complaint := w.steps.Overflowed(); complaint != "" {
			err = fmt.Errorf("simulate: model %s: rule %s: %s", w.m.Name, w.m.Rules[rule].Name, complaint)
		}
	}()
	do()
	return nil
}

// result sums up, and takes the walks again that decide a property.
func (s *simulation[S]) result() (*Result[S], error) {
	r := &Result[S]{Workers: s.o.Workers, Cut: s.over.Load()}
	for i, rule := range s.m.Rules {
		sum := Rule{Name: rule.Name, Absent: s.walkers[0].weights[i] == 0}
		for _, w := range s.walkers {
			sum.Fired, sum.Walks = sum.Fired+w.tally.fired[i], sum.Walks+w.tally.within[i]
		}
		r.Rules = append(r.Rules, sum)
	}
	for _, w := range s.walkers {
		r.Walks, r.Steps, r.Ended = r.Walks+w.tally.walks, r.Steps+w.tally.steps, r.Ended+w.tally.ended
	}
	for i, f := range s.finds {
		p, err := s.property(i, f)
		if err != nil {
			return nil, err
		}
		r.Properties = append(r.Properties, p)
	}
	r.Elapsed = time.Since(s.began)
	return r, nil
}

func (s *simulation[S]) property(i int, f find) (Property[S], error) {
	c := s.claims[i].Property
	p := Property[S]{Name: c.Name, Kind: c.Kind, Found: f.met, Walk: f.walk, Step: f.step, Premise: c.Premise == nil}
	for _, w := range s.walkers {
		p.Premise = p.Premise || w.tally.premise[i]
	}
	if !f.met {
		return p, nil
	}
	again := newWalker(s.m, &s.o, s.walkers[0].starts, nil)
	again.record, again.until = &model.Path[S]{}, f.step
	err := again.guard(func() { again.take(f.walk) })
	if err != nil {
		return p, err
	}
	p.Path = again.record
	decided, why := s.m.DecidedAt(c, *p.Path)
	if !decided {
		return p, fmt.Errorf("simulate: model %s: walk %d of seed %d goes elsewhere the second time: its rules are not functions of the state", s.m.Name, f.walk, s.o.Seed)
	}
	p.Short = shorten(s.m, c, p.Path)
	if _, short := s.m.DecidedAt(c, *p.Short); short != nil {
		why = short
	}
	if why != nil {
		p.Witness = why.Error()
	}
	return p, nil
}
