package kafka

import "mc/model/kafka"

// copied has a copy of the record that everybody has, of which b1 keeps none.
func copied(n *State) {
	x := &n.Brokers[0]
	n.Tier.Segments[1][0] = x.Log.Records[0]
	x.Log.Records[0], x.Local = 0, 1
}

// tierEdges are those of claims about remote storage, and of what others say of logs
// whose beginning is there.
var tierEdges = []reason{
	{"history-has-no-hole", "it is copied", false, on(copied)},
	{"history-has-no-hole", "the copy is of another epoch", true, on(func(n *State) {
		copied(n)
		n.Tier.Segments[1][0] = other
	})},
	{"history-has-no-hole", "the log begins there", false, on(func(n *State) {
		n.Brokers[0].Local, n.Brokers[0].Start = 1, 1
	})},
	{"history-has-no-hole", "a leader has deleted it", false, on(func(n *State) { n.Brokers[0].Local, n.Ghosts.Deleted = 1, 1 })},
	{"history-has-no-hole", "a follower's", false, on(func(n *State) { n.Brokers[1].Local = 1 })},
	{"remote-matches-committed", "it is copied", false, on(copied)},
	{"remote-matches-committed", "nothing is there", false, on(func(n *State) { n.Brokers[0].Local = 1 })},
	{"remote-matches-committed", "a leader has deleted it", false, on(func(n *State) {
		copied(n)
		n.Tier.Segments[1][0], n.Ghosts.Deleted = kafka.NewRecord(0, 2), 1
	})},
	{"remote-matches-committed", "after an unclean election", false, on(func(n *State) {
		copied(n)
		n.Tier.Segments[1][0], n.Used.UncleanElections = kafka.NewRecord(0, 2), 1
	})},
	{"hw-position-known", "it is where its own disks begin", false, on(func(n *State) { n.Brokers[0].Local = 1 })},
	{"hw-position-known", "a follower's", false, on(func(n *State) { n.Brokers[1].Local, n.Brokers[1].HW = 1, 0 })},
	{"log-start-monotone", "a process is killed", false, func(s, n *State) {
		s.Brokers[1].Start, n.Brokers[1].Role = 1, kafka.Stopped
	}},
	{"log-start-monotone", "it begins where it began", false, func(s, n *State) {
		s.Brokers[1].Start, n.Brokers[1].Start, n.Brokers[1].Role, n.Brokers[1].Clean = 1, 1, kafka.Stopped, true
	}},
	{"log-start-monotone", "it was down before", false, func(s, n *State) {
		s.Brokers[1].Start, s.Brokers[1].Role = 1, kafka.Stopped
		n.Brokers[1].Role, n.Brokers[1].Clean = kafka.Stopped, true
	}},
	{"committed-on-leader", "it is in remote storage", false, on(copied)},
	{"log-matching-below-hw", "it is in remote storage", false, on(copied)},
	{"epoch-cache-matches-log", "it is in remote storage", false, on(copied)},
}
