package twin

import "fmt"

// cacheOf is the epoch cache of b, kept or derived from its log.
func (t *twin) cacheOf(b *broker) cache {
	if !t.derived() {
		return b.cache
	}
	c := noCache()
	for o := int8(0); o < b.log.end; o++ {
		if e := b.log.recs[o].epoch; c[e] == none {
			c[e] = o
		}
	}
	if b.role == leader {
		c.enter(b.epoch, b.start)
	}
	return c
}

// append adds a record and enters its epoch.
func (t *twin) append(b *broker, r rec) {
	at := b.log.end
	b.log.add(r)
	switch {
	case !t.keepsCache() || t.on("cache_without_batch_epochs"):
	case t.on("register_epoch_on_election"):
		b.cache.enter(r.epoch, at)
	default:
		b.cache.enterAbove(r.epoch, at)
	}
	if t.keepsFlushed() && t.on("fsync_each_write") {
		t.allFlushed(b)
	}
}

// cut cuts the log of b to an offset.
func (t *twin) cut(b *broker, to int8) {
	if t.keepsCache() && (to < b.log.end || t.on("cache_trunc_on_noop")) {
		b.cache.dropFrom(min(to, b.log.end))
	}
	if to < b.log.end && b.halfAt >= to {
		b.halfAt, b.halfRec = none, rec{}
	}
	b.log.cut(to)
	b.hw = min(b.hw, b.log.end)
	b.flushed = min(b.flushed, b.log.end)
	b.recoveryPoint = min(b.recoveryPoint, b.log.end)
	b.logStart = min(b.logStart, b.log.end)
	b.startOnDisk = min(b.startOnDisk, b.log.end)
	b.local = min(b.local, b.log.end)
}

// cutAsTold cuts the log of b after the answer that epoch ends at end; it
// returns whether both had the epoch.
func (t *twin) cutAsTold(b *broker, epoch, end int8) (agreed bool) {
	own, ownEnd := t.cacheOf(b).lookup(epoch, b.log.end)
	switch {
	case own == none:
		t.cut(b, end)
	case own == epoch:
		t.cut(b, min(end, ownEnd))
	default:
		t.cut(b, ownEnd)
		return false
	}
	return true
}

func (t *twin) fetch(s state) (all []step) {
	for f := 1; f <= t.n; f++ {
		if t.is("reply_hw", "either") {
			all = append(all, t.fetchOf(s, f, "Fetch b%d", "after")...)
		} else {
			all = append(all, t.fetchOf(s, f, "Fetch b%d", t.text["reply_hw"])...)
		}
	}
	return all
}

func (t *twin) fetchEarly(s state) (all []step) {
	for f := 1; f <= t.n && t.is("reply_hw", "either"); f++ {
		early, late := t.fetchOf(s, f, "FetchEarly b%d", "before"), t.fetchOf(s, f, "Fetch b%d", "after")
		if len(early) > 0 && early[0].to != late[0].to {
			all = append(all, early[0])
		}
	}
	return all
}

// fetchWaits is an empty answer that leaves only now: whatever is in the leader's log by then,
// which the follower's agreed with when it asked.
func (t *twin) fetchWaits(s state) (all []step) {
	for f := 1; f <= t.n && t.on("fetch_waits"); f++ {
		to := s
		b := &to.brokers[f]
		old, lead := b.answer, &to.brokers[b.leader]
		switch {
		case old.kind != records, old.recs.end > 0, b.role != follower, b.leader == 0, !leads(&s, b.leader):
			continue
		case old.epoch != lead.epoch, !t.believes(b, old), t.hwIsRemote(lead):
			continue
		}
		switch a := t.lookAt(lead, b); {
		case a.kind == outOfRange && !t.asksForRange() && t.is("out_of_range", "retry"):
			b.answer = answer{epoch: none}
		default:
			b.answer = t.filled(a, lead)
			t.noteAsked(b)
		}
		if b.answer != old {
			all = append(all, step{fmt.Sprintf("FetchWaits b%d", f), to})
		}
	}
	return all
}

