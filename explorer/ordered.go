package explorer

import (
	"errors"
	"slices"
	"unsafe"

	"mc/explorer/internal/expand"
	"mc/explorer/internal/frontier"
	"mc/explorer/internal/pack"
	"mc/explorer/internal/store"
)

// ordered is a search that is not level by level: one goroutine, a frontier of
// its own order, a parent for every state. It visits the same states when it
// runs to the end, but traces are as long as they come, and there are no
// levels.
type ordered[S comparable] struct {
	s        *search[S]
	x        *expand.Expander[S]
	set      *store.Numbered
	frontier frontier.Frontier
	promise  func(*S) int
	ends     []uint64 // by property: the last state of its trace that the set holds

	at      uint64 // the state being expanded, or store.Root
	depth   uint64 // of it
	found   uint64 // the state being judged
	deepest uint64
	beyond  uint64 // states that were not expanded because of their depth
	torn    uint64 // states of which not all successors were kept, or that memory has no room to wait in
	tornAt  uint64 // the last of them that was being expanded
	decided bool   // a property, since the roster was made
	err     error
}

func newOrdered[S comparable](s *search[S], order *Search) (*ordered[S], error) {
	set, err := store.NewNumbered(s.packer.Words(), seed())
	if err != nil {
		return nil, err
	}
	d := &ordered[S]{s: s, set: set, frontier: order.frontier(), ends: make([]uint64, len(s.decisions)), at: store.Root}
	d.promise = func(*S) int { return 0 }
	if order.promising {
		d.promise = s.promise
	}
	d.x = s.expander(d, true)
	return d, nil
}

func (d *ordered[S]) free() {
	d.set.Free()
	d.frontier.Free()
}

// leavings are what asking for the promise of states leaves to the collector.
const leavings = 2 << 20

// room is how much the limit of memory leaves for what is kept of states; 0
// means no limit.
func (d *ordered[S]) room() uint64 {
	if limit := d.s.opt.Memory; limit > 8*leavings {
		return limit - leavings
	}
	return d.s.opt.Memory
}

// bytes is the memory for all that is kept of states.
func (d *ordered[S]) bytes() uint64 { return d.set.Bytes() + d.frontier.Bytes() }

// run explores until all is decided, a limit is reached, or nothing is left.
func (d *ordered[S]) run() error {
	s := d.s
	s.open = s.roster()
	err := s.start(d.x)
	if err == nil && d.err == nil {
		d.set.Limit(d.room(), d.bytes)
		if err = d.x.Guard(d.explore); err == expand.ErrAbandoned {
			err = nil
			d.tear()
		}
	}
	if err = errors.Join(err, d.x.Err(), d.err); err != nil {
		return err
	}
	d.finish()
	return d.traces()
}

func (d *ordered[S]) explore() {
	s := d.s
	for d.frontier.Len() > 0 && d.x.Err() == nil && d.err == nil {
		d.renew()
		if s.settled() || !d.withinLimits() {
			return
		}
		number, _ := d.frontier.Pop()
		d.visit(number)
	}
}

// renew takes decided properties off the roster.
func (d *ordered[S]) renew() {
	if d.decided {
		d.decided = false
		d.s.open = d.s.roster()
		d.x.Begin(d.s.open)
	}
}

// withinLimits tells whether the search may go on, and shows where it stands.
func (d *ordered[S]) withinLimits() bool {
	s, states, bytes := d.s, d.set.Len(), d.bytes()
	s.progress.frontier.Store(d.frontier.Len())
	s.progress.states.Store(states)
	s.progress.memory.Store(bytes)
	s.progress.generated.Store(d.x.Tally.Generated)
	switch {
	case s.opt.MaxStates > 0 && states > s.opt.MaxStates:
		s.halt(Reason{MaxStates, s.opt.MaxStates})
	case s.opt.Memory > 0 && bytes > d.room():
		s.halt(Reason{Memory, s.opt.Memory})
	}
	return !s.pass.checkOnly.Load()
}

// visit expands a state.
func (d *ordered[S]) visit(number uint64) {
	s := d.s
	d.at, d.found, d.depth = number, number, d.set.Depth(number)
	s.progress.depth.Store(int64(d.depth))
	if s.opt.MaxDepth > 0 && d.depth >= uint64(s.opt.MaxDepth) {
		d.set.SetMark(number, tooDeep)
		d.beyond++
		return
	}
	again := d.set.Mark(number) == waitingAgain
	if s.opt.MaxDepth > 0 {
		d.set.SetMark(number, expanded)
	}
	d.x.Load(d.set.State(number))
	d.x.Expand(again)
}

