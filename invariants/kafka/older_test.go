package kafka

import (
	"testing"

	"mc/model/kafka"
)

// older are edges under protocols that lack something, or allow it, or have more
// brokers.
var older = []struct {
	set map[string]string
	reason
}{
	{map[string]string{"generation": "kip-320"},
		reason{"isr-non-empty", "nobody leads, and there is no ELR", true, on(func(n *State) {
			n.Controller.Isr, n.Controller.Leader = 0, kafka.Nobody
		})}},
	{map[string]string{"generation": "kip-320"},
		reason{"fenced-not-in-isr", "the last one, without ELR", false, on(func(n *State) {
			n.Controller.Isr, n.Controller.Fenced = 1, 1
		})}},
	{map[string]string{"generation": "kip-320"},
		reason{"fenced-not-in-isr", "one of two", true, on(func(n *State) {
			n.Controller.Isr, n.Controller.Fenced = 3, 1
		})}},
	{map[string]string{"generation": "hw-truncation"},
		reason{"leader-hw-behind-committed", "nobody knows where the epoch starts", false, on(func(n *State) {
			n.Brokers[0].HW = 0
		})}},
	{map[string]string{"generation": "kip-279"},
		reason{"epoch-cache-matches-log", "a leader that registers nothing", false, on(func(n *State) {
			n.Brokers[0].Epoch = 1
		})}},
	{map[string]string{"generation": "kip-966", "replicas": "4"},
		reason{"newcomer-not-alone-behind", "b3 is alone behind, b2 is not, and both join", true, func(s, n *State) {
			s.Brokers[0].Isr, n.Brokers[0].Isr = 9, 15
			for f, end := range []kafka.Known[kafka.Offset]{0, 3, 2, 3} {
				knows(0, f, kafka.Remote{End: end}, kafka.Remote{End: end})(s, n)
			}
			both(func(x *State) { x.Brokers[0].Log, x.Brokers[0].HW = logOf(first, other, other), 2 })(s, n)
		}}},
	{unclean, reason{"never-truncates-committed", "before an unclean election", true, on(func(n *State) {
		empty(n, 1)
	})}},
	{unclean, reason{"never-truncates-committed", "after an unclean election", false, uncleanly}},
	{unclean, reason{"hw-within-local-isr", "before an unclean election", true, on(func(n *State) { empty(n, 1) })}},
	{unclean, reason{"hw-within-local-isr", "after an unclean election", false, uncleanly}},
	{moves, reason{"hw-within-local-isr", "who is no replica any more has deleted its log", false, on(func(n *State) {
		n.Controller.Removed = 2
		empty(n, 1)
	})}},
	{moves, reason{"hw-within-local-isr", "a replica has, and another is none", true, on(func(n *State) {
		n.Controller.Removed = 4
		empty(n, 1)
	})}},
	{unclean, reason{"hw-within-local-isr", "a replica that was taken out at once keeps its log", true, on(func(n *State) {
		n.Controller.Removed = 2
		empty(n, 1)
	})}},
	{unclean, reason{"leader-hw-behind-committed", "before an unclean election", true, on(func(n *State) {
		n.Brokers[0].HW = 0
	})}},
	{unclean, reason{"leader-hw-behind-committed", "after an unclean election", false, func(s, n *State) {
		uncleanly(s, n)
		n.Brokers[0].HW = 0
	}}},
	{unclean, reason{"hw-within-eligible", "before an unclean election", true, on(func(n *State) { empty(n, 1) })}},
	{unclean, reason{"hw-within-eligible", "after an unclean election", false, uncleanly}},
}

var moves = map[string]string{"generation": "kip-966", "reassignment": "process", "reassignments": "1"}

var unclean = map[string]string{"generation": "kip-320", "unclean_elections": "1", "max_leader_epoch": "2"}

// uncleanly takes b2's log away after an unclean election.
func uncleanly(_, n *State) {
	n.Used.UncleanElections = 1
	empty(n, 1)
}

func TestClaimsOfOlderProtocols(t *testing.T) {
	for _, r := range older {
		m, sound := startUnder(t, r.set)
		p, _ := m.Property(r.claim)
		before, after := sound, sound
		r.change(&before, &after)
		if got := verdict(p, &before, &after); got != r.breaks {
			t.Errorf("%s under %v: %s: broken is %v, want %v", r.claim, r.set, r.why, got, r.breaks)
		}
	}
}

// TestPremises holds every premise against a state in which it is true, and one
// in which it is not.
func TestPremises(t *testing.T) {
	m, sound := start(t)
	sound.Ghosts.Consumed, sound.Reader = logOf(), kafka.Reader{}
	acked := func(s *State) { s.Ghosts.AckedAll = 2 }
	premises := map[string]func(s *State){
		"acked-all-never-lost":     acked,
		"ack-implies-copies":       acked,
		"ack-is-own-record":        acked,
		"consumer-repeatable":      func(s *State) { s.Ghosts.Consumed = logOf(first) },
		"no-duplicate-committed":   func(s *State) { s.Used.Retries = 1 },
		"sequence-in-order":        func(s *State) { s.Used.Retries = 1 },
		"latest-offset-monotone":   func(s *State) { s.Ghosts.Latest = 1 },
		"unclean-restart-excluded": func(s *State) { s.Ghosts.Suspects = 2 },
		"recovered-is-durable":     func(s *State) { s.Used.LoadingCrashes = 1 },

		"reassignment-ends-in-sync": func(s *State) { s.Used.Reassignments = 1 },
		"wait-belongs-to-leader":    func(s *State) { s.Brokers[0].Waiting = 2 },
		"reader-not-reset":          func(s *State) { s.Reader.Position = 1 },
		"reader-misses-nothing":     func(s *State) { s.Reader.Position = 1 },
		"open-has-owner":            func(s *State) { s.Txn = kafka.Ongoing },
		"preferred-in-sync":         func(s *State) { s.Reader.From = kafka.NodeOf(1) },
	}
	for i := range m.Properties {
		p := &m.Properties[i]
		change := premises[p.Name]
		if (change != nil) != (p.Premise != nil) {
			t.Errorf("%s: has a premise: %v", p.Name, p.Premise != nil)
			continue
		}
		if change == nil {
			continue
		}
		s := sound
		change(&s)
		if p.Premise(&sound) || !p.Premise(&s) {
			t.Errorf("the premise of %s is not what it says", p.Name)
		}
	}
}
