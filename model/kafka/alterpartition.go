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

// sendProposal builds the AlterPartition request for the leader's change.
func (p *Protocol) sendProposal(s *State, l int) {
	lead := &s.Brokers[l]
	a := Alter{Progress: Requested, From: NodeOf(l), Epoch: lead.Epoch, Version: lead.Version}
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
			if f != l && a.Isr.Has(f) && lead.Remotes[f].End.Known() {
				a.Incarnations[f] = Know(lead.Remotes[f].Incarnation)
			}
		}
	}
	s.Alter = a
}

// alterPartition is the controller's decision on the request.
func (p *Protocol) alterPartition(s *State, out *steps) {
	if s.Alter.Progress != Requested {
		return
	}
	n := out.Step()
	a := &n.Alter
	before := n.Controller.Epoch
	a.Answer = p.judge(n)
	if a.Answer == Accepted && a.Isr != n.Controller.Isr && !p.decided(s, n, out, 0, p.store(n, a.Isr)) {
		return
	}
	if n.Controller.Epoch != before {
		a.Answer = NewLeaderEpoch
	}
	done := Alter{Progress: Answered, From: a.From, Epoch: a.Epoch, Answer: a.Answer}
	if a.Answer == Accepted {
		done.Isr, done.Version = a.Isr, n.Controller.Version
	}
	*a = done
}

// store makes an accepted ISR the partition's. Without ELR an empty one can get
// here only if nobody looks for the leader in it (KAFKA-15353).
func (p *Protocol) store(s *State, isr Set) bool {
	if isr != 0 || p.Elr {
		return p.change(s, isr, 0)
	}
	news := s.Controller.news()
	s.Controller.Isr = 0
	p.publish(s, news)
	return true
}

// judge checks a request: the current leader in its current incarnation, on
// the current version, an ISR with the leader in it, and eligible members.
func (p *Protocol) judge(s *State) Answer {
	a, c := &s.Alter, &s.Controller
	from := a.From.Index()
	switch {
	case a.Epoch != c.Epoch || a.Version != c.Version || a.From != c.Leader:
		return StaleRequest
	case p.ApCarriesSenderBrokerEpoch && a.Sender != c.Incarnations[from]:
		return StaleRequest
	case p.ControllerChecksLeaderInIsr && !a.Isr.Has(from):
		return StaleRequest
	}
	for f := range p.Brokers {
		if a.Isr.Has(f) && !p.eligibleMember(s, f) {
			return Ineligible
		}
	}
	return Accepted
}

// eligibleMember is the controller's check of one member of a proposed ISR.
func (p *Protocol) eligibleMember(s *State, f int) bool {
	a, c := &s.Alter, &s.Controller
	if c.Removed.Has(f) || p.EligibleNotFenced && (c.Fenced|c.ShuttingDown).Has(f) {
		return false
	}
	claimed := a.Incarnations[f]
	return !p.EligibleBrokerEpoch || !claimed.Known() || claimed.Is(c.Incarnations[f])
}

// alterPartitionAnswer is the leader's processing of the answer, unless its
// state has moved on since it asked.
func (p *Protocol) alterPartitionAnswer(s *State, out *steps) {
	if s.Alter.Progress != Answered {
		return
	}
	n := out.Step()
	a := n.Alter
	n.Alter = Alter{}
	lead := &n.Brokers[a.From.Index()]
	if lead.Role != Leader || lead.Epoch != a.Epoch || lead.Change.Kind == NoChange {
		return
	}
	switch a.Answer {
	case Accepted:
		if a.Version < lead.Version {
			return
		}
		lead.NewsDue = lead.NewsDue || p.EqualEpochNews && a.Version > lead.Version
		lead.Isr, lead.Version, lead.Change = a.Isr, a.Version, Change{}
		if p.HWAfterAlterCommit {
			p.raiseHW(n, a.From.Index())
		}
	case Ineligible:
		lead.Change = Change{}
	}
}

// loseAnswer drops the answer; the leader will send the same proposal again, as
// it has it.
func (p *Protocol) loseAnswer(s *State, out *steps) {
	under := s.Alter.Progress == Requested || s.Alter.Progress == Answered
	if !under {
		return
	}
	if spent := p.lostBudget.spent(s.Used.LostAnswers); spent != 0 {
		out.Stopped(spent)
		return
	}
	n := out.Step()
	p.lostBudget.spend(&n.Used.LostAnswers)
	n.Alter = Alter{Progress: Lost, From: n.Alter.From, Epoch: n.Alter.Epoch}
	lead := &n.Brokers[n.Alter.From.Index()]
	if lead.Role != Leader || lead.Epoch != n.Alter.Epoch || lead.Change.Kind == NoChange {
		n.Alter = Alter{}
	}
}

// resend is the leader's retry of a proposal whose answer was lost.
func (p *Protocol) resend(s *State, out *steps) {
	if s.Alter.Progress != Lost {
		return
	}
	n := out.Step()
	l := n.Alter.From.Index()
	lead := &n.Brokers[l]
	if lead.Role != Leader || lead.Epoch != n.Alter.Epoch || lead.Change.Kind == NoChange {
		n.Alter = Alter{}
		return
	}
	p.sendProposal(n, l)
	if p.RetryEmptiesIsr {
		n.Alter.Isr = 0
		n.Alter.Incarnations = [MaxBrokers]Known[Incarnation]{}
	}
}

// staleController answers in the place of the real one: a deposed controller
// that calls the leader fenced, which the leader believes (KAFKA-14154).
func (p *Protocol) staleController(s *State, out *steps) {
	if p.SingleController || s.Alter.Progress != Requested {
		return
	}
	n := out.Step()
	n.Alter = Alter{Progress: Answered, From: s.Alter.From, Epoch: s.Alter.Epoch, Answer: StaleRequest}
}
