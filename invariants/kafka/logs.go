package kafka

import (
	"fmt"

	"mc/model/kafka"
)

func (c *catalogue) logFamily() {
	c.family = "logs agree"
	c.always("log-matching-below-hw", []string{"K04"}, "KAFKA-6880",
		"Any two replicas agree on every record below both high watermarks.", c.logMatching)
	c.always("remote-prefix-matches", []string{"K05b"}, "KIP-279, KIP-320",
		"Up to what a leader recorded of a follower in its own epoch, both logs are equal.", c.remotePrefix)
	c.always("no-uncommitted-exposure", []string{"K13"}, "KAFKA-14704",
		"A record below any replica's high watermark is the committed one.", c.noExposure)
}

func (c *catalogue) logMatching(s *State) error {
	for a := range c.p.Brokers {
		for b := range a {
			x, y := &s.Brokers[a], &s.Brokers[b]
			for o := range min(x.HW, y.HW, x.Log.End, y.Log.End) {
				if x.Log.Records[o] != y.Log.Records[o] {
					return fmt.Errorf("at offset %d, below both high watermarks, %s has %s and %s has %s",
						o, name(b), record(y.Log.Records[o]), name(a), record(x.Log.Records[o]))
				}
			}
		}
	}
	return nil
}

func (c *catalogue) remotePrefix(s *State) error {
	for l := range c.p.Brokers {
		lead := &s.Brokers[l]
		if lead.Role != kafka.Leader {
			continue
		}
		for f := range c.p.Brokers {
			b, end := &s.Brokers[f], lead.Remotes[f].End
			if !c.follows(s, f, l) || end == 0 {
				continue
			}
			for o := range end - 1 {
				if b.Log.Records[o] != lead.Log.Records[o] {
					return fmt.Errorf("%s believes that %s has its log up to %d, but at offset %d %s has %s and not %s",
						name(l), name(f), end-1, o, name(f), record(b.Log.Records[o]), record(lead.Log.Records[o]))
				}
			}
		}
	}
	return nil
}

// follows reports whether f follows l in l's own epoch.
func (c *catalogue) follows(s *State, f, l int) bool {
	b := &s.Brokers[f]
	return b.Role == kafka.Follower && int(b.Leader) == l+1 && b.Epoch == s.Brokers[l].Epoch
}

func (c *catalogue) noExposure(s *State) error {
	g := &s.Ghosts.Committed
	for b := range c.p.Brokers {
		x := &s.Brokers[b]
		for o := range min(x.HW, x.Log.End) {
			if x.Log.Records[o] != g.Records[o] {
				return fmt.Errorf("%s shows %s at offset %d, below its high watermark %d; committed there is %s",
					name(b), record(x.Log.Records[o]), o, x.HW, record(g.Records[o]))
			}
		}
	}
	return nil
}
