package twin

import "fmt"

func (t *twin) produce(s state) (all []step) {
	for l := 1; l <= t.n; l++ {
		for _, acks := range [...]string{"all", "1", "0"} {
			if !leads(&s, l) || s.brokers[l].half != 0 || !t.is("acks", acks) && !t.is("acks", "any") {
				continue
			}
			if acks == "all" && s.brokers[l].isr.size() < t.minISR(&s, l) {
				continue
			}
			to := s
			if t.spend(&to, "records") {
				value := newest(&to)
				if t.numbered(&s, l, value) == refused || s.txn == 2 {
					continue
				}
				if t.number("markers") > 0 {
					to.txn = 1
				}
				t.produced(&to, l, acks, value)
				all = append(all, step{fmt.Sprintf("Produce b%d %s", l, acks), to})
			}
		}
	}
	return all
}

func (t *twin) produced(s *state, l int, acks string, value int8) {
	b := &s.brokers[l]
	if t.on("reads_beyond_end") {
		end := b.log.end
		t.append(b, rec{b.epoch, value})
		b.written = b.log.recs[end]
		b.log.cut(end)
		b.flushed = min(b.flushed, end)
		for i, name := range allAcks {
			if name == acks {
				b.half = int8(i + 1)
			}
		}
		return
	}
	t.append(b, rec{b.epoch, value})
	t.noteProduced(s, l, acks, value)
	t.raise(s, l)
}

var allAcks = [...]string{"all", "1", "0"}

func (t *twin) endMoves(s state) []step {
	return t.each(s, "EndMoves", func(to *state, l int) bool {
		b := &to.brokers[l]
		if b.half == 0 {
			return false
		}
		acks, r := allAcks[b.half-1], b.written
		b.half, b.written = 0, rec{}
		b.log.add(r)
		if t.keepsFlushed() && t.on("fsync_each_write") {
			b.flushed = b.log.end
		}
		t.noteProduced(to, l, acks, r.value)
		t.raise(to, l)
		return true
	})
}

// hasNews reports whether there is something for b to learn in n.
func (t *twin) hasNews(s *state, b int, n news) bool {
	x := &s.brokers[b]
	switch {
	case x.role == down, x.half != 0, x.boot == starting && n.leader == b, t.isOffline(x):
		return false
	case x.role != started && t.on("deaf_while_stopping") && s.ctl.stopping.has(b):
		return false
	case t.reassigns() && n.removed.has(b):
		onDisk := x.log.end > 0 || x.cache != noCache()
		return !t.zookeeper() && (x.role != started || onDisk)
	case x.role == started:
		return true
	case x.epoch < n.epoch:
		return true
	}
	ofLeader := x.role == leader && x.epoch == n.epoch && n.leader == b && (x.version != n.version || x.newsDue)
	return !t.on("isr_news_lost") && !t.on("zk_mode_brokers") && (ofLeader || x.minISR != n.minISR)
}

func (t *twin) learn(s state) (all []step) {
	for b := 1; b <= t.n; b++ {
		if t.hasNews(&s, b, s.ctl.news) {
			to := s
			t.take(&to, b, to.ctl.news)
			all = append(all, step{fmt.Sprintf("Learn b%d", b), to})
		}
	}
	return all
}

// take lets b take over what the controller says.
func (t *twin) take(s *state, b int, n news) {
	x := &s.brokers[b]
	if t.reassigns() && n.removed.has(b) {
		t.deleteReplica(s, b)
		return
	}
	t.learnAssignment(s, b, n)
	switch {
	case x.role != started && (n.epoch < x.epoch || n.epoch == x.epoch && n.leader != x.leader):
		x.minISR = n.minISR
	case n.leader == b:
		t.becomeLeader(s, b, n)
	case x.role == follower && x.epoch == n.epoch:
		x.minISR = n.minISR
	default:
		t.becomeFollower(s, b, n)
	}
	for _, f := range x.gone.members() {
		if t.reassigns() {
			x.fellows[f] = fellow{end: none, leaderEnd: none}
		}
	}
	if t.byController() && x.role == follower && s.ctl.stopping.has(b) && !n.isr.has(b) {
		x.answer = answer{}
	}
}

func (t *twin) becomeLeader(s *state, l int, n news) {
	b := &s.brokers[l]
	led, justStarted := b.role == leader, b.role == started
	newEpoch := !led || b.epoch != n.epoch
	same := !newEpoch && b.version == n.version && !b.newsDue
	if same {
		b.minISR = n.minISR
		return
	}
	if !led && t.keepsLogStart() && !t.on("hw_stays_above_start") && b.hw < b.logStart {
		b.hw, b.noHW = 0, true
	}
	b.role, b.leader, b.epoch, b.version, b.isr = leader, l, n.epoch, n.version, n.isr
	b.change, b.mustAsk, b.unnamed, b.newsDue = change{}, false, false, false
	b.failed = false
	t.dropStale(b, false)
	s.ghosts.deleted = max(s.ghosts.deleted, b.logStart)
	if newEpoch || !t.on("same_epoch_keeps_state") {
		if t.keepsStart() {
			b.start = b.log.end
		}
		if t.keepsCache() && t.on("register_epoch_on_election") {
			b.cache.enter(b.epoch, b.log.end)
		}
		t.forget(s, l, led)
	}
	if justStarted {
		b.minISR = n.minISR
	}
	t.raise(s, l)
	b.minISR = n.minISR
}

// forget is what a leader forgets of the others in a new epoch.
func (t *twin) forget(s *state, l int, led bool) {
	if !led || t.on("reelection_resets_remotes") {
		for _, f := range t.others(l) {
			s.brokers[l].fellows[f] = fellow{end: none, leaderEnd: none}
		}
	}
	t.newClocks(s, l, led)
}

// dropStale drops what is in flight to a broker in a new epoch.
func (t *twin) dropStale(b *broker, sameLeader bool) {
	a := b.answer
	otherEpoch := t.on("drop_stale_fetches") && a.kind == diverging && b.role == follower && b.leader == a.from
	if !t.outlives(a) || a.kind == epochEnd && !sameLeader || otherEpoch {
		b.answer = answer{}
	}
}

func (t *twin) becomeFollower(s *state, f int, n news) {
	b := &s.brokers[f]
	sameLeader := b.role == follower && b.leader == n.leader && n.leader != 0
	b.minISR = n.minISR
	t.keepsOn(s, f)
	b.version, b.isr, b.newsDue, b.change, b.start, b.waiting = none, 0, false, change{}, 0, 0
	for o := range b.fellows {
		b.fellows[o] = fellow{end: none, leaderEnd: none}
	}
	b.role, b.leader, b.epoch = follower, n.leader, n.epoch
	if sameLeader && !t.on("truncate_every_epoch_bump") && !t.is("truncation", "high-watermark") {
		return
	}
	b.mustAsk, b.failed = false, false
	t.dropStale(b, sameLeader)
	switch {
	case n.leader == 0:
	case t.byController() && s.ctl.stopping.has(f) && !n.isr.has(f): // nobody fetches, nobody cuts
	case t.on("truncation_of_removed_kills_thread") && t.cacheOf(b).latest() == none:
		b.answer = answer{kind: hwCut, epoch: none, from: b.leader}
	case t.is("truncation", "high-watermark"), t.cacheOf(b).latest() == none:
		b.answer = answer{}
		t.cutAtHW(b)
	case !t.onFetch():
		b.mustAsk = true
	}
}
