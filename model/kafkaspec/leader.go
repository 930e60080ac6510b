package kafkaspec

import "mc/model"

// becomeLeader lets a broker act on a request that appoints it. Any newer
// request will do, not only the newest.
func (p *partition) becomeLeader(s *State, out *model.Steps[State]) {
	for e := Epoch(1); e <= s.Epoch; e++ {
		q := s.Requests.At(e)
		if l := q.Leader(); l != Nobody && e > s.Replicas[l].Epoch {
			r := &out.Step(uint8(l), uint8(e)).Replicas[l]
			r.Epoch, r.ISR = e, q.ISR()
		}
	}
}

// write appends a record of the leader's own epoch. Zombies write too.
func (p *partition) write(s *State, out *model.Steps[State]) {
	spent := model.Budgets(0)
	if s.NextRecord >= p.records {
		spent = ofRecords
	}
	for rest := p.leaders(s); rest != 0; {
		var l Broker
		l, rest = rest.Pop()
		r, by := &s.Replicas[l], spent
		if r.End >= p.logSize {
			by |= ofLogSize
		}
		if by != 0 {
			out.Stopped(by)
			continue
		}
		n := out.Step(uint8(l))
		n.NextRecord++
		n.Replicas[l].append(newRecord(s.NextRecord, r.Epoch))
	}
}

func (r *Replica) append(x Record) {
	r.Log = r.Log.Append(r.End, x)
	r.End++
}

// leaderShrinkIsr removes a follower that lacks part of the leader's log.
func (p *partition) leaderShrinkIsr(s *State, out *model.Steps[State]) {
	l := s.TrueLeader()
	if l == Nobody {
		return
	}
	r := &s.Replicas[l]
	for rest := r.ISR.Without(l) &^ p.caughtUp(s, l, r.End); rest != 0; {
		var f Broker
		f, rest = rest.Pop()
		setISR(out.Step(uint8(l), uint8(f)), l, r.ISR.Without(f))
	}
}

// leaderExpandIsr adds a follower that has reached the high watermark.
func (p *partition) leaderExpandIsr(s *State, out *model.Steps[State]) {
	l := s.TrueLeader()
	if l == Nobody || p.expandInEpoch && !highWatermarkInEpoch(s, l) {
		return
	}
	r := &s.Replicas[l]
	for rest := p.caughtUp(s, l, r.HighWatermark) &^ r.ISR; rest != 0; {
		var f Broker
		f, rest = rest.Pop()
		setISR(out.Step(uint8(l), uint8(f)), l, r.ISR.With(f))
	}
}

// setISR changes the ISR where it is decided, at the leader, and where it is
// recorded, at the controller. It publishes no request and takes no epoch.
func setISR(n *State, l Broker, isr ISR) {
	n.ISR = isr
	n.Replicas[l].ISR = isr
}

// raiseHighWatermark commits the next record once all of the leader's ISR
// have it.
func (p *partition) raiseHighWatermark(s *State, out *model.Steps[State]) {
	for rest := p.leaders(s) & p.uncommitted(s); rest != 0; {
		var l Broker
		l, rest = rest.Pop()
		r := &s.Replicas[l]
		if r.ISR&^p.caughtUp(s, l, r.HighWatermark+1) == 0 {
			out.Step(uint8(l)).Replicas[l].HighWatermark++
		}
	}
}
