package kafka

import (
	"mc/model"
	"mc/model/kafka"
)

// logStartFamily is where logs begin. What is not deleted begins at offset 0 everywhere.
func (c *catalogue) logStartFamily() {
	c.family = "where logs begin"
	c.step("log-start-within-hw", nil, "KAFKA-5634",
		"Where a log begins later than before, nothing beyond the broker's high watermark was deleted, unless all of the log "+
			"was given up for the leader's. Needs deletes or retentions.", c.startWithinHW)
	c.ofStarts(c.p.RetentionStopsAtHW)
	c.always("hw-not-below-log-start", nil, "KAFKA-3978",
		"No replica's high watermark is below the start of its log. Needs deletes or retentions.", c.hwNotBelowStart)
	c.ofStarts(c.p.RetentionStopsAtHW && c.p.HWStaysAboveStart)
	c.always("log-start-within-log", nil, "KAFKA-7104",
		"No log begins beyond its end. Needs deletes or retentions.", c.startWithinLog)
	c.ofStarts(true)
	c.step("full-truncation-needed", nil, "KAFKA-2143, KAFKA-2477",
		"A follower that asks its leader for the range empties its log only if the leader's begins beyond its end.", c.emptiedOnlyIfNeeded)
	c.promisedIf(c.p.AsksRange() && !c.p.OutOfRangeEmptiesLog)
}

// ofStarts promises the last property in runs in which logs can begin elsewhere.
func (c *catalogue) ofStarts(promised bool) {
	c.promisedIf(c.p.KeepsStarts && promised)
}

func (c *catalogue) startWithinHW(before *State, _ model.Action, after *State) error {
	for b := range c.p.Brokers {
		was, is := &before.Brokers[b], &after.Brokers[b]
		if is.Start > was.Start && is.Start > is.HW && is.Start <= was.Log.End {
			return wrong("the log of %s begins at %d from now on, and its high watermark is %d", name(b), is.Start, is.HW)
		}
	}
	return nil
}

func (c *catalogue) hwNotBelowStart(s *State) error {
	for b := range c.p.Brokers {
		if x := &s.Brokers[b]; x.HW < x.Start || x.NoHW {
			if x.NoHW {
				return wrong("the high watermark of %s is -1: it was below a log", name(b))
			}
			return wrong("the high watermark of %s is %d, its log begins at %d", name(b), x.HW, x.Start)
		}
	}
	return nil
}

func (c *catalogue) startWithinLog(s *State) error {
	for b := range c.p.Brokers {
		if x := &s.Brokers[b]; x.Start > x.Log.End {
			return wrong("the log of %s begins at %d and ends at %d", name(b), x.Start, x.Log.End)
		}
	}
	return nil
}

func (c *catalogue) emptiedOnlyIfNeeded(before *State, _ model.Action, after *State) error {
	for f := range c.p.Brokers {
		was, is := &before.Brokers[f], &after.Brokers[f]
		asks := was.Response.Kind == kafka.AskedLatest && is.Response.Kind == kafka.NoResponse &&
			is.Role == kafka.Follower && is.Epoch == was.Epoch
		if !asks || is.Log.End == was.Log.End && is.Start == was.Start {
			continue
		}
		if start := before.Brokers[was.Leader.Index()].Start; start <= was.Log.End {
			return wrong("%s empties its log, which ends at %d, though that of %s begins at %d", name(f), was.Log.End, was.Leader, start)
		}
	}
	return nil
}
