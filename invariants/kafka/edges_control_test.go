package kafka

import "mc/model/kafka"

// both makes the same change of both states.
func both(change func(x *State)) func(s, n *State) {
	return func(s, n *State) { change(s); change(n) }
}

// applied makes the controller apply a proposal of b1 to take b3 in.
func applied(s, n *State) {
	s.Brokers[0].Request = kafka.Alter{Progress: kafka.Requested, Version: 1, Isr: 7}
	s.Controller.Isr = 3
	n.Brokers[0].Request.Progress = kafka.Answered
}

// appliedLate makes it apply one whose sender has stopped since.
func appliedLate(s, n *State) {
	s.Alter = kafka.Alter{Progress: kafka.Requested, From: 1, Version: 1, Isr: 7}
	s.Controller.Isr = 3
}

// appliedBut changes something of it before.
func appliedBut(change func(s *State)) func(s, n *State) {
	return func(s, n *State) { applied(s, n); change(s) }
}

// bumps makes the controller change in the step.
func bumps(change func(was, is *kafka.Controller)) func(s, n *State) {
	return func(s, n *State) { change(&s.Controller, &n.Controller) }
}

// diverged makes b2 process a diverging answer and stay as it is.
func diverged(s, n *State) {
	s.Brokers[1].Response.Kind = kafka.Diverging
	n.Brokers[0].HW = 0
}

// waitsForB3 makes b1 wait for b3, which is fenced.
func waitsForB3(n *State) {
	n.Brokers[0].Isr, n.Controller.Isr, n.Controller.Fenced = 3, 3, 4
	n.Brokers[0].HW, n.Brokers[0].Remotes[2] = 0, kafka.Remote{End: 1, CaughtUp: true}
}

// b2Takes makes b2, which leads, take somebody into its ISR at offset 0.
func b2Takes(who kafka.Set) func(s, n *State) {
	return func(s, n *State) {
		leads(s, 1)
		leads(n, 1)
		s.Brokers[1].Isr = 7 &^ who
		for f := range 3 {
			if who.Has(f) {
				n.Brokers[1].Remotes[f] = kafka.Remote{End: 1}
			}
		}
	}
}

var shrinkB2 = kafka.Change{Kind: kafka.Shrink, Brokers: 2}

