package model

import "unsafe"

// Steps hands the successors of one state to an engine, one at a time. A
// Steps belongs to one goroutine and is reused for every state it expands;
// in steady state it allocates nothing.
type Steps[S comparable] struct {
	_       [16]uint64 // no cache line in common with what another goroutine writes
	scratch S
	_       [8]byte // an engine reads scratch by whole words
	base    *S
	action  Action
	live    bool
	span    uintptr // how much of a state Step copies; 0 = all
	sink    func(Action, *S)
	skip    func(Action) bool
	over    string
	culprit int // the rule that called Overflow
	_       [16]uint64
}

// NewSteps returns a Steps that passes each successor to sink. The state that
// sink receives is valid, and may be rewritten by it, until sink returns.
func NewSteps[S comparable](sink func(Action, *S)) *Steps[S] { return &Steps[S]{sink: sink} }

// Narrow tells that no state has a bit that widest lacks, so that a step need
// not copy what comes behind the last of them. Nil tells nothing.
func (o *Steps[S]) Narrow(widest *S) {
	if widest == nil {
		return
	}
	bytes := bytesOf(widest, unsafe.Sizeof(*widest))
	n := len(bytes)
	for n > 0 && bytes[n-1] == 0 {
		n--
	}
	const stride = 32 // of the copy; a partial one takes as long
	n = (n + stride - 1) &^ (stride - 1)
	if n <= len(bytes)*3/4 { // else a copy of known length is faster
		o.span = uintptr(n)
	}
}

func bytesOf[S any](s *S, n uintptr) []byte { return unsafe.Slice((*byte)(unsafe.Pointer(s)), n) }

// Step begins a successor: a copy of the state being expanded, to be edited
// in place. It is valid until the next call of Step or until Expand returns;
// then it is emitted.
func (o *Steps[S]) Step(args ...uint8) *S {
	o.commit()
	o.live = true
	if o.span == 0 {
		o.scratch = *o.base
	} else {
		copy(bytesOf(&o.scratch, o.span), bytesOf(o.base, o.span))
	}
	o.action.Args = Args{}
	//lint:ignore S1001 copy is a call, which would cost more than the bytes
	for i, a := range args {
		o.action.Args[i] = a
	}
	return &o.scratch
}

// Drop takes the last Step back: it turned out not to be enabled.
func (o *Steps[S]) Drop() { o.live = false }

// Overflow reports that the encoding of the state is too small for the step
// that the rule wants to take. The run stops with an error that quotes what:
// a state is never cut silently.
func (o *Steps[S]) Overflow(what string) {
	o.live = false
	if o.over == "" {
		o.over, o.culprit = what, o.Rule()
	}
}

// Overflowed returns the rule that called Overflow and what it said; what is
// "" if none did.
func (o *Steps[S]) Overflowed() (rule int, what string) { return o.culprit, o.over }

func (o *Steps[S]) commit() {
	if !o.live {
		return
	}
	o.live = false
	if o.skip != nil && o.skip(o.action) {
		return
	}
	o.sink(o.action, &o.scratch)
}

// Expand applies every rule of m that is not absent to s, in the model's order.
func (m *Model[S]) Expand(s *S, out *Steps[S]) {
	out.base = s
	for i := range m.Rules {
		r := &m.Rules[i]
		if r.Absent {
			continue
		}
		out.action.Rule = uint16(i)
		r.Expand(s, out)
		if out.live { // most rules are not enabled: spare them the call
			out.commit()
		}
	}
}

// Successor applies the single action a to s and reports whether it is
// enabled there. It is the slow, careful way that replay uses.
func (m *Model[S]) Successor(s *S, a Action) (after S, enabled bool) {
	out := NewSteps(func(b Action, n *S) {
		if b == a && !enabled {
			after, enabled = *n, true
		}
	})
	out.base = s
	out.action.Rule = a.Rule
	m.Rules[a.Rule].Expand(s, out)
	out.commit()
	return after, enabled
}

// Rule is the index of the rule that was applied last: the culprit when a
// rule panics.
func (o *Steps[S]) Rule() int { return int(o.action.Rule) }
