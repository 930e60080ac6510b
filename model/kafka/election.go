package kafka

import "mc/model"

// Recovery says who leads when neither the ISR nor the ELR has anybody left.
type Recovery uint8

const (
	RecoverNone       Recovery = iota
	RecoverLastLeader          // the last leader, once it is back (as shipped)
	RecoverBalanced            // the longest log, once all of the last known ELR are back (KIP-966 text)
	RecoverAggressive          // the longest log of the last known ELR that are there (KIP-966 text)
)

// Active are the brokers that may be given leadership.
func (p *Protocol) Active(c *Controller) Set {
	return p.all &^ (c.Fenced | c.ShuttingDown | c.Removed | c.Offline)
}

// ControllerMinIsr is the min ISR in force at the controller.
func (p *Protocol) ControllerMinIsr(c *Controller) int {
	if c.MinIsr != 0 {
		return int(c.MinIsr)
	}
	return p.MinIsr
}

// effectiveMinIsr is what the controller counts the ISR against: no more than
// there are replicas, before what it decides now.
func (p *Protocol) effectiveMinIsr(c *Controller) int {
	return min(p.ControllerMinIsr(c), p.Brokers-c.Removed.Len())
}

// change is every change of the partition at the controller: it heads for
// the target ISR, brokers in unclean having lost their claim to the ELR, ends a
// reassignment that can end (KRaft), and elects if it must. It does not fit if that
// would exceed max_leader_epoch.
func (p *Protocol) change(s *State, target, unclean Set) outcome {
	was := s.Controller
	return p.changeSince(s, &was, target, unclean)
}

// changeSince is change where the assignment has changed before in the same step.
func (p *Protocol) changeSince(s *State, was *Controller, target, unclean Set) (o outcome) {
	c := &s.Controller
	if c.Adding|c.Removing != 0 && p.MovedBy == ByKRaft {
		target = p.complete(c, target)
	}
	if p.Elr {
		p.recomputeElr(c, was, target, unclean)
		c.LastKnown &^= c.Removed &^ was.Removed
	} else if target == 0 {
		target = c.Isr
	}
	c.Isr = target
	o.from = p.chooseLeader(s, was)
	if o.from != 0 && p.ShrinkBumpsLeaderEpoch && was.Leader != Nobody && was.Isr&^Of(was.Leader.Index()) != 0 {
		o.again = was.Leader
	}
	if p.ShrinkBumpsLeaderEpoch && c.Leader == was.Leader && was.Isr&^c.Isr != 0 ||
		c.Epoch == was.Epoch && p.raisesEpoch(was, c) {
		c.Epoch++
	}
	o.fits = c.Epoch <= p.maxLeaderEpoch
	if c.Epoch == was.Epoch && c.Isr == was.Isr && c.Elr == was.Elr && c.LastKnown == was.LastKnown && c.sameReplicas(was) {
		o.fits = true
		return o
	}
	p.publish(s, was.news())
	return o
}

// leave takes a fenced or stopping broker out of the ISR: only a partition that
// has it in its ISR is looked at.
func (p *Protocol) leave(s *State, b int) outcome {
	isr := s.Controller.Isr
	if !isr.Has(b) {
		return outcome{fits: true}
	}
	return p.change(s, isr&^Of(b), 0)
}

// decided ends a step in which the controller has changed the partition, with what
// came of that. A step that a budget stops, one that is spent or the
// bound of leader epochs, is taken back. It reports whether the step stands.
// The arguments are those of the step.
func (p *Protocol) decided(s, n *State, out *steps, spent model.Budgets, o outcome, args ...uint8) bool {
	unclean := p.uncleanStopped(s, n)
	if unclean != 0 {
		unclean |= spent
	}
	if !o.fits {
		spent |= ofEpochs
		unclean |= spent | p.uncleanBudget.perhaps(s.Controller.Epoch)
	}
	if spent != 0 {
		out.Drop()
		out.Stopped(spent, args...)
	}
	if unclean != 0 {
		out.Stopped(unclean, args...)
	}
	return spent == 0
}

// uncleanStopped are the budgets without which n, a change of s, would have an
// unclean leader; there are none if it has a leader, or nobody to lead.
func (p *Protocol) uncleanStopped(s, n *State) model.Budgets {
	if n.Controller.Leader != Nobody || !p.UncleanAllowed() || p.Active(&n.Controller) == 0 {
		return 0
	}
	by := p.uncleanBudget.itself
	if s.Controller.Epoch >= p.maxLeaderEpoch {
		by |= ofEpochs
	}
	return by
}