// filled is an answer with what lead tells besides.
func (t *twin) filled(a answer, lead *broker) answer {
	if a.kind == outOfRange && t.asksForRange() {
		a.end = 0
	}
	if a.kind == records || a.kind == diverging && !t.on("diverge_skips_hw") {
		a.hw, a.start = lead.told(), t.toldStart(lead)
	}
	if a.kind == records && t.on("fetch_waits") {
		a.epoch = lead.epoch
	}
	return a
}

func (t *twin) mayFetch(s *state, f int) bool {
	b := &s.brokers[f]
	l := b.leader
	if t.hwIsRemote(&s.brokers[l]) {
		return false
	}
	return b.fetcherRuns() && !b.mustAsk && !t.waits(b) && leads(s, l) && !t.fenced(b, &s.brokers[l], l) &&
		!(s.ctl.stopping.has(f) && !s.ctl.isr.has(f)) && !t.turnsAway(s, l, f)
}

// fetcherRuns reports whether b follows somebody, to whom its thread is alive, and
// its partition has not failed.
func (b *broker) fetcherRuns() bool {
	return b.role == follower && b.leader != 0 && !b.failed && !b.deadThreads.has(b.leader)
}

// fenced reports whether a fetch of b at l is refused and leaves nothing behind.
func (t *twin) fenced(b, lead *broker, l int) bool {
	switch {
	case !t.on("fence_fetch") || b.epoch == lead.epoch:
		return false
	case !t.on("session_forgets_epoch"):
		return true
	}
	return b.epoch < lead.epoch && !b.sessions.has(l)
}

// fetchOf is the fetch of f; replyHW is which high watermark it brings.
func (t *twin) fetchOf(s state, f int, action, replyHW string) []step {
	if !t.mayFetch(&s, f) {
		return nil
	}
	b := &s.brokers[f]
	l := b.leader
	if t.keepsSessions() {
		within := b.sessions.has(l)
		b.sessions = b.sessions.with(l)
		if !within && b.epoch != s.brokers[l].epoch {
			return []step{{fmt.Sprintf(action, f), s}}
		}
	}
	a := t.look(&s, l, f)
	if a.kind == outOfRange && !t.asksForRange() && t.is("out_of_range", "retry") {
		return nil
	}
	before := s.brokers[l].told()
	if a.kind == records || a.kind == diverging && !t.on("diverge_skips_state_update") {
		t.progress(&s, l, f)
	}
	a = t.filled(a, &s.brokers[l])
	if replyHW == "before" && (a.kind == records || a.kind == diverging && !t.on("diverge_skips_hw")) {
		a.hw = before
	}
	b.answer = a
	t.noteAsked(b)
	return []step{{fmt.Sprintf(action, f), s}}
}

// outlives reports whether an answer may outlive a new epoch.
func (t *twin) outlives(a answer) bool {
	switch a.kind {
	case nothing, askedLatest:
		return false
	case hwCut:
		return true
	case epochEnd:
		return !t.on("drop_stale_lookups")
	case diverging, hwTaken:
		return !t.on("drop_stale_fetches") || t.on("removed_partition_is_cut")
	}
	return !t.on("drop_stale_fetches")
}

// cutsAnyway reports a diverging answer that the fetcher has read and whose cut
// nothing stops any more.
func (t *twin) cutsAnyway(b *broker, a answer) bool {
	if !t.on("removed_partition_is_cut") {
		return false
	}
	inFetcher := b.role == follower && b.leader == a.from
	return a.kind == hwTaken || a.kind == diverging && !inFetcher
}

// noteAsked keeps of whom and at which LEO an answer was asked for, where that is
// looked at.
func (t *twin) noteAsked(b *broker) {
	if t.outlives(b.answer) {
		b.answer.asked = b.log.end
		if b.answer.kind != epochEnd {
			b.answer.from = b.leader
		}
	}
}

