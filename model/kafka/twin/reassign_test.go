package twin

func sameReplicas(a, b controller) bool {
	return a.removed == b.removed && a.adding == b.adding && a.removing == b.removing
}

func (c *controller) reassigned() bool { return c.adding != 0 || c.removing != 0 }

// targets are the replicas that the reassignment leads to.
func (t *twin) targets(c *controller) set { return t.all &^ c.removed &^ c.removing }

// ended ends a reassignment if an ISR allows it, and returns what is left of the ISR.
func (t *twin) ended(c *controller, isr set) set {
	left := isr &^ c.removing
	waitsFor := t.targets(c)
	if t.on("completes_when_added_joined") {
		waitsFor = c.adding
	}
	if !c.reassigned() || left == 0 || waitsFor&^left != 0 {
		return isr
	}
	c.removed |= c.removing
	c.adding, c.removing = 0, 0
	return left
}

// raises reports whether the leader epoch rises with the change of the assignment.
func (t *twin) raises(was, is controller) bool {
	switch {
	case t.is("reassignment_raises_epoch", "always"):
		return !sameReplicas(was, is)
	case t.is("reassignment_raises_epoch", "removals"):
		return is.removed&^was.removed != 0
	}
	return false
}

func (t *twin) reassign(s state) (all []step) {
	for to := set(2); to <= t.all; to += 2 {
		n := s
		c := &n.ctl
		replicas := t.all &^ c.removed
		if !t.reassigns() || to == replicas || c.reassigned() || !t.spend(&n, "reassignments") {
			continue
		}
		c.adding = to &^ replicas
		c.removing = replicas &^ to
		c.removed = c.removed &^ to
		if t.turned(func() bool { return t.changeSince(&n, s.ctl, c.isr, 0) }) {
			all = append(all, step{"Reassign " + to.String() + t.whom(), n})
		}
	}
	return all
}

func (t *twin) completeReassignment(s state) []step {
	return t.once(s, "CompleteReassignment", func(to *state) bool {
		was := to.ctl
		if !t.zookeeper() || !was.reassigned() || t.targets(&was)&^was.isr != 0 {
			return false
		}
		fits := t.changeSince(to, was, t.ended(&to.ctl, was.isr), 0)
		t.askToStop(to, was.removing)
		return fits
	})
}

func (t *twin) cancelReassignment(s state) []step {
	return t.once(s, "CancelReassignment", func(to *state) bool {
		was, c := to.ctl, &to.ctl
		left := was.isr &^ was.adding
		if !was.reassigned() || left == 0 || !t.spend(to, "cancels") {
			return false
		}
		c.removed |= was.adding
		c.adding, c.removing = 0, 0
		fits := t.changeSince(to, was, left, 0)
		t.askToStop(to, was.adding)
		return fits
	})
}

func (t *twin) askToStop(s *state, who set) {
	for _, b := range who.members() {
		if t.zookeeper() && s.brokers[b].role != down {
			s.brokers[b].stopAsked = s.ctl.epoch
		}
	}
}

func (t *twin) stopReplica(s state) []step {
	return t.each(s, "StopReplica", func(to *state, b int) bool {
		x := &to.brokers[b]
		asked := x.stopAsked
		if asked == none {
			return false
		}
		x.stopAsked = none
		if t.on("stop_replica_without_epoch") || asked >= x.epoch {
			t.deleteReplica(to, b)
		}
		return true
	})
}

// deleteReplica deletes the replica of b, whose process goes on.
func (t *twin) deleteReplica(s *state, b int) {
	x := s.brokers[b]
	s.brokers[b] = asFresh(broker{cache: noCache(), clean: x.clean, boot: x.boot, deadThreads: x.deadThreads,
		starved: x.starved})
	s.brokers[b].request = x.request
}

// learnAssignment is what b learns of who is no replica.
func (t *twin) learnAssignment(s *state, b int, n news) {
	x := &s.brokers[b]
	leadsOn := x.role == leader && n.leader == b
	switch {
	case t.reassigns() && n.leader != b:
		x.gone = 0
	case t.reassigns() && leadsOn && t.on("leader_keeps_old_assignment"):
		x.gone &= n.removed
	default:
		x.gone = n.removed
	}
}

// turnsAway reports whether l gives f nothing, because it is no replica.
func (t *twin) turnsAway(s *state, l, f int) bool {
	if !t.reassigns() {
		return s.ctl.removed.has(f) && !s.ctl.isr.has(f)
	}
	return (s.brokers[l].gone.has(f) || s.brokers[f].starved.has(l)) && !t.is("unassigned_fetch", "answered")
}

func (t *twin) otherLeaves(s state) []step {
	return t.each(s, "OtherLeaves", func(to *state, f int) bool {
		x := &to.brokers[f]
		if !t.reassigns() || !t.is("unassigned_fetch", "fails") || !x.fetcherRuns() || x.starved.has(x.leader) {
			return false
		}
		x.starved = x.starved.with(x.leader)
		return t.spend(to, "fetcher_failures")
	})
}

func (t *twin) otherStopped(s state) []step {
	return t.pairs(s, "OtherStopped", func(to *state, f, l int) bool {
		told := to.brokers[f].starved.has(l)
		to.brokers[f].starved = to.brokers[f].starved.without(l)
		return told
	})
}
