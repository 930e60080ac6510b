package twin

import "fmt"

// compareAndSet changes the ISR in ZooKeeper, if l has read the newest version.
func (t *twin) compareAndSet(s *state, l int, isr set) bool {
	b := &s.brokers[l]
	if b.version != s.ctl.version {
		return false
	}
	t.publish(s, func() { s.ctl.isr = isr })
	b.isr, b.version = isr, s.ctl.version
	return true
}

// send builds the AlterPartition request for the pending change of l.
func (t *twin) send(s *state, l int) {
	b := &s.brokers[l]
	r := request{stage: requested, from: l, epoch: b.epoch, version: b.version, isr: b.isr | b.change.who}
	if b.change.shrink {
		r.isr = b.isr &^ b.change.who
	}
	if t.on("ap_carries_sender_broker_epoch") {
		r.sender = s.ctl.incarnations[l]
	}
	r.claims = noClaims()
	if t.recordsIncarnations() {
		for _, f := range r.isr.without(l).members() {
			if b.fellows[f].end != none {
				r.claims[f] = b.fellows[f].incarnation
			}
		}
	}
	s.request = r
}

func noClaims() (c [brokers + 1]int8) {
	for b := range c {
		c[b] = none
	}
	return c
}

func noRequestAtAll() request { return request{version: none, claims: noClaims()} }

// mayLag reports whether l may take f for lagging, f being in the ISR.
func (t *twin) mayLag(s *state, l, f int) bool {
	b := &s.brokers[l]
	return b.role == leader && b.isr.has(f) && !(t.on("idle_stuck_stays") && b.fellows[f].end == b.log.end)
}

// pairs calls try for every two brokers and gathers the steps that it allows.
func (t *twin) pairs(s state, rule string, try func(to *state, l, f int) bool) (all []step) {
	for l := 1; l <= t.n; l++ {
		for _, f := range t.others(l) {
			to := s
			if try(&to, l, f) {
				all = append(all, step{fmt.Sprintf("%s b%d b%d", rule, l, f), to})
			}
		}
	}
	return all
}

// each does the same for every broker.
func (t *twin) each(s state, rule string, try func(to *state, b int) bool) (all []step) {
	for b := 1; b <= t.n; b++ {
		to := s
		if try(&to, b) {
			all = append(all, step{fmt.Sprintf("%s b%d", rule, b), to})
		}
	}
	return all
}

func once(s state, rule string, try func(to *state) bool) []step {
	if !try(&s) {
		return nil
	}
	return []step{{rule, s}}
}

func (t *twin) shrink(s state) []step {
	return t.pairs(s, "Shrink", func(to *state, l, f int) bool {
		if t.byController() || !t.mayLag(to, l, f) || !t.spend(to, "lag_timeouts") {
			return false
		}
		t.lag(to, l, f)
		if !t.compareAndSet(to, l, to.brokers[l].isr.without(f)) {
			return false
		}
		t.raise(to, l)
		return true
	})
}

func (t *twin) proposeShrink(s state) []step {
	return t.pairs(s, "ProposeShrink", func(to *state, l, f int) bool {
		b := &to.brokers[l]
		if !t.byController() || !t.mayLag(to, l, f) || b.change.who != 0 || to.request.stage != noRequest ||
			!t.spend(to, "lag_timeouts") {
			return false
		}
		t.lag(to, l, f)
		b.change = change{sent: true, shrink: true, who: of(f)}
		t.send(to, l)
		if t.on("shrink_eagerly") {
			t.raise(to, l)
		}
		return true
	})
}

func (t *twin) lagTimeout(s state) []step {
	return t.pairs(s, "LagTimeout", func(to *state, l, f int) bool {
		b := &to.brokers[l]
		if !t.keepsLagBit() || b.role != leader || b.isr.has(f) || !b.fellows[f].inWindow || !t.spend(to, "lag_timeouts") {
			return false
		}
		t.lag(to, l, f)
		return true
	})
}

