package kafka

import "mc/model/kafka"

// begins makes the log of b begin at 1, where it ends too.
func begins(n *State, b int) {
	x := &n.Brokers[b]
	x.Log, x.Start, x.Cache[0] = kafka.Log{End: 1}, 1, kafka.Know(kafka.Offset(1))
}

// longer gives b three records of epoch 0 and of another, from the second on.
func longer(n *State, b int, last kafka.Record) {
	n.Brokers[b].Log = logOf(0, kafka.NewRecord(0, 2), last)
	n.Brokers[b].Start, n.Brokers[b].Cache[0] = 1, kafka.Know(kafka.Offset(1))
}

// asks makes b2 ask b1 where its log begins; the answer is there.
func asks(change func(s, n *State)) func(s, n *State) {
	return func(s, n *State) {
		s.Brokers[1].Response.Kind = kafka.AskedLatest
		change(s, n)
	}
}

// logStartEdges are those of claims about where logs begin, and of what others say of
// logs that begin elsewhere than at 0: only what both have is compared.
var logStartEdges = []reason{
	{"log-start-within-hw", "the high watermark is as high", false, on(func(n *State) { begins(n, 1) })},
	{"log-start-within-hw", "it is lower", true, on(func(n *State) {
		begins(n, 0)
		n.Brokers[0].HW = 0
	})},
	{"log-start-within-hw", "it began there before", false, func(s, n *State) {
		s.Brokers[2].Start, n.Brokers[2].Start, n.Brokers[2].HW = 1, 1, 0
	}},
	{"log-start-within-hw", "the log ended before", false, on(func(n *State) {
		n.Brokers[1].Log, n.Brokers[1].Start = kafka.Log{End: 2}, 2
	})},
	{"hw-not-below-log-start", "it is there", false, on(func(n *State) { begins(n, 1) })},
	{"hw-not-below-log-start", "b3", true, on(func(n *State) { n.Brokers[2].Start = 2 })},
	{"hw-not-below-log-start", "it is -1", true, on(func(n *State) { n.Brokers[0].NoHW = true })},
	{"log-start-within-log", "it is empty", false, on(func(n *State) { begins(n, 1) })},
	{"log-start-within-log", "b3", true, on(func(n *State) { n.Brokers[2].Start = 2 })},
	{"full-truncation-needed", "the leader begins at its end", true, asks(func(s, n *State) {
		s.Brokers[0].Start, n.Brokers[1].Start = 1, 1
	})},
	{"full-truncation-needed", "the leader begins beyond its end", false, asks(func(s, n *State) {
		s.Brokers[0].Start, n.Brokers[1].Start, n.Brokers[1].Log.End = 2, 2, 2
	})},
	{"full-truncation-needed", "it keeps its log", false, asks(func(s, n *State) {})},
	{"full-truncation-needed", "it only ends earlier", true, asks(func(s, n *State) { empty(n, 1) })},
	{"full-truncation-needed", "it asks still, and deletes by itself", false, asks(func(s, n *State) {
		begins(n, 1)
		n.Brokers[1].Response = s.Brokers[1].Response
	})},
	{"full-truncation-needed", "it learns of a new epoch", false, asks(func(s, n *State) {
		empty(n, 1)
		n.Brokers[1].Epoch = 1
	})},
	{"full-truncation-needed", "it learns that it leads", false, asks(func(s, n *State) {
		empty(n, 1)
		n.Brokers[1].Role = kafka.Leader
	})},
	{"full-truncation-needed", "it has not asked", false, on(func(n *State) { empty(n, 1) })},

	{"committed-on-leader", "it was deleted", false, on(func(n *State) { begins(n, 0) })},
	{"committed-on-leader", "a leader has deleted it", false, on(func(n *State) {
		n.Ghosts.Deleted, n.Brokers[0].Log = 1, logOf(other)
	})},
	{"committed-somewhere", "it was deleted", false, on(func(n *State) {
		empty(n, 0, 1)
		begins(n, 2)
	})},
	{"acked-all-never-lost", "it was deleted", false, on(func(n *State) {
		begins(n, 0)
		n.Ghosts.AckedAll = 1 << 1
	})},
	{"never-truncates-committed", "what it has was deleted", false, func(s, n *State) {
		s.Ghosts.Deleted = 1
		s.Brokers[1].Log = logOf(other)
		s.Ghosts.Committed = logOf(first, other)
		n.Brokers[1].Log = logOf()
		s.Controller.Isr = 5
	}},
	{"log-matching-below-hw", "only one has it", false, on(func(n *State) {
		n.Brokers[2].Log, n.Brokers[2].Start = logOf(other), 1
	})},
	{"log-matching-below-hw", "only the other has it", false, on(func(n *State) {
		n.Brokers[0].Log, n.Brokers[0].Start = logOf(other), 1
	})},
	{"no-uncommitted-exposure", "it was deleted", false, on(func(n *State) { begins(n, 1) })},
	{"no-uncommitted-exposure", "what was deleted before anybody committed it", false, on(func(n *State) {
		n.Ghosts.Committed = logOf(0)
	})},
	{"no-uncommitted-exposure", "what was deleted before a consumer saw it", false, on(func(n *State) {
		n.Ghosts.Consumed = logOf(0)
	})},
	{"epoch-cache-matches-log", "it begins at 1", false, on(func(n *State) { begins(n, 1) })},
	{"epoch-cache-matches-log", "the first entry is where the log began before", false, on(func(n *State) {
		longer(n, 1, kafka.NewRecord(0, 3))
		n.Brokers[1].Cache[0] = kafka.Know(kafka.Offset(2))
	})},
	{"epoch-cache-matches-log", "the first entry is where no log began", true, on(func(n *State) {
		n.Brokers[1].Log = logOf(first, kafka.NewRecord(0, 2))
		n.Brokers[1].Cache[0] = kafka.Know(kafka.Offset(1))
	})},
	{"log-epochs-monotone", "what was deleted does not count", false, on(func(n *State) {
		n.Brokers[1].Log, n.Brokers[1].Start = logOf(other, first), 1
	})},
	{"remote-prefix-matches", "the follower has deleted it", false, on(func(n *State) { begins(n, 1) })},
	{"remote-prefix-matches", "the leader has deleted it", false, on(func(n *State) { begins(n, 0) })},
	{"strong-isr", "it was deleted", false, on(func(n *State) { begins(n, 1) })},
	{"consumer-repeatable", "it was deleted", false, on(func(n *State) {
		begins(n, 0)
		n.Ghosts.Consumed = logOf(first)
	})},
	{"consumer-repeatable", "it was deleted before it was read", false, on(func(n *State) { n.Ghosts.Consumed = logOf(0) })},
	{"ack-implies-copies", "the copies were deleted", false, on(func(n *State) {
		begins(n, 0)
		begins(n, 1)
		empty(n, 2)
		n.Ghosts.AckedAll = 1 << 1
	})},
	{"follower-catches-up", "the leader has deleted it", false, on(func(n *State) { begins(n, 0) })},
	{"follower-catches-up", "what both have differs", true, on(func(n *State) {
		longer(n, 1, kafka.NewRecord(0, 3))
		longer(n, 0, kafka.NewRecord(0, 4))
		n.Brokers[1].Start = 2
	})},
	{"follower-catches-up", "what only one has differs", false, on(func(n *State) {
		for b := range 3 {
			longer(n, b, kafka.NewRecord(0, 3))
		}
		n.Brokers[1].Start, n.Brokers[1].Log.Records[1] = 2, 0
	})},
}
