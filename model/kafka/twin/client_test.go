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

// answerCovered answers what waits below the high watermark of l.
func (t *twin) answerCovered(s *state, l int) {
	b := &s.brokers[l]
	for o := int8(0); o < b.hw; o++ {
		if value := b.log.recs[o].value; b.waiting&bit(value) != 0 {
			t.answer(s, l, value)
		}
	}
}

func (t *twin) answer(s *state, l int, value int8) {
	b, g := &s.brokers[l], &s.ghosts
	b.waiting &^= bit(value)
	if t.maximal(b).size() >= t.minISR(s, l) {
		g.ackedAll |= bit(value)
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
			if b.waiting&bit(value) != 0 && try(&to, l, o, value) {
				all = append(all, step{fmt.Sprintf("%s b%d r%d", rule, l, value), to})
			}
		}
	}
	return all
}

func (t *twin) ackCheck(s state) []step {
	return t.waitingAt(s, "AckCheck", func(to *state, l int, o, value int8) bool {
		if !t.registersAcks("separate") || o >= to.brokers[l].hw {
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
