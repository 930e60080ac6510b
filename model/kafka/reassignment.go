package kafka

// Mover says whose controller moves replicas.
type Mover uint8

const (
	ByZooKeeper Mover = iota
	ByKRaft
)

// EpochRises says when a reassignment raises the leader epoch.
type EpochRises uint8

const (
	EpochRisesAlways EpochRises = iota
	EpochRisesWithRemovals
	EpochRisesNever // as KAFKA-15324 proposed
)

// StrangerFetch says what becomes of a fetch by a broker that is no replica as far
// as the leader knows.
type StrangerFetch uint8

const (
	StrangersFail     StrangerFetch = iota // with the whole request
	StrangersAnswered                      // and not counted
	StrangersRefused                       // UNKNOWN_LEADER_EPOCH
)

func (p *Protocol) reassignmentRules() []draft {
	some := p.Reassigns && p.reassignBudget.some()
	byZooKeeper := some && p.MovedBy == ByZooKeeper
	return []draft{
		r("Reassign", "KIP-455", "A reassignment to other replicas begins.",
			p.reassign, p.tellReassign, p.brokers("to")).elects(p).needs(some),
		r("CompleteReassignment", "KIP-455", "The controller finds that a reassignment can end (ZooKeeper).",
			p.completeReassignment, p.tellReplicas("A reassignment ends")).elects(p).needs(byZooKeeper),
		r("CancelReassignment", "KIP-455", "A reassignment is given up: its newcomers leave.",
			p.cancelReassignment, p.tellReplicas("A reassignment is cancelled")).elects(p).needs(some).of(p.cancelBudget.some()),
		r("StopReplica", "KIP-570", "A broker is told to delete its replica (ZooKeeper).",
			p.stopReplica, p.tellStopReplica, p.broker("broker")).needs(byZooKeeper),
	}
}

// Replicas are the brokers in the assignment, those that are to go among them.
func (p *Protocol) Replicas(c *Controller) Set { return p.all &^ c.Removed }

// Assigned are the replicas as somebody knows them who knows who is none.
func (p *Protocol) Assigned(none Set) Set { return p.all &^ none }

// UnderReplicated reports whether the ISR lacks replicas.
func (p *Protocol) UnderReplicated(c *Controller) bool { return !p.Replicas(c).Subset(c.Isr) }

// Staying are the replicas that a reassignment under way leads to.
func (p *Protocol) Staying(c *Controller) Set { return p.Replicas(c) &^ c.Removing }

// firstReplicas are the replicas at the start.
func (p *Protocol) firstReplicas() Set {
	if !p.Reassigns || p.firstBrokers == 0 {
		return p.all
	}
	return Set(1<<p.firstBrokers - 1)
}

// reassign begins a reassignment: whoever is new is a replica at once, and whoever
// is to go stays one until the end.
func (p *Protocol) reassign(s *State, out *steps) {
	c := &s.Controller
	if !p.Reassigns || c.Adding|c.Removing != 0 {
		return
	}
	spent := p.reassignBudget.spent(s.Used.Reassignments)
	if spent != 0 && c.Epoch < p.maxLeaderEpoch && !p.UncleanAllowed() {
		out.Stopped(spent) // each raises it by one at most
		return
	}
	replicas := p.Replicas(c)
	for to := Set(1); to <= p.all; to++ {
		if to == replicas {
			continue
		}
		n := p.step(out, uint8(to))
		p.reassignBudget.spend(&n.Used.Reassignments)
		k := &n.Controller
		k.Adding, k.Removing, k.Removed = to&^replicas, replicas&^to, p.all&^(to|replicas)
		if o := p.changeSince(n, c, c.Isr, 0); p.decided(s, n, out, spent, o, uint8(to)) {
			p.orElse(n, out, o, uint8(to))
		}
	}
}

// complete ends a reassignment if the ISR allows it: all who stay are in it; or
// all who are new are, and somebody stays in it (KAFKA-15665). It returns the ISR,
// without those who leave.
func (p *Protocol) complete(c *Controller, isr Set) Set {
	needed, left := p.Staying(c), isr&^c.Removing
	if p.CompletesWhenAddedJoined {
		needed = c.Adding
	}
	if left == 0 || !needed.Subset(left) {
		return isr
	}
	c.Removed |= c.Removing
	c.Adding, c.Removing = 0, 0
	return left
}

// completeReassignment is what ZooKeeper's controller does when it hears of an ISR
// with all who stay: the others leave it and the assignment, and are told to stop.
func (p *Protocol) completeReassignment(s *State, out *steps) {
	c := &s.Controller
	if p.MovedBy != ByZooKeeper || c.Adding|c.Removing == 0 || !p.Staying(c).Subset(c.Isr) {
		return
	}
	n := p.step(out)
	isr := p.complete(&n.Controller, c.Isr)
	o := p.changeSince(n, c, isr, 0)
	p.tellToStop(n, c.Removing)
	if p.decided(s, n, out, 0, o) {
		p.orElse(n, out, o)
	}
}

