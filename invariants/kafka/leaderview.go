package kafka

import (
	"mc/model"
	"mc/model/kafka"
)

// leaderViewFamily is what a leader believes against what is so.
func (c *catalogue) leaderViewFamily() {
	c.family = "what a leader believes"
	c.always("remote-leo-sound", []string{"K05"}, "KAFKA-13141",
		"What a leader recorded of a follower that is in the leader's own epoch by now is not beyond the "+
			"follower's log. "+
			"Excused: followers of another epoch (isr-recorded-sound has them); after a power failure.", c.remoteSound)
	c.promisedIf(c.fenced())
	c.always("isr-recorded-sound", nil, "KAFKA-13141",
		"What the true leader recorded of a member of its maximal ISR is not beyond that member's log, whatever "+
			"epoch the member is in: the high watermark goes by it. "+
			"Excused: after a power failure.", c.isrRecordedSound)
	c.promisedIf(c.fenced())
	c.always("remote-prefix-matches", []string{"K05b"}, "KIP-279, KIP-320",
		"Up to what a leader recorded of a follower that is in the leader's own epoch by now, both logs are equal. "+
			"Excused: followers of another epoch; after a power failure.", c.remotePrefix)
	c.promisedIf(c.fenced())
	c.always("isr-within-maximal", []string{"K06"}, "KIP-497",
		"The controller's ISR is within the true leader's maximal ISR, and so is the ELR while the leader's ISR is not below min ISR.", c.isrWithinMaximal)
	c.step("single-pending", []string{"K07"}, "KIP-497",
		"A leader has one ISR change pending at a time: a new one waits until the old one is decided.", c.singlePending)
	c.always("one-leader-per-epoch", []string{"K16"}, "",
		"No two brokers lead the same epoch.", c.oneLeaderPerEpoch)
	c.step("append-needs-min-isr", []string{"K24"}, "",
		"A record with acks=all is appended only with an ISR of at least min ISR, as the leader knows it.", c.appendNeedsMinIsr)
}

// follows reports whether f follows l in l's own epoch.
func (c *catalogue) follows(s *State, f, l int) bool {
	b := &s.Brokers[f]
	return b.Role == kafka.Follower && b.Leader == kafka.NodeOf(l) && b.Epoch == s.Brokers[l].Epoch
}

// recorded calls check for every leader and follower of its epoch that it has
// heard from.
func (c *catalogue) recorded(s *State, check func(l, f int, end kafka.Offset) error) error {
	for l := range c.p.Brokers {
		if s.Brokers[l].Role != kafka.Leader {
			continue
		}
		for f := range c.p.Brokers {
			end := s.Brokers[l].Remotes[f].End
			if !end.Known() || !c.follows(s, f, l) {
				continue
			}
			if err := check(l, f, end.Value()); err != nil {
				return c.excuseLossy(s, err)
			}
		}
	}
	return nil
}

func (c *catalogue) remoteSound(s *State) error {
	return c.recorded(s, func(l, f int, end kafka.Offset) error {
		if leo := s.Brokers[f].Log.End; end > leo {
			return wrong("%s believes that %s has its log up to %d, but it ends at %d", name(l), name(f), end, leo)
		}
		return nil
	})
}

func (c *catalogue) isrRecordedSound(s *State) error {
	l, ok := c.trueLeader(s)
	if !ok {
		return nil
	}
	isr := c.maximalIsr(s, l)
	for f := range c.p.Brokers {
		end, b := s.Brokers[l].Remotes[f].End, &s.Brokers[f]
		if !isr.Has(f) || !end.Known() || end.Value() <= b.Log.End {
			continue
		}
		return c.excuseLossy(s, wrong("%s counts on %s, a member of its ISR, to have its log up to %d, but it "+
			"ends at %d",
			name(l), name(f), end.Value(), b.Log.End))
	}
	return nil
}

func (c *catalogue) remotePrefix(s *State) error {
	return c.recorded(s, func(l, f int, end kafka.Offset) error {
		x, y := &s.Brokers[l].Log, &s.Brokers[f].Log
		for o := max(s.Brokers[l].LocalStart(), s.Brokers[f].LocalStart()); o < end; o++ {
			if x.Records[o] != y.Records[o] {
				return wrong("%s believes that %s has its log up to %d, but at offset %d %s has %s and not %s",
					name(l), name(f), end, at(o), name(f), y.Records[o], x.Records[o])
			}
		}
		return nil
	})
}

func (c *catalogue) isrWithinMaximal(s *State) error {
	l, ok := c.trueLeader(s)
	if !ok {
		return nil
	}
	x, maximal := &s.Brokers[l], c.maximalIsr(s, l)
	if isr := s.Controller.Isr; !isr.Subset(maximal) {
		return wrong("the %s's ISR is %s, but %s reckons at most with %s", controller, isr, name(l), maximal)
	}
	if elr := s.Controller.Elr; x.Isr.Len() >= c.p.KnownMinIsr(x) && !elr.Subset(maximal) {
		return wrong("the ELR is %s, but %s reckons at most with %s and its ISR is not below min ISR", elr, name(l), maximal)
	}
	return nil
}

func (c *catalogue) singlePending(before *State, _ model.Action, after *State) error {
	for l := range c.p.Brokers {
		was, is := before.Brokers[l].Change, after.Brokers[l].Change
		if was.Kind == kafka.NoChange || is.Kind == kafka.NoChange || was.Brokers == is.Brokers && is.Kind != kafka.Shrink {
			continue
		}
		if was != is {
			return wrong("%s replaces its pending change, %s, by %s", name(l), was, is)
		}
	}
	return nil
}

func (c *catalogue) oneLeaderPerEpoch(s *State) error {
	for a := 1; a < c.p.Brokers; a++ {
		for b := range a {
			x, y := &s.Brokers[a], &s.Brokers[b]
			if x.Role == kafka.Leader && y.Role == kafka.Leader && x.Epoch == y.Epoch {
				return wrong("%s and %s both lead epoch %d", name(b), name(a), x.Epoch)
			}
		}
	}
	return nil
}

func (c *catalogue) appendNeedsMinIsr(before *State, a model.Action, after *State) error {
	same := after.Used.Records == before.Used.Records && after.Used.Retries == before.Used.Retries
	if same || a.Args[1] != kafka.AcksAll {
		return nil
	}
	l := int(a.Args[0])
	if x := &before.Brokers[l]; x.Isr.Len() < c.p.KnownMinIsr(x) {
		return wrong("%s appends with acks=all and ISR %s; min ISR is %d", name(l), x.Isr, c.p.KnownMinIsr(x))
	}
	return nil
}
