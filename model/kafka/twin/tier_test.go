package twin

import "fmt"

// remoteEnd is where what remote storage has of an epoch ends; 0 if it has nothing.
func (s *state) remoteEnd(epoch int8) (end int8) {
	for _, segment := range s.remote {
		for o, r := range segment {
			if r.value != 0 && r.epoch == epoch {
				end = max(end, int8(o)+1)
			}
		}
	}
	return end
}

// copied is up to where b takes its log to be in remote storage.
func (t *twin) copied(s *state, b int) int8 {
	x := &s.brokers[b]
	for e := int8(epochs - 1); e >= 0; e-- {
		far := s.remoteEnd(e)
		if x.cache[e] == none || far == 0 {
			continue
		}
		own := x.log.end
		for above := epochs - 1; above > int(e); above-- {
			if x.cache[above] != none {
				own = x.cache[above]
			}
		}
		if t.on("copied_ignores_lineage") {
			return far
		}
		return min(far, own)
	}
	return 0
}

// fromRemote is what b finds in remote storage at o, of the epoch that it has there.
func (s *state) fromRemote(b int, o int8) (found rec) {
	epoch := int8(none)
	for e, start := range s.brokers[b].cache {
		if start != none && start <= o {
			epoch = int8(e)
		}
	}
	for _, segment := range s.remote {
		if r := segment[o]; found.value == 0 && r.value != 0 && r.epoch == epoch {
			found = r
		}
	}
	return found
}

// upTo are the steps of a rule of b that has an offset, from first to last.
func (t *twin) upTo(s state, rule, budget string, bounds func(b int) (first, last int8), do func(to *state, b int, o int8)) (all []step) {
	for b := 1; b <= t.n && t.tiered(); b++ {
		first, last := bounds(b)
		for o := first; o <= last; o++ {
			to := s
			if t.spend(&to, budget) {
				do(&to, b, o)
				all = append(all, step{fmt.Sprintf("%s b%d %d", rule, b, o), to})
			}
		}
	}
	return all
}

func (t *twin) copySegment(s state) []step {
	from := func(b int) int8 {
		return max(t.copied(&s, b), s.brokers[b].local, s.brokers[b].logStart)
	}
	return t.upTo(s, "Copy", "copies", func(b int) (int8, int8) {
		if s.brokers[b].role != leader {
			return 1, 0
		}
		return from(b) + 1, s.brokers[b].hw
	}, func(to *state, b int, o int8) {
		i := 0
		for to.remote[i] != [room]rec{} {
			i++
		}
		for at := from(b); at < o; at++ {
			to.remote[i][at] = to.brokers[b].log.recs[at]
		}
	})
}

func (t *twin) retainLocal(s state) []step {
	return t.upTo(s, "RetainLocal", "retentions", func(b int) (int8, int8) {
		x := &s.brokers[b]
		if x.role == down {
			return 1, 0
		}
		return max(x.local, x.logStart) + 1, min(t.copied(&s, b), x.hw)
	}, func(to *state, b int, o int8) {
		t.answerDeleted(to, b, o)
		x := &to.brokers[b]
		x.local = o
		for at := range o {
			x.log.recs[at] = rec{}
		}
	})
}

func (t *twin) retainRemote(s state) []step {
	return t.upTo(s, "RetainRemote", "retentions", func(b int) (int8, int8) {
		x := &s.brokers[b]
		if x.role != leader {
			return 1, 0
		}
		return x.logStart + 1, min(x.local, x.hw)
	}, func(to *state, b int, o int8) {
		for i := range to.remote {
			for at := range o {
				to.remote[i][at] = rec{}
			}
		}
		t.beginAt(&to.brokers[b], o)
		to.ghosts.deleted = max(to.ghosts.deleted, o)
		t.startLeaves(to, b)
	})
}

func (t *twin) askEarliestLocal(s state) []step {
	return t.each(s, "AskEarliestLocal", func(to *state, f int) bool {
		b := &to.brokers[f]
		if b.answer.kind != remoteOnly || !t.mayAsk(to, f) {
			return false
		}
		lead := &to.brokers[b.leader]
		b.answer = answer{}
		if lead.local <= lead.logStart || to.fromRemote(b.leader, lead.local-1).value == 0 {
			return true
		}
		b.log, b.logStart, b.local, b.hw = log{end: lead.local}, lead.logStart, lead.local, lead.local
		b.cache = lead.cache
		b.cache.dropFrom(lead.local)
		return true
	})
}

// hwIsRemote reports a leader at whom every fetch fails, since its high watermark is not
// on its own disks.
func (t *twin) hwIsRemote(b *broker) bool {
	return t.on("hw_position_must_be_local") && b.hw < b.local
}
