package kafka

import "mc/model/kafka"

// logEdges are the edges of claims about logs and about what leaders believe.
var logEdges = []reason{
	{"log-matching-below-hw", "b2 and b3 differ", true, on(func(n *State) {
		n.Brokers[0].HW, n.Brokers[2].Log = 0, logOf(other)
	})},
	{"log-matching-below-hw", "b1 and b2 differ", true, on(func(n *State) {
		n.Brokers[2].HW, n.Brokers[1].Log = 0, logOf(other)
	})},
	{"no-uncommitted-exposure", "what was read is committed", false, on(func(n *State) {
		n.Ghosts.Consumed = logOf(first)
	})},
	{"no-uncommitted-exposure", "b1 shows another", true, on(func(n *State) { n.Brokers[0].Log = logOf(other) })},
	{"no-uncommitted-exposure", "b3 shows another", true, on(func(n *State) { n.Brokers[2].Log = logOf(other) })},
	{"no-uncommitted-exposure", "b3 has another and does not show it", false, on(func(n *State) {
		n.Brokers[2].Log, n.Brokers[2].HW = logOf(other), 0
	})},
	{"epoch-cache-matches-log", "b1 has none", true, on(func(n *State) { n.Brokers[0].Cache = kafka.Cache{} })},
	{"epoch-cache-matches-log", "b3 has none", true, on(func(n *State) { n.Brokers[2].Cache = kafka.Cache{} })},
	{"epoch-cache-matches-log", "an epoch at the end", false, on(func(n *State) { n.Brokers[1].Cache[1] = 2 })},
	{"epoch-cache-matches-log", "an epoch beyond the end", true, on(func(n *State) { n.Brokers[1].Cache[1] = 3 })},
	{"epoch-cache-matches-log", "the last epoch of all beyond the end", true, on(func(n *State) {
		n.Brokers[1].Cache[kafka.MaxLeaderEpoch] = 5
	})},
	{"epoch-cache-matches-log", "two epochs at one offset", true, on(func(n *State) {
		n.Brokers[1].Cache = kafka.Cache{1, 2, 2}
	})},
	{"epoch-cache-matches-log", "an epoch at the end that has a record", true, on(func(n *State) {
		n.Brokers[1].Cache[0] = 2
	})},
	{"epoch-cache-matches-log", "two records of two epochs", false, on(func(n *State) {
		n.Brokers[1].Log, n.Brokers[1].Cache = logOf(first, other), kafka.Cache{1, 2}
	})},
	{"epoch-cache-matches-log", "the last record's epoch has no entry", true, on(func(n *State) {
		n.Brokers[1].Log = logOf(first, other)
	})},
	{"epoch-cache-matches-log", "two records of one epoch", false, on(func(n *State) {
		n.Brokers[1].Log = logOf(first, kafka.NewRecord(0, 2))
	})},
	{"epoch-cache-matches-log", "an epoch that starts at its second record", true, on(func(n *State) {
		n.Brokers[1].Log, n.Brokers[1].Cache = logOf(first, kafka.NewRecord(0, 2)), kafka.Cache{2}
	})},
	{"epoch-cache-matches-log", "an epoch that starts at another's record", true, on(func(n *State) {
		n.Brokers[1].Log, n.Brokers[1].Cache = logOf(first, kafka.NewRecord(2, 2)), kafka.Cache{1, 2, 3}
	})},
	{"epoch-cache-matches-log", "an epoch that starts at an older one's record", true, on(func(n *State) {
		n.Brokers[1].Log, n.Brokers[1].Cache = logOf(first, other), kafka.Cache{0, 1}
	})},
	{"epoch-cache-matches-log", "a leader lacks its own", true, on(func(n *State) { n.Brokers[0].Epoch = 1 })},
	{"epoch-cache-matches-log", "a follower lacks its own", false, on(func(n *State) { n.Brokers[1].Epoch = 1 })},
	{"epoch-cache-matches-log", "no records, no epochs", false, on(func(n *State) {
		n.Brokers[1].Log, n.Brokers[1].Cache = logOf(), kafka.Cache{}
	})},
	{"log-epochs-monotone", "b1's decrease", true, on(func(n *State) { n.Brokers[0].Log = logOf(other, first) })},
	{"log-epochs-monotone", "b3's decrease", true, on(func(n *State) { n.Brokers[2].Log = logOf(other, first) })},
	{"log-epochs-monotone", "two of one epoch", false, on(func(n *State) {
		n.Brokers[1].Log = logOf(first, kafka.NewRecord(0, 2))
	})},

	{"remote-leo-sound", "a follower of somebody else", false, on(func(n *State) {
		n.Brokers[1].Leader = 3
		empty(n, 1)
	})},
	{"remote-leo-sound", "who has just started", false, on(func(n *State) {
		n.Brokers[1].Role = kafka.Idle
		empty(n, 1)
	})},
	{"remote-leo-sound", "who leads no more", false, on(func(n *State) {
		n.Brokers[0].Role = kafka.Follower
		empty(n, 1)
	})},
	{"remote-leo-sound", "who was not heard from", false, on(func(n *State) { n.Brokers[0].Remotes[1].End = 0 })},
	{"remote-leo-sound", "b3", true, on(func(n *State) { n.Brokers[0].Remotes[2].End = 3 })},
	{"remote-leo-sound", "b1", true, on(func(n *State) { leads(n, 1); n.Brokers[1].Remotes[0].End = 3 })},
	{"remote-leo-sound", "b3 leads", true, on(func(n *State) { leads(n, 2); n.Brokers[2].Remotes[0].End = 3 })},
	{"remote-leo-sound", "after a power failure", false, on(func(n *State) { empty(n, 1); n.Used.LossyCrashes = 1 })},
	{"isr-recorded-sound", "the leader has just started", false, on(func(n *State) { restarted(n); empty(n, 1) })},
	{"isr-recorded-sound", "who was not heard from", false, on(func(n *State) { n.Brokers[0].Remotes[1].End = 0 })},
	{"isr-recorded-sound", "b3", true, on(func(n *State) { empty(n, 2) })},
	{"isr-recorded-sound", "b1", true, on(func(n *State) { leads(n, 1); empty(n, 0) })},
	{"isr-within-maximal", "the leader has just started", false, on(func(n *State) {
		restarted(n)
		n.Brokers[0].Isr = 3
	})},
	{"isr-within-maximal", "an ELR beside a sufficient ISR", true, on(func(n *State) {
		n.Controller.Isr, n.Controller.Elr, n.Brokers[0].Isr = 3, 4, 3
	})},
	{"isr-within-maximal", "an ELR beside a small ISR", false, on(func(n *State) {
		n.Controller.Isr, n.Controller.Elr, n.Brokers[0].Isr = 1, 4, 1
	})},
	{"single-pending", "a first change", false, changes(kafka.Change{}, kafka.Change{Kind: kafka.Shrink, Brokers: 2})},
	{"single-pending", "the end of a change", false,
		changes(kafka.Change{Kind: kafka.Shrink, Brokers: 2}, kafka.Change{})},
	{"single-pending", "a decided change is sent", false,
		changes(kafka.Change{Kind: kafka.ExpandDecided, Brokers: 2}, kafka.Change{Kind: kafka.Expand, Brokers: 2})},
	{"single-pending", "an expansion becomes a shrink", true,
		changes(kafka.Change{Kind: kafka.Expand, Brokers: 2}, kafka.Change{Kind: kafka.Shrink, Brokers: 2})},
	{"single-pending", "another newcomer", true,
		changes(kafka.Change{Kind: kafka.Expand, Brokers: 2}, kafka.Change{Kind: kafka.Expand, Brokers: 4})},
	{"single-pending", "the same change", false,
		changes(kafka.Change{Kind: kafka.Shrink, Brokers: 2}, kafka.Change{Kind: kafka.Shrink, Brokers: 2})},
	{"single-pending", "at b3", true, func(s, n *State) {
		s.Brokers[2].Change = kafka.Change{Kind: kafka.Expand, Brokers: 2}
		n.Brokers[2].Change = kafka.Change{Kind: kafka.Expand, Brokers: 1}
	}},
	{"one-leader-per-epoch", "b1 and b3", true, on(func(n *State) { n.Brokers[2].Role = kafka.Leader })},
	{"one-leader-per-epoch", "b2 and b3", true, on(func(n *State) { leads(n, 1); n.Brokers[2].Role = kafka.Leader })},
	{"one-leader-per-epoch", "in another epoch", false, on(func(n *State) {
		n.Brokers[1].Role, n.Brokers[1].Epoch = kafka.Leader, 1
	})},
	{"one-leader-per-epoch", "b2 alone", false, on(func(n *State) { leads(n, 1) })},
	{"append-needs-min-isr", "an ISR of min ISR", false, func(s, n *State) { s.Brokers[0].Isr, n.Used.Records = 3, 2 }},
	{"append-needs-min-isr", "nothing is appended", false, func(s, _ *State) { s.Brokers[0].Isr = 1 }},
	{"append-needs-min-isr", "a record is sent again", true, func(s, n *State) { s.Brokers[0].Isr, n.Used.Retries = 1, 1 }},
	{"ack-is-own-record", "the leader has it", false, on(func(n *State) { n.Ghosts.AckedAll = 2 })},
	{"ack-is-own-record", "it is not covered", true, on(func(n *State) { n.Ghosts.AckedAll, n.Brokers[0].HW = 2, 0 })},
	{"ack-is-own-record", "a follower alone has it", true, on(func(n *State) { n.Ghosts.AckedAll = 2; empty(n, 0); n.Brokers[0].HW = 0 })},
	{"ack-is-own-record", "it was acknowledged before", false, func(s, n *State) { s.Ghosts.AckedAll, n.Ghosts.AckedAll = 4, 4 }},
	{"ack-is-own-record", "b3 leads, too, and has it", false, on(func(n *State) {
		alsoLeads(n, 2)
		empty(n, 0)
		n.Brokers[0].HW, n.Ghosts.AckedAll = 0, 2
	})},
	{"wait-belongs-to-leader", "the leader keeps one", false, on(func(n *State) { n.Brokers[0].Waiting = 2 })},
	{"wait-belongs-to-leader", "a follower keeps one", true, on(func(n *State) { n.Brokers[2].Waiting = 2 })},
	{"wait-belongs-to-leader", "b1 leads again", true, on(func(n *State) { n.Outlived[0] = kafka.NewWait(1, 1) })},
	{"wait-belongs-to-leader", "b3 keeps one since it led", true, on(func(n *State) { n.Outlived[2] = kafka.NewWait(3, 1) })},
	{"reader-not-reset", "it reads on", false, on(func(n *State) { n.Reader.Position = 2 })},
	{"reader-not-reset", "it stays", false, on(func(*State) {})},
	{"reader-not-reset", "it was behind and goes to 0", true, func(s, n *State) { s.Reader.Position, n.Reader.Position = 2, 1 }},
	{"reader-misses-nothing", "what it has not reached", false, on(func(n *State) { n.Ghosts.Consumed, n.Reader.Position = logOf(), 0 })},
	{"reader-misses-nothing", "what is not covered", false, on(func(n *State) { n.Ghosts.Consumed, n.Brokers[0].HW = logOf(), 0 })},
	{"reader-misses-nothing", "the leader has just started", false, on(func(n *State) { restarted(n); n.Ghosts.Consumed = logOf(other) })},
	{"preferred-in-sync", "a member", false, on(func(n *State) { n.Reader.From = 3 })},
	{"preferred-in-sync", "it was sent before", false, func(s, n *State) { s.Brokers[0].Isr, s.Reader.From, n.Reader.From = 3, 3, 3 }},
	{"preferred-in-sync", "a member who is behind", true, func(s, n *State) { s.Brokers[0].Remotes[2].End, n.Reader.From = 1, 3 }},
	{"preferred-in-sync", "a member who was not heard from", true, func(s, n *State) { s.Brokers[0].Remotes[2].End, n.Reader.From = 0, 3 }},
	{"preferred-in-sync", "nobody leads", true, func(s, n *State) { restarted(s); n.Reader.From = 3 }},
	{"preferred-in-sync", "b3 leads", false, func(s, n *State) { leads(s, 2); n.Reader.From = 1 }},
	{"preferred-in-sync", "it returns", false, func(s, n *State) { s.Brokers[0].Isr, s.Reader.From = 3, 3 }},
	{"reader-advances", "the leader has just started", false, on(func(n *State) { restarted(n); n.Reader.Position = 0 })},
	{"no-duplicate-committed", "two records", false, on(func(n *State) { n.Brokers[0].Log, n.Brokers[0].HW = logOf(other, first), 2 })},
	{"no-duplicate-committed", "the second is not covered", false, on(func(n *State) { n.Brokers[0].Log = logOf(first, first) })},
	{"no-duplicate-committed", "at a follower", false, on(func(n *State) { n.Brokers[1].Log, n.Brokers[1].HW = logOf(first, first), 2 })},
	{"sequence-in-order", "one twice", true, on(func(n *State) { n.Brokers[0].Log, n.Brokers[0].HW = logOf(first, first), 2 })},
	{"sequence-in-order", "two records", false, on(func(n *State) { n.Brokers[0].Log, n.Brokers[0].HW = logOf(first, other), 2 })},
	{"sequence-in-order", "the second is not covered", false, on(func(n *State) { n.Brokers[0].Log = logOf(other, first) })},
}

// changes makes b1 exchange one pending change for another.
func changes(was, is kafka.Change) func(s, n *State) {
	return func(s, n *State) { s.Brokers[0].Change, n.Brokers[0].Change = was, is }
}
