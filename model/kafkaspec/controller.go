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
		if s.ISR.Without(s.Leader()) != 0 {
			out.Stopped(ofEpochs)
		}
		return
	}
	for rest := s.ISR.Without(s.Leader()); rest != 0; {
		var b Broker
		b, rest = rest.Pop()
		update(out.Step(uint8(b)), b, s.ISR)
	}
}

// shrinkIsr takes a broker for dead. A follower loses its place in the ISR; a
// leader its office, and its place too unless it is the last there.
func (p *partition) shrinkIsr(s *State, out *model.Steps[State]) {
	leader := s.Leader()
	if !p.epochsLeft(s) {
		if s.ISR != 0 || leader != Nobody {
			out.Stopped(ofEpochs)
		}
		return
	}
	for rest := s.ISR.Without(leader); rest != 0; {
		var b Broker
		b, rest = rest.Pop()
		update(out.Step(uint8(b)), leader, s.ISR.Without(b))
	}
	if leader == Nobody {
		return
	}
	isr := s.ISR.Without(leader)
	if isr == 0 {
		isr = s.ISR
	}
	update(out.Step(uint8(leader)), Nobody, isr)
}
