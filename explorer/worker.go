package explorer

import (
	"fmt"
	"runtime"
	"slices"
	"unsafe"

	"mc/explorer/internal/pack"
	"mc/explorer/internal/store"
	"mc/model"
)

// worker expands states; it owns every buffer that it writes.
type worker[S comparable] struct {
	_     [16]uint64 // no cache line in common with another worker
	s     *search[S]
	out   store.Writer
	batch *store.Batch
	steps *model.Gatherer[S]
	in    cell[S]
	after *S // the successor that claims and the constraint are asked about

	buf     []uint64 // a portion of the frontier
	tally   tally
	finds   []find // by claim
	failure error
	_       [16]uint64
}

// cell holds a state where it may be read and written by whole words.
type cell[S comparable] struct {
	_     [0]uint64
	state S
	_     [8]byte
}

// words are the bytes of a state that lies in a cell or in a model.Steps: the
// order among states that decides which of several counterexamples is shown.
func words[S comparable](s *S) []uint64 {
	return unsafe.Slice((*uint64)(unsafe.Pointer(s)), (unsafe.Sizeof(*s)+7)/8)
}

func newWorker[S comparable](s *search[S]) *worker[S] {
	w := &worker[S]{s: s, out: s.set.Writer(len(s.m.Rules)), batch: store.NewBatch(s.packer.Words()), buf: make([]uint64, maxPortion*s.packer.Words()), finds: make([]find, len(s.claims))}
	w.steps = model.NewGatherer[S](store.BatchSize, w.gathered)
	w.steps.Narrow(s.m.Widest)
	w.tally.init(len(s.m.Rules))
	return w
}

func (w *worker[S]) begin(take uint64) { w.out.Begin(take) }

// end finishes the worker's part of a level.
func (w *worker[S]) end() {
	if err := w.out.End(); err != nil {
		w.fail(err)
	}
}

// run takes portions of the level until none are left or a pause is called.
func (w *worker[S]) run() {
	w.steps.WithArgs(len(w.s.active.step) > 0)
	err := guard(w.s.m.Name, w.whereabouts, func() {
		for w.failure == nil && !w.s.pass.pause.Load() {
			portion, more := w.s.work.take()
			if !more {
				break
			}
			w.expand(portion)
			w.obeyLimits()
		}
		w.steps.Flush()
	})
	if err != nil {
		w.fail(err)
	}
	w.out.Insert(w.batch)
	w.out.Flush()
}

// expand visits the states of a portion and shows what it has done.
func (w *worker[S]) expand(portion store.Portion) {
	states, generated := w.out.Added(), w.tally.Generated
	level, err := w.s.work.level.Read(portion, w.buf)
	if err != nil {
		w.fail(err)
	}
	for n := w.s.packer.Words(); len(level) > 0 && w.failure == nil; level = level[n:] {
		w.visit(level[:n])
	}
	w.s.glance.states.Add(w.out.Added() - states)
	w.s.glance.generated.Add(w.tally.Generated - generated)
}

func (w *worker[S]) obeyLimits() {
	s := w.s
	if err := w.out.Err(); err != nil {
		w.fail(err)
	}
	if s.opt.MaxStates > 0 && s.glance.states.Load() > s.opt.MaxStates {
		s.halt(Reason{MaxStates, s.opt.MaxStates})
	}
	if s.keeper != nil {
		if s.keeper.Pressed() || s.due() {
			s.pass.pause.Store(true)
		}
	} else if s.opt.Memory > 0 && s.set.Bytes() > s.opt.Memory {
		s.halt(Reason{Memory, s.opt.Memory})
	}
}

func (w *worker[S]) fail(err error) {
	if w.failure == nil {
		w.failure = err
	}
	w.s.halt(Reason{}) // the others need not go on
}

// visit judges a state of the frontier and expands it.
func (w *worker[S]) visit(packed []uint64) {
	s := w.s
	s.packer.Unpack(unsafe.Pointer(&w.in.state), &packed[0])
	w.judge(&w.in.state)
	if s.pass.checkOnly.Load() {
		return
	}
	before := w.steps.Count()
	s.m.Gather(&w.in.state, w.steps)
	if len(s.active.step) > 0 {
		w.steps.Flush()
	}
	successors := w.steps.Count() - before
	w.tally.expandedState(successors)
	if successors == 0 && s.active.deadlock >= 0 {
		if f := &w.finds[s.active.deadlock]; f.yields(atState, words(&w.in.state)) {
			f.set(atState, words(&w.in.state))
		}
	}
	if rule, what := w.steps.Overflowed(); what != "" {
		w.fail(s.overflow(rule, what))
	}
}

