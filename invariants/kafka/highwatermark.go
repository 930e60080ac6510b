package kafka

import (
	"fmt"

	"mc/model"
	"mc/model/kafka"
)

// hwFamily is "the high watermark never exceeds an ISR member's LEO". The
// claims differ in whose high watermark, whose idea of the ISR, and whether
// lengths or contents are compared.
func (c *catalogue) hwFamily() {
	c.family = "the high watermark never exceeds an ISR member's LEO"
	c.always("hw-within-maximal-isr", []string{"hw-within-isr", "K03b"}, "KIP-497",
		"The log of every running member of the true leader's maximal ISR reaches the leader's high watermark. Excused: after a power failure.",
		func(s *State) error { return c.excuseLossy(s, c.hwWithin(s, "its maximal ISR", c.maximalIsr)) }).Parts = c.hwParts
	c.always("hw-within-controller-isr", []string{"K03c"}, "KIP-497",
		"The log of every running member of the controller's ISR reaches the true leader's high watermark: any of them may be elected.",
		func(s *State) error { return c.hwWithin(s, phrase{"the %s's ISR", controller}, controllerIsr) })
	c.always("hw-within-eligible", []string{"K03d"}, "KIP-966",
		"The log of every running member of ISR and ELR reaches the committed end, while a true leader is there. "+
			"Excused: after an unclean election, which gives committed records up.", c.hwWithinEligible)
	c.promisedIf(c.p.Elr && c.p.StrictMinIsrHW)
	c.always("hw-within-local-isr", []string{"K03e", "weak-isr"}, "KIP-320",
		"Whoever takes itself for the leader, a zombie too: the logs of the ISR as it knows it reach its high "+
			"watermark. "+
			"Excused: after a power failure or an unclean election, which gives up what a zombie has committed; who is no "+
			"replica any more and has deleted its log.",
		c.hwWithinLocal)
	c.promisedIf(c.fenced())
	c.always("strong-isr", []string{"K03f"}, "KIP-320",
		"Whoever takes itself for the leader: below its high watermark, the running members of the controller's ISR have the same records.", c.strongIsr)
	c.promisedIf(c.fenced() && c.p.LossyCrashes() == 0 && !c.p.UncleanAllowed())
}

func controllerIsr(s *State, _ int) kafka.Set { return s.Controller.Isr }

func (c *catalogue) maximalIsr(s *State, l int) kafka.Set { return c.p.MaximalIsr(&s.Brokers[l]) }

// excuseLossy forgives what happens after a power failure.
func (c *catalogue) excuseLossy(s *State, err error) error {
	if s.Used.LossyCrashes > 0 {
		return nil
	}
	return err
}

// excuseUnclean forgives what happens after an unclean election: it gives
// committed records up, and committed-on-leader says so.
func (c *catalogue) excuseUnclean(s *State, err error) error {
	if c.p.UncleanUsed(s) {
		return nil
	}
	return err
}

// hwWithin checks the true leader's high watermark against the actual LEOs of
// a set of brokers.
func (c *catalogue) hwWithin(s *State, what any, members func(*State, int) kafka.Set) error {
	l, ok := c.trueLeader(s)
	if !ok {
		return nil
	}
	return c.reach(s, members(s, l), s.Brokers[l].HW, hwOf(l), what)
}

// reach checks that the logs of the running members reach end.
func (c *catalogue) reach(s *State, members kafka.Set, end kafka.Offset, whose, what any) error {
	for f := range c.p.Brokers {
		if b := &s.Brokers[f]; members.Has(f) && !b.Down() && b.Log.End < end {
			return wrong("%s is %d, but the log of %s, a member of %s, ends at %d", whose, end, name(f), what, b.Log.End)
		}
	}
	return nil
}

func (c *catalogue) hwWithinEligible(s *State) error {
	if _, ok := c.trueLeader(s); !ok {
		return nil
	}
	eligible := s.Controller.Isr | s.Controller.Elr
	return c.excuseUnclean(s, c.reach(s, eligible, s.Ghosts.Committed.End, "the committed end", "ISR and ELR"))
}

func (c *catalogue) hwWithinLocal(s *State) error {
	for l := range c.p.Brokers {
		x := &s.Brokers[l]
		if x.Role != kafka.Leader {
			continue
		}
		isr := x.Isr
		if c.p.Reassigns {
			isr &= c.p.Replicas(&s.Controller)
		}
		if err := c.reach(s, isr, x.HW, hwOf(l), "its ISR"); err != nil {
			return c.excuseUnclean(s, c.excuseLossy(s, err))
		}
	}
	return nil
}

func (c *catalogue) strongIsr(s *State) error {
	for l := range c.p.Brokers {
		x := &s.Brokers[l]
		if x.Role != kafka.Leader {
			continue
		}
		for f := range c.p.Brokers {
			b := &s.Brokers[f]
			if !s.Controller.Isr.Has(f) || b.Down() {
				continue
			}
			for o := max(x.LocalStart(), b.LocalStart()); o < x.HW; o++ {
				if b.Log.Records[o] != x.Log.Records[o] {
					return wrong("below the high watermark %d of %s, at offset %d, %s has %s and ISR member %s has %s",
						x.HW, name(l), at(o), name(l), x.Log.Records[o], name(f), b.Log.Records[o])
				}
			}
		}
	}
	return nil
}

func (c *catalogue) hwParts(s *State) []model.Part {
	l, ok := c.trueLeader(s)
	parts := []model.Part{{Text: "the controller's leader knows that it leads", Holds: ok}}
	if !ok {
		return parts
	}
	hw, isr := s.Brokers[l].HW, c.maximalIsr(s, l)
	for f := range c.p.Brokers {
		if isr.Has(f) {
			parts = append(parts, model.Part{
				Text:  fmt.Sprintf("the LEO of %s (%d) has reached the high watermark (%d)", name(f), s.Brokers[f].Log.End, hw),
				Holds: s.Brokers[f].Log.End >= hw})
		}
	}
	return parts
}
