package kafka

import "mc/model"

type steps = model.Steps[State]

var fetchWaits = flag("fetch_waits", func(p *Protocol) *bool { return &p.FetchWaits },
	"off", "",
	"A fetch that finds nothing may wait at the leader, and is answered with what is there later; off: a fetch at that time stands for it.").
	ofScenario()

// fetch is one fetch request and the leader's whole processing of it; the
// reply carries the high watermark from after the update, or from before it.
func (p *Protocol) fetch(s *State, out *steps) {
	for f := range p.Brokers {
		l, ok := p.fetchable(s, f)
		if !ok {
			continue
		}
		n := out.Step(uint8(f))
		if !p.serveFetch(n, l, f) {
			out.Drop()
			continue
		}
		if p.ReplyHW == ReplyBefore && p.carriesHW(&n.Brokers[f].Response) {
			n.Brokers[f].Response.HW = s.Brokers[l].toldHW()
		}
	}
}

// fetchEarly is fetch with the other choice of the high watermark in the
// reply: the one from before this fetch was counted.
func (p *Protocol) fetchEarly(s *State, out *steps) {
	if p.ReplyHW != ReplyEither {
		return
	}
	for f := range p.Brokers {
		l, ok := p.fetchable(s, f)
		if !ok {
			continue
		}
		n := out.Step(uint8(f))
		r := &n.Brokers[f].Response
		if !p.serveFetch(n, l, f) || !p.carriesHW(r) || r.HW == s.Brokers[l].toldHW() {
			out.Drop()
			continue
		}
		r.HW = s.Brokers[l].toldHW()
	}
}

// carriesHW reports whether the follower will look at the high watermark in an
// answer.
func (p *Protocol) carriesHW(r *Response) bool {
	return r.Kind == Fetched || r.Kind == Diverging && !p.DivergeSkipsHW
}

// fetchable reports the leader that broker f may fetch from now.
func (p *Protocol) fetchable(s *State, f int) (leader int, ok bool) {
	b := &s.Brokers[f]
	if b.Truncating {
		return 0, false
	}
	l, ok := p.reachable(s, f)
	if !ok || p.FencesFetch(b, &s.Brokers[l]) {
		return 0, false
	}
	away := s.Controller.ShuttingDown
	if !p.Reassigns {
		away |= s.Controller.Removed
	}
	if away.Has(f) && !s.Controller.Isr.Has(f) {
		return 0, false
	}
	return l, !p.Reassigns || p.Strangers == StrangersAnswered || !s.Brokers[l].Gone.Has(f) && !b.Starved.Has(l)
}

// reachable reports the leader that follower f believes in, if both run, that
// one takes itself for the leader, and nothing of it is in flight to f.
func (p *Protocol) reachable(s *State, f int) (leader int, ok bool) {
	b := &s.Brokers[f]
	if b.Role != Follower || b.Leader == Nobody || b.Response.Kind != NoResponse && !p.OfAnother(b) {
		return 0, false
	}
	l := b.Leader.Index()
	return l, s.Brokers[l].Role == Leader && b.Failed&(Of(f)|Of(l)) == 0
}

// serveFetch is the leader's side: divergence, records, follower state, ISR
// expansion, high watermark. It reports false if the request changes nothing
// because the follower just tries again.
func (p *Protocol) serveFetch(s *State, l, f int) bool {
	lead, b := &s.Brokers[l], &s.Brokers[f]
	if p.HWOutOfSight(lead) {
		return false
	}
	if p.keepsSessions && p.opensInVain(b, lead) {
		return true
	}
	if !p.answerFetch(lead, b) {
		return false
	}
	r := &b.Response
	if r.Kind == Fetched || r.Kind == Diverging && !p.DivergeSkipsStateUpdate {
		p.countFetch(s, l, f)
	}
	p.tellHW(lead, r)
	return true
}

