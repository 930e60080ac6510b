package kafka

// raiseHW is the leader's rule for the high watermark: the smallest LEO among
// those it has to wait for, never lower than it was.
func (p *Protocol) raiseHW(s *State, l int) {
	hw, higher := p.CanRaiseHW(s, l)
	if !higher {
		return
	}
	lead := &s.Brokers[l]
	lead.HW, lead.NoHW = hw, false
	if p.CommitBy == AnyLeader || p.trueLeader(s, l) {
		s.Ghosts.commit(lead, hw)
	}
	if p.TrackAcks == AcksWithHW {
		p.answerCovered(s, l)
	}
}

// CanRaiseHW is where the rule would put the high watermark of leader l now,
// if that is higher than it is.
func (p *Protocol) CanRaiseHW(s *State, l int) (hw Offset, higher bool) {
	lead := &s.Brokers[l]
	if p.StrictMinIsrHW && lead.Isr.Len() < p.KnownMinIsr(lead) {
		return 0, false
	}
	if p.HWOutOfSight(lead) {
		return 0, false
	}
	hw, ok := p.candidateHW(s, l)
	return hw, ok && hw > lead.HW
}

// candidateHW is the smallest LEO of the leader and of all whom it waits for;
// one that was not heard from blocks.
func (p *Protocol) candidateHW(s *State, l int) (Offset, bool) {
	lead := &s.Brokers[l]
	hw := lead.Log.End
	waits := p.MaximalIsr(lead)
	for f := range p.Brokers {
		r := &lead.Remotes[f]
		if f == l || !waits.Has(f) && !p.HeldBack(s, l, f) {
			continue
		}
		if !r.End.Known() {
			return 0, false
		}
		hw = min(hw, r.End.Value())
	}
	return hw, true
}

// HeldBack is the liveness clause: a follower outside the ISR that is within
// the lag window counts too, so that it can catch up with a lone leader.
func (p *Protocol) HeldBack(s *State, l, f int) bool {
	lead := &s.Brokers[l]
	if !p.HWWaitsForCaughtUp || lead.Gone.Has(f) {
		return false
	}
	r := &lead.Remotes[f]
	caught := r.CaughtUp || p.IdleStuckStays && r.End.Is(lead.Log.End)
	return caught && (!p.HWIgnoresIneligible || p.eligible(s, l, f))
}

// MaximalIsr is the ISR with a newcomer that is proposed and not confirmed
// (KIP-497). A leaver stays in it until the controller confirms, unless
// shrink_eagerly makes that mistake.
func (p *Protocol) MaximalIsr(lead *Broker) Set {
	switch {
	case lead.Change.Kind == Expand || lead.Change.Kind == ExpandDecided:
		return lead.Isr | lead.Change.Brokers
	case lead.Change.Kind == Shrink && p.ShrinkEagerly:
		return lead.Isr &^ lead.Change.Brokers
	}
	return lead.Isr
}

// commit notes that some leader covers its records up to hw, but for what some leader
// has deleted.
func (g *Ghosts) commit(lead *Broker, hw Offset) {
	log, known := &lead.Log, &g.Committed
	for o := max(lead.LocalStart(), g.Deleted); o < hw; o++ {
		switch {
		case o >= known.End:
			known.Records[o] = log.Records[o]
		case known.Records[o] != log.Records[o]:
			g.Conflict = g.Conflict || log.Records[o].Value() != Torn
		}
	}
	known.End = max(known.End, hw)
}

// trueLeader reports whether b is the leader that the controller means and
// knows it.
func (p *Protocol) trueLeader(s *State, b int) bool {
	return s.Brokers[b].Role == Leader && s.Controller.Leader == NodeOf(b) && s.Brokers[b].Epoch == s.Controller.Epoch
}
