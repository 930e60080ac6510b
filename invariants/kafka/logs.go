package kafka

import (
	"mc/model/kafka"
)

func (c *catalogue) logFamily() {
	c.family = "logs agree"
	c.always("log-matching-below-hw", []string{"K04"}, "KAFKA-6880",
		"Any two replicas agree on every record below both high watermarks.", c.logMatching)
	c.always("no-uncommitted-exposure", []string{"K13"}, "KAFKA-14704",
		"A record below any replica's high watermark, and any that a consumer was given, is the committed one.", c.noExposure)
	c.promisedIf(c.fenced() && c.p.DivergeSkipsHW && c.p.LossyCrashes() == 0)
	c.always("epoch-cache-matches-log", []string{"K14"}, "KAFKA-7415, KAFKA-10706",
		"Epochs and starts grow together in every epoch cache; an entry starts where its epoch's first record is, "+
			"or at the end of a log that has none of it, and the last record's epoch and a leader's own have one.",
		c.cacheMatches)
	c.promisedIf(c.fenced())
	c.always("log-epochs-monotone", []string{"K15"}, "KIP-101",
		"Epochs do not decrease along a log.", c.epochsGrow)
	c.promisedIf(c.p.Truncation != kafka.HighWatermark)
	c.always("recovered-is-durable", nil, "KAFKA-10101, KAFKA-10471, KAFKA-13773",
		"What a power failure has spoilt of a broker's files, the log or its index, is found before the broker runs again.",
		c.recoveredIsDurable)
	c.list[len(c.list)-1].Premise = func(s *State) bool { return s.Used.LossyCrashes|s.Used.LoadingCrashes != 0 }
	c.promisedIf(c.p.LoadsUnseen())
}

func (c *catalogue) recoveredIsDurable(s *State) error {
	for b := range c.p.Brokers {
		x := &s.Brokers[b]
		if x.Down() {
			continue
		}
		if x.IndexTorn {
			return wrong("%s runs, and has taken its time index for whole after a power failure", name(b))
		}
		for o, r := range x.Log.Records[:x.Log.End] {
			if r.Value() == kafka.Torn {
				return wrong("%s runs, and its record at offset %d, which a power failure has spoilt, is in its log", name(b), o)
			}
		}
	}
	return nil
}

func (c *catalogue) logMatching(s *State) error {
	for a := 1; a < c.p.Brokers; a++ {
		for b := range a {
			x, y := &s.Brokers[a], &s.Brokers[b]
			for o := max(x.LocalStart(), y.LocalStart()); o < min(x.HW, y.HW, x.Log.End, y.Log.End); o++ {
				if x.Log.Records[o] != y.Log.Records[o] {
					return wrong("at offset %d, below both high watermarks, %s has %s and %s has %s",
						at(o), name(b), y.Log.Records[o], name(a), x.Log.Records[o])
				}
			}
		}
	}
	return nil
}

func (c *catalogue) noExposure(s *State) error {
	g := &s.Ghosts.Committed
	for o := range s.Ghosts.Consumed.End {
		if r := s.Ghosts.Consumed.Records[o]; r != 0 && r != g.Records[o] && (g.Records[o] != 0 || o >= g.End) {
			return wrong("a consumer was given %s at offset %d; committed there is %s", r, at(o), g.Records[o])
		}
	}
	for b := range c.p.Brokers {
		x := &s.Brokers[b]
		for o := x.LocalStart(); o < min(x.HW, x.Log.End); o++ {
			if x.Log.Records[o] != g.Records[o] && (g.Records[o] != 0 || o >= g.End) {
				return wrong("%s shows %s at offset %d, below its high watermark %d; committed there is %s",
					name(b), x.Log.Records[o], at(o), x.HW, g.Records[o])
			}
		}
	}
	return nil
}

func (c *catalogue) cacheMatches(s *State) error {
	for b := range c.p.Brokers {
		x := &s.Brokers[b]
		cache, last := c.p.CacheOf(x), -1
		for e := range kafka.Epoch(kafka.MaxLeaderEpoch + 1) {
			start, any := cache.Start(e)
			if !any {
				continue
			}
			if int(start) <= last {
				return wrong("the epoch cache of %s is %s: starts do not grow", name(b), cache)
			}
			first := last < 0
			last = int(start)
			if !startsAt(x, e, start, first) {
				return wrong("the epoch cache of %s has epoch %d start at %d, where its log has %s", name(b), e, start, x.Log.Records[start])
			}
		}
		if _, any := cache.Start(x.Epoch); x.Role == kafka.Leader && c.p.RegisterEpochOnElection && !any {
			return wrong("the epoch cache of leader %s (%s) lacks its own epoch %d", name(b), cache, x.Epoch)
		}
		if n := x.Log.End; n > x.LocalStart() {
			if _, any := cache.Start(x.Log.Records[n-1].Epoch()); !any {
				return wrong("the epoch cache of %s (%s) lacks the epoch of its last record, %s", name(b), cache, x.Log.Records[n-1])
			}
		}
	}
	return nil
}

// startsAt reports whether epoch e of a broker's log can start at offset o. The first
// entry of a log may start where the log began before its start went back.
func startsAt(b *kafka.Broker, e kafka.Epoch, o kafka.Offset, first bool) bool {
	log := &b.Log
	if o > log.End || o < log.End && o >= b.Local && log.Records[o].Epoch() != e {
		return false
	}
	return o <= b.LocalStart() || log.Records[o-1].Epoch() < e || first && b.Start > 0
}

func (c *catalogue) epochsGrow(s *State) error {
	for b := range c.p.Brokers {
		log := &s.Brokers[b].Log
		for o := s.Brokers[b].LocalStart() + 1; o < log.End; o++ {
			if log.Records[o].Epoch() < log.Records[o-1].Epoch() {
				return wrong("in the log of %s, %s follows %s", name(b), log.Records[o], log.Records[o-1])
			}
		}
	}
	return nil
}