// cancelReassignment takes out again whoever is new, unless nobody else is in the ISR.
func (p *Protocol) cancelReassignment(s *State, out *steps) {
	c := &s.Controller
	left := c.Isr &^ c.Adding
	if c.Adding|c.Removing == 0 || left == 0 {
		return
	}
	n := p.step(out)
	p.cancelBudget.spend(&n.Used.Cancels)
	k := &n.Controller
	k.Removed |= k.Adding
	k.Adding, k.Removing = 0, 0
	o := p.changeSince(n, c, left, 0)
	p.tellToStop(n, c.Adding)
	if p.decided(s, n, out, p.cancelBudget.spent(s.Used.Cancels), o) {
		p.orElse(n, out, o)
	}
}

// raisesEpoch reports whether a change of the assignment raises the leader epoch,
// whoever leads, so that a replica that is gone cannot be counted any more.
func (p *Protocol) raisesEpoch(was, is *Controller) bool {
	switch p.EpochRises {
	case EpochRisesAlways:
		return !is.sameReplicas(was)
	case EpochRisesWithRemovals:
		return is.Removed&^was.Removed != 0
	}
	return false
}

// sameReplicas reports whether the assignment is the same, with what is to become of it.
func (c *Controller) sameReplicas(was *Controller) bool {
	return c.Removed == was.Removed && c.Adding == was.Adding && c.Removing == was.Removing
}

// tellToStop sends StopReplica requests to those of some brokers that run. Of two
// that are on their way to a broker the model forgets the older.
func (p *Protocol) tellToStop(s *State, who Set) {
	for b := range p.Brokers {
		if x := &s.Brokers[b]; p.MovedBy == ByZooKeeper && who.Has(b) && !x.Down() {
			x.StopReplica = Know(s.Controller.Epoch)
		}
	}
}

// stopReplica is the arrival of a StopReplica request. Since KIP-570 one that is
// older than what the broker knows of the partition does nothing.
func (p *Protocol) stopReplica(s *State, out *steps) {
	for b := range p.Brokers {
		asked := s.Brokers[b].StopReplica
		if !asked.Known() {
			continue
		}
		x := &out.Step(uint8(b)).Brokers[b]
		x.StopReplica = 0
		if p.StopReplicaWithoutEpoch || asked.AtLeast(x.Epoch) {
			x.dropReplica(b)
		}
	}
}

// dropReplica deletes broker b's replica. What it has asked of the controller, and
// the state of its fetcher threads, are the process's.
func (x *Broker) dropReplica(b int) {
	*x = Broker{Boot: x.Boot, Clean: x.Clean, Request: x.Request, Failed: x.Failed &^ Of(b), Starved: x.Starved}
}

// hosts reports whether the broker has a replica, on disk at least.
func (x *Broker) hosts() bool {
	return x.Role != Idle || x.Log.End > 0 || x.Cache != Cache{}
}

// learnAssignment is what a broker that is a replica learns of the others; only a
// leader keeps it.
func (p *Protocol) learnAssignment(x *Broker, b int, v News) {
	switch {
	case v.Leader != NodeOf(b):
		x.Gone = 0
	case p.LeaderKeepsOldAssignment && x.Role == Leader:
		x.Gone &= v.Removed
	default:
		x.Gone = v.Removed
	}
}

// forgetStrangers drops what a leader knew of those who are no replicas.
func (p *Protocol) forgetStrangers(x *Broker) {
	for f := range p.Brokers {
		if x.Gone.Has(f) {
			x.Remotes[f] = Remote{}
		}
	}
}

// removeReplica takes a broker out of the assignment, once all who stay are in
// the ISR: it leaves the ISR for good, and the leader epoch rises although the
// leader stays, so that the one who is gone cannot be counted any more.
func (p *Protocol) removeReplica(s *State, out *steps) {
	if p.Reassigns {
		return
	}
	spent := p.reassignBudget.spent(s.Used.Reassignments)
	for b := range p.Brokers {
		c := &s.Controller
		stay := p.all &^ c.Removed &^ Of(b)
		if c.Removed.Has(b) || stay == 0 || !stay.Subset(c.Isr) {
			continue
		}
		n := p.step(out, uint8(b))
		p.reassignBudget.spend(&n.Used.Reassignments)
		if o := p.takeOut(n, b); p.decided(s, n, out, spent, o) {
			p.orElse(n, out, o, uint8(b))
		}
	}
}

func (p *Protocol) takeOut(s *State, b int) (o outcome) {
	c := &s.Controller
	was, news := *c, c.news()
	target := c.Isr &^ Of(b)
	if p.Elr {
		p.recomputeElr(c, c, target, 0) // below min ISR also the one who is gone is in it
		c.LastKnown &^= Of(b)
	}
	c.Removed |= Of(b)
	c.Isr = target
	o.from = p.chooseLeader(s, &was)
	if c.Epoch == was.Epoch {
		c.Epoch++
	}
	p.publish(s, news)
	o.fits = c.Epoch <= p.maxLeaderEpoch
	return o
}