// What is noted of a state in a search with a limit of depth.
const (
	waiting      = iota
	tooDeep      // it was not expanded
	expanded     // it was, perhaps too deep for all that follows
	waitingAgain // to be expanded from nearer
)

// nearer takes note that a known state was found again. One that comes nearer
// leads to more below a limit of depth, and is expanded once more.
func (d *ordered[S]) nearer(number uint64) {
	if d.s.opt.MaxDepth == 0 || d.at == store.Root || !d.set.Nearer(number, d.at, d.depth+1) {
		return
	}
	switch d.set.Mark(number) {
	case tooDeep:
		d.beyond--
		d.set.SetMark(number, waiting)
	case expanded:
		d.set.SetMark(number, waitingAgain)
	default:
		return // its turn will come
	}
	d.push(number)
}

// Add puts a successor into the set and the frontier, if it is new, and judges
// it.
func (d *ordered[S]) Add(b *store.Batch) {
	n := b.N
	if b.N = 0; n == 0 || d.err != nil {
		return
	}
	number, fresh, err := d.set.Number(b.State(0), d.at, d.depth+1)
	switch {
	case err != nil:
		d.fail(err)
		return
	case !fresh:
		d.nearer(number)
		return
	}
	d.deepest = max(d.deepest, d.depth+1)
	if d.at != store.Root {
		d.x.Tally.Created[b.Rules[0]]++
	}
	d.found = number
	d.x.JudgeFound()
	d.found = d.at
	d.push(number)
}

// push leaves a state to be expanded.
func (d *ordered[S]) push(number uint64) {
	if err := d.frontier.Push(number, d.promise(d.x.Found())); err != nil {
		d.torn++
		d.fail(err)
	}
}

// fail ends the search at a state whose successors memory has no room for, or
// for another failure.
func (d *ordered[S]) fail(err error) {
	halted := d.s.pass.halted()
	if !d.s.noRoom(err, d.bytes()) {
		d.err = err
	} else if !halted {
		d.tear()
	}
}

// tear counts the state at hand, once, as one that was not expanded to its end.
func (d *ordered[S]) tear() {
	if d.tornAt != d.at || d.torn == 0 {
		d.torn, d.tornAt = d.torn+1, d.at
	}
}

// Decided closes property i.
func (d *ordered[S]) Decided(i int, at expand.Where) {
	last, length := d.at, int(d.depth)
	if at == expand.AtState {
		last = d.found
		length = int(d.set.Depth(last))
	} else {
		length++
	}
	c := d.s.decisions[i]
	c.Find, c.Length = d.x.Finds[i], length
	d.ends[i], d.decided = last, true
}

// finish sums up what was explored.
func (d *ordered[S]) finish() {
	s := d.s
	s.total.Add(&d.x.Tally)
	s.cut.Frontier = d.frontier.Len() + d.beyond + d.torn
	if d.beyond > 0 {
		s.cut.Reasons = append(s.cut.Reasons, Reason{MaxDepth, uint64(s.opt.MaxDepth)})
	}
	if reason, halted := s.pass.reason(); halted && s.cut.Frontier > 0 {
		s.cut.Reasons = append(s.cut.Reasons, reason)
	}
	s.whole = s.cut.Frontier == 0 && !s.settled()
}

// traces follows the parents of what decided each property.
func (d *ordered[S]) traces() error {
	for i, c := range d.s.decisions {
		if c.Length == 0 {
			continue
		}
		var back [][]uint64
		if c.Find.At == expand.Outside {
			back = append(back, c.Find.State)
		}
		for number := d.ends[i]; number != store.Root; number = d.set.Parent(number) {
			in := new(pack.Cell[S])
			d.s.packer.Unpack(unsafe.Pointer(&in.State), &d.set.State(number)[0])
			back = append(back, pack.WordsOf(&in.State))
		}
		c.Length = len(back) // it may have come nearer since
		if c.Find.At == expand.AtStep {
			c.Length++
		}
		slices.Reverse(back)
		c.states = back
		if err := d.s.realise(c); err != nil {
			return err
		}
	}
	return nil
}

// promise tells how much to expect of a state: what the model says, else the
// number of conditions of the open properties that fail.
func (s *search[S]) promise(n *S) (promise int) {
	if s.m.Promise != nil {
		return s.m.Promise(n)
	}
	for _, d := range s.decisions {
		if d.Length == 0 && d.Property.Parts != nil {
			for _, part := range d.Property.Parts(n) {
				if !part.Holds {
					promise++
				}
			}
		}
	}
	return promise
}
