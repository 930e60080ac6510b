package explorer

import (
	"math"

	"mc/explorer/internal/expand"
	"mc/explorer/internal/store"
)

// worker expands the states of levels on behalf of one goroutine.
type worker[S comparable] struct {
	_       [16]uint64 // no cache line in common with another worker
	s       *search[S]
	out     store.Writer
	x       *expand.Expander[S]
	buf     []uint64 // a portion of the frontier
	portion store.Portion
	left    int    // words of it that belong to states not visited yet
	before  uint64 // states that this worker has added and shown
	failure error
	_       [16]uint64
}

func newWorker[S comparable](s *search[S]) *worker[S] {
	w := &worker[S]{s: s, out: s.set.Writer(len(s.m.Rules)), buf: make([]uint64, maxPortion*s.packer.Words())}
	w.x = s.expander(w, false)
	return w
}

// Add puts successors into the set. One state may have so many that the limits
// are looked at here, too.
func (w *worker[S]) Add(b *store.Batch) {
	w.out.Insert(b)
	if w.out.Err() != nil {
		w.obeyStore()
	}
	if most := w.s.opt.MaxStates; most > 0 && w.s.progress.states.Load()+w.out.Added()-w.before > most {
		w.s.halt(Reason{MaxStates, most})
	}
}

// Decided notes that property i is decided in this level.
func (w *worker[S]) Decided(i int, at expand.Where) {
	if at == expand.AtState { // nothing that the states left would show is nearer
		w.s.pass.breaks(i)
	}
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
	w.x.Begin(w.s.open)
	err := w.x.Guard(w.expandAll)
	for err == expand.ErrAbandoned { // the others are still to be judged
		added := w.out.Added()
		w.s.progress.states.Add(added - w.before)
		w.before = added
		err = w.x.Guard(func() {
			w.expand(w.left)
			w.expandAll()
		})
	}
	if err != nil {
		w.fail(err)
	}
	w.out.Flush()
	w.obeyStore()
}

// expandAll takes one portion after the other.
func (w *worker[S]) expandAll() {
	for w.failure == nil && !w.s.pass.pause.Load() {
		portion, more := w.s.work.take()
		if !more {
			break
		}
		w.portion, w.before = portion, w.out.Added()
		w.expand(whole)
		w.obeyLimits()
	}
	w.x.Flush()
}

// whole is more words than a portion has.
const whole = math.MaxInt

// expand visits the states of the portion, or as many words of them as are left
// of it, and shows what it has done.
func (w *worker[S]) expand(left int) {
	generated := w.x.Tally.Generated
	level, err := w.s.work.level.Read(w.portion, w.buf)
	if err != nil {
		w.fail(err)
	}
	level = level[len(level)-min(len(level), left):]
	for n := w.s.packer.Words(); len(level) > 0 && w.x.Err() == nil; level = level[n:] {
		w.left = len(level) - n
		w.x.Load(level[:n])
		w.x.Judge()
		if !w.s.pass.checkOnly.Load() {
			w.x.Expand(false)
		}
	}
	if err := w.x.Err(); err != nil {
		w.fail(err)
	}
	w.s.progress.states.Add(w.out.Added() - w.before)
	w.before = w.out.Added()
	w.s.progress.generated.Add(w.x.Tally.Generated - generated)
}

func (w *worker[S]) obeyLimits() {
	s := w.s
	w.obeyStore()
	if s.opt.MaxStates > 0 && s.progress.states.Load() > s.opt.MaxStates {
		s.halt(Reason{MaxStates, s.opt.MaxStates})
	}
	if s.keeper != nil {
		if s.keeper.Pressed() || s.due() {
			s.pass.pause.Store(true)
		}
	} else if s.memory > 0 && s.set.Bytes() > s.memory {
		s.halt(Reason{Memory, s.opt.Memory})
	}
}

// obeyStore looks whether the set takes more states.
func (w *worker[S]) obeyStore() {
	if err := w.out.Err(); err != nil && !w.s.noRoom(err, w.s.set.Bytes()) {
		w.fail(err)
	}
}

func (w *worker[S]) fail(err error) {
	if w.failure == nil {
		w.failure = err
	}
	w.s.halt(Reason{}) // the others need not go on
}
