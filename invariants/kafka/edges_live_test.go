package kafka

import "mc/model/kafka"

// leaderless makes nobody lead, with these in the ISR and the ELR.
func leaderless(isr, elr kafka.Set) func(s, n *State) {
	return on(func(n *State) {
		n.Controller.Leader, n.Controller.Isr, n.Controller.Elr = kafka.Nobody, isr, elr
	})
}

// then makes one change after another.
func then(changes ...func(s, n *State)) func(s, n *State) {
	return func(s, n *State) {
		for _, change := range changes {
			change(s, n)
		}
	}
}

// stops takes these down.
func stops(brokers ...int) func(s, n *State) {
	return on(func(n *State) {
		for _, b := range brokers {
			n.Brokers[b].Role = kafka.Stopped
		}
	})
}

// fences fences them.
func fences(who kafka.Set) func(s, n *State) {
	return on(func(n *State) { n.Controller.Fenced = who })
}

// removes takes them from the replicas.
func removes(who kafka.Set) func(s, n *State) {
	return on(func(n *State) { n.Controller.Removed = who })
}

// differs gives a broker another log.
func differs(b int) func(s, n *State) { return on(func(n *State) { n.Brokers[b].Log = logOf(other) }) }

// leaves leaves these in the ISR of the controller.
func leaves(isr kafka.Set) func(s, n *State) { return on(func(n *State) { n.Controller.Isr = isr }) }

// b2Leads makes b2 lead before and after.
func b2Leads(s, n *State) { leads(s, 1); leads(n, 1) }

// lags makes the leader's high watermark stay at 0.
func lags(l int) func(s, n *State) { return on(func(n *State) { n.Brokers[l].HW = 0 }) }

