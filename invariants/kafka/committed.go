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
		"A leader that the controller means, and that knows it, has every record that any leader ever covered with its high watermark.",
		c.committedOnLeader).Parts = c.committedParts
	c.always("committed-somewhere", []string{"K01b"}, "KIP-966",
		"Some broker, running or not, still has all committed records.", c.committedSomewhere)
	c.always("committed-stable", []string{"K01d", "K02"}, "KAFKA-13141",
		"No two leaders commit different records at one offset.", c.committedStable)
}

// missing finds the first committed offset at which log has something else.
func missing(s *State, log *kafka.Log) (kafka.Offset, bool) {
	for o := range s.Ghosts.Committed.End {
		if log.Records[o] != s.Ghosts.Committed.Records[o] {
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
	o, lost := missing(s, log)
	if !lost {
		return nil
	}
	return fmt.Errorf("%s, committed at offset %d, is missing from leader %s, which has %s there",
		record(s.Ghosts.Committed.Records[o]), o, name(l), record(log.Records[o]))
}

func (c *catalogue) committedParts(s *State) []model.Part {
	l, ok := c.trueLeader(s)
	parts := []model.Part{{Text: "the controller's leader knows that it leads", Holds: ok}}
	if ok {
		_, lost := missing(s, &s.Brokers[l].Log)
		parts = append(parts,
			model.Part{Text: fmt.Sprintf("the LEO of %s (%d) has reached the committed end (%d)", name(l), s.Brokers[l].Log.End, s.Ghosts.Committed.End),
				Holds: s.Brokers[l].Log.End >= s.Ghosts.Committed.End},
			model.Part{Text: fmt.Sprintf("%s has the committed records, one by one", name(l)), Holds: !lost})
	}
	return parts
}

func (c *catalogue) committedSomewhere(s *State) error {
	for b := range c.p.Brokers {
		if _, lost := missing(s, &s.Brokers[b].Log); !lost {
			return nil
		}
	}
	return fmt.Errorf("no broker has all %d committed records any more", s.Ghosts.Committed.End)
}

func (c *catalogue) committedStable(s *State) error {
	if s.Ghosts.Conflict {
		return fmt.Errorf("two leaders have committed different records at one offset; the first were %s", logText(&s.Ghosts.Committed))
	}
	return nil
}
