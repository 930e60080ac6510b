package twin

import "fmt"

func bit(value int8) uint32 { return 1 << value }

// noteProduced remembers a produce request whose answers are tracked.
func (t *twin) noteProduced(s *state, l int, acks string, value int8) {
	switch {
	case t.registersAcks("off"):
	case acks == "all":
		s.brokers[l].waiting |= bit(value)
	case acks == "1":
		s.ghosts.ackedOne |= bit(value)
	}
}

// What a leader says of the number of a record.
const (
	follows = iota
	known
	refused
)

// numbered is what leader l says of a producer's record by its number.
func (t *twin) numbered(s *state, l int, value int8) int {
	g := &s.brokers[l].log
	if !t.on("idempotence") || g.end == 0 {
		return follows
	}
	for back := int8(1); back <= 5 && back <= g.end; back++ {
		if g.recs[g.end-back].value == value {
			return known
		}
	}
	if g.recs[g.end-1].value == value-1 {
		return follows
	}
	return refused
}

// newest is the value of the newest record.
func newest(s *state) int8 { return s.used[counter("records")] + s.used[counter("markers")] }

func (t *twin) marker(to *state, l int) bool {
	if !leads(to, l) || to.brokers[l].isr.size() < t.minISR(to, l) || !t.spend(to, "markers") {
		return false
	}
	to.markers |= bit(newest(to))
	t.produced(to, l, "all", newest(to))
	return true
}

func (t *twin) writeMarker(s state) []step {
	return t.each(s, "WriteMarker", func(to *state, l int) bool {
		if to.txn == 0 {
			return false
		}
		to.txn = 2
		return t.marker(to, l)
	})
}

func (t *twin) abortHanging(s state) []step {
	return t.each(s, "AbortHanging", func(to *state, l int) bool {
		return to.txn == 0 && t.stable(to, l) < to.brokers[l].hw && t.marker(to, l)
	})
}

// stable is the last stable offset of b: what lies below it is decided.
func (t *twin) stable(s *state, b int) int8 {
	x := &s.brokers[b]
	at := x.hw
	for o := x.hw - 1; o >= 0 && t.number("markers") > 0 && s.markers&bit(x.log.recs[o].value) == 0; o-- {
		at = o
	}
	return at
}

func (t *twin) retry(s state) (all []step) {
	for l := 1; l <= t.n; l++ {
		for value := int8(1); value <= s.used[counter("records")]; value++ {
			for _, acks := range [...]string{"all", "1"} {
				says, to := t.numbered(&s, l, value), s
				switch {
				case !leads(&s, l), says == refused, !t.is("acks", acks) && !t.is("acks", "any"):
					continue
				case acks == "all" && s.brokers[l].isr.size() < t.minISR(&s, l), !t.spend(&to, "retries"):
					continue
				case says == follows:
					to.kept[value] = keptWait{}
					t.produced(&to, l, acks, value)
				default:
					to.kept[value] = keptWait{}
					t.noteProduced(&to, l, acks, value)
					if t.registersAcks("with-hw") {
						t.answerCovered(&to, l)
					}
				}
				all = append(all, step{fmt.Sprintf("Retry b%d %s r%d", l, acks, value), to})
			}
		}
	}
	return all
}

// lastCopy is where a log has a value for the last time, or none.
func (g *log) lastCopy(value int8) int8 {
	at := int8(none)
	for o := range g.end {
		if g.recs[o].value == value {
			at = o
		}
	}
	return at
}

// answerCovered answers what waits below the high watermark of l.
func (t *twin) answerCovered(s *state, l int) {
	b := &s.brokers[l]
	for o := int8(0); o < b.hw; o++ {
		if value := b.log.recs[o].value; b.waiting&bit(value) != 0 && b.log.lastCopy(value) == o {
			t.answer(s, l, value)
		}
	}
	for value, w := range s.kept {
		if w.at == l && w.end <= b.hw {
			t.answer(s, l, int8(value))
		}
	}
}

// keepsOn moves what waits at a leader that becomes a follower to where nothing
// reaches it but its end.
func (t *twin) keepsOn(s *state, b int) {
	if t.on("wait_checked_on_demotion") {
		return
	}
	for value := int8(1); value <= room; value++ {
		if at := s.brokers[b].log.lastCopy(value); s.brokers[b].waiting&bit(value) != 0 && at != none {
			s.kept[value] = keptWait{b, at + 1}
		}
	}
}

// forgetKept forgets what waits at a broker that ends.
func (s *state) forgetKept(b int) {
	for value := range s.kept {
		if s.kept[value].at == b {
			s.kept[value] = keptWait{}
		}
	}
}

func (t *twin) answer(s *state, l int, value int8) {
	b, g := &s.brokers[l], &s.ghosts
	b.waiting &^= bit(value)
	s.kept[value] = keptWait{}
	if t.maximal(b).size() >= t.minISR(s, l) {
		g.ackedAll |= bit(value)
		if s.markers&bit(value) != 0 {
			s.txn = 0
		}
		return
	}
	g.nacked |= bit(value)
	g.afterAppend = true
}