// answerFetch makes the answer to a fetch of a follower of what the leader's log has: that its end
// diverges, that its offset is out of range or in remote storage only, or records. It reports
// false for an error after which the follower just tries again.
func (p *Protocol) answerFetch(lead, b *Broker) bool {
	r := &b.Response
	if p.Truncation == OnFetch && !b.EpochForgot {
		own, leads := p.CacheOf(b), p.CacheOf(lead)
		if e, any := own.Latest(); any {
			floor, end, ok := leads.endOffsetFor(e, lead.Log.End)
			if !ok || b.Log.End < lead.Start && !p.DivergenceBeforeRange {
				return p.outOfRange(lead, b)
			}
			if floor < e || end < b.Log.End {
				*r = Response{Kind: Diverging, Epoch: Know(floor), End: end}
				p.asked(b)
				return true
			}
		}
	}
	return p.readFor(lead, b)
}

// readFor is the second half of that, once the logs agree.
func (p *Protocol) readFor(lead, b *Broker) bool {
	r := &b.Response
	switch {
	case b.Log.End > lead.Log.End || b.Log.End < lead.Start:
		return p.outOfRange(lead, b)
	case b.Log.End < lead.Local:
		*r = Response{Kind: MovedToTier}
	default:
		*r = Response{Kind: Fetched}
		if p.FetchWaits {
			r.Epoch = Know(lead.Epoch)
		}
		p.readInto(r, lead, b.Log.End)
	}
	p.asked(b)
	return true
}

// tellHW gives an answer the high watermark and the start of the leader's log, if the
// follower will look at them.
func (p *Protocol) tellHW(lead *Broker, r *Response) {
	if p.carriesHW(r) {
		r.HW = lead.toldHW()
		p.tellStartOf(lead, r)
	}
}

// readInto takes what the leader has from an offset on into an answer.
func (p *Protocol) readInto(r *Response, lead *Broker, from Offset) {
	for i := Offset(0); i < p.fetchRecords && from+i < lead.readable(); i++ {
		r.Records[i] = lead.Log.Records[from+i]
	}
	if p.readsBad {
		stopAtBad(lead, r, from)
	}
}

// fetchWaits is a request that has found nothing and is still at the leader, in its
// purgatory: the log is read again when the answer leaves. The leader has noted the
// request when it came, and notes nothing more; that the logs agree is still so, for it
// leads on in the same epoch.
func (p *Protocol) fetchWaits(s *State, out *steps) {
	for f := range p.Brokers {
		if !p.AtLeader(s, f) {
			continue
		}
		n := out.Step(uint8(f))
		b := &n.Brokers[f]
		lead := &n.Brokers[b.Leader.Index()]
		if p.readFor(lead, b) {
			p.tellHW(lead, &b.Response)
		} else {
			b.Response = Response{}
		}
		if b.Response == s.Brokers[f].Response {
			out.Drop()
		}
	}
}

// AtLeader reports whether a fetch of f that found nothing may still wait at its leader:
// that leads on in the epoch in which it was asked, and f would believe the answer.
func (p *Protocol) AtLeader(s *State, f int) bool {
	b := &s.Brokers[f]
	r := &b.Response
	if !p.FetchWaits || b.Role != Follower || b.Leader == Nobody || r.Kind != Fetched || r.Records[0] != 0 || p.stale(b, r) {
		return false
	}
	lead := &s.Brokers[b.Leader.Index()]
	return lead.Role == Leader && r.Epoch.Is(lead.Epoch) && !p.HWOutOfSight(lead)
}

// readable is where the file of a log ends: a record may be there that its end does not
// cover yet.
func (b *Broker) readable() Offset {
	if b.Half != 0 {
		return b.Log.End + 1
	}
	return b.Log.End
}

// outOfRange answers a fetch beyond the leader's log, or below its start. Where the
// follower asks for the range, the answer carries nothing.
func (p *Protocol) outOfRange(lead, b *Broker) bool {
	switch {
	case p.asksRange:
		b.Response = Response{Kind: OutOfRange}
	case p.OutOfRange == RangeRetry:
		return false
	default:
		b.Response = Response{Kind: OutOfRange, End: lead.Log.End}
	}
	p.asked(b)
	return true
}

