package twin

import (
	"fmt"
	"strings"
)

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
	r := request{stage: requested, epoch: b.epoch, version: b.version, isr: b.isr | b.change.who}
	if t.is("alter_requests", "one") {
		r.from = l
	}
	if b.change.shrink {
		r.isr = b.isr &^ b.change.who
	}
	if t.on("ap_carries_sender_broker_epoch") {
		r.sender = s.ctl.incarnations[l]
	}
	r.claims = noClaims()
	if t.recordsIncarnations() {
		for _, f := range r.isr.without(l).members() {
			if known := b.fellows[f]; known.end != none && known.incarnation != unregistered {
				r.claims[f] = b.fellows[f].incarnation
			}
		}
	}
	*t.request(s, l) = r
}

// request is where a request of l is, or would be.
func (t *twin) request(s *state, l int) *request {
	if t.is("alter_requests", "one") {
		return &s.request
	}
	return &s.brokers[l].request
}

// underWay is how far the request of l has come.
func (t *twin) underWay(s *state, l int) stage {
	r := t.request(s, l)
	if t.is("alter_requests", "one") && r.from != l {
		return noRequest
	}
	return r.stage
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
			if t.spare = s; t.turned(func() bool { return try(&t.spare, l, f) }) {
				all = append(all, step{fmt.Sprintf("%s b%d b%d", rule, l, f) + t.whom(), t.spare})
			}
		}
	}
	return all
}

// each does the same for every broker.
func (t *twin) each(s state, rule string, try func(to *state, b int) bool) (all []step) {
	for b := 1; b <= t.n; b++ {
		if t.spare = s; t.turned(func() bool { return try(&t.spare, b) }) {
			all = append(all, step{fmt.Sprintf("%s b%d", rule, b) + t.whom(), t.spare})
		}
	}
	return all
}

// once does the same for a step of a rule that may elect.
func (t *twin) once(s state, rule string, try func(to *state) bool) []step {
	return once(s, rule+t.whom(), func(to *state) bool { return t.turned(func() bool { return try(to) }) })
}

func once(s state, rule string, try func(to *state) bool) []step {
	if !try(&s) {
		return nil
	}
	return []step{{rule, s}}
}

// lagging calls try for every leader and every set of its followers that may lag,
// after a lag timeout of each of the set.
func (t *twin) lagging(s state, rule string, try func(to *state, l int, lag set) bool) (all []step) {
	for l := 1; l <= t.n; l++ {
		for lag := set(2); lag <= t.all; lag += 2 {
			to, ok := s, lag&^t.all.without(l) == 0
			for _, f := range lag.members() {
				ok = ok && t.mayLag(&to, l, f) && t.spend(&to, "lag_timeouts")
				t.lag(&to, l, f)
			}
			if ok && try(&to, l, lag) {
				all = append(all, step{fmt.Sprintf("%s b%d %s", rule, l, lag), to})
			}
		}
	}
	return all
}

func (s set) String() string {
	var names []string
	for _, b := range s.members() {
		names = append(names, fmt.Sprint("b", b))
	}
	return strings.Join(names, "+")
}

func (t *twin) shrink(s state) []step {
	return t.lagging(s, "Shrink", func(to *state, l int, lag set) bool {
		if t.byController() || !t.compareAndSet(to, l, to.brokers[l].isr&^lag) {
			return false
		}
		t.raise(to, l)
		return true
	})
}

// shrinkUnheard: the write is made, and only the controller knows.
func (t *twin) shrinkUnheard(s state) []step {
	return t.lagging(s, "ShrinkUnheard", func(to *state, l int, lag set) bool {
		before := to.brokers[l]
		if t.byController() || !t.on("cas_retry_sees_own_write") || !t.spend(to, "lost_answers") || !t.compareAndSet(to, l, before.isr&^lag) {
			return false
		}
		to.brokers[l].isr, to.brokers[l].version = before.isr, before.version
		return true
	})
}

func (t *twin) proposeShrink(s state) []step {
	return t.lagging(s, "ProposeShrink", func(to *state, l int, lag set) bool {
		b := &to.brokers[l]
		if !t.byController() || b.change.who != 0 || t.request(to, l).stage != noRequest {
			return false
		}
		b.change = change{sent: true, shrink: true, who: lag}
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
		if c.who == 0 || c.sent || t.request(to, l).stage != noRequest {
			return false
		}
		c.sent = true
		t.send(to, l)
		return true
	})
}

// alterPartition is the decision of the controller on the request of l.
func (t *twin) alterPartition(s state) []step {
	return t.each(s, "AlterPartition", func(to *state, l int) bool {
		if t.underWay(to, l) != requested {
			return false
		}
		asked := *t.request(to, l)
		verdict, fits := t.decide(to, asked, l)
		done := noRequestAtAll()
		switch verdict {
		case accepted:
			done.isr, done.version = to.ctl.isr, to.ctl.version
		case ineligible:
			if t.number("lost_answers") > 0 {
				done = asked
			}
		}
		done.stage, done.from, done.epoch, done.verdict = answered, asked.from, asked.epoch, verdict
		*t.request(to, l) = done
		return fits
	})
}