// foretold are the budgets that stop the fencing of a broker beside that of
// fences, where it can be said without taking the step.
func (p *Protocol) foretold(c *Controller, b int) (by model.Budgets, known bool) {
	if p.UncleanAllowed() {
		return 0, false
	}
	if c.Epoch < p.maxLeaderEpoch {
		return 0, true // one change raises it by one
	}
	if p.ShrinkBumpsLeaderEpoch || c.Leader == Nobody {
		return 0, false
	}
	isr := c.Isr &^ Of(b)
	if isr == 0 && !p.Elr {
		isr = c.Isr
	}
	if (p.Active(c) & isr &^ Of(b)).Has(c.Leader.Index()) {
		return 0, true // the leader stays
	}
	return ofEpochs, true // another leads, or nobody does
}

// recomputeElr keeps those who left below min ISR: they hold everything up to
// the high watermark, which cannot move without them.
func (p *Protocol) recomputeElr(c, was *Controller, target, unclean Set) {
	if target.Len() >= p.effectiveMinIsr(was) {
		c.Elr, c.LastKnown = 0, 0
		return
	}
	once := c.Isr | c.Elr
	c.Elr = once &^ target &^ unclean
	if p.Recovery >= RecoverBalanced {
		c.LastKnown = (once | c.LastKnown) &^ target &^ c.Elr
	}
}

// chooseLeader elects if the leader cannot stay: from the ISR, then from the
// ELR, then by recovery, then uncleanly. It returns what elected does.
func (p *Protocol) chooseLeader(s *State, was *Controller) (from Set) {
	c := &s.Controller
	active := p.Active(c)
	if c.Leader != Nobody && (active & c.Isr).Has(c.Leader.Index()) {
		return 0
	}
	if in := active & c.Isr; in != 0 {
		return p.elected(c, in)
	}
	if eligible := active & c.Elr; p.Elr && c.Isr == 0 && eligible != 0 {
		return p.electedAlone(c, eligible)
	}
	if last := p.recoverable(s, active); last != 0 {
		from = p.electedAlone(c, last)
		c.LastKnown = 0
		return from
	}
	if p.uncleanBudget.left(s.Used.UncleanElections) && active != 0 {
		from = p.electedAlone(c, active)
		p.uncleanBudget.spend(&s.Used.UncleanElections)
		c.Elr, c.LastKnown = 0, 0
		return from
	}
	p.vacate(c, was)
	return 0
}

// elected makes the first of the candidates, in assignment order, the leader. Where any
// of them may be elected, it returns them.
func (p *Protocol) elected(c *Controller, candidates Set) (from Set) {
	next := first(candidates)
	if p.AnyLeader {
		from = candidates
		if c.Leader != Nobody && from&^Of(c.Leader.Index()) != 0 { // whose epoch may rise by more comes last
			next = first(from &^ Of(c.Leader.Index()))
		}
	}
	c.Leader = next
	c.Epoch++
	if p.Recovery == RecoverLastLeader {
		c.LastKnown = 0
	}
	return from
}

// electedAlone is elected, with the new leader as the whole ISR.
func (p *Protocol) electedAlone(c *Controller, candidates Set) (from Set) {
	from = p.elected(c, candidates)
	c.Isr = Of(c.Leader.Index())
	c.Elr &^= c.Isr
	return from
}

// vacate leaves the partition without a leader and remembers the last one.
func (p *Protocol) vacate(c, was *Controller) {
	if c.Leader == Nobody {
		return
	}
	c.Leader = Nobody
	c.Epoch++
	if p.Elr && p.Recovery == RecoverLastLeader && c.LastKnown == 0 {
		c.LastKnown = Of(was.Leader.Index())
	}
}

// recoverable are those of whom one is elected when ISR and ELR are both empty.
func (p *Protocol) recoverable(s *State, active Set) Set {
	c := &s.Controller
	if !p.Elr || c.Isr != 0 || c.Elr != 0 || c.LastKnown == 0 {
		return 0
	}
	candidates := c.LastKnown
	switch {
	case p.Recovery == RecoverLastLeader && p.LastKnownLeaderMustBeAlive,
		p.Recovery == RecoverAggressive:
		candidates &= active
	case p.Recovery == RecoverBalanced && !candidates.Subset(active):
		return 0
	}
	return p.longest(s, candidates)
}

// longest keeps the candidates whose log is the most advanced, by last epoch
// and then by length.
func (p *Protocol) longest(s *State, candidates Set) Set {
	if p.Recovery < RecoverBalanced {
		return candidates
	}
	best, kept := -1, Set(0)
	for b := range p.Brokers {
		if !candidates.Has(b) {
			continue
		}
		l := &s.Brokers[b].Log
		rank := int(l.End)
		if l.End > 0 {
			rank += int(l.Records[l.End-1].Epoch()) << 8
		}
		if rank > best {
			best, kept = rank, 0
		}
		if rank == best {
			kept |= Of(b)
		}
	}
	return kept
}

