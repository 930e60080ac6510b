package kafka

import "fmt"

// String is the kind of change as programs have it.
func (k ChangeKind) String() string {
	return [...]string{"None", "Expand", "Shrink", "ExpandDecided"}[k]
}

// maybeExpand considers a follower that has just fetched for the ISR.
func (p *Protocol) maybeExpand(s *State, l, f int) {
	lead := &s.Brokers[l]
	if lead.Isr.Has(f) || lead.Change.Kind != NoChange || !p.mayJoin(s, l, f) {
		return
	}
	switch {
	case p.IsrUpdate == ZkCas:
		p.swapIsr(s, l, lead.Isr|Of(f))
	case p.SplitExpand:
		lead.Change = Change{ExpandDecided, Of(f)}
	case p.mayPropose(s, l):
		lead.Change = Change{Expand, Of(f)}
		p.sendProposal(s, l)
	}
}

// mayJoin is the test for a newcomer: it has reached the high watermark and,
// since KAFKA-7128, the start of the leader's epoch.
func (p *Protocol) mayJoin(s *State, l, f int) bool {
	lead := &s.Brokers[l]
	end := lead.Remotes[f].End
	if !end.AtLeast(lead.HW) || p.ExpandNeedsLeso && !end.AtLeast(lead.EpochStart) {
		return false
	}
	return p.eligible(s, l, f)
}

// eligible is the leader's own test of a newcomer against the registrations
// that it knows of: not fenced, not stopping (KIP-841), and the same
// incarnation that has fetched (KIP-903): one that has not fetched is in none,
// and one that fetched before it was registered passes.
func (p *Protocol) eligible(s *State, l, f int) bool {
	c := &s.Controller
	if s.Brokers[l].Gone.Has(f) || p.EligibleNotFenced && (c.Fenced|c.ShuttingDown).Has(f) {
		return false
	}
	r := &s.Brokers[l].Remotes[f]
	if p.EligibleBrokerEpoch && !r.End.Known() {
		return false
	}
	return !p.keepsIncarnations || r.Incarnation == c.Incarnations[f] || r.Incarnation == Unregistered
}

// swapIsr is the ISR change of the ZooKeeper era: the leader itself writes,
// if nobody has written since it read; otherwise nothing is refreshed
// (KAFKA-2729).
func (p *Protocol) swapIsr(s *State, l int, isr Set) bool {
	lead, c := &s.Brokers[l], &s.Controller
	if lead.Version != c.Version {
		return false
	}
	p.publish(s, c.news())
	c.Isr = isr
	lead.Isr, lead.Version = isr, c.Version
	return true
}

// sendExpand is the second half of a decision taken in two steps: the request
// is built from what is known by now (KAFKA-15221).
func (p *Protocol) sendExpand(s *State, out *steps) {
	if !p.SplitExpand {
		return
	}
	for l := range p.Brokers {
		if s.Brokers[l].Change.Kind != ExpandDecided || !p.mayPropose(s, l) {
			continue
		}
		n := out.Step(uint8(l))
		n.Brokers[l].Change.Kind = Expand
		p.sendProposal(n, l)
	}
}

// shrink is a lag timeout in the ZooKeeper era: the leader removes those who lag
// in the same step.
func (p *Protocol) shrink(s *State, out *steps) {
	if p.IsrUpdate != ZkCas {
		return
	}
	mayAsk := func(l int) bool { return s.Brokers[l].Version == s.Controller.Version }
	p.lagTimeouts(s, out, mayAsk, func(n *State, l int, lag Set) {
		p.swapIsr(n, l, n.Brokers[l].Isr&^lag)
		p.raiseHW(n, l)
	})
}

// shrinkUnheard is a shrink whose write is applied, with an answer that is lost. The
// leader writes again, on a version that its own first write has replaced, and keeps
// what it knew (KAFKA-1382).
func (p *Protocol) shrinkUnheard(s *State, out *steps) {
	if p.IsrUpdate != ZkCas || !p.CasRetrySeesOwnWrite {
		return
	}
	mayAsk := func(l int) bool { return s.Brokers[l].Version == s.Controller.Version }
	if spent := p.lostBudget.spent(s.Used.LostAnswers); spent != 0 {
		spent |= p.lagBudget.spent(s.Used.LagTimeouts)
		for l := range p.Brokers {
			if s.Brokers[l].Role == Leader && mayAsk(l) && p.MayLag(s, l) != 0 {
				out.Stopped(spent)
			}
		}
		return
	}
	p.lagTimeouts(s, out, mayAsk, func(n *State, l int, lag Set) {
		p.lostBudget.spend(&n.Used.LostAnswers)
		was := n.Brokers[l]
		p.swapIsr(n, l, was.Isr&^lag)
		n.Brokers[l].Isr, n.Brokers[l].Version = was.Isr, was.Version
	})
}

// proposeShrink is a lag timeout since KIP-497: the leader asks the controller
// to remove those who lag, and still waits for them until then.
func (p *Protocol) proposeShrink(s *State, out *steps) {
	if p.IsrUpdate != AlterPartition {
		return
	}
	mayAsk := func(l int) bool { return s.Brokers[l].Change.Kind == NoChange && p.mayPropose(s, l) }
	p.lagTimeouts(s, out, mayAsk, func(n *State, l int, lag Set) {
		n.Brokers[l].Change = Change{Shrink, lag}
		p.sendProposal(n, l)
		if p.ShrinkEagerly {
			p.raiseHW(n, l)
		}
	})
}