// liveEdges are the edges of claims about what comes again and again, or
// ceases: a state breaks one if what is to come is not there.
var liveEdges = []reason{
	{"offline-heals", "nobody leads", true, leaderless(7, 0)},
	{"offline-heals", "the leader is fenced", true, fences(1)},
	{"offline-heals", "the leader is down", true, stops(0)},
	{"offline-heals", "the leader is behind", true, on(func(n *State) { n.Controller.Epoch = 1 })},
	{"offline-heals", "all are fenced", false, fences(7)},
	{"offline-heals", "all are down", false, stops(0, 1, 2)},
	{"offline-heals", "who lives is in neither", false, then(leaderless(1, 2), stops(0, 1))},
	{"offline-heals", "who lives is in the ISR: b1", true, then(leaderless(1, 2), stops(1, 2))},
	{"offline-heals", "who lives is in the ISR: b3", true, then(leaderless(4, 2), fences(3))},
	{"offline-heals", "who lives is in the ELR", true, then(leaderless(1, 2), stops(0), fences(4))},

	{"elr-recovers", "nobody is in the ELR", false, leaderless(0, 0)},
	{"elr-recovers", "who is in the ELR is fenced", false, then(leaderless(0, 2), fences(2))},
	{"elr-recovers", "who is in the ELR is down", false, then(leaderless(0, 2), stops(1))},
	{"elr-recovers", "somebody leads", false, on(func(n *State) { n.Controller.Elr, n.Controller.Isr = 4, 3 })},
	{"elr-recovers", "b1 is in the ELR", true, leaderless(0, 1)},
	{"elr-recovers", "b3 is in the ELR", true, leaderless(0, 4)},

	{"follower-catches-up", "who has another log is no replica", false, then(differs(1), removes(2))},
	{"follower-catches-up", "another is no replica", true, then(differs(1), removes(4))},
	{"follower-catches-up", "b1's log differs", true, then(b2Leads, differs(0))},
	{"follower-catches-up", "b3's log differs", true, differs(2)},
	{"follower-catches-up", "there is no leader", false, then(on(restarted), differs(1))},
	{"follower-catches-up", "it is down", false, then(stops(1), differs(1))},
	{"follower-catches-up", "it has just started", true, on(func(n *State) { n.Brokers[1].Role = kafka.Idle })},
	{"follower-catches-up", "it takes itself for the leader", true, on(func(n *State) { alsoLeads(n, 1) })},
	{"follower-catches-up", "it is in another epoch", true, on(func(n *State) { n.Brokers[1].Epoch = 1 })},

	{"joins-isr", "b1 stays out", true, then(b2Leads, leaves(6))},
	{"joins-isr", "b2 stays out", true, leaves(5)},
	{"joins-isr", "b3 stays out", true, leaves(3)},
	{"joins-isr", "there is no leader", false, then(on(restarted), leaves(1))},
	{"joins-isr", "it is down", false, then(leaves(5), stops(1))},
	{"joins-isr", "it is fenced", false, then(leaves(5), fences(2))},
	{"joins-isr", "it is stopping", false, then(leaves(5), on(func(n *State) { n.Controller.ShuttingDown = 2 }))},
	{"joins-isr", "it is no replica", false, then(leaves(5), on(func(n *State) { n.Controller.Removed = 2 }))},
	{"joins-isr", "its log differs", false, then(leaves(5), differs(1))},
	{"joins-isr", "its log differs, and it is in the ISR", false, differs(1)},

	{"pending-resolves", "b3 waits, too", true, on(func(n *State) { alsoLeads(n, 2); n.Brokers[2].Change = shrinkB2 })},
	{"pending-resolves", "a follower waits for nothing", false, on(func(n *State) { n.Brokers[1].Change = shrinkB2 })},
	{"produce-answered", "b3 keeps one waiting", true, on(func(n *State) { alsoLeads(n, 2); n.Brokers[2].Waiting = 2 })},
	{"produce-answered", "b2 keeps one since it led", true, on(func(n *State) { n.Outlived[0] = kafka.NewWait(2, 1) })},
	{"produce-answered", "a follower keeps nobody", false, on(func(n *State) { n.Brokers[1].Waiting = 2 })},

	{"isr-stabilises", "who joins is behind, and nobody else", true, joinsBehind},
	{"isr-stabilises", "beside one that is as slow", false, besideSlow(1)},
	{"isr-stabilises", "who joins is within the lag window", false, then(joinsBehind, func(_, n *State) {
		n.Brokers[0].Remotes[2].CaughtUp = true
	})},
	{"isr-settles", "b3 leaves", true, func(_, n *State) { n.Controller.Isr = 3 }},
	{"isr-settles", "the leader hears of it", false, func(_, n *State) { n.Brokers[0].Isr = 3 }},

	{"fetcher-joins-isr", "b1 stays out", true, then(b2Leads, leaves(6))},
	{"fetcher-joins-isr", "b2 stays out", true, leaves(5)},
	{"fetcher-joins-isr", "b3 stays out", true, leaves(3)},
	{"fetcher-joins-isr", "its log differs", true, then(leaves(5), differs(1))},
	{"fetcher-joins-isr", "there is no leader", false, then(on(restarted), leaves(1))},
	{"fetcher-joins-isr", "it is down", false, then(leaves(5), stops(1))},
	{"fetcher-joins-isr", "it is fenced", false, then(leaves(5), fences(2))},
	{"fetcher-joins-isr", "it is stopping", false, then(leaves(5), on(func(n *State) { n.Controller.ShuttingDown = 2 }))},
	{"fetcher-joins-isr", "it is no replica", false, then(leaves(5), on(func(n *State) { n.Controller.Removed = 2 }))},

	{"hw-advances", "the leader has just started", false, then(on(restarted), lags(0))},
	{"hw-advances", "the ISR is below min ISR", false, then(lags(0), leaves(1))},
	{"hw-advances", "the ISR is at min ISR", true, then(lags(0), leaves(3))},
	{"hw-advances", "b1 has nothing", false, then(b2Leads, lags(1), on(func(n *State) { empty(n, 0) }))},
	{"hw-advances", "b3 has nothing", false, then(lags(0), on(func(n *State) { empty(n, 2) }))},
	{"hw-advances", "who has nothing is no member", true, then(lags(0), leaves(5), on(func(n *State) { empty(n, 1) }))},
	{"hw-advances", "it is beyond a member's end", false, on(func(n *State) { empty(n, 1) })},

	{"broker-recovers", "b1 is down", true, stops(0)},
	{"broker-recovers", "b3 is down", true, stops(2)},
	{"broker-recovers", "it has not learned of the partition", true, on(func(n *State) {
		n.Brokers[1].Role = kafka.Idle
	})},
	{"broker-recovers", "it has not registered", true, on(func(n *State) { n.Brokers[1].Boot = kafka.Starting })},

	{"follower-hw-converges", "who is no replica has another", false, then(lags(1), removes(2))},
	{"follower-hw-converges", "another is no replica", true, then(lags(1), removes(4))},
	{"follower-hw-converges", "b1's is lower", true, then(b2Leads, lags(0))},
	{"follower-hw-converges", "b3's is lower", true, lags(2)},
	{"follower-hw-converges", "there is no leader", false, then(on(restarted), lags(1))},
	{"follower-hw-converges", "it is down", false, then(stops(1), lags(1))},

	{"shutdown-completes", "b1 waits", true, on(func(n *State) { n.Controller.ShuttingDown = 1 })},
	{"shutdown-completes", "b3 waits", true, on(func(n *State) { n.Controller.ShuttingDown = 4 })},
	{"shutdown-completes", "it has stopped", false, then(stops(1), on(func(n *State) { n.Controller.ShuttingDown = 2 }))},
}
