package kafka

// Answer is the controller's answer to an AlterPartition request.
type Answer uint8

const (
	NoAnswer       Answer = iota
	Accepted              // the ISR is what was asked for
	Ineligible            // INELIGIBLE_REPLICA: the leader may forget its proposal
	StaleRequest          // built on an old version, or sent by an old leader: wait for metadata
	NewLeaderEpoch        // accepted, with a new leader epoch: wait for metadata
)

// String is the stage as programs have it.
func (s Stage) String() string { return [...]string{"None", "Requested", "Answered", "Lost"}[s] }

// Request is where the request of broker l is kept, or would be.
func (p *Protocol) Request(s *State, l int) *Alter {
	if p.OneRequest {
		return &s.Alter
	}
	return &s.Brokers[l].Request
}

// StageOf is how far the request of broker l has come.
func (p *Protocol) StageOf(s *State, l int) Stage {
	if p.OneRequest && s.Alter.From != NodeOf(l) {
		return Nothing
	}
	return p.Request(s, l).Progress
}

// mayPropose reports whether leader l may send a request: a broker has one under
// way at most, whichever of its leaderships that was for.
func (p *Protocol) mayPropose(s *State, l int) bool { return p.Request(s, l).Progress == Nothing }

// sendProposal builds the AlterPartition request for the leader's change.
func (p *Protocol) sendProposal(s *State, l int) {
	lead := &s.Brokers[l]
	a := Alter{Progress: Requested, Epoch: lead.Epoch, Version: lead.Version}
	if p.OneRequest {
		a.From = NodeOf(l)
	}
	if p.ApCarriesSenderBrokerEpoch {
		a.Sender = s.Controller.Incarnations[l]
	}
	if lead.Change.Kind == Expand {
		a.Isr = lead.Isr | lead.Change.Brokers
	} else {
		a.Isr = lead.Isr &^ lead.Change.Brokers
	}
	if p.keepsIncarnations {
		for f := range p.Brokers {
			if r := &lead.Remotes[f]; f != l && a.Isr.Has(f) && r.End.Known() && r.Incarnation != Unregistered {
				a.Incarnations[f] = Know(r.Incarnation)
			}
		}
	}
	*p.Request(s, l) = a
}

// abandon is what becomes of the request of a process that ends: nobody hears
// the answer, and nobody asks again, but what is on its way arrives. Of two that
// are on their way without a sender the model forgets the older.
func (p *Protocol) abandon(s *State, b int) {
	switch stage := p.StageOf(s, b); {
	case stage > Requested:
		*p.Request(s, b) = Alter{}
	case stage == Requested && !p.OneRequest:
		s.Alter = s.Brokers[b].Request
		s.Alter.From = NodeOf(b)
	}
}

// alterPartition is the controller's decision on a request.
func (p *Protocol) alterPartition(s *State, out *steps) {
	for l := range p.Brokers {
		if p.StageOf(s, l) != Requested {
			continue
		}
		n := p.step(out, uint8(l))
		a := p.Request(n, l)
		answer, o, stands := p.decide(s, n, out, a, l)
		if !stands {
			continue
		}
		done := Alter{Progress: Answered, From: a.From, Epoch: a.Epoch, Answer: answer}
		switch {
		case answer == Accepted:
			done.Isr, done.Version = n.Controller.Isr, n.Controller.Version // without those who left with a reassignment
		case answer == Ineligible && p.lostBudget.some(): // what is sent again if this does not arrive
			done = *a
			done.Progress, done.Answer = Answered, answer
		}
		*a = done
		p.orElse(n, out, o, uint8(l))
	}
}

// lateAlterPartition is the controller's decision on a request whose sender has
// stopped since. The answer reaches nobody.
func (p *Protocol) lateAlterPartition(s *State, out *steps) {
	if p.OneRequest || s.Alter.Progress != Requested {
		return
	}
	n := p.step(out)
	n.Alter = Alter{}
	if _, o, stands := p.decide(s, n, out, &s.Alter, s.Alter.From.Index()); stands {
		p.orElse(n, out, o)
	}
}

// decide is the controller's part: the answer, and the partition as it becomes.
// It reports false if a bound takes the step back.
func (p *Protocol) decide(s, n *State, out *steps, a *Alter, from int) (answer Answer, o outcome, stands bool) {
	before := n.Controller.Epoch
	answer = p.judge(&n.Controller, a, from)
	if answer == Accepted && a.Isr != n.Controller.Isr {
		if o = p.store(n, a.Isr); !p.decided(s, n, out, 0, o, uint8(from)) {
			return answer, o, false
		}
	}
	if n.Controller.Epoch != before {
		answer = NewLeaderEpoch
	}
	return answer, o, true
}

// store makes an accepted ISR the partition's. Without ELR an empty one can get
// here only if nobody looks for the leader in it (KAFKA-15353).
func (p *Protocol) store(s *State, isr Set) outcome {
	if isr != 0 || p.Elr {
		return p.change(s, isr, 0)
	}
	news := s.Controller.news()
	s.Controller.Isr = 0
	p.publish(s, news)
	return outcome{fits: true}
}

