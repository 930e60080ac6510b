package explorer

import (
	"context"
	"errors"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"mc/explorer/internal/mem"
	"mc/explorer/internal/store"
)

// pass is what the workers share while they are at one level.
type pass struct {
	// checkOnly makes workers judge the states that are left without
	// expanding them: the next level is not wanted any more.
	checkOnly atomic.Bool
	decided   []atomic.Bool // properties that a state of this level decides
	open      atomic.Int64  // properties that none has decided yet
	keepGoing bool          // expanding has a point when none is left

	// pause sends the workers home at the end of their portion, for the
	// store to be relieved or the run to be saved.
	pause atomic.Bool

	missing atomic.Bool // states that there was no memory for

	overfull bool // the level just found exceeds the limit of states

	mu   sync.Mutex
	why  Reason // for which the search is to end after this level
	halt bool   // it is
}

func (p *pass) begin(properties, open int) {
	p.decided = make([]atomic.Bool, properties)
	p.open.Store(int64(open))
	p.mu.Lock()
	p.checkOnly.Store(p.halt)
	p.mu.Unlock()
}

// breaks notes that a state of this level decides property i; when none is
// left open, expanding further is pointless.
func (p *pass) breaks(i int) {
	if p.decided[i].CompareAndSwap(false, true) && p.open.Add(-1) == 0 && !p.keepGoing {
		p.checkOnly.Store(true)
	}
}

// reason is why the search is to end, if it is.
func (p *pass) reason() (why Reason, halted bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.why, p.halt
}

func (p *pass) halted() bool {
	_, halted := p.reason()
	return halted
}

// halt ends the search after the level at hand has been judged. A search that
// can be saved pauses for that first.
func (s *search[S]) halt(why Reason) {
	s.pass.mu.Lock()
	defer s.pass.mu.Unlock()
	if s.pass.halt {
		return
	}
	s.pass.halt, s.pass.why = true, why
	if s.keeper != nil {
		s.pass.pause.Store(true)
	} else {
		s.pass.checkOnly.Store(true)
	}
}

// noRoom halts the search if err says that there is no memory for more states,
// within the limit or at all. Those that were taken up to then are whole. The level
// at hand is not, if a batch of it is missing: a run with a directory saves what
// there was before.
func (s *search[S]) noRoom(err error, bytes uint64) bool {
	switch {
	case errors.Is(err, store.ErrFull):
		s.halt(Reason{Memory, s.opt.Memory})
	case refused(err):
		s.halt(Reason{SystemMemory, bytes})
		s.pass.missing.Store(true)
		s.pass.checkOnly.Store(true)
	default:
		return false
	}
	return true
}

// refused reports whether the system gave no memory.
func refused(err error) bool {
	var none *mem.Refused
	return errors.As(err, &none)
}

// meeting is where workers wait for each other in the middle of their states: one
// state may have more successors than memory has room for.
type meeting struct {
	mu      sync.Mutex
	changed sync.Cond
	atWork  int // workers that are not at home
	waiting int // of them
	round   int // meetings so far
	err     error
}

// begin says how many workers go to work.
func (m *meeting) begin(workers int) {
	m.changed.L = &m.mu
	m.atWork, m.waiting = workers, 0
}

// leave says that one of them is home.
func (m *meeting) leave() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.atWork--
	m.changed.Broadcast()
}

// wait returns when all who are at work have come, and one of them has done what
// they meet for. Whether that failed all of them learn.
func (m *meeting) wait(do func() error) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.waiting++
	round := m.round
	for m.round == round && m.waiting < m.atWork {
		m.changed.Wait()
	}
	if m.round == round {
		m.err = do()
		m.round++
		m.waiting = 0
		m.changed.Broadcast()
	}
	return m.err
}

// progress counts what Progress shows.
type progress struct {
	states, generated, frontier atomic.Uint64
	memory                      atomic.Uint64 // of an ordered search
	depth                       atomic.Int64

	restored atomic.Uint64 // states that a resumed run began with
	doing    atomic.Value  // a string: what else the search does than expand states
}

// does notes what the search does until the returned function is called.
func (p *progress) does(what string) (done func()) {
	p.doing.Store(what)
	return func() { p.doing.Store("") }
}

// watch halts the search when ctx ends or the time is up, and reports
// progress, until the returned function is called.
func (s *search[S]) watch(ctx context.Context) (stop func()) {
	done := make(chan struct{})
	var wg sync.WaitGroup
	wg.Go(func() {
		var timeout <-chan time.Time
		if s.opt.Timeout > 0 {
			timeout = time.After(s.opt.Timeout)
		}
		tick := time.NewTicker(time.Second)
		defer tick.Stop()
		interrupted := ctx.Done()
		last, before := time.Now(), uint64(0)
		for {
			before = max(before, s.progress.restored.Load())
			select {
			case <-done:
				return
			case <-interrupted:
				s.halt(Reason{Kind: Interrupted})
				interrupted = nil
			case <-timeout:
				s.halt(Reason{Timeout, uint64(s.opt.Timeout)})
			case now := <-tick.C:
				before, last = s.report(before, now.Sub(last)), now
			}
		}
	})
	return func() { close(done); wg.Wait() }
}

// report calls Progress and returns the number of states it showed.
func (s *search[S]) report(before uint64, since time.Duration) uint64 {
	states := s.progress.states.Load()
	doing, _ := s.progress.doing.Load().(string)
	if s.opt.Progress != nil {
		s.opt.Progress(Progress{
			States: states, Generated: s.progress.generated.Load(),
			Depth: int(s.progress.depth.Load()), Frontier: s.progress.frontier.Load(),
			Rate:   s.rate(states, before, since),
			Memory: s.used(), Elapsed: time.Since(s.started), Doing: doing,
		})
	}
	return states
}

// rate is the number of new states a second since the last report. Once states
// go to disk, only the merge at the end of a level tells which are new: then
// it is the mean of the run.
func (s *search[S]) rate(states, before uint64, since time.Duration) float64 {
	if s.keeper != nil && s.keeper.External() {
		return float64(states) / time.Since(s.started).Seconds()
	}
	return float64(states-before) / since.Seconds()
}

// maxPortion is the number of states that a worker takes at a time, at most.
const maxPortion = 1024

// portions are the parts of a level that workers help themselves to.
type portions struct {
	level store.Level
	list  []store.Portion
	next  atomic.Int64
}

// fill cuts a level: into portions small enough to share the work evenly,
// large enough not to be noticed. The first from of them are done already.
func (p *portions) fill(level store.Level, from, workers int) {
	p.set(store.Work{Level: level, List: level.Cut(min(maxPortion, max(16, level.Size()/uint64(32*workers)))), Done: from})
}

func (p *portions) set(w store.Work) {
	p.level, p.list = w.Level, w.List
	p.next.Store(int64(w.Done))
}

// stand tells how far the work has come; it is called when no worker is at
// work, so that all portions taken are finished.
func (p *portions) stand() store.Work {
	return store.Work{Level: p.level, List: p.list, Done: int(min(p.next.Load(), int64(len(p.list))))}
}

// take is the next portion. Where there is one thread, as in a browser, nobody else would
// come to tell how far the search is or that its time is up, were the word not passed here.
func (p *portions) take() (store.Portion, bool) {
	if runtime.GOOS == "js" {
		runtime.Gosched()
	}
	i := p.next.Add(1) - 1
	if i >= int64(len(p.list)) {
		return store.Portion{}, false
	}
	return p.list[i], true
}
