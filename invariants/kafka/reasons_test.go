package kafka

import (
	"slices"
	"testing"

	"mc/model/kafka"
)

// reason is a step, or a state, that is wrong for another reason than the
// claim's, or right where the claim once alarmed; or one that the claim once
// missed.
type reason struct {
	claim, why string
	breaks     bool
	change     func(before, after *State)
}

// halts makes b2 go down in the step.
func halts(_, n *State) { n.Brokers[1].Role = kafka.Stopped }

// pending makes b1 wait for a shrink, with a request at this stage.
func pending(at kafka.Stage) func(_, n *State) {
	return func(_, n *State) {
		n.Brokers[0].Change = kafka.Change{Kind: kafka.Shrink, Brokers: 2}
		n.Brokers[0].Request = kafka.Alter{Progress: at}
	}
}

// joinsBehind makes b1, whose log ends at 1, take b3 into its ISR at offset 0.
func joinsBehind(s, n *State) {
	s.Brokers[0].Isr, n.Brokers[0].Remotes[2] = 3, kafka.Remote{End: 1}
}

// besideSlow does so while b1 knows this end of b2.
func besideSlow(end kafka.Known[kafka.Offset]) func(s, n *State) {
	return func(s, n *State) {
		joinsBehind(s, n)
		s.Brokers[0].Remotes[1] = kafka.Remote{End: end}
		n.Brokers[0].Remotes[1] = s.Brokers[0].Remotes[1]
	}
}

