package explorer

import (
	"mc/explorer/internal/expand"
	"mc/explorer/internal/store"
	"mc/model"
)

// worker expands the states of levels on behalf of one goroutine.
type worker[S comparable] struct {
	_       [16]uint64 // no cache line in common with another worker
	s       *search[S]
	out     store.Writer
	x       *expand.Expander[S]
	buf     []uint64 // a portion of the frontier
	left    []uint64 // of it: the states that have not been visited yet
	before  uint64   // states that this worker has added and shown
	failure error
	lost    bool // its writer has no set any more to write to
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
	if w.lost {
		b.N = 0
		return
	}
	w.out.Insert(b)
	if w.out.Err() != nil {
		w.obeyStore()
	}
	if k := w.s.keeper; k != nil && k.Overfull() {
		w.makeRoom()
	}
	if most := w.s.opt.MaxStates; most > 0 && w.s.progress.states.Load()+w.out.Added()-w.before > most {
		w.s.halt(Reason{MaxStates, most})
	}
}

// makeRoom moves the states in memory to disk, when all workers have come to a
// point where that may be: between two batches, or at home.
func (w *worker[S]) makeRoom() {
	w.out.Flush()
	w.showAdded()
	w.left = w.buf[:copy(w.buf, w.left)] // the level may lie in what is given back
	if err := w.s.meeting.wait(w.s.relieve); err != nil {
		w.lost = true
		w.fail(err)
		w.s.pass.checkOnly.Store(true) // nobody is to make more
	}
	w.before = w.out.Added()
}

// showAdded adds what is new to the progress.
func (w *worker[S]) showAdded() {
	added := w.out.Added()
	w.s.progress.states.Add(added - w.before)
	w.before = added
}

// Decided notes that property i is decided in this level.
func (w *worker[S]) Decided(i int, at expand.Where) {
	w.s.decides(i, at)
}

// decides notes that property i is decided in this level, if nothing that the states left
// would show is nearer, or less: what is asked of successors is seen of states only that
// are expanded.
func (s *search[S]) decides(i int, at expand.Where) {
	if at == expand.AtState && s.decisions[i].Property.Kind.Subject() != model.OfSuccessors {
		s.pass.breaks(i)
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
	defer w.s.meeting.leave()
	w.x.Begin(w.s.open)
	err := w.x.Guard(w.expandAll)
	for err == expand.ErrAbandoned { // the others are still to be judged
		w.showAdded()
		err = w.x.Guard(func() {
			w.expand()
			w.expandAll()
		})
	}
	if err != nil {
		w.fail(err)
	}
	if !w.lost {
		w.out.Flush()
		w.obeyStore()
	}
}

// expandAll takes one portion after the other.
func (w *worker[S]) expandAll() {
	for w.failure == nil && !w.s.pass.pause.Load() {
		portion, more := w.s.work.take()
		if !more {
			break
		}
		level, err := w.s.work.level.Read(portion, w.buf)
		if err != nil {
			w.fail(err)
		}
		w.left, w.before = level, w.out.Added()
		w.expand()
		w.obeyLimits()
	}
	w.x.Flush()
}

// expand visits the states that are left of the portion, and shows what it has
// done.
func (w *worker[S]) expand() {
	generated := w.x.Tally.Generated
	for n := w.s.packer.Words(); len(w.left) > 0 && w.x.Err() == nil; {
		state := w.left[:n]
		w.left = w.left[n:]
		w.x.Load(state)
		w.x.Judge()
		if !w.s.pass.checkOnly.Load() {
			w.x.Expand(false)
		}
	}
	if err := w.x.Err(); err != nil {
		w.fail(err)
	}
	w.showAdded()
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
