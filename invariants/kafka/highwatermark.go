package kafka

import (
	"fmt"

	"mc/model"
	"mc/model/kafka"
)

// hwFamily is "the high watermark never exceeds an ISR member's LEO", in its
// six forms.
func (c *catalogue) hwFamily() {
	c.family = "the high watermark never exceeds an ISR member's LEO"
	c.always("hw-within-maximal-isr", []string{"hw-within-isr", "K03b"}, "KIP-497",
		"Every member of the true leader's maximal ISR has, in fact, all records below the leader's high watermark in length.",
		func(s *State) error { return c.hwWithin(s, "maximal ISR", c.maximalIsr) }).Parts = c.hwParts
	c.always("hw-within-controller-isr", []string{"K03c"}, "KIP-497",
		"Every member of the controller's ISR reaches the true leader's high watermark.",
		func(s *State) error { return c.hwWithin(s, "the controller's ISR", controllerIsr) })
}

func controllerIsr(s *State, _ int) kafka.Set { return s.Controller.Isr }

func (c *catalogue) maximalIsr(s *State, l int) kafka.Set { return c.p.MaximalIsr(&s.Brokers[l]) }

// hwWithin checks the true leader's high watermark against the actual LEOs of
// a set of brokers.
func (c *catalogue) hwWithin(s *State, what string, members func(*State, int) kafka.Set) error {
	l, ok := c.trueLeader(s)
	if !ok {
		return nil
	}
	hw := s.Brokers[l].HW
	isr := members(s, l)
	for f := range c.p.Brokers {
		if isr.Has(f) && s.Brokers[f].Log.End < hw {
			return fmt.Errorf("the high watermark of %s is %d, but %s of %s ends at %d", name(l), hw, name(f), what, s.Brokers[f].Log.End)
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