// believes reports whether f takes an answer to be one to what it asks.
func (t *twin) believes(b *broker, a answer) bool {
	switch {
	case !t.outlives(a), t.cutsAnyway(b, a), a.kind == hwCut:
		return true
	case a.kind == epochEnd:
		return b.mustAsk && a.asked == b.log.end
	}
	return !b.mustAsk && b.role == follower && b.leader == a.from && a.asked == b.log.end
}

// waits reports whether f waits for an answer of its leader.
func (t *twin) waits(b *broker) bool {
	ofAnother := t.outlives(b.answer) && b.answer.kind != epochEnd && b.answer.from != b.leader
	return b.answer.kind != nothing && !ofAnother
}

// look is what l finds for a fetch of f.
func (t *twin) look(s *state, l, f int) answer {
	lead, b := &s.brokers[l], &s.brokers[f]
	if latest := t.cacheOf(b).latest(); t.onFetch() && latest != none && !b.unnamed {
		epoch, end := t.cacheOf(lead).lookup(latest, lead.log.end)
		if epoch == none || b.log.end < lead.logStart && !t.on("divergence_before_range") {
			return answer{kind: outOfRange, epoch: none, end: lead.log.end}
		}
		if epoch != latest || end < b.log.end {
			return answer{kind: diverging, epoch: epoch, end: end}
		}
	}
	return t.lookAt(lead, b)
}

// lookAt is what lead has for b, if the logs agree up to there.
func (t *twin) lookAt(lead, b *broker) (a answer) {
	a.epoch = none
	if b.log.end > lead.log.end || b.log.end < lead.logStart {
		return answer{kind: outOfRange, epoch: none, end: lead.log.end}
	}
	if b.log.end < lead.local {
		return answer{kind: remoteOnly, epoch: none}
	}
	a.kind = records
	for o := b.log.end; o < lead.log.end && int(a.recs.end) < t.number("fetch_records"); o++ {
		if lead.log.recs[o].value == torn || lead.halfAt == o {
			break // the follower would refuse it
		}
		a.recs.add(lead.log.recs[o])
	}
	if at := b.log.end + a.recs.end; lead.half != 0 && at == lead.log.end && int(a.recs.end) < t.number("fetch_records") {
		a.recs.add(lead.written)
	}
	return a
}

// progress is what l notes of a fetch of f, and does about it.
func (t *twin) progress(s *state, l, f int) {
	lead, end := &s.brokers[l], s.brokers[f].log.end
	if t.reassigns() && lead.gone.has(f) {
		return
	}
	known := &lead.fellows[f]
	moved := known.end != end
	known.end = end
	if t.recordsIncarnations() {
		known.incarnation = s.ctl.incarnations[f]
		if s.brokers[f].boot == starting {
			known.incarnation = unregistered
		}
	}
	t.heard(s, l, f, end)
	if end >= lead.hw && end >= lead.start {
		s.ghosts.suspects = s.ghosts.suspects.without(f)
	}
	t.expand(s, l, f)
	if moved {
		t.raise(s, l)
	}
}

// expand lets f join the ISR of l, or asks the controller to.
func (t *twin) expand(s *state, l, f int) {
	lead := &s.brokers[l]
	end := lead.fellows[f].end
	if lead.isr.has(f) || lead.change.who != 0 || end < lead.hw || t.on("expand_needs_leso") && end < lead.start ||
		!t.mayJoin(s, l, f) {
		return
	}
	if !t.byController() {
		t.compareAndSet(s, l, lead.isr.with(f))
		return
	}
	switch {
	case t.on("split_expand"):
		lead.change = change{who: of(f)}
	case t.request(s, l).stage == noRequest:
		lead.change = change{who: of(f), sent: true}
		t.send(s, l)
	}
}
