package kafka

// String is the kind of answer as programs have it.
func (k ResponseKind) String() string {
	return [...]string{"None", "Fetched", "Diverging", "OutOfRange", "DivergingApplied", "EpochEnd", "CutToHW", "AskedLatest", "MovedToTier"}[k]
}

// stale reports an answer to a question that the broker no longer has. It can
// be in flight only where a new epoch does not drop it.
func (p *Protocol) stale(b *Broker, r *Response) bool {
	if !p.keeps(r) || p.cutsUnasked(b, r) || r.Kind == CutToHW {
		return false
	}
	other := r.Kind != EpochEnd && (b.Role != Follower || b.Leader != r.From)
	return other || r.Asked != b.Log.End || b.Truncating != (r.Kind == EpochEnd)
}

// keeps reports whether an answer of this kind outlives a new epoch.
func (p *Protocol) keeps(r *Response) bool {
	switch r.Kind {
	case NoResponse, AskedLatest:
		return false
	case CutToHW:
		return true
	case EpochEnd:
		return !p.DropStaleLookups
	case Diverging, DivergingApplied:
		return !p.DropStaleFetches || p.RemovedPartitionIsCut
	}
	return !p.DropStaleFetches
}

// cutsUnasked reports a diverging answer by which the fetcher cuts without looking
// again whether the partition is its own (KAFKA-13207). One on its way to a partition
// that has left its fetcher counts as read before that.
func (p *Protocol) cutsUnasked(b *Broker, r *Response) bool {
	return p.RemovedPartitionIsCut && (r.Kind == DivergingApplied || r.Kind == Diverging && b.left(r))
}

// CutWaits reports whether such a cut waits for an append, which has the log locked.
func (p *Protocol) CutWaits(b *Broker) bool { return b.Half != 0 && p.cutsUnasked(b, &b.Response) }

// left reports whether the partition is no longer the fetcher's that has an answer.
func (b *Broker) left(r *Response) bool { return b.Role != Follower || b.Leader != r.From }

// OfAnother reports whether what is in flight to b comes from another than its
// leader: on another thread, so that b fetches all the same. The model keeps one
// answer for each broker, and forgets this one then.
func (p *Protocol) OfAnother(b *Broker) bool {
	return p.keeps(&b.Response) && b.Response.Kind != EpochEnd && b.Response.From != b.Leader
}

// dropStale drops what is in flight to a broker that learns of a new epoch; same
// tells whether it follows on whom it followed. The thread that waits for the
// answer to a fetch looks only when it is there.
func (p *Protocol) dropStale(b *Broker, same bool) {
	r := &b.Response
	unread := p.DropStaleFetches && r.Kind == Diverging && b.Role == Follower && b.Leader == r.From
	if !p.keeps(r) || r.Kind == EpochEnd && !same || unread {
		*r = Response{}
	}
}

// asked notes the question with its answer, where that matters.
func (p *Protocol) asked(b *Broker) {
	r := &b.Response
	if !p.keeps(r) {
		return
	}
	r.Asked = b.Log.End
	if r.Kind != EpochEnd {
		r.From = b.Leader
	}
}

// diverge handles a diverging answer; before KAFKA-14704 the high watermark
// was taken over first and the log cut afterwards, visible in between. So is a cut
// that nothing stops any more.
func (p *Protocol) diverge(b *Broker, f int, r *Response) {
	if !p.cutsLater() || p.cutsUnasked(b, r) {
		p.truncateDiverging(b, r)
		return
	}
	if !p.DivergeSkipsHW {
		p.takeHW(b, r.HW)
		if !p.takeStart(b, f, r) {
			return
		}
	}
	b.Response = *r
	b.Response.Kind = DivergingApplied
	b.Response.HW, b.Response.Start = 0, 0
	if p.RemovedPartitionIsCut {
		b.Response.Asked = 0 // nobody compares it
	}
}

// cutsLater reports whether reading a diverging answer and the cut are two steps.
func (p *Protocol) cutsLater() bool { return !p.DivergeSkipsHW || p.RemovedPartitionIsCut }