func (t *twin) sendExpand(s state) []step {
	return t.each(s, "SendExpand", func(to *state, l int) bool {
		c := &to.brokers[l].change
		if c.who == 0 || c.sent || to.request.stage != noRequest {
			return false
		}
		c.sent = true
		t.send(to, l)
		return true
	})
}

// alterPartition is the decision of the controller.
func (t *twin) alterPartition(s state) []step {
	return once(s, "AlterPartition", func(to *state) bool {
		r := &to.request
		if r.stage != requested {
			return false
		}
		done := noRequestAtAll()
		done.stage, done.from, done.epoch, done.verdict = answered, r.from, r.epoch, t.judge(to)
		if done.verdict == accepted {
			before := to.ctl.epoch
			if !t.accept(to, r.isr) {
				return false
			}
			if to.ctl.epoch != before {
				done.verdict = acceptedInNewEpoch
			} else {
				done.isr, done.version = r.isr, to.ctl.version
			}
		}
		*r = done
		return true
	})
}

func (t *twin) accept(s *state, isr set) bool {
	switch {
	case isr == s.ctl.isr:
		return true
	case isr == 0 && !t.on("elr"):
		t.publish(s, func() { s.ctl.isr = 0 })
		return true
	}
	return t.change(s, isr, 0)
}

func (t *twin) judge(s *state) verdict {
	r, c := s.request, s.ctl
	if r.epoch != c.epoch || r.version != c.version || r.from != c.leader ||
		t.on("ap_carries_sender_broker_epoch") && r.sender != c.incarnations[r.from] ||
		t.on("controller_checks_leader_in_isr") && !r.isr.has(r.from) {
		return stale
	}
	for _, f := range r.isr.members() {
		if c.removed.has(f) || t.on("eligible_not_fenced") && (c.fenced|c.stopping).has(f) ||
			t.on("eligible_broker_epoch") && r.claims[f] != none && r.claims[f] != c.incarnations[f] {
			return ineligible
		}
	}
	return accepted
}

// stillAsks reports whether the sender of the request waits for its answer.
func stillAsks(s *state) bool {
	b := &s.brokers[s.request.from]
	return b.role == leader && b.epoch == s.request.epoch && b.change.sent
}

func (t *twin) alterPartitionAnswer(s state) []step {
	return once(s, "AlterPartitionAnswer", func(to *state) bool {
		r := to.request
		if r.stage != answered {
			return false
		}
		waits := stillAsks(to)
		to.request = noRequestAtAll()
		b := &to.brokers[r.from]
		switch {
		case !waits:
		case r.verdict == ineligible:
			b.change = change{}
		case r.verdict == accepted && r.version >= b.version:
			if t.on("equal_epoch_news") && r.version != b.version {
				b.newsDue = true
			}
			b.isr, b.version, b.change = r.isr, r.version, change{}
			if t.on("hw_after_alter_commit") {
				t.raise(to, r.from)
			}
		}
		return true
	})
}

func (t *twin) loseAnswer(s state) []step {
	return once(s, "LoseAnswer", func(to *state) bool {
		r := &to.request
		if r.stage != requested && r.stage != answered || !t.spend(to, "lost_answers") {
			return false
		}
		gone := noRequestAtAll()
		if stillAsks(to) {
			gone.stage, gone.from, gone.epoch = lost, r.from, r.epoch
		}
		*r = gone
		return true
	})
}

func (t *twin) resend(s state) []step {
	return once(s, "Resend", func(to *state) bool {
		if to.request.stage != lost {
			return false
		}
		if !stillAsks(to) {
			to.request = noRequestAtAll()
			return true
		}
		t.send(to, to.request.from)
		if t.on("retry_empties_isr") {
			to.request.isr, to.request.claims = 0, noClaims()
		}
		return true
	})
}

func (t *twin) staleController(s state) []step {
	return once(s, "StaleController", func(to *state) bool {
		if t.on("single_controller") || to.request.stage != requested {
			return false
		}
		answer := noRequestAtAll()
		answer.stage, answer.from, answer.epoch, answer.verdict = answered, to.request.from, to.request.epoch, stale
		to.request = answer
		return true
	})
}
