package kafka

import (
	"fmt"
	"strings"

	"mc/model"
)

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

// Named are the records of a log to programs.
func (l Log) Named() any {
	records := []string{}
	for _, r := range l.Records[:min(l.End, Capacity)] {
		records = append(records, r.String())
	}
	return records
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

// hwHeld says of a leader's step why the high watermark stays, where a replica beside
// the leader's has a record that it could cover.
func (p *Protocol) hwHeld(before, after *State, l int) (about, words string) {
	was, is := &before.Brokers[l], &after.Brokers[l]
	if is.Role != Leader || is.HW != was.HW || is.HW >= is.Log.End {
		return "", ""
	}
	why := ""
	candidate, known := p.candidateHW(after, l)
	switch {
	case known && candidate > is.HW && p.StrictMinIsrHW && is.Isr.Len() < p.KnownMinIsr(is):
		why = fmt.Sprintf("%d of %d required replicas in the ISR, %s (strict_min_isr_hw=on)", is.Isr.Len(), p.KnownMinIsr(is), is.Isr)
	case known && candidate > is.HW && p.HWOutOfSight(is):
		why = "it is at an offset that is in remote storage only (hw_position_must_be_local=on)"
	default:
		why = p.waitWords(after, l)
	}
	if why == "" {
		return "", ""
	}
	about = "the high watermark of " + name(l)
	return about, fmt.Sprintf("The high watermark of %s stays at %d: %s.", name(l), is.HW, why)
}

// waitWords names whom the high watermark of l waits for, if another replica is known
// to be beyond it.
func (p *Protocol) waitWords(s *State, l int) string {
	lead, maximal := &s.Brokers[l], p.MaximalIsr(&s.Brokers[l])
	var waits []string
	beyond := false
	for f := range p.Brokers {
		end := lead.Remotes[f].End
		switch {
		case f == l:
		case end.Known() && end.Value() > lead.HW:
			beyond = true
		case (lead.Isr & maximal).Has(f):
			waits = append(waits, name(f)+", in the ISR, "+known(end))
		case maximal.Has(f):
			waits = append(waits, name(f)+", which is to join the ISR, "+known(end))
		case p.HeldBack(s, l, f):
			waits = append(waits, name(f)+", outside the ISR and within the lag window (hw_waits_for_caught_up=on), "+known(end))
		}
	}
	if !beyond || len(waits) == 0 {
		return ""
	}
	return "it waits for " + strings.Join(waits, ", and for ")
}

// known is how far a leader knows a follower to be.
func known(end Known[Offset]) string {
	if !end.Known() {
		return "of which it has not heard"
	}
	return fmt.Sprintf("which it knows to be at %d", end.Value())
}

// commitTurn is what a leader's high watermark covers for the first time.
func (p *Protocol) commitTurn(before, after *State, add addTurn) {
	was, is := &before.Ghosts.Committed, &after.Ghosts.Committed
	if is.End == was.End {
		return
	}
	fresh := Log{End: is.End - was.End}
	copy(fresh.Records[:], is.Records[was.End:is.End])
	records, verb := strings.Trim(fresh.String(), "[]"), "is"
	if fresh.End > 1 {
		verb = "are"
	}
	for l := range p.Brokers {
		x := &after.Brokers[l]
		if x.HW == before.Brokers[l].HW || x.Role != Leader || x.HW < is.End {
			continue
		}
		add(model.Commit, fmt.Sprintf("%s %s committed by %s", records, verb, name(l)), p.doubts(after, l))
		return
	}
	add(model.Commit, fmt.Sprintf("%s %s committed", records, verb), "")
}

// doubts are what is not as it should be with a commitment of leader l.
func (p *Protocol) doubts(s *State, l int) (how string) {
	x, c := &s.Brokers[l], &s.Controller
	if !p.trueLeader(s, l) {
		how += fmt.Sprintf(", which has not learned that %s is to lead epoch %d", c.Leader, c.Epoch)
	}
	if n := x.Isr.Len(); n < p.KnownMinIsr(x) {
		how += fmt.Sprintf(", with %d of %d required replicas in the ISR", n, p.KnownMinIsr(x))
	}
	lacks := Set(0)
	for f := range p.Brokers {
		if x.Isr.Has(f) && s.Brokers[f].Log.End < x.HW {
			lacks |= Of(f)
		}
	}
	if lacks != 0 {
		how += fmt.Sprintf(", though %s, in its ISR, does not have it", lacks.joined(" and "))
	}
	return how
}
