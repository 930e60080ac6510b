package kafka

// stale reports an answer to a question that the broker no longer has. It can
// be in flight only where a new epoch does not drop it.
func (p *Protocol) stale(b *Broker, r *Response) bool {
	if !p.keeps(r) || p.cutsUnasked(b, r) {
		return false
	}
	other := r.Kind != EpochEnd && (b.Role != Follower || b.Leader != r.From)
	return other || r.Asked != b.Log.End || b.Truncating != (r.Kind == EpochEnd)
}

// keeps reports whether an answer of this kind outlives a new epoch.
func (p *Protocol) keeps(r *Response) bool {
	switch r.Kind {
	case NoResponse:
		return false
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
	left := b.Role != Follower || b.Leader != r.From
	return p.RemovedPartitionIsCut && (r.Kind == DivergingApplied || r.Kind == Diverging && left)
}

// ofAnother reports whether what is in flight to b comes from another than its
// leader: on another thread, so that b fetches all the same. The model keeps one
// answer for each broker, and forgets this one then.
func (p *Protocol) ofAnother(b *Broker) bool {
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
func (p *Protocol) diverge(b *Broker, r *Response) {
	if !p.cutsLater() || p.cutsUnasked(b, r) {
		p.truncateDiverging(b, r)
		return
	}
	if !p.DivergeSkipsHW {
		b.HW = min(r.HW, b.Log.End)
	}
	b.Response = *r
	b.Response.Kind = DivergingApplied
	b.Response.HW = 0
	if p.RemovedPartitionIsCut {
		b.Response.Asked = 0 // nobody compares it
	}
}

// cutsLater reports whether reading a diverging answer and the cut are two steps.
func (p *Protocol) cutsLater() bool { return !p.DivergeSkipsHW || p.RemovedPartitionIsCut }
