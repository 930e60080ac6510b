package twin

// leads reports whether l takes itself for the leader.
func leads(s *state, l int) bool { return s.brokers[l].role == leader }

func (t *twin) others(b int) (all []int) { return t.all.without(b).members() }

// minISR is the min ISR that broker b goes by.
func (t *twin) minISR(s *state, b int) int {
	least := t.number("broker_min_insync_replicas")
	switch known := int(s.brokers[b].minISR); {
	case known != 0:
		least = known
	case least == 0:
		least = t.configured()
	}
	if gone := s.brokers[b].gone; gone != 0 && t.on("strict_min_isr_hw") {
		least = min(least, (t.all &^ gone).size())
	}
	return least
}

// configured is the min ISR that the controller starts with.
func (t *twin) configured() int {
	if t.on("strict_min_isr_hw") {
		return min(t.number("min_insync_replicas"), t.n)
	}
	return t.number("min_insync_replicas")
}

// maximal is the maximal ISR of a leader.
func (t *twin) maximal(b *broker) set {
	switch {
	case b.change.who == 0:
	case !b.change.shrink:
		return b.isr | b.change.who
	case t.on("shrink_eagerly"):
		return b.isr &^ b.change.who
	}
	return b.isr
}

// caughtUp reports whether l counts f as within the lag window.
func (t *twin) caughtUp(s *state, l, f int) bool {
	b := &s.brokers[l]
	return b.fellows[f].inWindow || t.on("idle_stuck_stays") && b.fellows[f].end == b.log.end
}

// mayJoin reports whether f may join the ISR as far as registrations tell.
func (t *twin) mayJoin(s *state, l, f int) bool {
	switch {
	case s.brokers[l].gone.has(f):
		return false
	case t.on("eligible_not_fenced") && (s.ctl.fenced | s.ctl.stopping).has(f):
		return false
	case t.on("eligible_broker_epoch"):
		known := s.brokers[l].fellows[f]
		same := known.incarnation == s.ctl.incarnations[f] || known.incarnation == unregistered
		return known.end != none && (!t.recordsIncarnations() || same)
	}
	return true
}

// waitsFor reports whether the high watermark of l waits for f.
func (t *twin) waitsFor(s *state, l, f int) bool {
	if t.maximal(&s.brokers[l]).has(f) {
		return true
	}
	return t.on("hw_waits_for_caught_up") && !s.brokers[l].gone.has(f) && t.caughtUp(s, l, f) &&
		(!t.on("hw_ignores_ineligible") || t.mayJoin(s, l, f))
}

// raise raises the high watermark of l as far as it may.
func (t *twin) raise(s *state, l int) {
	b := &s.brokers[l]
	if t.on("strict_min_isr_hw") && b.isr.size() < t.minISR(s, l) || t.hwIsRemote(b) {
		return
	}
	to := b.log.end
	for _, f := range t.others(l) {
		if t.waitsFor(s, l, f) {
			to = min(to, b.fellows[f].end)
		}
	}
	if to > b.hw {
		b.hw, b.noHW = to, false
		t.commit(s, l)
		if t.registersAcks("with-hw") {
			t.answerCovered(s, l)
		}
	}
}

// commit notes what l has covered.
func (t *twin) commit(s *state, l int) {
	b, c := &s.brokers[l], &s.ghosts.committed
	if t.is("commit_by", "true-leader") && (s.ctl.leader != l || s.ctl.epoch != b.epoch) {
		return
	}
	for o := max(b.logStart, b.local, s.ghosts.deleted); o < b.hw; o++ {
		if o >= c.end {
			c.recs[o] = b.log.recs[o]
		} else if c.recs[o] != b.log.recs[o] && b.log.recs[o].value != torn {
			s.ghosts.conflict = true
		}
	}
	c.end = max(c.end, b.hw)
}

// heard is what a fetch of f at offset end means for its lag bit.
func (t *twin) heard(s *state, l, f int, end int8) {
	b := &s.brokers[l]
	known := &b.fellows[f]
	if !t.keepsLagBit() {
		return
	}
	if end >= b.log.end || t.keepsLeaderEnd() && known.leaderEnd != none && end >= known.leaderEnd {
		known.inWindow = true
	}
	if t.keepsLeaderEnd() {
		known.leaderEnd = max(known.leaderEnd, b.log.end)
	}
}

// lag clears what l counts for f being within the lag window.
func (t *twin) lag(s *state, l, f int) {
	s.brokers[l].fellows[f].inWindow = false
	s.brokers[l].fellows[f].leaderEnd = none
}

// newClocks sets the lag bits of a new epoch of l.
func (t *twin) newClocks(s *state, l int, ledBefore bool) {
	b := &s.brokers[l]
	for _, f := range t.others(l) {
		known := &b.fellows[f]
		known.inWindow = t.keepsLagBit() && b.isr.has(f)
		known.leaderEnd = none
		leadsOn := ledBefore && !t.on("reelection_resets_remotes")
		if t.keepsLeaderEnd() && leadsOn && (b.isr.has(f) || !t.on("lag_clock_of_isr_only")) {
			known.leaderEnd = b.log.end
		}
	}
}
