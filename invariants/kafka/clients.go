package kafka

import (
	"slices"

	"mc/model"
	"mc/model/kafka"
)

// clientFamily is what producers and consumers see.
func (c *catalogue) clientFamily() {
	c.family = "what clients see"
	reads := c.p.TracksReads()
	consumed := func(s *State) bool { return s.Ghosts.Consumed.End > 0 }
	c.always("consumer-repeatable", []string{"K12"}, "",
		"What a consumer was given once, the true leader has at that offset, and every consumer is given again. Needs reads.", c.repeatable).Premise = consumed
	c.needs("reads")
	c.promisedIf(reads)
	c.always("latest-offset-monotone", []string{"K12b"}, "KIP-207",
		"The latest offset that clients are told does not go back. Expected to fail where two brokers take themselves for the leader. Needs reads.", c.latestMonotone)
	c.list[len(c.list)-1].Premise = func(s *State) bool { return s.Ghosts.Latest > 0 }
	c.needs("reads")
	c.promisedIf(false)
	acked := func(s *State) bool { return s.Ghosts.AckedAll != 0 }
	c.step("ack-implies-copies", []string{"K25"}, "KAFKA-15583",
		"When a record is acknowledged for acks=all, at least min ISR brokers have it, running or not. "+
			"Excused: after a power failure, which may take a copy that the leader has counted. Needs track_acks.",
		c.ackCopies).Premise = acked
	c.needs(acksKept, acksAllSent)
	c.promisedIf(c.p.TrackAcks != kafka.AcksOff && c.p.StrictMinIsrHW)
	c.step("ack-is-own-record", nil, "KAFKA-2960",
		"When a record is acknowledged for acks=all, some broker that leads has it below its high watermark. Needs track_acks.",
		c.ackOfRecord).Premise = acked
	c.needs(acksKept, acksAllSent)
	c.promisedIf(c.p.KeepsWaits())
	waits := func(s *State) bool {
		return slices.ContainsFunc(s.Brokers[:c.p.Brokers], func(b kafka.Broker) bool { return b.Waiting != 0 })
	}
	c.always("wait-belongs-to-leader", nil, "KAFKA-1148",
		"Where produce requests wait the broker leads, in the epoch in which it took them: nobody keeps one since it led. "+
			"Needs track_acks.", c.waitsLead).Premise = waits
	c.needs(acksKept, acksAllSent)
	c.promisedIf(c.p.KeepsWaits())
	again := func(s *State) bool { return s.Used.Retries > 0 }
	c.always("no-duplicate-committed", nil, "KIP-98",
		"Below the high watermark of the true leader no record is there twice. That is promised to idempotent producers "+
			"alone. Needs retries.", c.noDuplicate).Premise = again
	c.needs("retries")
	c.promisedIf(c.p.Idempotence)
	c.always("sequence-in-order", nil, "KIP-98",
		"Below the high watermark of the true leader the records of an idempotent producer are in the order in which it sent "+
			"them. That is promised to idempotent producers alone. Needs retries.", c.inSequence).Premise = again
	c.needs("retries")
	c.promisedIf(c.p.Idempotence)
	c.goal("after-append-reachable", []string{"K26"}, "",
		"A producer can be refused after its record was written (NOT_ENOUGH_REPLICAS_AFTER_APPEND). Needs track_acks.",
		func(s *State) bool { return s.Ghosts.AfterAppend })
	c.needs(acksKept, acksAllSent)
	c.goal("produce-refused", nil, "",
		"A producer with acks=all is refused by a leader whose ISR is below min ISR, before anything is written "+
			"(NOT_ENOUGH_REPLICAS).", c.refuses)
	c.needs(acksAllSent)
	c.goal("acked-one-lost", nil, "KAFKA-14296",
		"A record that was acknowledged for acks=1 is missing from the true leader. That is allowed. Needs track_acks.", c.ackedOneLost)
	c.needs(acksKept, "acks=1|any")
}

