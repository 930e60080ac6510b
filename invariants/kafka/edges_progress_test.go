package kafka

import (
	"testing"

	"mc/model"
	"mc/model/kafka"
)

// unraised leaves the high watermark of b1 at 0 before and after.
func unraised(s, n *State) { s.Brokers[0].HW, n.Brokers[0].HW = 0, 0 }

// knows makes a leader know this of a follower before and after.
func knows(l, f int, was, is kafka.Remote) func(s, n *State) {
	return func(s, n *State) { s.Brokers[l].Remotes[f], n.Brokers[l].Remotes[f] = was, is }
}

// isrOf gives b1 these ISRs before and after.
func isrOf(was, is kafka.Set) func(s, n *State) {
	return func(s, n *State) { s.Brokers[0].Isr, n.Brokers[0].Isr = was, is }
}

// appends makes b1's log grow to two records.
func appends(_, n *State) { n.Brokers[0].Log = logOf(first, other) }

// b3Could makes b3 a leader whose high watermark may be raised.
func b3Could(x *State) {
	alsoLeads(x, 2)
	x.Brokers[2].Isr, x.Brokers[2].HW = 6, 0
	x.Brokers[2].Remotes[1].End = 2
}

var (
	atStart = kafka.Remote{End: 1}
	slow    = kafka.Remote{End: 1, CaughtUp: true} // at the start, and within the lag window
	atEnd   = kafka.Remote{End: 2}
)

// progressEdges are the edges of claims about where progress ends that depend
// on what changed in a step, or on who waits for whom.
var progressEdges = []reason{
	{"hw-raised-when-possible", "b3 falls out of the lag window", false,
		then(unraised, isrOf(3, 3), knows(0, 2, slow, atStart))},
	{"hw-raised-when-possible", "min ISR falls, too", false, then(unraised, isrOf(3, 3), appends, func(s, _ *State) {
		s.Brokers[0].MinIsr = 3
	})},
	{"hw-raised-when-possible", "who follows gets the log", false, func(s, n *State) {
		b3Could(n)
		n.Brokers[2].Role, s.Brokers[2].Log = kafka.Follower, logOf()
	}},
	{"hw-raised-when-possible", "the log grows, and nobody has fetched", false, appends},
	{"hw-raised-when-possible", "the log grows, and it was possible before", false, then(unraised, appends)},
	{"hw-raised-when-possible", "b3 is heard from", true, then(unraised, knows(0, 2, atStart, atEnd))},
	{"hw-raised-when-possible", "b1 is heard from", true, then(b2Leads, knows(1, 0, atStart, atEnd),
		both(func(x *State) { x.Brokers[1].HW = 0 }))},
	{"hw-raised-when-possible", "in a new epoch", true, on(func(n *State) {
		n.Brokers[0].Epoch, n.Brokers[0].HW = 1, 0
	})},
	{"hw-raised-when-possible", "who could begins to lead", true, then(both(b3Could), func(s, _ *State) {
		s.Brokers[2].Role = kafka.Follower
	})},
	{"hw-raised-when-possible", "who is behind leaves the ISR", true,
		then(unraised, isrOf(7, 3), knows(0, 2, atStart, atStart))},

	{"hw-waits-only-for-eligible", "the leader has just started", false, on(func(n *State) {
		waitsForB3(n)
		restarted(n)
	})},
	{"hw-waits-only-for-eligible", "who was not heard from", false, on(func(n *State) {
		waitsForB3(n)
		n.Brokers[0].Remotes[2].End = 0
	})},
	{"hw-waits-only-for-eligible", "everything is committed", false, on(func(n *State) {
		waitsForB3(n)
		n.Brokers[0].HW, n.Brokers[0].Remotes[2].End = 1, 2
	})},
	{"hw-waits-only-for-eligible", "who is outside the lag window", false, on(func(n *State) {
		waitsForB3(n)
		n.Brokers[0].Remotes[2].CaughtUp = false
	})},

	{"newcomer-not-alone-behind", "b3, a member, is as far behind", false,
		then(isrOf(5, 7), knows(0, 1, atStart, atStart), knows(0, 2, atStart, atStart))},
	{"newcomer-not-alone-behind", "the high watermark waits for b3, which is no member", false,
		then(isrOf(1, 3), knows(0, 1, atStart, atStart), knows(0, 2, slow, slow))},

	{"stale-proposal-rejected", "b3 proposes on an older version", true, func(s, n *State) {
		s.Controller.Leader, s.Controller.Isr = 3, 6
		s.Brokers[2].Request = kafka.Alter{Progress: kafka.Requested, Version: 2, Isr: 7}
		n.Brokers[2].Request.Progress = kafka.Answered
	}},
}

// TestMinIsrIsOfAcksAll: a producer that waits for nobody, or for the leader
// alone, needs no ISR.
func TestMinIsrIsOfAcksAll(t *testing.T) {
	m, before := start(t)
	p, _ := m.Property("append-needs-min-isr")
	after := before
	before.Brokers[0].Isr, after.Used.Records = 1, 2
	for acks, breaks := range map[uint8]bool{kafka.AcksAll: true, kafka.AcksOne: false, kafka.AcksNone: false} {
		if got := p.Step(&before, model.Action{Args: model.Args{0, acks}}, &after) != nil; got != breaks {
			t.Errorf("acks %d: broken is %v, want %v", acks, got, breaks)
		}
	}
}
