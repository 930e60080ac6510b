package kafkaspec

// widest has every bit set that a state of the run can have, those just
// outside the constraint included: they are generated and checked too.
func (p *asyncPartition) widest() *AsyncState {
	s := &AsyncState{
		ISR: p.everybody, Version: bitsFor(p.maxVersion + 1),
		LeaderISR: p.everybody, LeaderVersion: bitsFor(p.maxVersion), PendingISR: p.everybody,
	}
	for v := range p.maxVersion + 1 {
		s.Requests[v] = 1<<(1<<(p.replicas-1)) - 1
		s.Updates[v] = p.everybody
	}
	for b := range p.replicas {
		s.Offsets[b] = bitsFor(p.maxOffset + 1)
	}
	return s
}

// canonical rewrites a state to the least one that renaming its followers
// can give, by trying all renamings that keep the leader.
func (p *asyncPartition) canonical() func(*AsyncState) {
	var renamings []renaming
	for _, r := range renamingsOf(p.replicas) {
		if r.from[asyncLeader] == asyncLeader {
			renamings = append(renamings, r)
		}
	}
	return func(s *AsyncState) {
		best := *s
		for i := range renamings {
			if image := renamings[i].applyAsync(s, p.replicas); image.less(&best) {
				best = image
			}
		}
		*s = best
	}
}

func (r *renaming) applyAsync(s *AsyncState, n Broker) AsyncState {
	image := *s
	for i := range n {
		image.Offsets[i] = s.Offsets[r.from[i]]
	}
	set := func(isr ISR) ISR { return ISR(r.set[isr]) }
	image.ISR, image.LeaderISR, image.PendingISR = set(s.ISR), set(s.LeaderISR), set(s.PendingISR)
	for v, isr := range s.Updates {
		image.Updates[v] = set(isr)
	}
	for v, requested := range s.Requests {
		image.Requests[v] = 0
		for followers := ISR(0); requested>>followers != 0; followers++ {
			if requested>>followers&1 != 0 {
				image.Requests[v] |= 1 << (set(followers<<1|1) >> 1)
			}
		}
	}
	return image
}

func (s *AsyncState) less(t *AsyncState) bool {
	if s.ISR != t.ISR {
		return s.ISR < t.ISR
	}
	if s.LeaderISR != t.LeaderISR {
		return s.LeaderISR < t.LeaderISR
	}
	if s.PendingISR != t.PendingISR {
		return s.PendingISR < t.PendingISR
	}
	for b := range s.Offsets {
		if s.Offsets[b] != t.Offsets[b] {
			return s.Offsets[b] < t.Offsets[b]
		}
	}
	for v := range s.Requests {
		if s.Requests[v] != t.Requests[v] {
			return s.Requests[v] < t.Requests[v]
		}
		if s.Updates[v] != t.Updates[v] {
			return s.Updates[v] < t.Updates[v]
		}
	}
	return false
}