// countFetch updates what the leader knows of f, then considers the ISR, then
// the high watermark: in this order. Who is no replica does not count.
func (p *Protocol) countFetch(s *State, l, f int) {
	lead, b := &s.Brokers[l], &s.Brokers[f]
	if p.Reassigns && lead.Gone.Has(f) {
		return
	}
	r := &lead.Remotes[f]
	moved := !r.End.Is(b.Log.End)
	p.noteCaughtUp(lead, r, b.Log.End)
	r.End = Know(b.Log.End)
	if p.keepsIncarnations {
		r.Incarnation = s.Controller.Incarnations[f]
		if b.Boot == Starting {
			r.Incarnation = Unregistered
		}
	}
	if b.Log.End >= max(lead.HW, lead.EpochStart) {
		s.Ghosts.Suspects &^= Of(f)
	}
	p.maybeExpand(s, l, f)
	if moved {
		p.raiseHW(s, l)
	}
}

// noteCaughtUp keeps the lag clock of one follower, reduced to one bit.
func (p *Protocol) noteCaughtUp(lead *Broker, r *Remote, offset Offset) {
	if !p.HWWaitsForCaughtUp {
		return
	}
	if offset >= lead.Log.End || p.CaughtUpByPreviousFetch && r.LeaderEnd.Known() && offset >= r.LeaderEnd.Value() {
		r.CaughtUp = true
	}
	if p.CaughtUpByPreviousFetch {
		r.LeaderEnd = max(r.LeaderEnd, Know(lead.Log.End))
	}
}

// respond is the follower's processing of the answer that it waited for.
func (p *Protocol) respond(s *State, out *steps) {
	for f := range p.Brokers {
		if x := &s.Brokers[f]; x.Response.Kind == NoResponse || p.asksRange && p.AsksOn(s, f) || p.CutWaits(x) {
			continue
		}
		n := out.Step(uint8(f))
		b := &n.Brokers[f]
		r := b.Response
		b.Response = Response{}
		if p.stale(b, &r) {
			continue
		}
		switch r.Kind {
		case Fetched:
			p.appendFetched(b, &r)
			p.takeStart(b, f, &r)
		case Diverging:
			p.diverge(b, f, &r)
		case DivergingApplied:
			p.truncateDiverging(b, &r)
		case OutOfRange:
			p.leaveRange(n, f, &r)
		case EpochEnd:
			p.applyEpochEnd(b, f, &r)
		case CutToHW:
			p.cutToHW(b, f, &r)
		}
	}
}

// appendFetched appends the records as they are, up to one of a later epoch than the
// follower's if that is looked at (KAFKA-18723), and takes over the high watermark,
// which may fall.
func (p *Protocol) appendFetched(b *Broker, r *Response) {
	carried := r.Carried()
	for _, rec := range carried {
		if p.AppendChecksLeaderEpoch && rec.Epoch() > b.Epoch {
			break
		}
		p.registerAppend(b, rec.Epoch(), b.Log.End)
		b.Log.Records[b.Log.End] = rec
		b.Log.End++
	}
	b.EpochForgot = len(carried) == 0 && p.forgetsEpochs
	p.takeHW(b, r.HW)
	p.synced(b)
}

// leaveRange is what a follower does that is beyond its leader's log. One that asks
// for the range and reaches nobody fetches again.
func (p *Protocol) leaveRange(s *State, f int, r *Response) {
	if p.asksRange {
		return
	}
	if p.halts() {
		p.stopProcess(s, f)
		return
	}
	p.truncateTo(&s.Brokers[f], r.End)
}

// halts reports whether a follower beyond its leader's log stops, rather than
// give records up without leave.
func (p *Protocol) halts() bool { return p.OutOfRange == RangeHalt && p.uncleanBudget.limit == 0 }
