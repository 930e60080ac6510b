package expand

import (
	"fmt"
	"sync/atomic"
	"unsafe"

	"mc/explorer/internal/pack"
	"mc/explorer/internal/store"
	"mc/model"
)

// Sink is what a search does with what an expander finds.
type Sink interface {
	// Add takes the successors of b, packed, each with the rule that led to
	// it, and empties b.
	Add(b *store.Batch)
	// Decided learns that there is a find that decides property i, or a
	// better one.
	Decided(i int, at Where)
}

// Options say what an expander is to do.
type Options[S comparable] struct {
	Model     *model.Model[S]
	Packer    *pack.Packer
	Represent func(s *S) // brings a state to the one that stands for it; nil if each stands for itself
	Decisions []*Decision[S]

	// Each passes one successor at a time to the sink, who may ask for it by
	// Found, and takes the first find for a property. Otherwise up to
	// store.BatchSize are passed on, of any number of states, and the least
	// find is taken.
	Each bool

	Counts Counts // what is counted beside what always is

	// Fault makes an error of what is wrong with the model.
	Fault func(detail string) error

	// Stop, if it is true when some successors of a state have been passed on,
	// keeps the others from being made: Guard returns ErrAbandoned.
	Stop *atomic.Bool
}

// Expander expands states on behalf of one goroutine. It owns every buffer
// that it writes; in steady state it allocates nothing.
type Expander[S comparable] struct {
	_         [16]uint64 // no cache line in common with another expander
	m         *model.Model[S]
	packer    *pack.Packer
	sink      Sink
	represent func(s *S)
	first     bool // the first find counts
	apart     bool // the successors of a state are passed on before the next
	bulk      bool // successors can be packed all at once
	starting  bool // the initial states are being added
	again     bool // the state was expanded before
	between   bool // no rule is at work
	size      int  // successors for the sink at a time
	asking    int  // the property that is being evaluated
	enabled   int  // rules of the state being expanded that were looked at for coverage

	roster *Roster[S]
	steps  *model.Gatherer[S]
	batch  *store.Batch
	in     pack.Cell[S] // the state being expanded
	after  *S           // the successor that properties and the constraint are asked about

	Tally Tally
	Finds []Find // by property
	err   error
	fault func(detail string) error
	stop  *atomic.Bool
	_     [16]uint64
}

// New makes an expander that hands what it finds to sink.
func New[S comparable](o Options[S], sink Sink) *Expander[S] {
	x := &Expander[S]{m: o.Model, packer: o.Packer, represent: o.Represent, first: o.Each, fault: o.Fault, stop: o.Stop,
		sink: sink, size: store.BatchSize, asking: nobody,
		batch: store.NewBatch(o.Packer.Words()), Finds: make([]Find, len(o.Decisions))}
	if o.Each {
		x.size = 1
	}
	if x.stop == nil {
		x.stop = new(atomic.Bool)
	}
	x.steps = model.NewGatherer[S](store.BatchSize, x.gathered)
	x.steps.Narrow(o.Model.Widest)
	x.steps.NoteStops(o.Counts.Coverage)
	x.Tally.Init(len(o.Model.Rules), len(o.Model.Budgets), len(o.Decisions), o.Counts)
	return x
}

// Begin says which properties are open from here on.
func (x *Expander[S]) Begin(open *Roster[S]) {
	x.roster = open
	x.steps.WithArgs(len(open.steps) > 0)
	x.apart = len(open.steps) > 0 || x.size == 1
	x.bulk = !x.apart && x.m.Within == nil && x.represent == nil
	x.apart = x.apart || open.counts.Coverage
}

// Err is the first failure.
func (x *Expander[S]) Err() error { return x.err }

func (x *Expander[S]) fail(format string, args ...any) {
	if x.err == nil {
		x.err = x.fault(fmt.Sprintf(format, args...))
	}
}

// Found is the successor that the sink is being given, if it is given one at
// a time.
func (x *Expander[S]) Found() *S { return x.after }

// Load unpacks the state to be judged and expanded.
func (x *Expander[S]) Load(packed []uint64) {
	x.packer.Unpack(unsafe.Pointer(&x.in.State), &packed[0])
}

// Start adds the initial states; no rule is credited with them.
func (x *Expander[S]) Start() {
	x.starting = true
	x.m.Init(func(state S) {
		x.Tally.Generated++
		x.in.State, x.after = state, &x.in.State
		if x.err == nil {
			x.keep(0, x.after)
		}
		x.after = nil
	})
	x.starting = false
}