// lagTimeouts emits one step per leader that may ask and set of ISR members that
// lag; each member is one of the budget.
func (p *Protocol) lagTimeouts(s *State, out *steps, mayAsk func(l int) bool, apply func(n *State, l int, lag Set)) {
	for l := range p.Brokers {
		if s.Brokers[l].Role != Leader || !mayAsk(l) {
			continue
		}
		may := p.MayLag(s, l)
		for lag := Set(1); lag <= may; lag++ {
			if !lag.Subset(may) {
				continue
			}
			if !p.lagBudget.left(s.Used.LagTimeouts + uint8(lag.Len()) - 1) {
				out.Stopped(p.lagBudget.itself, uint8(l), uint8(lag))
				continue
			}
			n := out.Step(uint8(l), uint8(lag))
			for f := range p.Brokers {
				if lag.Has(f) {
					n.Brokers[l].Remotes[f].lag()
					p.lagBudget.spend(&n.Used.LagTimeouts)
				}
			}
			apply(n, l, lag)
		}
	}
}

// MayLag are the members of the ISR that leader l may find out of sync.
func (p *Protocol) MayLag(s *State, l int) (may Set) {
	lead := &s.Brokers[l]
	for f := range p.Brokers {
		if f != l && lead.Isr.Has(f) && !(p.IdleStuckStays && lead.Remotes[f].End.Is(lead.Log.End)) {
			may |= Of(f)
		}
	}
	return may
}

// lag takes a follower out of the lag window. Its fetch before does not bring it
// back: that one was as long ago.
func (r *Remote) lag() { r.CaughtUp, r.LeaderEnd = false, 0 }

// lagQuietly is a lag timeout of a follower outside the ISR: the high watermark
// no longer waits for it. Nobody looks at that before a log has grown, a
// follower's or the leader's, or news come.
func (p *Protocol) lagQuietly(s *State, out *steps) {
	if !p.HWWaitsForCaughtUp {
		return
	}
	spent := p.lagBudget.spent(s.Used.LagTimeouts)
	for l := range p.Brokers {
		lead := &s.Brokers[l]
		if lead.Role != Leader {
			continue
		}
		for f := range p.Brokers {
			if lead.Isr.Has(f) || !lead.Remotes[f].CaughtUp {
				continue
			}
			if spent != 0 {
				out.Stopped(spent)
				return
			}
			n := out.Step(uint8(l), uint8(f))
			n.Brokers[l].Remotes[f].lag()
			p.lagBudget.spend(&n.Used.LagTimeouts)
		}
	}
}

// expansionHeld says of a fetch why the follower, which has reached the high watermark,
// does not join the ISR.
func (p *Protocol) expansionHeld(before, after *State, l int) (about, words string) {
	was, is := &before.Brokers[l], &after.Brokers[l]
	if is.Role != Leader || is.Epoch != was.Epoch {
		return "", ""
	}
	for f := range p.Brokers {
		end := is.Remotes[f].End
		if f == l || is.Gone.Has(f) || (is.Isr | p.MaximalIsr(is)).Has(f) || was.Remotes[f].End == end || !end.AtLeast(is.HW) {
			continue
		}
		if why := p.joinRefusal(after, l, f); why != "" {
			return fmt.Sprintf("the ISR of %s and %s", name(l), name(f)),
				fmt.Sprintf("%s, at %d, does not join the ISR: %s.", name(f), end.Value(), why)
		}
	}
	return "", ""
}

// joinRefusal is why the leader does not take in a follower that has reached its high
// watermark; "" if the reason is none of these.
func (p *Protocol) joinRefusal(s *State, l, f int) string {
	lead, c := &s.Brokers[l], &s.Controller
	r := &lead.Remotes[f]
	switch {
	case p.ExpandNeedsLeso && !r.End.AtLeast(lead.EpochStart):
		return fmt.Sprintf("epoch %d starts at %d, and it has to have reached that (expand_needs_leso=on)", lead.Epoch, lead.EpochStart)
	case p.EligibleNotFenced && c.Fenced.Has(f):
		return "it is fenced (eligible_not_fenced=on)"
	case p.EligibleNotFenced && c.ShuttingDown.Has(f):
		return "it is stopping (eligible_not_fenced=on)"
	case lead.Change.Kind != NoChange:
		return fmt.Sprintf("a change of the ISR is under way, to %s", lead.Change)
	case p.IsrUpdate == ZkCas && lead.Version != c.Version:
		return fmt.Sprintf("%s goes by partition epoch %d, and ZooKeeper has %d", name(l), lead.Version.Value(), c.Version.Value())
	}
	return ""
}

// changeMinIsr sets min.insync.replicas; the ELR is forgotten.
func (p *Protocol) changeMinIsr(s *State, out *steps) {
	if spent := p.minIsrBudget.spent(s.Used.MinIsrChanges); spent != 0 {
		out.Stopped(spent) // there is always another value
		return
	}
	for v := 1; v <= p.Brokers; v++ {
		if v == p.ControllerMinIsr(&s.Controller) {
			continue
		}
		n := out.Step(uint8(v))
		p.minIsrBudget.spend(&n.Used.MinIsrChanges)
		c := &n.Controller
		c.MinIsr = uint8(v)
		if c.Elr|c.LastKnown != 0 {
			c.Elr, c.LastKnown = 0, 0
			p.publish(n, s.Controller.news())
		}
	}
}
