package kafka

import (
	"mc/model"
	"mc/model/kafka"
)

// tierFamily is remote storage. It needs leaders that copy to there.
func (c *catalogue) tierFamily() {
	c.family = "where logs begin"
	c.always("remote-matches-committed", nil, "KIP-405",
		"What the true leader reads from remote storage, below where its own disks begin, is what is committed. Excused: after an "+
			"unclean election. Needs copies.", c.remoteMatches)
	c.ofTiers()
	c.always("history-has-no-hole", nil, "KAFKA-15241",
		"What a leader has not on its own disks any more is in remote storage, in the epoch that the leader has it in. Needs copies.",
		c.noHole)
	c.ofTiers()
	c.always("hw-position-known", nil, "KAFKA-16452",
		"A leader serves fetches wherever its high watermark is. Needs copies, retentions and checkpoints.", c.hwPosition)
	c.ofTiers()
	c.step("log-start-monotone", nil, "KAFKA-16146",
		"A broker that stops cleanly comes back with a log that begins where it began. Needs deletes, retentions or copies, and checkpoints.",
		c.startSurvives)
	c.ofStarts(true)
}

// ofTiers promises the last property in runs with remote storage.
func (c *catalogue) ofTiers() { c.promisedIf(c.p.Tiered) }

func (c *catalogue) remoteMatches(s *State) error {
	l, ok := c.trueLeader(s)
	if !ok || c.p.UncleanUsed(s) {
		return nil
	}
	x := &s.Brokers[l]
	for o := max(x.Start, s.Ghosts.Deleted); o < x.Local; o++ {
		if r, there := s.InTier(l, o); there && r != s.Ghosts.Committed.Records[o] {
			return wrong("leader %s reads %s from remote storage at offset %d; committed there is %s",
				name(l), r, at(o), s.Ghosts.Committed.Records[o])
		}
	}
	return nil
}

func (c *catalogue) noHole(s *State) error {
	for l := range c.p.Brokers {
		x := &s.Brokers[l]
		if x.Role != kafka.Leader {
			continue
		}
		for o := max(x.Start, s.Ghosts.Deleted); o < x.Local; o++ {
			if _, there := s.InTier(l, o); !there {
				return wrong("the own disks of leader %s begin at %d, and remote storage has nothing of its history at offset %d",
					name(l), x.Local, at(o))
			}
		}
	}
	return nil
}

func (c *catalogue) hwPosition(s *State) error {
	for l := range c.p.Brokers {
		if x := &s.Brokers[l]; x.Role == kafka.Leader && c.p.HWOutOfSight(x) {
			return wrong("the high watermark of leader %s is %d, its own disks begin at %d: every fetch fails", name(l), x.HW, x.Local)
		}
	}
	return nil
}

func (c *catalogue) startSurvives(before *State, _ model.Action, after *State) error {
	for b := range c.p.Brokers {
		was, is := &before.Brokers[b], &after.Brokers[b]
		if is.Down() && !was.Down() && is.Clean && is.Start < was.Start {
			return wrong("%s stops cleanly, its log begins at %d, and will begin at %d", name(b), was.Start, is.Start)
		}
	}
	return nil
}
