package kafka

import (
	"fmt"

	"mc/model"
	"mc/model/kafka"
)

// committedFamily is "committed offsets are never lost".
func (c *catalogue) committedFamily() {
	c.family = "committed offsets are never lost"
	c.always("committed-on-leader", []string{"committed-never-lost", "K01a"}, "KIP-101, KIP-966",
		"The controller's leader, once it knows that it leads, has every record that any leader ever covered with its high watermark.",
		c.committedOnLeader).Parts = c.committedParts
	c.always("acked-all-never-lost", []string{"K01c"}, "",
		"The true leader has every record that was acknowledged for acks=all. Records with acks=1 are not covered.", c.ackedNeverLost)
	c.list[len(c.list)-1].Premise = func(s *State) bool { return s.Ghosts.AckedAll != 0 }
	c.needs(acksKept, acksAllSent)
	c.promisedIf(c.p.TrackAcks != kafka.AcksOff)
	c.always("committed-somewhere", []string{"K01b"}, "KIP-966",
		"Some broker, running or not, still has all committed records.", c.committedSomewhere)
	c.always("committed-stable", []string{"K01d", "K02"}, "KAFKA-13141",
		"No two leaders commit different records at one offset.", c.committedStable)
	c.step("never-truncates-committed", []string{"K27"}, "KIP-101",
		"A running member of the controller's ISR or ELR, who may be elected, cuts no committed record from a log "+
			"that agrees with what is committed. "+
			"Excused: after an unclean election.",
		c.keepsCommitted)
	c.promisedIf(c.fenced() && c.p.LossyCrashes() == 0)
}

func (c *catalogue) ackedNeverLost(s *State) error {
	l, ok := c.trueLeader(s)
	if !ok {
		return nil
	}
	lost := absent(s, s.Ghosts.AckedAll, l)
	if lost == 0 {
		return nil
	}
	return wrong("acknowledged for acks=all, but missing from leader %s: %s", name(l), lost)
}

func (c *catalogue) keepsCommitted(before *State, _ model.Action, after *State) error {
	committed := &before.Ghosts.Committed
	electable := before.Controller.Isr | before.Controller.Elr
	for b := range c.p.Brokers {
		was, is := &before.Brokers[b].Log, after.Brokers[b].Log.End
		if !electable.Has(b) {
			continue // it cuts what it must have again before it may join
		}
		if after.Brokers[b].Down() || is >= was.End || is >= committed.End || c.p.UncleanUsed(after) {
			continue
		}
		if agree(before, b) {
			return wrong("%s cuts its log from %d to %d, below the committed end %d, though all it had was committed or beyond",
				name(b), was.End, is, committed.End)
		}
	}
	return nil
}

// kept is the first offset of the log of b that is to be kept: what is below its start is
// not lost, but deleted or in remote storage, and so is what is below the start of a
// leader's.
func kept(s *State, b int) kafka.Offset { return max(s.Brokers[b].LocalStart(), s.Ghosts.Deleted) }

// agree reports whether what b has is what is committed, as far as both go.
func agree(s *State, b int) bool {
	x, committed := &s.Brokers[b].Log, &s.Ghosts.Committed
	for o := kept(s, b); o < min(x.End, committed.End); o++ {
		if x.Records[o] != committed.Records[o] {
			return false
		}
	}
	return true
}

// missing finds the first committed offset at which the log of b has something else.
func missing(s *State, b int) (kafka.Offset, bool) {
	for o := kept(s, b); o < s.Ghosts.Committed.End; o++ {
		if s.Brokers[b].Log.Records[o] != s.Ghosts.Committed.Records[o] {
			return o, true
		}
	}
	return 0, false
}

func (c *catalogue) committedOnLeader(s *State) error {
	l, ok := c.trueLeader(s)
	if !ok {
		return nil
	}
	log := &s.Brokers[l].Log
	o, lost := missing(s, l)
	if !lost {
		return nil
	}
	return wrong("%s, committed at offset %d, is missing from leader %s, which has %s there",
		s.Ghosts.Committed.Records[o], at(o), name(l), log.Records[o])
}

func (c *catalogue) committedParts(s *State) []model.Part {
	l, ok := c.trueLeader(s)
	parts := []model.Part{{Text: "the controller's leader knows that it leads", Holds: ok}}
	if ok {
		_, lost := missing(s, l)
		parts = append(parts,
			model.Part{Text: fmt.Sprintf("the LEO of %s (%d) has reached the committed end (%d)", name(l), s.Brokers[l].Log.End, s.Ghosts.Committed.End),
				Holds: s.Brokers[l].Log.End >= s.Ghosts.Committed.End},
			model.Part{Text: fmt.Sprintf("%s has the committed records, one by one", name(l)), Holds: !lost})
	}
	return parts
}

func (c *catalogue) committedSomewhere(s *State) error {
	for b := range c.p.Brokers {
		if _, lost := missing(s, b); !lost {
			return nil
		}
	}
	return wrong("no broker has all %d committed records any more", s.Ghosts.Committed.End)
}

func (c *catalogue) committedStable(s *State) error {
	if s.Ghosts.Conflict {
		return wrong("two leaders have committed different records at one offset; the first were %s", &s.Ghosts.Committed)
	}
	return nil
}
