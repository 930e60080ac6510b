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
	if s.NextRecord >= p.records {
		return
	}
	for l := range p.replicas {
		if r := &s.Replicas[l]; r.End < p.logSize && s.Presumes(l) {
			n := out.Step(uint8(l))
			n.NextRecord++
			n.Replicas[l].append(newRecord(s.NextRecord, r.Epoch))
		}
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
	for rest := r.ISR.Without(l); rest != 0; {
		var f Broker
		if f, rest = rest.Pop(); !p.caughtUp(s, l, f, r.End) {
			setISR(out.Step(uint8(l), uint8(f)), l, r.ISR.Without(f))
		}
	}
}

// leaderExpandIsr adds a follower that has reached the high watermark.
func (p *partition) leaderExpandIsr(s *State, out *model.Steps[State]) {
	l := s.TrueLeader()
	if l == Nobody || p.expandInEpoch && !highWatermarkInEpoch(s, l) {
		return
	}
	r := &s.Replicas[l]
	for rest := p.everybody &^ r.ISR; rest != 0; {
		var f Broker
		if f, rest = rest.Pop(); p.caughtUp(s, l, f, r.HighWatermark) {
			setISR(out.Step(uint8(l), uint8(f)), l, r.ISR.With(f))
		}
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
	for l := range p.replicas {
		r := &s.Replicas[l]
		if r.HighWatermark < r.End && s.Presumes(l) && p.allCaughtUp(s, l, r.HighWatermark+1) {
			out.Step(uint8(l)).Replicas[l].HighWatermark++
		}
	}
}

func (p *partition) allCaughtUp(s *State, l Broker, n Offset) bool {
	for rest := s.Replicas[l].ISR; rest != 0; {
		var f Broker
		if f, rest = rest.Pop(); !p.caughtUp(s, l, f, n) {
			return false
		}
	}
	return true
}
