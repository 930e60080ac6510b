package kafka

// removeReplica takes a broker out of the assignment: it leaves ISR and ELR
// for good, and the leader epoch rises although the leader stays, so that the
// one who is gone cannot be counted any more.
func (p *Protocol) removeReplica(s *State, out *steps) {
	if !p.reassignBudget.left(s.Used.Reassignments) {
		return
	}
	for b := range p.Brokers {
		if s.Controller.Removed.Has(b) || (s.Controller.Removed|Of(b)) == p.all {
			continue
		}
		n := out.Step(uint8(b))
		p.reassignBudget.spend(&n.Used.Reassignments)
		if !p.reassign(n, b) {
			out.Drop()
		}
	}
}

func (p *Protocol) reassign(s *State, b int) bool {
	c := &s.Controller
	was, news := *c, c.news()
	c.Removed |= Of(b)
	target := c.Isr &^ Of(b)
	if target == 0 && !p.Elr {
		return false // nobody who is in sync would be left
	}
	if p.Elr {
		p.recomputeElr(c, target, Of(b))
		c.LastKnown &^= Of(b)
	}
	c.Isr = target
	p.chooseLeader(s, &was)
	if c.Epoch == was.Epoch {
		c.Epoch++
	}
	p.publish(s, news)
	return c.Epoch <= p.maxLeaderEpoch
}