func (c *catalogue) repeatable(s *State) error {
	if s.Ghosts.ReadConflict {
		return wrong("a consumer was given another record at an offset that had been read before")
	}
	l, ok := c.trueLeader(s)
	if !ok {
		return nil
	}
	log, read := &s.Brokers[l].Log, &s.Ghosts.Consumed
	for o := s.Brokers[l].Start; o < read.End; o++ {
		if r := read.Records[o]; r != 0 && r != log.Records[o] {
			return wrong("a consumer was given %s at offset %d, where leader %s has %s", read.Records[o], at(o), name(l), log.Records[o])
		}
	}
	return nil
}

func (c *catalogue) latestMonotone(s *State) error {
	if s.Ghosts.LatestWentBack {
		return wrong("a client was told a latest offset below %d, which had been told before", s.Ghosts.Latest)
	}
	return nil
}

func (c *catalogue) ackCopies(before *State, _ model.Action, after *State) error {
	fresh := after.Ghosts.AckedAll &^ before.Ghosts.AckedAll
	for v := kafka.Value(1); fresh>>v != 0; v++ {
		if !fresh.Has(v) {
			continue
		}
		if n, need := c.copies(after, v), c.p.ControllerMinIsr(&after.Controller); n < need {
			return c.excuseLossy(after, wrong("%s is acknowledged for acks=all with %d copies; min ISR is %d",
				v, n, need))
		}
	}
	return nil
}

// covered are the records below the high watermark of the true leader, if there is one.
func (c *catalogue) covered(s *State) (l int, records []kafka.Record) {
	l, ok := c.trueLeader(s)
	if !ok {
		return l, nil
	}
	return l, s.Brokers[l].Log.Records[:s.Brokers[l].HW]
}

func (c *catalogue) noDuplicate(s *State) error {
	var seen kafka.Values
	l, records := c.covered(s)
	for o, r := range records {
		if seen.Has(r.Value()) {
			return wrong("leader %s has %s again at offset %d, below its high watermark", name(l), r.Value(), at(kafka.Offset(o)))
		}
		seen |= 1 << r.Value()
	}
	return nil
}

func (c *catalogue) inSequence(s *State) error {
	last := kafka.Value(0)
	l, records := c.covered(s)
	for o, r := range records {
		if r.Value() <= last {
			return wrong("leader %s has %s at offset %d, behind %s", name(l), r.Value(), at(kafka.Offset(o)), last)
		}
		last = r.Value()
	}
	return nil
}

func (c *catalogue) ackOfRecord(before *State, _ model.Action, after *State) error {
	shown := after.Ghosts.AckedAll &^ before.Ghosts.AckedAll
	for b := range c.p.Brokers {
		if x := &after.Brokers[b]; x.Role == kafka.Leader {
			for _, r := range x.Log.Records[:x.HW] {
				shown &^= 1 << r.Value()
			}
		}
	}
	if shown != 0 {
		return wrong("acknowledged for acks=all, but below no leader's high watermark: %s", shown)
	}
	return nil
}

func (c *catalogue) waitsLead(s *State) error {
	for b := range c.p.Brokers {
		x := &s.Brokers[b]
		if kept := s.WaitingAt(b); kept != 0 && (x.Role != kafka.Leader || kept != x.Waiting) {
			return wrong("%s still keeps producers waiting that it took before it lost its role: %s", name(b), kept)
		}
	}
	return nil
}

func (c *catalogue) refuses(s *State) bool {
	l, ok := c.trueLeader(s)
	return ok && s.Brokers[l].Isr.Len() < c.p.KnownMinIsr(&s.Brokers[l])
}

func (c *catalogue) ackedOneLost(s *State) bool {
	l, ok := c.trueLeader(s)
	return ok && absent(s, s.Ghosts.AckedOne, l) != 0
}

// absent are the values that the log of b does not have, and that were not deleted.
func absent(s *State, values kafka.Values, b int) kafka.Values {
	x := &s.Brokers[b]
	for _, r := range x.Log.Records[:x.Log.End] {
		values &^= 1 << r.Value()
	}
	for _, r := range s.Ghosts.Committed.Records[:kept(s, b)] {
		values &^= 1 << r.Value()
	}
	return values
}

// copies is the number of logs that contain v.
func (c *catalogue) copies(s *State, v kafka.Value) (n int) {
	for b := range c.p.Brokers {
		if absent(s, 1<<v, b) == 0 {
			n++
		}
	}
	return n
}