func (s *search[S]) overflow(rule int, what string) error {
	return &ModelError{s.m.Name, fmt.Sprintf("rule %s: the encoding is too small: %s; lower the bound or widen the state",
		s.m.Rules[rule].Name, what)}
}

func (s *search[S]) misfit(rule uint16, n *S) error {
	return &ModelError{s.m.Name, fmt.Sprintf("rule %s: a state does not fit the encoding: %s; widen it or lower the bound",
		s.m.Rules[rule].Name, pack.Stray(n, s.m.Widest))}
}

// gathered receives successors: all of the state being expanded, if there are
// open claims about steps.
func (w *worker[S]) gathered(actions []model.Action) {
	w.tally.Generated += uint64(len(actions))
	for _, a := range actions {
		w.tally.Fired[a.Rule]++
	}
	s := w.s
	if len(s.active.step) == 0 && s.m.Within == nil && !s.opt.Symmetry {
		w.keepAll(actions)
		return
	}
	for i, a := range actions {
		w.after = w.steps.At(i)
		if len(s.active.step) > 0 {
			w.judgeStep(a, w.after)
		}
		w.keep(a.Rule, w.after)
	}
	w.after = nil
}

// keepAll is keep for all successors at once.
func (w *worker[S]) keepAll(actions []model.Action) {
	n, b := len(actions), w.batch
	if b.N+n > store.BatchSize {
		w.out.Insert(b)
	}
	if stray := w.s.packer.Pack(b.Slot(), unsafe.Pointer(w.steps.At(0)), n); stray != 0 {
		for i, a := range actions {
			w.keep(a.Rule, w.steps.At(i)) // which of them?
		}
		return
	}
	for i, a := range actions {
		b.Rules[b.N+i] = uint8(a.Rule)
	}
	if b.N += n; b.N == store.BatchSize {
		w.out.Insert(b)
	}
}

// keep adds a state to the next level, unless it is outside the constraint.
func (w *worker[S]) keep(rule uint16, n *S) {
	s := w.s
	s.represent(n)
	if stray := s.packer.Pack(w.batch.Slot(), unsafe.Pointer(n), 1); stray != 0 {
		w.fail(s.misfit(rule, n))
		return
	}
	if s.m.Within != nil && !s.m.Within(n) {
		w.tally.Outside++
		w.judgeOutside(n)
		return
	}
	w.batch.Rules[w.batch.N] = uint8(rule)
	if w.batch.N++; w.batch.N == store.BatchSize {
		w.out.Insert(w.batch)
	}
}

// addInitial is keep for a state of Init: no rule is credited with it.
func (w *worker[S]) addInitial(state *S) {
	w.tally.Generated++
	if w.failure == nil {
		w.in.state = *state
		if len(w.s.m.Rules) == 0 {
			w.fail(&ModelError{w.s.m.Name, "it has no rules"})
			return
		}
		w.keep(0, &w.in.state)
	}
}

// whereabouts says what a panicking rule, claim or constraint was working on.
func (w *worker[S]) whereabouts() string {
	if w.after != nil {
		return fmt.Sprintf("a step to state %+v", *w.after)
	}
	return fmt.Sprintf("rule %s in state %+v", w.s.m.Rules[w.steps.Rule()].Name, w.in.state)
}

// guard turns a panic of the model's code into an error that names the place.
func guard(name string, where func() string, do func()) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = &ModelError{name, fmt.Sprintf("%s: panic: %v (%s)", where(), p, panicSite())}
		}
	}()
	do()
	return nil
}

// panicSite is the innermost function below the panic that is not the
// runtime's.
func panicSite() string {
	pcs := make([]uintptr, 16)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(4, pcs)])
	for {
		f, more := frames.Next()
		if !more || !slices.Contains([]string{"runtime"}, packageOf(f.Function)) {
			return fmt.Sprintf("%s, line %d", f.Function, f.Line)
		}
	}
}

func packageOf(function string) string {
	for i := range len(function) {
		if function[i] == '.' {
			return function[:i]
		}
	}
	return function
}
