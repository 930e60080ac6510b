package kafka

import "mc/model/kafka"

// The edges of the claims: what is just right, and what is just wrong. Most
// are here because a mutant of a claim lived without them.

// first is the record that everybody has at the start.
var first = kafka.NewRecord(0, 1)

// on makes a change of the second state only.
func on(change func(n *State)) func(_, n *State) { return func(_, n *State) { change(n) } }

// leads makes b the true leader in place of b1.
func leads(n *State, b int) {
	n.Controller.Leader = kafka.NodeOf(b)
	n.Brokers[0].Role, n.Brokers[0].Leader = kafka.Follower, kafka.NodeOf(b)
	alsoLeads(n, b)
	for f := range 3 {
		n.Brokers[b].Remotes[f].End = 2
	}
}

// alsoLeads makes b take itself for the leader, too.
func alsoLeads(n *State, b int) {
	x := &n.Brokers[b]
	x.Role, x.Leader, x.Isr, x.Version, x.HW = kafka.Leader, kafka.NodeOf(b), 7, 1, 1
}

// restarted makes b1 have just started: the controller's leader does not know
// yet that it leads.
func restarted(n *State) { n.Brokers[0].Role = kafka.Idle }

// empty takes the log of these away.
func empty(n *State, brokers ...int) {
	for _, b := range brokers {
		n.Brokers[b].Log = logOf()
	}
}