// controllerEdges are the edges of claims about the controller, the ELR, and
// where progress ends.
var controllerEdges = []reason{
	{"leader-in-isr", "nobody leads", false, on(func(n *State) { n.Controller.Leader = kafka.Nobody })},
	{"isr-non-empty", "nobody leads", false, on(func(n *State) {
		n.Controller.Isr, n.Controller.Leader = 0, kafka.Nobody
	})},
	{"fenced-not-in-isr", "the last one", true, on(func(n *State) { n.Controller.Isr, n.Controller.Fenced = 1, 1 })},
	{"fenced-not-in-isr", "outside the ISR", false, on(func(n *State) {
		n.Controller.Isr, n.Controller.Fenced = 3, 4
	})},
	{"epochs-monotone", "a partition epoch falls", true, bumps(func(was, _ *kafka.Controller) { was.Version = 2 })},
	{"epochs-monotone", "a leader epoch falls", true, bumps(func(was, is *kafka.Controller) {
		was.Epoch, is.Version = 1, 2
	})},
	{"epochs-monotone", "both rise", false, bumps(func(_, is *kafka.Controller) { is.Epoch, is.Version = 1, 2 })},
	{"epochs-monotone", "b1 falls back", true, func(s, _ *State) { s.Brokers[0].Epoch = 1 }},
	{"epochs-monotone", "b3 falls back", true, func(s, _ *State) { s.Brokers[2].Epoch = 1 }},
	{"epochs-monotone", "b2 has started", false, func(s, n *State) {
		s.Brokers[1].Epoch, n.Brokers[1].Role = 1, kafka.Idle
	}},
	{"epochs-monotone", "b2 had started", false, func(s, _ *State) {
		s.Brokers[1].Epoch, s.Brokers[1].Role = 1, kafka.Idle
	}},
	{"epochs-monotone", "b2 goes down", false, func(s, n *State) {
		s.Brokers[1].Epoch, n.Brokers[1].Role = 1, kafka.Stopped
	}},
	{"epochs-monotone", "b2 was down", false, func(s, _ *State) {
		s.Brokers[1].Epoch, s.Brokers[1].Role = 1, kafka.Stopped
	}},
	{"epochs-monotone", "a leader's partition epoch falls", true, func(s, _ *State) { s.Brokers[0].Version = 2 }},
	{"epochs-monotone", "a follower keeps none", false, func(s, _ *State) { s.Brokers[1].Version = 2 }},
	{"epochs-monotone", "who was the leader keeps none", false, func(s, n *State) {
		s.Brokers[0].Version, n.Brokers[0].Version, n.Brokers[0].Role = 2, 0, kafka.Follower
	}},
	{"epochs-monotone", "who becomes it", false, func(s, n *State) {
		s.Brokers[1].Version, n.Brokers[1].Role = 2, kafka.Leader
	}},
	{"epoch-bumped-only-when-needed", "another leads", false, bumps(func(_, is *kafka.Controller) {
		is.Epoch, is.Leader = 1, 2
	})},
	{"epoch-bumped-only-when-needed", "nobody leads", false, bumps(func(was, is *kafka.Controller) {
		was.Leader, is.Leader, is.Epoch = 0, 0, 1
	})},
	{"epoch-bumped-only-when-needed", "a replica is taken out", false, bumps(func(_, is *kafka.Controller) {
		is.Epoch, is.Removed = 1, 4
	})},
	{"epoch-bumped-only-when-needed", "nobody led in between", false, bumps(func(_, is *kafka.Controller) {
		is.Epoch = 2
	})},
	{"epoch-bumped-only-when-needed", "a reassignment begins", false, bumps(func(_, is *kafka.Controller) {
		is.Epoch, is.Removing = 1, 4
	})},
	{"epoch-bumped-only-when-needed", "newcomers begin, one fewer goes", false, bumps(func(was, is *kafka.Controller) {
		is.Epoch, was.Removing, is.Adding = 1, 4, 2
	})},
	{"epoch-bumped-only-when-needed", "a reassignment goes on", true, bumps(func(was, is *kafka.Controller) {
		is.Epoch, was.Removing, is.Removing = 1, 4, 4
	})},
	{"reassignment-ends-in-sync", "all are in the ISR", false, bumps(func(was, is *kafka.Controller) {
		was.Removing, is.Removed, is.Isr = 4, 4, 3
	})},
	{"reassignment-ends-in-sync", "newcomers alone, and one lags", true, bumps(func(was, is *kafka.Controller) {
		was.Adding, is.Isr = 4, 5
	})},
	{"reassignment-ends-in-sync", "at once, and one lags", true, bumps(func(_, is *kafka.Controller) {
		is.Removed, is.Isr = 4, 1
	})},
	{"reassignment-ends-in-sync", "at once, in sync", false, bumps(func(_, is *kafka.Controller) {
		is.Removed, is.Isr = 4, 3
	})},
	{"reassignment-ends-in-sync", "it is cancelled, and one lags", false, bumps(func(was, is *kafka.Controller) {
		was.Adding, was.Removing, is.Removed, is.Isr = 4, 2, 4, 1
	})},
	{"reassignment-ends-in-sync", "it begins, and one lags", false, bumps(func(was, is *kafka.Controller) {
		was.Removed, is.Adding, was.Isr, is.Isr = 4, 4, 1, 1
	})},
	{"reassignment-ends-in-sync", "another goes than was there to go", false, bumps(func(was, is *kafka.Controller) {
		was.Removing, is.Removing, is.Removed, is.Isr = 2, 2, 4, 1
	})},
	{"reassignment-ends-in-sync", "there is none, and one lags", false, bumps(func(_, is *kafka.Controller) { is.Isr = 1 })},
	{"stale-proposal-rejected", "a good one", false, applied},
	{"stale-proposal-rejected", "an older one, refused", false, func(s, n *State) {
		applied(s, n)
		s.Brokers[0].Request.Version, n.Controller.Isr = 2, 3
	}},
	{"stale-proposal-rejected", "the ISR changes by itself", false, func(s, n *State) {
		applied(s, n)
		s.Brokers[0].Request.Version, n.Brokers[0].Request.Progress = 2, kafka.Requested
	}},
	{"stale-proposal-rejected", "it was answered before", false, appliedBut(func(s *State) {
		s.Brokers[0].Request.Version, s.Brokers[0].Request.Progress = 2, kafka.Answered
	})},
	{"stale-proposal-rejected", "of an older leader epoch", true, appliedBut(func(s *State) { s.Brokers[0].Request.Epoch = 1 })},
	{"stale-proposal-rejected", "of another leader", true, appliedBut(func(s *State) { s.Controller.Leader = 2 })},
	{"stale-proposal-rejected", "a late one", false, appliedLate},
	{"stale-proposal-rejected", "a late one of an older version", true, func(s, n *State) {
		appliedLate(s, n)
		s.Alter.Version = 2
	}},
	{"stale-proposal-rejected", "a late one that is not decided", false, func(s, n *State) {
		appliedLate(s, n)
		s.Alter.Version, n.Alter = 2, s.Alter
	}},
	{"stale-proposal-rejected", "from before a restart", true, appliedBut(func(s *State) {
		s.Controller.Incarnations[0] = 1
	})},
	{"stale-proposal-rejected", "the newcomer has restarted", true, appliedBut(func(s *State) {
		s.Brokers[0].Request.Incarnations[2], s.Controller.Incarnations[2] = 1, 1
	})},
	{"stale-proposal-rejected", "b1 is the newcomer, and has restarted", true, func(s, n *State) {
		applied(s, n)
		n.Brokers[1].Request.Progress = kafka.Answered
		s.Brokers[1].Request, s.Brokers[0].Request = s.Brokers[0].Request, kafka.Alter{}
		s.Controller.Leader, s.Controller.Isr = 2, 6
		s.Brokers[1].Request.Incarnations[0], s.Controller.Incarnations[0] = 1, 1
	}},
	{"stale-proposal-rejected", "the newcomer has not", false, appliedBut(func(s *State) {
		s.Brokers[0].Request.Incarnations[2] = 1
	})},
	{"stale-proposal-rejected", "the newcomer's is not known", false, appliedBut(func(s *State) {
		s.Controller.Incarnations[2] = 1
	})},
	{"stale-proposal-rejected", "a member has restarted", false, appliedBut(func(s *State) {
		s.Brokers[0].Request.Incarnations[1], s.Controller.Incarnations[1] = 1, 1
	})},

	{"elr-well-formed", "in both", true, on(func(n *State) { n.Controller.Isr, n.Controller.Elr = 1, 1 })},
	{"elr-well-formed", "below min ISR", false, on(func(n *State) { n.Controller.Isr, n.Controller.Elr = 1, 2 })},
	{"elr-well-formed", "at min ISR", true, on(func(n *State) { n.Controller.Isr, n.Controller.Elr = 3, 4 })},
	{"elr-well-formed", "one is remembered at min ISR", true, on(func(n *State) {
		n.Controller.Isr, n.Controller.LastKnown = 3, 4
	})},
	{"elr-well-formed", "one is remembered below it", false, on(func(n *State) {
		n.Controller.Isr, n.Controller.LastKnown = 1, 4
	})},
	{"elr-complete", "b1 has nothing", true, on(func(n *State) { n.Controller.Elr = 1; empty(n, 0) })},
	{"elr-complete", "all is there", false, on(func(n *State) { n.Controller.Elr = 4 })},
	{"elr-complete", "it is down", false, on(func(n *State) {
		n.Controller.Elr, n.Brokers[2].Role = 4, kafka.Stopped
		empty(n, 2)
	})},
	{"elr-complete", "another has nothing", false, on(func(n *State) { n.Controller.Elr = 2; empty(n, 2) })},
	{"unclean-restart-excluded", "b1", true, on(func(n *State) { n.Ghosts.Suspects = 1 })},
	{"unclean-restart-excluded", "b3", true, on(func(n *State) { n.Ghosts.Suspects = 4 })},
	{"unclean-restart-excluded", "it is down", false, on(func(n *State) {
		n.Ghosts.Suspects, n.Brokers[1].Role = 2, kafka.Stopped
	})},
	{"unclean-restart-excluded", "it is in neither", false, on(func(n *State) {
		n.Ghosts.Suspects, n.Controller.Isr = 2, 5
	})},
	{"unclean-restart-excluded", "it is in the ELR", true, on(func(n *State) {
		n.Ghosts.Suspects, n.Controller.Isr, n.Controller.Elr = 2, 1, 2
	})},

	{"pending-change-under-way", "b3 waits", true, on(func(n *State) {
		alsoLeads(n, 2)
		n.Brokers[2].Change = shrinkB2
	})},
	{"pending-change-under-way", "it waits for an expansion", true, on(func(n *State) {
		n.Brokers[0].Change = kafka.Change{Kind: kafka.Expand, Brokers: 2}
	})},
	{"pending-change-under-way", "a follower waits for nothing", false, on(func(n *State) {
		n.Brokers[1].Change = shrinkB2
	})},
	{"pending-change-under-way", "it has asked before", true, on(func(n *State) {
		n.Brokers[0].Change, n.Brokers[0].Request.Epoch = shrinkB2, 1
	})},
	{"stale-leader-has-news", "news will come", false, on(func(n *State) { n.Controller.Epoch = 1 })},
	{"stale-leader-has-news", "it is deaf", true, on(func(n *State) {
		n.Controller.ShuttingDown, n.Controller.Version = 1, 2
	})},
	{"stale-leader-has-news", "b3 is deaf", true, on(func(n *State) {
		alsoLeads(n, 2)
		n.Controller.ShuttingDown, n.Controller.Version, n.Brokers[0].Version = 4, 2, 2
	})},
	{"hw-raised-when-possible", "a follower's is lower", false, on(func(n *State) { n.Brokers[1].HW = 0 })},
	{"hw-raised-when-possible", "b3's is lower", true, on(func(n *State) {
		alsoLeads(n, 2)
		n.Brokers[2].Isr, n.Brokers[2].HW = 6, 0
		n.Brokers[2].Remotes[1].End = 2
	})},
	{"epoch-start-fixed", "b3's moves", true, func(s, n *State) {
		alsoLeads(s, 2)
		alsoLeads(n, 2)
		n.Brokers[2].EpochStart = 1
	}},
	{"epoch-start-fixed", "it begins to lead", false, on(func(n *State) {
		alsoLeads(n, 2)
		n.Brokers[2].EpochStart = 1
	})},
	{"epoch-start-fixed", "it leads no more", false, on(func(n *State) {
		n.Brokers[0].Role, n.Brokers[0].EpochStart = kafka.Follower, 1
	})},
	{"epoch-start-fixed", "in a new epoch", false, on(func(n *State) {
		n.Brokers[0].Epoch, n.Brokers[0].EpochStart = 1, 1
	})},
	{"removes-only-laggards", "who lags", false, func(s, n *State) {
		s.Brokers[0].Remotes[1].End, n.Brokers[0].Change = 1, shrinkB2
	}},
	{"removes-only-laggards", "b3, which does not", true, on(func(n *State) {
		n.Brokers[0].Change = kafka.Change{Kind: kafka.Shrink, Brokers: 4}
	})},
	{"removes-only-laggards", "the removal was decided before", false, both(func(x *State) {
		x.Brokers[0].Change = shrinkB2
	})},
	{"removes-only-laggards", "by its own hand", true, on(func(n *State) {
		n.Controller.Isr, n.Brokers[0].Isr = 5, 5
	})},
	{"removes-only-laggards", "the controller alone", false, on(func(n *State) { n.Controller.Isr = 5 })},
	{"removes-only-laggards", "it learns of it", false, func(s, n *State) {
		s.Controller.Isr, n.Controller.Isr, n.Brokers[0].Isr = 5, 5, 5
	}},
	{"divergence-shrinks", "a lookup that changes nothing", true, both(func(x *State) {
		x.Brokers[1].Truncating = true
	})},
	{"divergence-shrinks", "somebody else's step", false, func(s, n *State) {
		both(func(x *State) { x.Brokers[1].Truncating = true })(s, n)
		n.Brokers[0].HW = 0
	}},
	{"divergence-shrinks", "an answer that changes nothing", true, diverged},
	{"divergence-shrinks", "its second half changes nothing", true, func(s, n *State) {
		diverged(s, n)
		s.Brokers[1].Response.Kind = kafka.DivergingApplied
	}},
	{"divergence-shrinks", "at b1", true, func(s, n *State) {
		s.Brokers[0].Response.Kind = kafka.Diverging
		s.Brokers[0].Role, n.Brokers[0].Role = kafka.Follower, kafka.Follower
	}},
	{"divergence-shrinks", "at b3", true, func(s, _ *State) { s.Brokers[2].Response.Kind = kafka.Diverging }},
	{"divergence-shrinks", "it is not processed yet", false, func(s, n *State) {
		diverged(s, n)
		n.Brokers[1].Response.Kind = kafka.Diverging
	}},
	{"divergence-shrinks", "it leads meanwhile", false, func(s, n *State) {
		diverged(s, n)
		n.Brokers[1].Role = kafka.Leader
	}},
	{"divergence-shrinks", "in a new epoch", false, func(s, n *State) { diverged(s, n); n.Brokers[1].Epoch = 1 }},
	{"divergence-shrinks", "a shorter log", false, func(s, n *State) { diverged(s, n); empty(n, 1) }},
	{"divergence-shrinks", "a shorter cache", false, func(s, n *State) {
		diverged(s, n)
		n.Brokers[1].Cache = kafka.Cache{}
	}},
	{"removes-only-laggards", "an expansion", false, on(func(n *State) {
		n.Brokers[0].Change = kafka.Change{Kind: kafka.Expand, Brokers: 2}
	})},
	{"removes-only-laggards", "the controller, one whom the leader did not have", false, func(s, n *State) {
		s.Brokers[0].Isr, n.Brokers[0].Isr, n.Controller.Isr = 5, 5, 5
	}},
	{"removes-only-laggards", "nobody at the controller", false, on(func(n *State) { n.Brokers[0].Isr = 5 })},
	{"removes-only-laggards", "b2 removes b1", true, func(s, n *State) {
		leads(s, 1)
		leads(n, 1)
		n.Brokers[1].Change = kafka.Change{Kind: kafka.Shrink, Brokers: 1}
	}},
	{"hw-waits-only-for-eligible", "it waits for a member", false, on(func(n *State) {
		waitsForB3(n)
		n.Brokers[0].Isr = 7
	})},
	{"hw-waits-only-for-eligible", "who is stopping", true, on(func(n *State) {
		waitsForB3(n)
		n.Controller.Fenced, n.Controller.ShuttingDown = 0, 4
	})},
	{"hw-waits-only-for-eligible", "who is further", false, on(func(n *State) {
		waitsForB3(n)
		n.Brokers[0].Log, n.Brokers[0].Remotes[2].End = logOf(first, other), 2
	})},
	{"hw-waits-only-for-eligible", "b2 waits for b1", true, on(func(n *State) {
		leads(n, 1)
		n.Controller.Isr, n.Controller.Fenced = 6, 1
		x := &n.Brokers[1]
		x.Isr, x.HW, x.Remotes[0] = 6, 0, kafka.Remote{End: 1, CaughtUp: true}
	})},
	{"newcomer-caught-up", "b2 takes b1", true, b2Takes(1)},
	{"newcomer-caught-up", "who joins has everything", false, func(s, n *State) {
		joinsBehind(s, n)
		n.Brokers[0].Remotes[2].End = 2
	}},
	{"newcomer-not-alone-behind", "b1 is as far behind", false, func(s, n *State) {
		b2Takes(4)(s, n)
		s.Brokers[1].Remotes[0].End, n.Brokers[1].Remotes[0].End = 1, 1
	}},
	{"fetcher-alive", "the partition of b3 has failed", true, on(func(n *State) { n.Brokers[2].Failed = 4 })},
	{"fetcher-alive", "b1 follows b2, to whom its thread has died", true, on(func(n *State) {
		leads(n, 1)
		n.Brokers[0].Failed = 2
	})},
	{"fetcher-alive", "the requests of b2 fail at b1", true, on(func(n *State) { n.Brokers[1].Starved = 1 })},
	{"fetcher-alive", "they fail at another", false, on(func(n *State) { n.Brokers[1].Starved = 4 })},
	{"fetcher-alive", "the thread to another has died", false, on(func(n *State) { n.Brokers[1].Failed = 4 })},
	{"fetcher-alive", "b2 leads, and has failed before", false, on(func(n *State) {
		leads(n, 1)
		n.Brokers[1].Failed = 1
	})},
	{"fetcher-alive", "nobody leads", false, on(func(n *State) { n.Brokers[1].Leader, n.Brokers[1].Failed = kafka.Nobody, 2 })},
	{"fetcher-alive", "its leader does not lead", false, on(func(n *State) {
		n.Brokers[0].Role, n.Brokers[1].Failed = kafka.Idle, 1
	})},
	{"fetcher-alive", "its leader leads another epoch", false, on(func(n *State) {
		n.Brokers[0].Epoch, n.Brokers[1].Failed = 1, 1
	})},
	{"fetcher-alive", "a new epoch is on its way", false, on(func(n *State) {
		n.Controller.Epoch, n.Brokers[1].Failed = 1, 2
	})},
	{"fetcher-alive", "only a new min ISR is on its way", true, on(func(n *State) {
		n.Controller.MinIsr, n.Brokers[1].Failed = 1, 2
	})},
	{"nobody-halts", "b1", true, on(func(n *State) { n.Brokers[0].Role = kafka.Stopped })},
	{"nobody-halts", "b3", true, on(func(n *State) { n.Brokers[2].Role = kafka.Stopped })},
}