// FencesFetch reports a fetch that is refused by its epoch, and by which nothing changes.
// Within a session no epoch is looked at where the session does not keep it, and one
// that is ahead of the leader's is refused only as it opens the session (KAFKA-9338).
func (p *Protocol) FencesFetch(b, lead *Broker) bool {
	if !p.FenceFetch || b.Epoch == lead.Epoch {
		return false
	}
	return !p.keepsSessions || b.Epoch < lead.Epoch && !b.Sessions.Has(lead.Leader.Index())
}

// opensInVain notes the session of a fetch; it reports one that opens a session and
// is refused (UNKNOWN_LEADER_EPOCH): the follower tries again, within the session.
func (p *Protocol) opensInVain(b, lead *Broker) bool {
	l := Of(lead.Leader.Index())
	refused := b.Epoch != lead.Epoch && b.Sessions&l == 0
	b.Sessions |= l
	return refused
}

// partitionFails is an error of a follower's fetcher thread at this partition.
func (p *Protocol) partitionFails(s *State, out *steps) {
	p.fetchersFail(s, out, p.failPartition)
}

// failPartition is what an error at this partition does to its fetcher.
func (p *Protocol) failPartition(b *Broker, f int) {
	b.Failed |= Of(f)
	if p.ThreadDiesWithPartition {
		p.threadDies(b, f)
	}
}

// otherFails is an error of a follower's fetcher thread at another partition. It
// concerns this one only if the thread dies of it.
func (p *Protocol) otherFails(s *State, out *steps) {
	if p.ThreadDiesWithPartition {
		p.fetchersFail(s, out, p.threadDies)
	}
}

// fetchersFail emits one step per follower whose thread runs and has its partition.
func (p *Protocol) fetchersFail(s *State, out *steps, fail func(b *Broker, f int)) {
	spent := p.failureBudget.spent(s.Used.FetcherFailures)
	for f := range p.Brokers {
		x := &s.Brokers[f]
		if x.Role != Follower || x.Leader == Nobody || x.Failed&(Of(f)|Of(x.Leader.Index())) != 0 {
			continue
		}
		if spent != 0 {
			out.Stopped(spent)
			return
		}
		n := out.Step(uint8(f))
		p.failureBudget.spend(&n.Used.FetcherFailures)
		b := &n.Brokers[f]
		if !p.OfAnother(b) {
			b.Response = Response{}
		}
		fail(b, f)
	}
}

// starves reports whether a partition that has left a follower fails the requests of
// its thread, with all partitions in them, until it is told (to 0.11).
func (p *Protocol) starves() bool {
	return p.Reassigns && p.Strangers == StrangersFail && p.failureBudget.some()
}

// otherLeaves is another partition of a fetcher thread that leaves the follower.
func (p *Protocol) otherLeaves(s *State, out *steps) {
	if !p.starves() {
		return
	}
	spent := p.failureBudget.spent(s.Used.FetcherFailures)
	for f := range p.Brokers {
		x := &s.Brokers[f]
		l := x.Leader.Index()
		if x.Role != Follower || x.Leader == Nobody || x.Failed&(Of(f)|Of(l)) != 0 || x.Starved.Has(l) {
			continue
		}
		if spent != 0 {
			out.Stopped(spent)
			return
		}
		n := out.Step(uint8(f))
		p.failureBudget.spend(&n.Used.FetcherFailures)
		n.Brokers[f].Starved |= Of(l)
	}
}

// otherStopped is the follower's hearing of it: the next request is without that
// partition.
func (p *Protocol) otherStopped(s *State, out *steps) {
	for f := range p.Brokers {
		for l := range p.Brokers {
			if s.Brokers[f].Starved.Has(l) {
				out.Step(uint8(f), uint8(l)).Brokers[f].Starved &^= Of(l)
			}
		}
	}
}

// threadDies ends the thread that fetches from b's leader. Nothing starts it again:
// a broker that follows that leader once more finds the dead thread in its place.
func (p *Protocol) threadDies(b *Broker, f int) {
	b.Failed = b.Failed&^Of(f) | Of(b.Leader.Index())
}

// cutToHW is the cut that a fetcher has been about to make. It looks the partition up
// among its own, and does not find one that has left (KAFKA-8012).
func (p *Protocol) cutToHW(b *Broker, f int, r *Response) {
	if b.left(r) {
		b.Failed |= Of(r.From.Index())
		return
	}
	b.Truncating = false
	p.cutAtHW(b, f)
}
