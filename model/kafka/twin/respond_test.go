package twin

import "fmt"

func (t *twin) respond(s state) (all []step) {
	for f := 1; f <= t.n; f++ {
		b := &s.brokers[f]
		if b.answer.kind != nothing && !t.mayAsk(&s, f) && !(b.half != 0 && t.cutsAnyway(b, b.answer)) {
			to := s
			t.process(&to, f)
			all = append(all, step{fmt.Sprintf("Respond b%d", f), to})
		}
	}
	return all
}

// process lets f process its answer.
func (t *twin) process(s *state, f int) {
	b := &s.brokers[f]
	a := b.answer
	b.answer = answer{}
	if !t.believes(b, a) {
		return
	}
	switch a.kind {
	case records:
		for o := int8(0); o < a.recs.end && !(t.on("append_checks_leader_epoch") && a.recs.recs[o].epoch > b.epoch); o++ {
			t.append(b, a.recs.recs[o])
		}
		t.takeHW(b, a.hw)
		t.followStart(b, a.start)
		b.unnamed = a.recs.end == 0 && t.onFetch() && !t.on("last_fetched_epoch_kept")
	case diverging:
		inTwo := !t.on("diverge_skips_hw") || t.on("removed_partition_is_cut")
		if !inTwo || t.cutsAnyway(b, a) {
			t.cutAsTold(b, a.epoch, a.end)
			return
		}
		if !t.on("diverge_skips_hw") {
			t.takeHW(b, a.hw)
			if !t.followStart(b, a.start) {
				return
			}
		}
		if t.on("removed_partition_is_cut") {
			a.asked = 0
		}
		a.kind, a.hw, a.start = hwTaken, 0, 0
		b.answer = a
	case hwTaken:
		t.cutAsTold(b, a.epoch, a.end)
	case outOfRange:
		if t.asksForRange() {
			return
		}
		if t.is("out_of_range", "halt") && t.number("unclean_elections") == 0 {
			t.end(s, f)
			return
		}
		t.cut(b, a.end)
	case epochEnd:
		t.cutByLookup(b, a.epoch, a.end)
	case hwCut:
		if b.role == follower && b.leader == a.from {
			t.cutAtHW(b)
			b.mustAsk = false
		} else {
			b.deadThreads = b.deadThreads.with(a.from)
		}
	}
}

func (t *twin) partitionFails(s state) []step {
	return t.each(s, "PartitionFails", func(to *state, f int) bool {
		return t.fail(to, f, !t.on("thread_dies_with_partition"))
	})
}

func (t *twin) otherFails(s state) []step {
	return t.each(s, "OtherFails", func(to *state, f int) bool {
		return t.on("thread_dies_with_partition") && t.fail(to, f, false)
	})
}

// fail is a failure of the fetcher of f: of this partition, or of the thread.
func (t *twin) fail(s *state, f int, partition bool) bool {
	b := &s.brokers[f]
	if !b.fetcherRuns() || !t.spend(s, "fetcher_failures") {
		return false
	}
	if t.waits(b) {
		b.answer = answer{}
	}
	if b.failed = partition; !partition {
		b.deadThreads = b.deadThreads.with(b.leader)
	}
	return true
}

func (t *twin) lookup(s state) (all []step) {
	for f := 1; f <= t.n; f++ {
		b := &s.brokers[f]
		if !b.fetcherRuns() || !b.mustAsk || t.waits(b) || !leads(&s, b.leader) {
			continue
		}
		lead := &s.brokers[b.leader]
		if t.on("fence_lookup") && lead.epoch != b.epoch {
			continue
		}
		epoch, end := int8(none), int8(none)
		if latest := t.cacheOf(b).latest(); latest != none {
			epoch, end = t.cacheOf(lead).lookup(latest, lead.log.end)
		}
		to := s
		if t.on("split_lookup") {
			to.brokers[f].answer = answer{kind: epochEnd, epoch: epoch, end: end}
			t.noteAsked(&to.brokers[f])
		} else {
			t.cutByLookup(&to.brokers[f], epoch, end)
		}
		all = append(all, step{fmt.Sprintf("Lookup b%d", f), to})
	}
	return all
}

// cutByLookup is what a follower does with the answer to its lookup.
func (t *twin) cutByLookup(b *broker, epoch, end int8) {
	b.mustAsk = false
	switch {
	case end == none:
		t.cutAtHW(b)
	case t.is("truncation", "epoch-offset"):
		t.cut(b, end)
	default:
		agreed := t.cutAsTold(b, epoch, end)
		b.mustAsk = !agreed && t.cacheOf(b).latest() != none
	}
}