// edges are those of claims about what is committed, about high watermarks and
// about clients.
var edges = []reason{
	{"committed-on-leader", "nobody leads", false, on(func(n *State) {
		n.Controller.Leader = kafka.Nobody
		empty(n, 0)
	})},
	{"committed-on-leader", "the leader has just started", false, on(func(n *State) { restarted(n); empty(n, 0) })},
	{"committed-on-leader", "the leader is behind", false, on(func(n *State) { n.Controller.Epoch = 1; empty(n, 0) })},
	{"acked-all-never-lost", "all is there", false, on(func(n *State) { n.Ghosts.AckedAll = 1 << 1 })},
	{"acked-all-never-lost", "the leader has just started", false, on(func(n *State) {
		restarted(n)
		n.Ghosts.AckedAll = 1 << 3
	})},
	{"acked-one-lost", "the leader has just started", false, on(func(n *State) {
		restarted(n)
		n.Ghosts.AckedOne = 1 << 3
	})},
	{"produce-refused", "the leader has just started", false, on(func(n *State) { restarted(n); n.Brokers[0].Isr = 1 })},
	{"produce-refused", "a follower is alone", false, on(func(n *State) { n.Brokers[1].Isr = 2 })},
	{"partition-offline", "the leader is down", false, on(func(n *State) { n.Brokers[0].Role = kafka.Stopped })},
	{"committed-somewhere", "b1 alone has it", false, on(func(n *State) { empty(n, 1, 2) })},
	{"committed-somewhere", "b3 alone has it", false, on(func(n *State) { empty(n, 0, 1) })},
	{"committed-somewhere", "nobody has it", true, on(func(n *State) { empty(n, 0, 1, 2) })},
	{"never-truncates-committed", "b1 cuts", true, on(func(n *State) { empty(n, 0) })},
	{"never-truncates-committed", "b3 cuts", true, on(func(n *State) { empty(n, 2) })},
	{"never-truncates-committed", "nobody cuts", false, func(s, _ *State) { s.Ghosts.Committed = logOf(first, other) }},

	{"hw-within-maximal-isr", "b1 has nothing, and b2 leads", true, on(func(n *State) { leads(n, 1); empty(n, 0) })},
	{"hw-within-maximal-isr", "b3 has nothing", true, on(func(n *State) { empty(n, 2) })},
	{"hw-within-maximal-isr", "a member is down", false, on(func(n *State) {
		empty(n, 1)
		n.Brokers[1].Role = kafka.Stopped
	})},
	{"hw-within-maximal-isr", "who is no member has nothing", false, on(func(n *State) {
		empty(n, 1)
		n.Brokers[0].Isr = 5
	})},
	{"hw-within-maximal-isr", "the leader has just started", false, on(func(n *State) { empty(n, 1); restarted(n) })},
	{"hw-within-maximal-isr", "after a power failure", false, on(func(n *State) {
		empty(n, 1)
		n.Used.LossyCrashes = 1
	})},
	{"hw-within-controller-isr", "after a power failure", true, on(func(n *State) {
		empty(n, 1)
		n.Used.LossyCrashes = 1
	})},
	{"hw-within-controller-isr", "who is no member has nothing", false, on(func(n *State) {
		empty(n, 1)
		n.Controller.Isr = 5
	})},
	{"hw-within-eligible", "a member of the ISR has nothing", true, on(func(n *State) { empty(n, 1) })},
	{"hw-within-eligible", "the leader has just started", false, on(func(n *State) { empty(n, 1); restarted(n) })},
	{"hw-within-local-isr", "a zombie", true, on(func(n *State) { leads(n, 2); n.Controller.Leader = 2; empty(n, 1) })},
	{"hw-within-local-isr", "a zombie beside a leader", true, on(func(n *State) {
		alsoLeads(n, 2)
		n.Brokers[0].HW = 0
		empty(n, 1)
	})},
	{"hw-within-local-isr", "a follower", false, on(func(n *State) {
		n.Brokers[1].Isr, n.Brokers[0].Isr = 7, 3
		empty(n, 2)
	})},
	{"hw-within-local-isr", "after a power failure", false, on(func(n *State) {
		empty(n, 1)
		n.Used.LossyCrashes = 1
	})},
	{"strong-isr", "a zombie differs", true, on(func(n *State) {
		leads(n, 2)
		n.Controller.Leader = 2
		n.Brokers[2].Log = logOf(other)
	})},
	{"strong-isr", "b1 differs", true, on(func(n *State) { leads(n, 1); n.Brokers[0].Log = logOf(other) })},
	{"strong-isr", "b3 differs", true, on(func(n *State) { n.Brokers[2].Log = logOf(other) })},
	{"strong-isr", "who is down differs", false, on(func(n *State) {
		n.Brokers[1].Log, n.Brokers[1].Role = logOf(other), kafka.Stopped
	})},
	{"strong-isr", "who is no member differs", false, on(func(n *State) {
		n.Brokers[1].Log, n.Controller.Isr = logOf(other), 5
	})},

	{"hw-within-recorded", "all were there", false, func(s, _ *State) { s.Brokers[0].HW = 0 }},
	{"hw-within-recorded", "nothing is raised", false, on(func(n *State) { n.Brokers[0].Remotes[1].End = 1 })},
	{"hw-within-recorded", "a follower's rises", false, func(s, n *State) { s.Brokers[1].HW, n.Brokers[1].Isr = 0, 7 }},
	{"hw-within-recorded", "who is no member was not heard from", false, func(s, n *State) {
		s.Brokers[0].HW, n.Brokers[0].Isr, n.Brokers[0].Remotes[1].End = 0, 5, 0
	}},
	{"hw-within-recorded", "b3 was not there", true, func(s, n *State) {
		s.Brokers[0].HW, n.Brokers[0].Remotes[2].End = 0, 1
	}},
	{"hw-within-recorded", "b1 was not there", true, func(s, n *State) {
		leads(n, 1)
		s.Brokers[1].HW, n.Brokers[1].Remotes[0].End = 0, 1
	}},
	{"hw-within-recorded", "another leader beside one that may", true, func(s, n *State) {
		alsoLeads(n, 2)
		s.Brokers[0].HW, s.Brokers[2].HW = 0, 0
	}},
	{"hw-needs-min-isr", "an ISR of min ISR", false, func(s, n *State) { s.Brokers[0].HW, n.Brokers[0].Isr = 0, 3 }},
	{"leader-hw-monotone", "b3's falls", true, func(s, n *State) {
		alsoLeads(s, 2)
		alsoLeads(n, 2)
		n.Brokers[2].HW = 0
	}},
	{"leader-hw-monotone", "who was the leader", false, on(func(n *State) {
		n.Brokers[0].Role, n.Brokers[0].HW = kafka.Follower, 0
	})},
	{"leader-hw-monotone", "who becomes it", false, on(func(n *State) {
		n.Brokers[1].Role, n.Brokers[1].HW = kafka.Leader, 0
	})},
	{"leader-hw-monotone", "in a new epoch", false, on(func(n *State) { n.Brokers[0].Epoch, n.Brokers[0].HW = 1, 0 })},
	{"leader-hw-monotone", "a follower's falls", false, on(func(n *State) { n.Brokers[1].HW = 0 })},
	{"leader-hw-behind-committed", "a zombie's is beyond", true, on(func(n *State) {
		alsoLeads(n, 2)
		n.Ghosts.Committed, n.Brokers[0].HW = logOf(), 0
	})},
	{"leader-hw-behind-committed", "b1's is beyond, and it is deposed", true, on(func(n *State) {
		n.Ghosts.Committed, n.Controller.Leader = logOf(), 2
	})},
	{"leader-hw-behind-committed", "a follower's is beyond", false, on(func(n *State) {
		n.Ghosts.Committed, n.Brokers[0].HW = logOf(), 0
	})},
	{"leader-hw-behind-committed", "it stays behind", true, on(func(n *State) { n.Brokers[0].HW = 0 })},
	{"leader-hw-behind-committed", "it has not reached the epoch's start", false, on(func(n *State) {
		n.Brokers[0].HW, n.Brokers[0].EpochStart = 0, 1
	})},
	{"leader-hw-behind-committed", "the leader has just started", false, on(func(n *State) {
		restarted(n)
		n.Brokers[0].HW = 0
	})},
	{"follower-hw-within-log", "b1's is beyond", true, on(func(n *State) { n.Brokers[0].HW = 2 })},
	{"follower-hw-monotone", "b3's falls", true, on(func(n *State) { n.Brokers[2].HW = 0 })},
	{"follower-hw-monotone", "b1's falls", true, func(s, n *State) {
		s.Brokers[0].Role, n.Brokers[0].Role, n.Brokers[0].HW = kafka.Follower, kafka.Follower, 0
	}},
	{"follower-hw-monotone", "a leader's falls", false, on(func(n *State) { n.Brokers[0].HW = 0 })},
	{"follower-hw-monotone", "who was the leader", false, on(func(n *State) {
		n.Brokers[0].Role, n.Brokers[0].HW = kafka.Follower, 0
	})},
	{"follower-hw-monotone", "who becomes it", false, on(func(n *State) {
		n.Brokers[1].Role, n.Brokers[1].HW = kafka.Leader, 0
	})},

	{"consumer-repeatable", "a read that differed", true, on(func(n *State) { n.Ghosts.ReadConflict = true })},
	{"consumer-repeatable", "the leader has just started", false, on(func(n *State) {
		restarted(n)
		n.Ghosts.Consumed = logOf(other)
	})},
	{"consumer-repeatable", "it is there", false, on(func(n *State) { n.Ghosts.Consumed = logOf(first) })},
	{"consumer-repeatable", "the last is not there", true, on(func(n *State) {
		n.Ghosts.Consumed = logOf(first, other)
	})},
	{"ack-implies-copies", "it was acknowledged before", false, func(s, n *State) {
		s.Ghosts.AckedAll, n.Ghosts.AckedAll = 4, 4
	}},
	{"ack-implies-copies", "another that is not acknowledged has no copies", false, on(func(n *State) {
		n.Ghosts.AckedAll = 4
		for b := range 3 {
			n.Brokers[b].Log = logOf(other)
		}
	})},
	{"ack-implies-copies", "three have it", false, on(func(n *State) { n.Ghosts.AckedAll = 2 })},
	{"ack-implies-copies", "b2 and b3 have it", false, on(func(n *State) { n.Ghosts.AckedAll = 2; empty(n, 0) })},
	{"ack-implies-copies", "b1 and b2 have it", false, on(func(n *State) { n.Ghosts.AckedAll = 2; empty(n, 2) })},
	{"ack-implies-copies", "b1 alone has it", true, on(func(n *State) { n.Ghosts.AckedAll = 2; empty(n, 1, 2) })},
	{"ack-implies-copies", "after a power failure", false, on(func(n *State) {
		n.Ghosts.AckedAll, n.Used.LossyCrashes = 2, 1
		empty(n, 1, 2)
	})},
}
