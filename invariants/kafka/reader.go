package kafka

import (
	"mc/model"
	"mc/model/kafka"
)

// readerFamily is what a consumer sees that keeps its position.
func (c *catalogue) readerFamily() {
	c.family = "what clients see"
	has := func() {
		c.needs("reader=on")
		c.promisedIf(c.p.HasReader)
	}
	moved := func(s *State) bool { return s.Reader.Position > 0 }
	c.step("reader-not-reset", nil, "KAFKA-725, KIP-207",
		"The position of the reader does not fall. Excused: after an unclean election, which takes what it was given. Needs reader.",
		c.readerNotReset).Premise = moved
	has()
	c.always("reader-misses-nothing", nil, "KIP-320",
		"Below its position and the high watermark of the true leader the reader was given what that leader has. "+
			"Excused: after an unclean election. Needs reader.", c.readerMissesNothing).Premise = moved
	has()
	c.step("preferred-in-sync", nil, "KAFKA-14372",
		"The reader is sent only to a follower that is in the ISR of a leader who knows that it has the reader's position. "+
			"Needs reader.", c.preferredInSync).Premise = func(s *State) bool { return s.Reader.From != kafka.Nobody }
	c.needs("reader=on", "fetch_from_follower=on")
	c.promisedIf(c.p.HasReader && c.p.FetchFromFollower)
}

// transactionFamily is what readers of committed transactions wait for.
func (c *catalogue) transactionFamily() {
	c.family = "what clients see"
	c.always("open-has-owner", nil, "KAFKA-20716",
		"Where the last stable offset of the true leader is below its high watermark, a transaction is open that its producer "+
			"writes or for which the coordinator owes a marker. Needs markers.", c.openHasOwner).Premise = func(s *State) bool { return s.Txn != 0 }
	c.needs("markers", acksKept)
	c.promisedIf(c.p.Transactional())
}

func (c *catalogue) openHasOwner(s *State) error {
	l, ok := c.trueLeader(s)
	if !ok || s.Txn != kafka.NoTransaction {
		return nil
	}
	if lso, hw := c.p.LastStable(s, l), s.Brokers[l].HW; lso < hw {
		return wrong("the last stable offset of leader %s is %d, its high watermark %d, and nobody owes a marker", name(l), lso, hw)
	}
	return nil
}

// stable reports whether everything that the true leader shows is decided.
func (c *catalogue) stable(s *State) bool {
	l, is := c.trueLeader(s)
	return !is || c.p.LastStable(s, l) == s.Brokers[l].HW
}

func (c *catalogue) readerNotReset(before *State, _ model.Action, after *State) error {
	if was, is := before.Reader.Position, after.Reader.Position; is < was {
		return c.excuseUnclean(after, wrong("the reader is set back from %d to %d", was, is))
	}
	return nil
}

func (c *catalogue) readerMissesNothing(s *State) error {
	l, ok := c.trueLeader(s)
	if !ok {
		return nil
	}
	x := &s.Brokers[l]
	for o := range min(s.Reader.Position, x.HW) {
		if given := s.Ghosts.Consumed.Records[o]; given != x.Log.Records[o] {
			return c.excuseUnclean(s, wrong("the reader is at %d and was given %s at offset %d, where leader %s has %s",
				s.Reader.Position, given, at(o), name(l), x.Log.Records[o]))
		}
	}
	return nil
}

func (c *catalogue) preferredInSync(before *State, _ model.Action, after *State) error {
	to := after.Reader.From
	if to == kafka.Nobody || before.Reader.From != kafka.Nobody {
		return nil
	}
	for l := range c.p.Brokers {
		x := &before.Brokers[l]
		has := x.Remotes[to.Index()].End.AtLeast(before.Reader.Position)
		if x.Role == kafka.Leader && x.Isr.Has(to.Index()) && has {
			return nil
		}
	}
	return wrong("the reader is sent to %s, which is in the ISR of no leader who knows that it has offset %d", to, at(before.Reader.Position))
}

// read reports whether the reader has all that the true leader shows.
func (c *catalogue) read(s *State) bool {
	l, is := c.trueLeader(s)
	return !is || s.Reader.Position >= c.p.LastStable(s, l)
}
