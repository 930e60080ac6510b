package kafkaspec

import "mc/model"

// update is what every action of the controller comes to: a new epoch with
// this leader and ISR, and the request that tells the brokers.
func update(n *State, leader Broker, isr ISR) {
	n.Epoch++
	n.ISR = isr
	n.Requests = n.Requests.with(n.Epoch, newRequest(leader, isr))
}

// epochsLeft reports whether the controller may publish another request.
func (p *partition) epochsLeft(s *State) bool { return s.Epoch < p.epochs }

// electLeader elects any member of the ISR other than the present leader, at
// any time.
func (p *partition) electLeader(s *State, out *model.Steps[State]) {
	if !p.epochsLeft(s) {
		return
	}
	for rest := s.ISR; rest != 0; {
		var b Broker
		if b, rest = rest.Pop(); b != s.Leader() {
			update(out.Step(uint8(b)), b, s.ISR)
		}
	}
}

// shrinkIsr takes a broker for dead. A leader loses its office, and its place
// in the ISR too unless it is the last there; a follower only its place.
func (p *partition) shrinkIsr(s *State, out *model.Steps[State]) {
	if !p.epochsLeft(s) {
		return
	}
	leader := s.Leader()
	for b := range p.replicas {
		switch {
		case b != leader && s.ISR.Has(b):
			update(out.Step(uint8(b)), leader, s.ISR.Without(b))
		case b == leader && s.ISR == ISR(0).With(b):
			update(out.Step(uint8(b)), Nobody, s.ISR)
		case b == leader:
			update(out.Step(uint8(b)), Nobody, s.ISR.Without(b))
		}
	}
}