// judge checks a request: the current leader in its current incarnation, on
// the current version, an ISR with the leader in it, and eligible members.
func (p *Protocol) judge(c *Controller, a *Alter, from int) Answer {
	switch {
	case a.Epoch != c.Epoch || a.Version != c.Version || NodeOf(from) != c.Leader:
		return StaleRequest
	case p.ApCarriesSenderBrokerEpoch && a.Sender != c.Incarnations[from]:
		return StaleRequest
	case p.ControllerChecksLeaderInIsr && !a.Isr.Has(from):
		return StaleRequest
	}
	for f := range p.Brokers {
		if a.Isr.Has(f) && !p.eligibleMember(c, a, f) {
			return Ineligible
		}
	}
	return Accepted
}

// eligibleMember is the controller's check of one member of a proposed ISR.
func (p *Protocol) eligibleMember(c *Controller, a *Alter, f int) bool {
	stranger := c.Removed.Has(f) && (p.ControllerChecksReplicas || !p.Reassigns)
	if stranger || p.EligibleNotFenced && (c.Fenced|c.ShuttingDown).Has(f) {
		return false
	}
	claimed := a.Incarnations[f]
	return !p.EligibleBrokerEpoch || !claimed.Known() || claimed.Is(c.Incarnations[f])
}

// alterPartitionAnswer is the leader's processing of the answer, unless its
// state has moved on since it asked.
func (p *Protocol) alterPartitionAnswer(s *State, out *steps) {
	for l := range p.Brokers {
		if p.StageOf(s, l) != Answered {
			continue
		}
		n := out.Step(uint8(l))
		a := *p.Request(n, l)
		*p.Request(n, l) = Alter{}
		if n.Brokers[l].waitsFor(&a) {
			p.hear(n, l, &a)
		}
	}
}

// waitsFor reports whether the broker still leads as it did when it asked, and
// still has a change pending. One that it has decided on and not sent is another
// than the one that the request was about, which news have dropped.
func (b *Broker) waitsFor(a *Alter) bool {
	return b.Role == Leader && b.Epoch == a.Epoch && (b.Change.Kind == Expand || b.Change.Kind == Shrink)
}

// hear is what a leader does with the answer that it waits for.
func (p *Protocol) hear(s *State, l int, a *Alter) {
	lead := &s.Brokers[l]
	switch a.Answer {
	case Accepted:
		if a.Version < lead.Version {
			return
		}
		lead.NewsDue = lead.NewsDue || p.EqualEpochNews && a.Version > lead.Version
		lead.Isr, lead.Version, lead.Change = a.Isr, a.Version, Change{}
		if p.HWAfterAlterCommit {
			p.raiseHW(s, l)
		}
	case Ineligible:
		lead.Change = Change{}
	}
}

// loseAnswer drops a request, or the answer to it; the sender will send the same
// once more, whatever has become of its change.
func (p *Protocol) loseAnswer(s *State, out *steps) {
	for l := range p.Brokers {
		if stage := p.StageOf(s, l); stage != Requested && stage != Answered {
			continue
		}
		if spent := p.lostBudget.spent(s.Used.LostAnswers); spent != 0 {
			out.Stopped(spent)
			return
		}
		n := out.Step(uint8(l))
		p.lostBudget.spend(&n.Used.LostAnswers)
		p.lose(n, l)
	}
}

// lose keeps of a request what its sender sends again. That of one that was
// decided is found again in the leader, if it still waits; if not, it was built
// on a version that is gone, and none is kept in its place. A sender that
// forgets the ISR on the way (KAFKA-15353) forgets it here.
func (p *Protocol) lose(s *State, l int) {
	a := p.Request(s, l)
	if a.Progress == Answered && a.Answer != Ineligible {
		if lead := &s.Brokers[l]; lead.waitsFor(a) {
			p.sendProposal(s, l)
		} else {
			*a = Alter{From: a.From, Epoch: a.Epoch}
		}
	}
	a.Progress, a.Answer = Lost, NoAnswer
	if p.RetryEmptiesIsr {
		a.Isr, a.Incarnations = 0, [MaxBrokers]Known[Incarnation]{}
	}
}

// resend is the sender's retry of a request that was lost, or its answer.
func (p *Protocol) resend(s *State, out *steps) {
	for l := range p.Brokers {
		if p.StageOf(s, l) != Lost {
			continue
		}
		p.Request(out.Step(uint8(l)), l).Progress = Requested
	}
}

// retriableError is an error that asks for another try. Where the answer frees the
// sender's slot too late, that is not made (KAFKA-14010); where it is, nothing changes.
func (p *Protocol) retriableError(s *State, out *steps) {
	if p.OnError == ErrorRetries {
		return
	}
	spent := p.errorBudget.spent(s.Used.ControllerErrors)
	for l := range p.Brokers {
		if p.StageOf(s, l) != Requested {
			continue
		}
		if spent != 0 {
			out.Stopped(spent)
			return
		}
		n := out.Step(uint8(l))
		p.errorBudget.spend(&n.Used.ControllerErrors)
		a := *p.Request(n, l)
		*p.Request(n, l) = Alter{}
		if p.OnError == ErrorDrops && n.Brokers[l].waitsFor(&a) {
			n.Brokers[l].Change = Change{}
		}
	}
}

// staleController answers in the place of the real one: a deposed controller
// that calls the leader fenced, which the leader believes (KAFKA-14154).
func (p *Protocol) staleController(s *State, out *steps) {
	if p.SingleController {
		return
	}
	for l := range p.Brokers {
		if p.StageOf(s, l) != Requested {
			continue
		}
		a := p.Request(out.Step(uint8(l)), l)
		*a = Alter{Progress: Answered, From: a.From, Epoch: a.Epoch, Answer: StaleRequest}
	}
}

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