// Expand passes the successors of the state that was loaded on, now or later.
// Of a state that is expanded again nothing is counted; only who passes one
// successor at a time may ask for that.
func (x *Expander[S]) Expand(again bool) {
	before := x.steps.Count()
	x.again, x.enabled = again, 0
	x.m.Gather(&x.in.State, x.steps)
	if x.apart {
		x.passOn()
	}
	successors := x.steps.Count() - before
	if !again {
		x.Tally.expanded(successors)
		x.Tally.stopped(x.steps.Stopped())
		x.Tally.held(x.steps.Stops())
	}
	if successors == 0 {
		x.judgeSuccessors()
	}
	if rule, complaint := x.steps.Overflowed(); complaint != "" {
		x.fail("rule %s: %s", x.m.Rules[rule].Name, complaint)
	}
}

// Flush passes on what is on its way.
func (x *Expander[S]) Flush() {
	x.passOn()
	x.sink.Add(x.batch)
}

// passOn passes on what has been gathered, when no rule is at work.
func (x *Expander[S]) passOn() {
	x.between = true
	x.steps.Flush()
	x.between = false
}

// gathered receives successors: all of the state being expanded, if there are
// open properties about steps.
func (x *Expander[S]) gathered(actions []model.Action) {
	if !x.again {
		x.Tally.Generated += uint64(len(actions))
		for _, a := range actions {
			x.Tally.Fired[a.Rule]++
		}
		if x.roster.counts.Coverage {
			x.cover(actions)
		}
	}
	if x.bulk {
		x.keepAll(actions)
	} else {
		x.keepEach(actions)
	}
	if x.stop.Load() && !x.between {
		panic(ErrAbandoned) // through the rule that makes them
	}
}

// cover notes the rules that are enabled in the state being expanded, whose
// successors come in the order of the rules.
func (x *Expander[S]) cover(actions []model.Action) {
	for _, a := range actions {
		if rule := int(a.Rule); rule >= x.enabled {
			x.Tally.Enabled[rule]++
			x.enabled = rule + 1
		}
	}
}

func (x *Expander[S]) keepEach(actions []model.Action) {
	for i, a := range actions {
		x.after = x.steps.At(i)
		if len(x.roster.steps) > 0 {
			x.judgeStep(a, x.after)
		}
		x.keep(a.Rule, x.after)
	}
	x.after = nil
}

// keepAll is keep for all successors at once.
func (x *Expander[S]) keepAll(actions []model.Action) {
	n, b := len(actions), x.batch
	if b.N+n > store.BatchSize {
		x.sink.Add(b)
	}
	if stray := x.packer.Pack(b.Slot(), unsafe.Pointer(x.steps.At(0)), n); stray != 0 {
		for i, a := range actions {
			x.keep(a.Rule, x.steps.At(i)) // which of them?
		}
		return
	}
	for i, a := range actions {
		b.Rules[b.N+i] = uint8(a.Rule)
	}
	if b.N += n; b.N == store.BatchSize {
		x.sink.Add(b)
	}
}

// keep hands a state to the sink, unless it is outside the constraint.
func (x *Expander[S]) keep(rule uint16, n *S) {
	if x.represent != nil {
		x.asking = representing
		x.represent(n)
		x.asking = nobody
	}
	if stray := x.packer.Pack(x.batch.Slot(), unsafe.Pointer(n), 1); stray != 0 {
		x.fail("%s: a state does not fit the encoding: %s; widen it or lower the bound", x.origin(rule),
			pack.Stray(x.m.Value(n), x.m.Value(x.m.Widest)))
		return
	}
	if !x.within(n) {
		if !x.again {
			x.Tally.Outside++
		}
		x.judgeOutside(n)
		return
	}
	x.batch.Rules[x.batch.N] = uint8(rule)
	if x.batch.N++; x.batch.N == x.size {
		x.sink.Add(x.batch)
	}
}

// within reports whether a state is within the constraint.
func (x *Expander[S]) within(n *S) bool {
	if x.m.Within == nil {
		return true
	}
	x.asking = within
	is := x.m.Within(n)
	x.asking = nobody
	return is
}

// origin is where a state comes from.
func (x *Expander[S]) origin(rule uint16) string {
	if x.starting {
		return "Init"
	}
	return "rule " + x.m.Rules[rule].Name
}