// reasons are, for every claim that was mended, what showed it wrong, what it
// must notice still and what it must not.
var reasons = []reason{
	{"nobody-halts", "a halt after a kill", true, func(s, n *State) {
		s.Used.Kills, n.Used.Kills = 1, 1
		halts(s, n)
	}},
	{"nobody-halts", "a halt after a power failure", true, func(s, n *State) {
		s.Used.LossyCrashes, n.Used.LossyCrashes = 1, 1
		halts(s, n)
	}},
	{"nobody-halts", "a halt after a clean stop", true, func(s, n *State) {
		s.Used.CleanStops, n.Used.CleanStops = 1, 1
		halts(s, n)
	}},
	{"nobody-halts", "a kill", false, func(s, n *State) {
		n.Used.Kills = 1
		halts(s, n)
	}},
	{"nobody-halts", "a power failure", false, func(s, n *State) {
		n.Used.LossyCrashes = 1
		halts(s, n)
	}},
	{"nobody-halts", "a clean stop", false, func(s, n *State) {
		n.Brokers[1].Clean = true
		halts(s, n)
	}},
	{"nobody-halts", "who was down and stays down", false, func(s, n *State) {
		s.Brokers[1].Role = kafka.Stopped
		halts(s, n)
	}},

	{"never-truncates-committed", "a member of the ISR cuts", true, func(_, n *State) { n.Brokers[1].Log = logOf() }},
	{"never-truncates-committed", "a member of the ELR cuts", true, func(s, n *State) {
		s.Controller.Isr, s.Controller.Elr = 1, 2
		n.Brokers[1].Log = logOf()
	}},
	{"never-truncates-committed", "somebody cuts who is in neither", false, func(s, n *State) {
		s.Controller.Isr = 5
		n.Brokers[1].Log = logOf()
	}},
	{"never-truncates-committed", "what is cut was not committed", false, func(s, n *State) {
		s.Ghosts.Committed = logOf()
		n.Brokers[1].Log = logOf()
	}},
	{"never-truncates-committed", "what is cut had another record", false, func(s, n *State) {
		s.Brokers[1].Log = logOf(other)
		n.Brokers[1].Log = logOf()
	}},
	{"never-truncates-committed", "a power failure cuts", false, func(_, n *State) {
		n.Brokers[1].Log, n.Brokers[1].Role = logOf(), kafka.Stopped
	}},

	{"pending-change-under-way", "a request that is on its way", false, pending(kafka.Requested)},
	{"pending-change-under-way", "an answer that is on its way", false, pending(kafka.Answered)},
	{"pending-change-under-way", "a lost request that is sent again", false, pending(kafka.Lost)},
	{"pending-change-under-way", "somebody else's request", true, func(s, n *State) {
		pending(kafka.Requested)(s, n)
		n.Brokers[0].Request, n.Brokers[1].Request = n.Brokers[1].Request, n.Brokers[0].Request
	}},
	{"pending-change-under-way", "news that end the wait", false, func(s, n *State) {
		pending(kafka.Nothing)(s, n)
		n.Controller.Version++
	}},

	{"newcomer-caught-up", "who joins is behind", true, joinsBehind},
	{"newcomer-not-alone-behind", "who joins is behind, and nobody else", true, joinsBehind},
	{"newcomer-caught-up", "so is a member of the ISR", true, besideSlow(1)},
	{"newcomer-not-alone-behind", "so is a member of the ISR", false, besideSlow(1)},
	{"newcomer-not-alone-behind", "a member of the ISR was not heard from", false, besideSlow(0)},
	{"newcomer-not-alone-behind", "a member of the ISR is nearer", true, besideSlow(2)},
	{"newcomer-not-alone-behind", "somebody is as far behind, but nothing waits for it", true, func(s, n *State) {
		besideSlow(1)(s, n)
		s.Brokers[0].Isr, n.Brokers[0].Isr = 1, 5
	}},
	{"newcomer-not-alone-behind", "the high watermark was not computed again", false, func(s, n *State) {
		joinsBehind(s, n)
		s.Brokers[0].HW = 0
	}},
	{"newcomer-caught-up", "who joins is within the lag window", false, func(s, n *State) {
		joinsBehind(s, n)
		n.Brokers[0].Remotes[2].CaughtUp = true
	}},
	{"newcomer-not-alone-behind", "who joins is within the lag window", false, func(s, n *State) {
		joinsBehind(s, n)
		n.Brokers[0].Remotes[2].CaughtUp = true
	}},

	{"isr-recorded-sound", "a member in an older epoch that has cut its log", true, func(_, n *State) {
		n.Controller.Epoch, n.Brokers[0].Epoch = 1, 1
		n.Brokers[1].Log = logOf()
	}},
	{"remote-leo-sound", "the same member: not this claim's", false, func(_, n *State) {
		n.Controller.Epoch, n.Brokers[0].Epoch = 1, 1
		n.Brokers[1].Log = logOf()
	}},
	{"isr-recorded-sound", "somebody outside the ISR has cut its log", false, func(_, n *State) {
		n.Controller.Isr, n.Brokers[0].Isr = 5, 5
		n.Brokers[1].Log = logOf()
	}},
	{"remote-leo-sound", "the same replica: this claim's", true, func(_, n *State) {
		n.Controller.Isr, n.Brokers[0].Isr = 5, 5
		n.Brokers[1].Log = logOf()
	}},
	{"isr-recorded-sound", "a deposed leader believes it", false, func(_, n *State) {
		n.Controller.Leader, n.Controller.Epoch = 3, 1
		n.Brokers[1].Log = logOf()
	}},
	{"isr-recorded-sound", "after a power failure", false, func(_, n *State) {
		n.Used.LossyCrashes = 1
		n.Brokers[1].Log = logOf()
	}},
}

// TestClaimsFailForTheRightReason holds every mended claim to what it is to
// notice, and to what it is not.
func TestClaimsFailForTheRightReason(t *testing.T) {
	m, sound := start(t)
	for _, r := range slices.Concat(reasons, edges, logEdges, controllerEdges, logStartEdges, tierEdges, progressEdges, liveEdges) {
		p, ok := m.Property(r.claim)
		if !ok {
			t.Fatalf("there is no %s", r.claim)
		}
		before, after := sound, sound
		r.change(&before, &after)
		if got := verdict(p, &before, &after); got != r.breaks {
			t.Errorf("%s: %s: broken is %v, want %v", r.claim, r.why, got, r.breaks)
		}
	}
}

// TestLostRequestWithoutResend: a request that is lost is under way only where
// the leader sends it again.
func TestLostRequestWithoutResend(t *testing.T) {
	m, sound := start(t)
	quiet, err := m.Without("Resend")
	if err != nil {
		t.Fatal(err)
	}
	p, _ := quiet.Property("pending-change-under-way")
	for stage, breaks := range map[kafka.Stage]bool{kafka.Requested: false, kafka.Answered: false, kafka.Lost: true} {
		s := sound
		pending(stage)(nil, &s)
		if got := p.State(&s) != nil; got != breaks {
			t.Errorf("a request at stage %d, and nobody sends it again: broken is %v, want %v", stage, got, breaks)
		}
	}
}