// waitingAt calls try for every request that waits for a record of a log.
func (t *twin) waitingAt(s state, rule string, try func(to *state, l int, o, value int8) bool) (all []step) {
	for l := 1; l <= t.n; l++ {
		b := &s.brokers[l]
		for o := int8(0); o < b.log.end; o++ {
			value, to := b.log.recs[o].value, s
			if b.waiting&bit(value) != 0 && b.log.lastCopy(value) == o && try(&to, l, o, value) {
				all = append(all, step{fmt.Sprintf("%s b%d r%d", rule, l, value), to})
			}
		}
		for value, w := range s.kept {
			if to := s; w.at == l && try(&to, l, w.end-1, int8(value)) {
				all = append(all, step{fmt.Sprintf("%s b%d r%d", rule, l, value), to})
			}
		}
	}
	return all
}

func (t *twin) ackCheck(s state) []step {
	return t.waitingAt(s, "AckCheck", func(to *state, l int, o, value int8) bool {
		if !t.registersAcks("separate") || o >= to.brokers[l].hw || !leads(to, l) {
			return false
		}
		t.answer(to, l, value)
		return true
	})
}

func (t *twin) produceTimeout(s state) []step {
	return t.waitingAt(s, "ProduceTimeout", func(to *state, l int, o, value int8) bool {
		if !t.spend(to, "produce_timeouts") {
			return false
		}
		to.brokers[l].waiting &^= bit(value)
		to.kept[value] = keptWait{}
		return true
	})
}

// toTheEnd is the bound of a read that found the high watermark at the log end.
const toTheEnd = 30

func (t *twin) read(s state) []step {
	return t.each(s, "Read", func(to *state, b int) bool {
		x := &to.brokers[b]
		if x.role != leader && !(x.role == follower && t.on("fetch_from_follower")) || x.hw == 0 || x.reading != none ||
			!t.spend(to, "reads") {
			return false
		}
		switch {
		case t.on("consumer_read_atomic"):
			give(&to.ghosts, x, x.hw)
		case x.hw == x.log.end:
			x.reading = toTheEnd
		default:
			x.reading = x.hw
		}
		return true
	})
}

func (t *twin) poll(s state) []step {
	return t.each(s, "Poll", func(to *state, b int) bool {
		x, r := &to.brokers[b], &to.reader
		asksLeader := r.from == 0
		mayAsk := asksLeader && x.role == leader || r.from == b && (x.role == leader || x.role == follower)
		if !t.on("reader") || !mayAsk {
			return false
		}
		if asksLeader && t.on("fetch_from_follower") && b != t.n {
			inRack := x.fellows[t.n].end != none && x.fellows[t.n].end >= r.at && !to.ctl.fenced.has(t.n)
			if inRack && (t.on("preferred_may_lag") || x.isr.has(t.n)) {
				r.from = t.n
				return true
			}
		}
		outOfRange := r.at > x.log.end || r.at > x.hw && t.on("read_above_hw_is_error")
		switch {
		case outOfRange && !asksLeader:
			r.from = 0
		case outOfRange && t.is("auto_offset_reset", "latest"):
			r.at = x.hw
		case outOfRange:
			r.at = 0
		case r.at >= t.stable(to, b):
			return false
		}
		for ; !outOfRange && r.at < t.stable(to, b); r.at++ {
			was := &to.ghosts.consumed
			if r.at == was.end {
				was.add(x.log.recs[r.at])
			} else if was.recs[r.at] != x.log.recs[r.at] {
				was.recs[r.at], to.ghosts.readConflict = x.log.recs[r.at], true
			}
		}
		return true
	})
}

func (t *twin) returnToLeader(s state) []step {
	return t.each(s, "ReturnToLeader", func(to *state, b int) bool {
		if to.reader.from != b {
			return false
		}
		to.reader.from = 0
		return true
	})
}

func (t *twin) finishRead(s state) []step {
	return t.each(s, "FinishRead", func(to *state, b int) bool {
		x := &to.brokers[b]
		if x.reading == none {
			return false
		}
		give(&to.ghosts, x, min(x.reading, x.log.end))
		x.reading = none
		return true
	})
}

// give notes what a consumer was given.
func give(g *ghosts, b *broker, to int8) {
	c := &g.consumed
	for o := b.logStart; o < to; o++ {
		if b.log.recs[o].value == torn {
			if o >= c.end {
				return
			}
			continue // the broker cannot read it
		}
		if o >= c.end || c.recs[o] == (rec{}) {
			c.recs[o], c.end = b.log.recs[o], max(c.end, o+1)
		} else if c.recs[o] != b.log.recs[o] {
			g.readConflict = true
		}
	}
}

func (t *twin) listLatest(s state) []step {
	return t.each(s, "ListLatest", func(to *state, b int) bool {
		x, g := &to.brokers[b], &to.ghosts
		if x.role != leader || t.on("offset_not_available") && x.hw < x.start || !t.spend(to, "reads") {
			return false
		}
		if t.is("commit_by", "true-leader") && (to.ctl.leader != b || to.ctl.epoch != x.epoch) {
			return true
		}
		g.latestWentBack = g.latestWentBack || x.hw < g.latest
		g.latest = max(g.latest, x.hw)
		return true
	})
}
