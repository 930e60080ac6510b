package twin

import "fmt"

func (t *twin) deleteRecords(s state) []step {
	return t.deletions(s, "DeleteRecords", "deletes", func(b *broker) int8 {
		if b.role != leader || !t.on("log_start_replicated") {
			return 0
		}
		return b.hw
	})
}

func (t *twin) retain(s state) []step {
	return t.deletions(s, "Retain", "retentions", func(b *broker) int8 {
		switch {
		case b.role == down || t.tiered():
			return 0
		case t.on("retention_stops_at_hw"):
			return b.hw
		}
		return b.log.end
	})
}

// deletions are the steps of a budget in which a log begins later, at most where most
// says.
func (t *twin) deletions(s state, rule, budget string, most func(b *broker) int8) (all []step) {
	for b := 1; b <= t.n; b++ {
		for o := int8(1); o <= room; o++ {
			to := s
			x := &to.brokers[b]
			if x.half != 0 || o <= x.logStart || o > most(x) || !t.spend(&to, budget) {
				continue
			}
			t.answerDeleted(&to, b, o)
			t.beginAt(x, o)
			if rule == "Retain" {
				t.writeStart(x)
			}
			if x.role == leader {
				to.ghosts.deleted = max(to.ghosts.deleted, o)
			}
			t.startLeaves(&to, b)
			all = append(all, step{fmt.Sprintf("%s b%d %d", rule, b, o), to})
		}
	}
	return all
}

// startLeaves puts the log start of a leader in the answers that leave it only now.
func (t *twin) startLeaves(s *state, l int) {
	x := &s.brokers[l]
	for f := 1; f <= t.n; f++ {
		y := &s.brokers[f]
		waits := y.role == follower && y.leader == l && y.answer.kind == records && t.waits(y)
		if waits && x.role == leader && t.is("reply_start", "after") {
			y.answer.start = t.toldStart(x)
		}
	}
}

// answerDeleted ends the wait of requests whose records are deleted.
func (t *twin) answerDeleted(s *state, l int, to int8) {
	x := &s.brokers[l]
	for o := x.logStart; o < to; o++ {
		value := x.log.recs[o].value
		if x.waiting&bit(value) == 0 {
			continue
		}
		if x.waiting &^= bit(value); o < x.hw {
			t.answer(s, l, value)
		}
	}
}

// beginAt lets the log of b begin at o.
func (t *twin) beginAt(b *broker, o int8) {
	b.logStart = o
	b.cache.beginAt(o)
	if !t.keepsStartOnDisk() {
		b.forgetBelow()
	}
}

// writeStart puts the start of a log on disk.
func (t *twin) writeStart(b *broker) {
	if t.keepsStartOnDisk() {
		b.startOnDisk = b.logStart
		if t.on("start_checkpoint_skips_aligned") && b.logStart <= b.local {
			b.startOnDisk = 0
		}
		b.forgetBelow()
		if t.tiered() {
			b.local = max(b.local, b.logStart)
		}
	}
}

func (b *broker) forgetBelow() {
	for o := int8(0); o < b.logStart; o++ {
		b.log.recs[o] = rec{}
	}
}

func (c *cache) beginAt(o int8) {
	keeps := none
	for e := range c {
		if c[e] != none && c[e] <= o {
			c[e], keeps = none, e
		}
	}
	if keeps != none {
		c[keeps] = o
	}
}

// toldStart is what an answer says of the start of its sender's log.
func (t *twin) toldStart(lead *broker) int8 {
	if !t.tellsLogStart() {
		return 0
	}
	return lead.logStart
}

// followStart lets b delete what its leader has deleted; it reports false if its
// fetcher fails of that.
func (t *twin) followStart(b *broker, start int8) bool {
	if start > b.logStart && start > b.hw {
		if t.on("thread_dies_with_partition") {
			b.deadThreads = b.deadThreads.with(b.leader)
		} else {
			b.failed = true
		}
		return false
	}
	if start > b.logStart {
		t.beginAt(b, start)
	}
	return true
}

// takeHW gives b a high watermark within its log.
func (t *twin) takeHW(b *broker, hw int8) {
	if b.noHW = hw == minusOne; b.noHW {
		b.hw = 0
		return
	}
	b.hw = min(hw, b.log.end)
	if t.on("hw_stays_above_start") {
		b.hw = max(b.hw, b.logStart)
	}
}

// minusOne stands for the high watermark of a leader that has none.
const minusOne = 31

// told is the high watermark of b in an answer.
func (b *broker) told() int8 {
	if b.noHW {
		return minusOne
	}
	return b.hw
}

// cutAtHW cuts the log of b at its high watermark, or fails of that.
func (t *twin) cutAtHW(b *broker) {
	switch {
	case !b.noHW:
		t.cut(b, b.hw)
	case t.on("thread_dies_with_partition"):
		b.deadThreads = b.deadThreads.with(b.leader)
	default:
		b.failed = true
	}
}

// mayAsk reports whether f is out of its leader's range and can ask it for that.
func (t *twin) mayAsk(s *state, f int) bool {
	b := &s.brokers[f]
	toAsk := b.answer.kind == outOfRange && t.asksForRange() || b.answer.kind == remoteOnly
	asks := b.answer.kind == askedLatest || toAsk && t.believes(b, b.answer)
	return asks && leads(s, b.leader) && (!t.on("fence_fetch") || s.brokers[b.leader].epoch == b.epoch)
}

func (t *twin) askLatest(s state) []step {
	return t.each(s, "AskLatest", func(to *state, f int) bool {
		b := &to.brokers[f]
		if b.answer.kind != outOfRange || !t.mayAsk(to, f) {
			return false
		}
		end := to.brokers[b.leader].log.end
		b.answer = answer{}
		switch {
		case end >= b.log.end:
			b.answer = answer{kind: askedLatest, epoch: none}
		case t.is("out_of_range", "halt") && t.number("unclean_elections") == 0:
			t.end(to, f)
		case !t.is("out_of_range", "retry"):
			t.cut(b, end)
		}
		return true
	})
}

func (t *twin) askEarliest(s state) []step {
	return t.each(s, "AskEarliest", func(to *state, f int) bool {
		b := &to.brokers[f]
		if b.answer.kind != askedLatest || !t.mayAsk(to, f) {
			return false
		}
		start := to.brokers[b.leader].logStart
		b.answer = answer{}
		if start <= b.log.end && !t.on("out_of_range_empties_log") {
			return true
		}
		b.log, b.cache = log{end: start}, noCache()
		b.logStart, b.local = start, 0
		t.writeStart(b)
		t.takeHW(b, b.told())
		if t.keepsFlushed() {
			b.flushed = start
		}
		return true
	})
}

func (t *twin) checkpointStart(s state) []step {
	return t.each(s, "CheckpointStart", func(to *state, b int) bool {
		x := &to.brokers[b]
		if !t.keepsStartOnDisk() || x.role == down || x.startOnDisk == x.logStart || !t.spend(to, "checkpoints") {
			return false
		}
		t.writeStart(x)
		return true
	})
}
