package kafka

// removeReplica takes a broker out of the assignment, once all who stay are in
// the ISR: it leaves the ISR for good, and the leader epoch rises although the
// leader stays, so that the one who is gone cannot be counted any more.
func (p *Protocol) removeReplica(s *State, out *steps) {
	spent := p.reassignBudget.spent(s.Used.Reassignments)
	for b := range p.Brokers {
		c := &s.Controller
		stay := p.all &^ c.Removed &^ Of(b)
		if c.Removed.Has(b) || stay == 0 || !stay.Subset(c.Isr) {
			continue
		}
		n := out.Step(uint8(b))
		p.reassignBudget.spend(&n.Used.Reassignments)
		p.decided(s, n, out, spent, p.reassign(n, b))
	}
}

func (p *Protocol) reassign(s *State, b int) bool {
	c := &s.Controller
	was, news := *c, c.news()
	target := c.Isr &^ Of(b)
	if p.Elr {
		p.recomputeElr(c, target, 0) // below min ISR also the one who is gone is in it
		c.LastKnown &^= Of(b)
	}
	c.Removed |= Of(b)
	c.Isr = target
	p.chooseLeader(s, &was)
	if c.Epoch == was.Epoch {
		c.Epoch++
	}
	p.publish(s, news)
	return c.Epoch <= p.maxLeaderEpoch
}
