package kafka

// elrFamily is who stays eligible.
func (c *catalogue) elrFamily() {
	c.family = "eligible leader replicas"
	c.always("elr-well-formed", []string{"K20"}, "KIP-966",
		"The ELR has no members of the ISR, and is empty, as is the last known ELR, while the ISR is not below min ISR.", c.elrWellFormed)
	c.promisedIf(c.p.Elr)
	c.always("elr-complete", []string{"K21"}, "KIP-966",
		"A running member of the ELR has every committed record.", c.elrComplete)
	c.promisedIf(c.p.Elr && c.p.StrictMinIsrHW)
	c.always("unclean-restart-excluded", []string{"K22"}, "KIP-903, KIP-966",
		"A broker that runs again after a power failure is in neither ISR nor ELR before its log has reached the leader's high watermark and epoch start in a fetch. Needs track_restarts.",
		c.uncleanExcluded)
	c.list[len(c.list)-1].Premise = func(s *State) bool { return s.Ghosts.Suspects != 0 }
	c.needs("track_restarts", "lossy_crashes")
	c.promisedIf(c.p.TrackRestarts && c.p.Elr)
}

func (c *catalogue) elrWellFormed(s *State) error {
	k := &s.Controller
	switch {
	case k.Elr&k.Isr != 0:
		return wrong("%s is in both the ISR and the ELR", k.Elr&k.Isr)
	case k.Isr.Len() >= c.p.ControllerMinIsr(k) && k.Elr|k.LastKnown != 0:
		return wrong("the ISR %s is not below min ISR, but the ELR is %s and the last known %s", k.Isr, k.Elr, k.LastKnown)
	}
	return nil
}

func (c *catalogue) elrComplete(s *State) error {
	for b := range c.p.Brokers {
		x := &s.Brokers[b]
		if !s.Controller.Elr.Has(b) || x.Down() {
			continue
		}
		if o, lost := missing(s, b); lost {
			return wrong("%s is in the ELR, but %s, committed at offset %d, is missing from its log", name(b), s.Ghosts.Committed.Records[o], at(o))
		}
	}
	return nil
}

func (c *catalogue) uncleanExcluded(s *State) error {
	k := &s.Controller
	for b := range c.p.Brokers {
		if s.Ghosts.Suspects.Has(b) && !s.Brokers[b].Down() && (k.Isr | k.Elr).Has(b) {
			return wrong("%s has restarted after a power failure and not caught up, but is in ISR %s or ELR %s", name(b), k.Isr, k.Elr)
		}
	}
	return nil
}