// lateAlterPartition is the same for the request whose sender has stopped.
func (t *twin) lateAlterPartition(s state) []step {
	return t.once(s, "LateAlterPartition", func(to *state) bool {
		asked := to.request
		if t.is("alter_requests", "one") || asked.stage != requested {
			return false
		}
		to.request = noRequestAtAll()
		_, fits := t.decide(to, asked, asked.from)
		return fits
	})
}

// decide is what the controller does with a request of l; it reports false if
// the leader epoch does not allow it.
func (t *twin) decide(s *state, asked request, l int) (verdict, bool) {
	if v := t.judge(s, asked, l); v != accepted {
		return v, true
	}
	before := s.ctl.epoch
	fits := t.accept(s, asked.isr)
	if s.ctl.epoch != before {
		return acceptedInNewEpoch, fits
	}
	return accepted, fits
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

func (t *twin) judge(s *state, r request, l int) verdict {
	c := s.ctl
	if r.epoch != c.epoch || r.version != c.version || l != c.leader ||
		t.on("ap_carries_sender_broker_epoch") && r.sender != c.incarnations[l] ||
		t.on("controller_checks_leader_in_isr") && !r.isr.has(l) {
		return stale
	}
	for _, f := range r.isr.members() {
		if c.removed.has(f) && (!t.reassigns() || t.on("controller_checks_replicas")) || t.on("eligible_not_fenced") && (c.fenced|c.stopping).has(f) ||
			t.on("eligible_broker_epoch") && r.claims[f] != none && r.claims[f] != c.incarnations[f] {
			return ineligible
		}
	}
	return accepted
}

// waitsForAnswer reports whether l waits for the answer to a request.
func waitsForAnswer(b *broker, r request) bool {
	return b.role == leader && b.epoch == r.epoch && b.change.sent
}

func (t *twin) alterPartitionAnswer(s state) []step {
	return t.each(s, "AlterPartitionAnswer", func(to *state, l int) bool {
		if t.underWay(to, l) != answered {
			return false
		}
		r, b := *t.request(to, l), &to.brokers[l]
		*t.request(to, l) = noRequestAtAll()
		switch {
		case !waitsForAnswer(b, r):
		case r.verdict == ineligible:
			b.change = change{}
		case r.verdict == accepted && r.version >= b.version:
			if t.on("equal_epoch_news") && r.version != b.version {
				b.newsDue = true
			}
			b.isr, b.version, b.change = r.isr, r.version, change{}
			if t.on("hw_after_alter_commit") {
				t.raise(to, l)
			}
		}
		return true
	})
}

func (t *twin) loseAnswer(s state) []step {
	return t.each(s, "LoseAnswer", func(to *state, l int) bool {
		if how := t.underWay(to, l); how != requested && how != answered || !t.spend(to, "lost_answers") {
			return false
		}
		r := t.request(to, l)
		was := *r
		switch {
		case was.stage == requested || was.verdict == ineligible:
		case waitsForAnswer(&to.brokers[l], was):
			t.send(to, l)
		default:
			*r = noRequestAtAll()
			r.from, r.epoch = was.from, was.epoch
		}
		r.stage, r.verdict = lost, accepted
		if t.on("retry_empties_isr") {
			r.isr, r.claims = 0, noClaims()
		}
		return true
	})
}

func (t *twin) resend(s state) []step {
	return t.each(s, "Resend", func(to *state, l int) bool {
		if t.underWay(to, l) != lost {
			return false
		}
		t.request(to, l).stage = requested
		return true
	})
}

func (t *twin) retriableError(s state) []step {
	return t.each(s, "RetriableError", func(to *state, l int) bool {
		if t.is("proposal_after_error", "again") || t.underWay(to, l) != requested || !t.spend(to, "controller_errors") {
			return false
		}
		was := *t.request(to, l)
		*t.request(to, l) = noRequestAtAll()
		if b := &to.brokers[l]; t.is("proposal_after_error", "dropped") && waitsForAnswer(b, was) {
			b.change = change{}
		}
		return true
	})
}

func (t *twin) staleController(s state) []step {
	return t.each(s, "StaleController", func(to *state, l int) bool {
		if t.on("single_controller") || t.underWay(to, l) != requested {
			return false
		}
		r := t.request(to, l)
		answer := noRequestAtAll()
		answer.stage, answer.from, answer.epoch, answer.verdict = answered, r.from, r.epoch, stale
		*r = answer
		return true
	})
}
