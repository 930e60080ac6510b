package kafka

import (
	"mc/model"
	"mc/model/kafka"
)

// controllerFamily is what the controller keeps in order.
func (c *catalogue) controllerFamily() {
	c.family = "the controller's state"
	c.always("leader-in-isr", []string{"K17"}, "KAFKA-15353",
		"A leader is a member of the ISR, and the ISR consists of replicas.", c.leaderInIsr)
	c.always("isr-non-empty", []string{"K18"}, "KIP-966",
		"The ISR is not empty; with ELR it may be, but then nobody leads.", c.isrNonEmpty)
	c.always("fenced-not-in-isr", []string{"K19"}, "KIP-841",
		"A fenced broker is not in the ISR, unless it is the last one and there is no ELR.", c.fencedNotInIsr)
	c.promisedIf(c.p.EligibleNotFenced && c.p.FenceOneAtATime)
	c.step("epochs-monotone", []string{"K28"}, "",
		"Leader and partition epochs do not decrease, at the controller and at running brokers; a new leader epoch is a new partition epoch.", c.epochsMonotone)
	c.step("epoch-bumped-only-when-needed", []string{"K29"}, "KAFKA-15021",
		"The leader epoch rises only with a new leader, or with a replica that leaves the assignment or a reassignment that begins or ends, or when nobody leads; twice in one step means that nobody led in between.", c.bumpNeeded)
	c.promisedIf(!c.p.ShrinkBumpsLeaderEpoch)
	c.step("stale-proposal-rejected", []string{"K30"}, "KIP-497, KIP-903",
		"An ISR change that is applied was built on the current partition epoch, by the current incarnation of the current leader, for newcomers in their current incarnation.", c.staleRejected)
	c.promisedIf(c.p.EligibleBrokerEpoch && c.p.ApCarriesSenderBrokerEpoch)
	ends := c.step("reassignment-ends-in-sync", nil, "KAFKA-15665",
		"When a reassignment ends, and is not cancelled, all replicas that are left are in the ISR.", c.endsInSync)
	ends.Premise = func(s *State) bool { return s.Used.Reassignments > 0 }
	c.request(ends)
	c.needs("reassignments")
	c.goal("partition-offline", nil, "",
		"Nobody leads: the controller has no replica that it may elect.",
		func(s *State) bool { return s.Controller.Leader == kafka.Nobody })
}

func (c *catalogue) leaderInIsr(s *State) error {
	k := &s.Controller
	replicas := c.p.Replicas(k)
	switch {
	case k.Leader != kafka.Nobody && !k.Isr.Has(k.Leader.Index()):
		return wrong("the leader is %s, the ISR is %s", k.Leader, k.Isr)
	case !k.Isr.Subset(replicas):
		return wrong("%s of the ISR %s is no replica", k.Isr&^replicas, k.Isr)
	}
	return nil
}

func (c *catalogue) isrNonEmpty(s *State) error {
	k := &s.Controller
	if k.Isr != 0 || c.p.Elr && k.Leader == kafka.Nobody {
		return nil
	}
	return wrong("the ISR is empty, and %s leads", k.Leader)
}

func (c *catalogue) fencedNotInIsr(s *State) error {
	k := &s.Controller
	if k.Isr&k.Fenced == 0 || !c.p.Elr && k.Isr.Len() == 1 {
		return nil
	}
	return wrong("%s of the ISR %s is fenced", k.Isr&k.Fenced, k.Isr)
}

func (c *catalogue) epochsMonotone(before *State, _ model.Action, after *State) error {
	b, a := &before.Controller, &after.Controller
	switch {
	case a.Epoch < b.Epoch || a.Version < b.Version:
		return wrong("at the %s, leader epoch %d and partition epoch %d become %d and %d", controller, b.Epoch, b.Version.Value(), a.Epoch, a.Version.Value())
	case a.Epoch > b.Epoch && a.Version == b.Version:
		return wrong("leader epoch %d comes without a new partition epoch", a.Epoch)
	}
	for i := range c.p.Brokers {
		x, y := &before.Brokers[i], &after.Brokers[i]
		if x.Role == kafka.Idle || y.Role == kafka.Idle || x.Down() || y.Down() {
			continue
		}
		if y.Epoch < x.Epoch || x.Role == kafka.Leader && y.Role == kafka.Leader && y.Version < x.Version {
			return wrong("%s goes back from leader epoch %d to %d", name(i), x.Epoch, y.Epoch)
		}
	}
	return nil
}

func (c *catalogue) bumpNeeded(before *State, _ model.Action, after *State) error {
	b, a := &before.Controller, &after.Controller
	if a.Epoch == b.Epoch+1 && a.Leader == b.Leader && a.Leader != kafka.Nobody && a.Removed == b.Removed &&
		a.Adding|a.Removing == b.Adding|b.Removing {
		return wrong("the leader epoch rises to %d, but the leader is %s as before", a.Epoch, a.Leader)
	}
	return nil
}

func (c *catalogue) endsInSync(before *State, _ model.Action, after *State) error {
	b, a := &before.Controller, &after.Controller
	replicas, was := c.p.Replicas(a), c.p.Replicas(b)
	under := b.Adding|b.Removing != 0
	switch {
	case a.Adding|a.Removing != 0: // it goes on, or begins
	case !under && replicas == was: // there is none
	case under && replicas != c.p.Staying(b): // it is cancelled
	case !replicas.Subset(a.Isr):
		return wrong("a reassignment ends with the replicas %s and the ISR %s", replicas, a.Isr)
	}
	return nil
}

func (c *catalogue) staleRejected(before *State, _ model.Action, after *State) error {
	if after.Controller.Isr == before.Controller.Isr {
		return nil
	}
	for l := range c.p.Brokers {
		if c.p.StageOf(before, l) == kafka.Requested && c.p.StageOf(after, l) == kafka.Answered {
			return c.appliedRightly(&before.Controller, c.p.Request(before, l), l)
		}
	}
	if r := &before.Alter; r.Progress == kafka.Requested && after.Alter.Progress == kafka.Nothing {
		return c.appliedRightly(&before.Controller, r, r.From.Index())
	}
	return nil
}

// appliedRightly says what should have kept a request from being applied.
func (c *catalogue) appliedRightly(k *kafka.Controller, r *kafka.Alter, from int) error {
	switch {
	case r.Epoch != k.Epoch || r.Version != k.Version || kafka.NodeOf(from) != k.Leader:
		return wrong("a proposal of %s built on leader epoch %d and partition epoch %d is applied; current are %d and %d of %s",
			name(from), r.Epoch, r.Version.Int(), k.Epoch, k.Version.Value(), k.Leader)
	case r.Sender != k.Incarnations[from]:
		return wrong("a proposal of %s from before its restart is applied", name(from))
	}
	for f := range c.p.Brokers {
		claimed := r.Incarnations[f]
		if joins := r.Isr &^ k.Isr; joins.Has(f) && claimed.Known() && !claimed.Is(k.Incarnations[f]) {
			return wrong("%s joins the ISR on the word of its former incarnation", name(f))
		}
	}
	return nil
}
