package kafka

// Decided is what a controller is about to write that was deposed while it decided; the
// leader is nobody if there is no such controller.
type Decided struct {
	Leader Node
	Epoch  Epoch
	Isr    Set
}

// String is the role as programs have it.
func (r Role) String() string { return [...]string{"Idle", "Follower", "Leader", "Stopped"}[r] }

// depose puts another controller in the place of one that has just decided who leads
// next, and has not written it.
func (p *Protocol) depose(s *State, out *steps) {
	c := &s.Controller
	if p.IsrUpdate != ZkCas || c.Decided.Leader != Nobody {
		return
	}
	spent := p.failoverBudget.spent(s.Used.Failovers)
	if c.Epoch >= p.maxLeaderEpoch {
		spent |= ofEpochs
	}
	for b := range p.Brokers {
		if !(p.Active(c) & c.Isr).Has(b) || c.Leader == NodeOf(b) {
			continue
		}
		if spent != 0 {
			out.Stopped(spent)
			return
		}
		n := out.Step(uint8(b))
		p.failoverBudget.spend(&n.Used.Failovers)
		n.Controller.Decided = Decided{NodeOf(b), c.Epoch + 1, c.Isr}
	}
}

// deposedWrites is the end of its pause: it writes what it has decided, and tells the
// brokers, whatever has been decided since. Since KAFKA-6082 ZooKeeper refuses a write
// of a controller that is not the last.
func (p *Protocol) deposedWrites(s *State, out *steps) {
	d := s.Controller.Decided
	if d.Leader == Nobody {
		return
	}
	n := out.Step()
	c := &n.Controller
	c.Decided = Decided{}
	if !p.DeposedControllerWrites {
		return
	}
	was := c.news()
	c.Leader, c.Epoch, c.Isr = d.Leader, d.Epoch, d.Isr
	p.publish(n, was)
}
