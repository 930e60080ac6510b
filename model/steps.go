package model

import (
	"fmt"
	"slices"
	"unsafe"
)

// Steps is what a rule writes the successors of a state to: Step begins one,
// Drop takes it back, Stopped says that there would be one but for a budget,
// Overflow that the state's encoding has no room for it. A Steps belongs to one goroutine and is reused for every state that is
// expanded; in steady state it allocates nothing. Whoever expands states has
// its other half, a Gatherer.
type Steps[S comparable] struct {
	_       [16]uint64 // no cache line in common with what another goroutine writes
	base    *S         // the state being expanded
	rule    uint16     // the rule being applied
	arity   int        // how many arguments its Params name
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
	over    string // what there was no room for, as a complaint
	culprit int    // the rule that had it
	alone   Budgets
	jointly []Budgets // each once
	noting  bool      // stops are wanted
	stops   []Stop
	_       [16]uint64
}

// Step begins a successor: a copy of the state being expanded, to be edited
// in place. It is valid until the next call of Step or until the rule returns.
// The arguments are those of the action, in the order of the rule's Params; an
// action has six at most.
func (o *Steps[S]) Step(args ...uint8) *S {
	if o.n == len(o.actions) {
		o.flush()
	}
	n := (*S)(o.next)
	if o.span == 0 {
		*n = *o.base
	} else {
		copy(bytesOf(n, o.span), bytesOf(o.base, o.span))
	}
	a := &o.actions[o.n]
	a.Rule = o.rule
	if (o.named || len(args) != o.arity) && !o.name(a, args) {
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
	switch given := copy(a.Args[:], args); {
	case given < len(args):
		o.complain("a step with %d arguments, and an action has room for %d; let one say more", len(args), len(a.Args))
		return false
	case given != o.arity:
		o.complain("a step with %d arguments, and the rule's Params name %d; make them as many", given, o.arity)
		return false
	}
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

// Stopped notes that the rule would take a step in this state, were it not for
// budgets that are spent: the given ones, all of which stand in its way. A rule
// asks for what it needs first and for its budgets last, so that what is noted
// is what more of them would allow. The empty set notes nothing.
//
// The arguments are those of the step, where the rule has several instances and
// fairness may be asked of one of them; without them every instance counts as
// stopped.
func (o *Steps[S]) Stopped(by Budgets, args ...uint8) {
	if o.noting && by != 0 {
		o.note(by, args)
	}
	if by.Alone() {
		o.alone |= by
	} else {
		o.together(by)
	}
}

// note keeps what was stopped, for who has asked.
func (o *Steps[S]) note(by Budgets, args []uint8) {
	stop := Stop{Action: Action{Rule: o.rule}, By: by, Any: len(args) == 0}
	copy(stop.Action.Args[:], args)
	o.stops = append(o.stops, stop)
}

func (o *Steps[S]) together(by Budgets) {
	if !slices.Contains(o.jointly, by) {
		o.jointly = append(o.jointly, by)
	}
}

// Overflow reports that the encoding of the state is too small for the step
// that the rule wants to take. The run stops with an error that quotes what:
// a state is never cut silently.
func (o *Steps[S]) Overflow(what string) {
	o.Drop()
	o.complain("the encoding is too small: %s; lower the bound or widen the state", what)
}

func (o *Steps[S]) complain(format string, args ...any) {
	if o.over == "" {
		o.over, o.culprit = fmt.Sprintf(format, args...), int(o.rule)
	}
}

// flush passes on what has been gathered.
func (o *Steps[S]) flush() {
	if n := o.n; n > 0 {
		o.passed += n
		o.n, o.next = 0, unsafe.Pointer(&o.words[0])
		o.sink(o.actions[:n])
	}
}

func bytesOf[S any](s *S, n uintptr) []byte { return unsafe.Slice((*byte)(unsafe.Pointer(s)), n) }