// first is the member that comes first in assignment order.
func first(x Set) Node {
	for b := range MaxBrokers {
		if x.Has(b) {
			return NodeOf(b)
		}
	}
	return Nobody
}

// elect is an election without a failure: preferred leader, reassignment.
func (p *Protocol) elect(s *State, out *steps) {
	c := &s.Controller
	spent := p.electBudget.spent(s.Used.Elections)
	if c.Epoch >= p.maxLeaderEpoch {
		spent |= ofEpochs
	}
	for b := range p.Brokers {
		if !(p.Active(c) & c.Isr).Has(b) || c.Leader == NodeOf(b) {
			continue
		}
		if spent != 0 {
			out.Stopped(spent)
			out.Stopped(spent | p.electBudget.perhaps(c.Epoch))
			return
		}
		n := out.Step(uint8(b))
		p.electBudget.spend(&n.Used.Elections)
		if p.Elr {
			p.recomputeElr(&n.Controller, c, c.Isr, 0)
		}
		n.Controller.Leader = NodeOf(b)
		n.Controller.Epoch++
		n.Controller.LastKnown = 0
		p.publish(n, c.news())
	}
}

// fence is a lost session: the broker leaves the ISR, and leadership.
func (p *Protocol) fence(s *State, out *steps) {
	c := &s.Controller
	spent := p.fenceBudget.spent(s.Used.Fences)
	pairs := !p.FenceOneAtATime && s.Used.Fences+1 == p.fenceBudget.limit && (p.all&^c.Fenced).Len() > 1
	for b := range p.Brokers {
		if c.Fenced.Has(b) {
			continue
		}
		if by, known := p.foretold(c, b); spent != 0 && known {
			out.Stopped(spent|by, uint8(b))
			continue
		}
		n := p.step(out, uint8(b))
		p.fenceBudget.spend(&n.Used.Fences)
		n.Controller.Fenced |= Of(b)
		o := p.leave(n, b)
		if p.decided(s, n, out, spent, o, uint8(b)) {
			p.orElse(n, out, o, uint8(b))
		}
		if pairs { // with another they need one session more
			p.stoppedPair(out, o.fits)
		}
	}
}

// stoppedPair notes that two sessions cannot expire at once where the budget is
// left with one; fits tells whether the fencing of the second would.
func (p *Protocol) stoppedPair(out *steps, fits bool) {
	if fits {
		out.Stopped(p.fenceBudget.itself)
	} else {
		out.Stopped(p.fenceBudget.itself | ofEpochs)
	}
}

// fenceTogether is two sessions that expire at once, each removal computed
// from the state before both (KAFKA-13173).
func (p *Protocol) fenceTogether(s *State, out *steps) {
	if p.FenceOneAtATime || !p.fenceBudget.left(s.Used.Fences+1) {
		return
	}
	for a := range p.Brokers {
		for b := range p.Brokers {
			if a == b || (s.Controller.Fenced&(Of(a)|Of(b))) != 0 {
				continue
			}
			n := p.step(out, uint8(a), uint8(b))
			p.fenceBudget.spend(&n.Used.Fences)
			p.fenceBudget.spend(&n.Used.Fences)
			n.Controller.Fenced |= Of(b)
			o := p.change(n, s.Controller.Isr&^Of(b), 0)
			stands := p.decided(s, n, out, 0, o)
			n.Controller.Fenced |= Of(a)
			if stands {
				p.orElse(n, out, o, uint8(a), uint8(b))
			}
		}
	}
}

// unfence is a heartbeat of a fenced broker; only a partition without a leader
// is looked at again. The first heartbeat of one that has registered is free.
func (p *Protocol) unfence(s *State, out *steps) {
	for b := range p.Brokers {
		x := &s.Brokers[b]
		if !s.Controller.Fenced.Has(b) || x.Down() || x.Boot == Starting || p.ToldToStop(&s.Controller, b) {
			continue
		}
		spent := p.unfenceBudget.spent(s.Used.Unfences)
		if x.Boot == Registered {
			spent = 0
		}
		if spent != 0 && s.Controller.Leader != Nobody {
			out.Stopped(spent, uint8(b))
			continue
		}
		n := p.step(out, uint8(b))
		if x.Boot == Registered {
			n.Brokers[b].Boot = InService
		} else {
			p.unfenceBudget.spend(&n.Used.Unfences)
		}
		n.Controller.Fenced &^= Of(b)
		if n.Controller.Leader != Nobody {
			continue
		}
		if o := p.change(n, n.Controller.Isr, 0); p.decided(s, n, out, spent, o, uint8(b)) {
			p.orElse(n, out, o, uint8(b))
		}
	}
}
