package model

import "unsafe"

// Steps gathers the successors of states and passes them to an engine, many at
// a time: that spares each the way through several calls. A Steps belongs to
// one goroutine and is reused for every state it expands; in steady state it
// allocates nothing.
type Steps[S comparable] struct {
	_       [16]uint64 // no cache line in common with what another goroutine writes
	base    *S         // the state being expanded
	rule    uint16     // the rule being applied
	live    bool       // that rule may still take its last Step back
	named   bool       // arguments are wanted
	span    uintptr    // how much of a state Step copies; 0 = all
	stride  uintptr    // bytes from one successor to the next
	n       int        // successors gathered
	next    unsafe.Pointer
	actions []Action
	words   []uint64 // the successors, and room for one more
	passed  int      // successors passed on
	sink    func(actions []Action)
	skip    func(Action) bool
	over    string
	culprit int // the rule that called Overflow
	_       [16]uint64
}

// NewSteps returns a Steps that passes each successor to sink, before Expand
// returns. The state that sink receives is valid, and may be rewritten by it,
// until sink returns.
func NewSteps[S comparable](sink func(Action, *S)) *Steps[S] {
	var o *Steps[S]
	o = Gathering[S](16, func(actions []Action) {
		for i, a := range actions {
			sink(a, o.At(i))
		}
	})
	o.WithArgs(true)
	return o
}

// Gathering returns a Steps that calls sink for up to size successors, of any
// number of states; At has them. Unless WithArgs is called, of an action only
// the rule is given.
func Gathering[S comparable](size int, sink func(actions []Action)) *Steps[S] {
	var s S
	o := &Steps[S]{sink: sink, actions: make([]Action, size), stride: max(8, (unsafe.Sizeof(s)+7)&^7)}
	o.words = make([]uint64, uintptr(size+1)*o.stride/8)
	o.next = unsafe.Pointer(&o.words[0])
	return o
}

// WithArgs tells whether actions are to have their arguments.
func (o *Steps[S]) WithArgs(wanted bool) { o.named = wanted }

// At is the i-th of the successors that sink is called for. They lie one
// behind the other, each at a multiple of 8 bytes.
func (o *Steps[S]) At(i int) *S {
	return (*S)(unsafe.Pointer(&o.words[uintptr(i)*o.stride/8]))
}

// Flush passes on what has been gathered.
func (o *Steps[S]) Flush() {
	if n := o.n; n > 0 {
		o.passed += n
		o.n, o.next = 0, unsafe.Pointer(&o.words[0])
		o.sink(o.actions[:n])
	}
}

// Count is the number of successors so far.
func (o *Steps[S]) Count() int { return o.passed + o.n }

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
// in place. It is valid until the next call of Step or until the rule returns.
func (o *Steps[S]) Step(args ...uint8) *S {
	if o.n == len(o.actions) {
		o.Flush()
	}
	n := (*S)(o.next)
	if o.span == 0 {
		*n = *o.base
	} else {
		copy(bytesOf(n, o.span), bytesOf(o.base, o.span))
	}
	a := &o.actions[o.n]
	a.Rule = o.rule
	if o.named && !o.name(a, args) {
		o.live = false
		return n // to be overwritten
	}
	o.n++
	o.next = unsafe.Add(o.next, o.stride)
	o.live = true
	return n
}

// name completes an action and tells whether it is wanted.
func (o *Steps[S]) name(a *Action, args []uint8) bool {
	a.Args = Args{}
	copy(a.Args[:], args)
	return o.skip == nil || !o.skip(*a)
}

// Drop takes the last Step back: it turned out not to be enabled.
func (o *Steps[S]) Drop() {
	if o.live {
		o.live = false
		o.n--
		o.next = unsafe.Add(o.next, -int(o.stride))
	}
}

// Overflow reports that the encoding of the state is too small for the step
// that the rule wants to take. The run stops with an error that quotes what:
// a state is never cut silently.
func (o *Steps[S]) Overflow(what string) {
	o.Drop()
	if o.over == "" {
		o.over, o.culprit = what, o.Rule()
	}
}

// Overflowed returns the rule that called Overflow and what it said; what is
// "" if none did.
func (o *Steps[S]) Overflowed() (rule int, what string) { return o.culprit, o.over }

// Expand applies every rule of m that is not absent to s, in the model's order.
func (m *Model[S]) Expand(s *S, out *Steps[S]) {
	m.Gather(s, out)
	out.Flush()
}

// Gather is Expand, but successors may be left for a later Flush.
func (m *Model[S]) Gather(s *S, out *Steps[S]) {
	out.base = s
	for i := range m.Rules {
		r := &m.Rules[i]
		if r.Absent {
			continue
		}
		out.rule = uint16(i)
		out.live = false
		r.Expand(s, out)
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
	out.rule = a.Rule
	m.Rules[a.Rule].Expand(s, out)
	out.Flush()
	return after, enabled
}

// Rule is the index of the rule that was applied last: the culprit when a
// rule panics.
func (o *Steps[S]) Rule() int { return int(o.rule) }
