package kafka

import (
	"mc/model"
	"mc/model/kafka"
)

// hwStepFamily is how the high watermark moves.
func (c *catalogue) hwStepFamily() {
	c.family = "how the high watermark moves"
	c.step("hw-within-recorded", []string{"K03a"}, "KIP-497",
		"When a leader raises its high watermark, every member of its maximal ISR has been heard from and was at least there.", c.raisedWithinRecorded)
	c.step("leader-hw-monotone", []string{"K08"}, "",
		"While a broker leads one epoch, its high watermark does not fall.", c.leaderHwMonotone)
	c.always("leader-hw-behind-committed", []string{"K09"}, "KIP-207",
		"No leader's high watermark is beyond what is committed; once the true leader's has reached the start of "+
			"its epoch, it is the committed end. "+
			"Excused of the second: after an unclean election.", c.hwBehindCommitted)
	c.promisedIf(c.fenced() && c.p.LossyCrashes() == 0 && c.p.CommitBy == kafka.AnyLeader)
	c.always("follower-hw-within-log", []string{"K10"}, "",
		"No replica's high watermark is beyond its own log.", c.hwWithinLog)
	c.step("follower-hw-monotone", []string{"K11"}, "",
		"A follower's high watermark does not fall. Expected to fail: a new leader may know a lower one.", c.followerHwMonotone)
	c.promisedIf(false)
	c.step("hw-needs-min-isr", []string{"K23"}, "KAFKA-15583",
		"A leader raises its high watermark only with an ISR of at least min ISR.", c.raiseNeedsMinIsr)
	c.promisedIf(c.p.StrictMinIsrHW)
}

// raised calls check for every leader that has raised its high watermark.
func (c *catalogue) raised(before, after *State, check func(l int) error) error {
	for l := range c.p.Brokers {
		if after.Brokers[l].Role == kafka.Leader && after.Brokers[l].HW > before.Brokers[l].HW {
			if err := check(l); err != nil {
				return err
			}
		}
	}
	return nil
}

func (c *catalogue) raisedWithinRecorded(before *State, _ model.Action, after *State) error {
	return c.raised(before, after, func(l int) error {
		x := &after.Brokers[l]
		isr := c.maximalIsr(after, l)
		for f := range c.p.Brokers {
			if r := &x.Remotes[f]; f != l && isr.Has(f) && !r.End.AtLeast(x.HW) {
				return wrong("%s raises its high watermark to %d, but has %s of its maximal ISR recorded at %d", name(l), x.HW, name(f), r.End.Int())
			}
		}
		return nil
	})
}

func (c *catalogue) raiseNeedsMinIsr(before *State, _ model.Action, after *State) error {
	return c.raised(before, after, func(l int) error {
		x := &after.Brokers[l]
		if need := c.p.KnownMinIsr(x); x.Isr.Len() < need {
			return wrong("%s raises its high watermark to %d with ISR %s; min ISR is %d", name(l), x.HW, x.Isr, need)
		}
		return nil
	})
}

func (c *catalogue) leaderHwMonotone(before *State, _ model.Action, after *State) error {
	for l := range c.p.Brokers {
		b, a := &before.Brokers[l], &after.Brokers[l]
		if b.Role == kafka.Leader && a.Role == kafka.Leader && a.Epoch == b.Epoch && a.HW < b.HW {
			return wrong("the high watermark of leader %s falls from %d to %d in epoch %d", name(l), b.HW, a.HW, a.Epoch)
		}
	}
	return nil
}

func (c *catalogue) hwBehindCommitted(s *State) error {
	end := s.Ghosts.Committed.End
	for l := range c.p.Brokers {
		if x := &s.Brokers[l]; x.Role == kafka.Leader && x.HW > end {
			return wrong("the high watermark of %s is %d, but only %d records are committed", name(l), x.HW, end)
		}
	}
	l, ok := c.trueLeader(s)
	if !ok || !c.p.KeepsEpochStart {
		return nil
	}
	if x := &s.Brokers[l]; x.EpochStart <= x.HW && x.HW != end {
		return c.excuseUnclean(s, wrong("the high watermark of leader %s is %d, beyond the start of its epoch "+
			"(%d), but %d records are committed",
			name(l), x.HW, x.EpochStart, end))
	}
	return nil
}

func (c *catalogue) hwWithinLog(s *State) error {
	for b := range c.p.Brokers {
		if x := &s.Brokers[b]; x.HW > x.Log.End {
			return wrong("the high watermark of %s is %d, its log ends at %d", name(b), x.HW, x.Log.End)
		}
	}
	return nil
}

func (c *catalogue) followerHwMonotone(before *State, _ model.Action, after *State) error {
	for f := range c.p.Brokers {
		b, a := &before.Brokers[f], &after.Brokers[f]
		if b.Role == kafka.Follower && a.Role == kafka.Follower && a.HW < b.HW {
			return wrong("the high watermark of follower %s falls from %d to %d", name(f), b.HW, a.HW)
		}
	}
	return nil
}
