package kafka

import "fmt"

// Truncation is the answer to: where does a follower cut its log before it
// continues after a change of leader?
type Truncation uint8

const (
	HighWatermark Truncation = iota // at its own high watermark (until 0.10.2)
	EpochOffset                     // where the leader says its last epoch ends (KIP-101)
	EpochPair                       // as above, the answer names the epoch it is about (KIP-279)
	OnFetch                         // where the leader's log diverges, as told by a fetch (KIP-595)
)

// truncateTo cuts the log to offset o. The epoch cache follows even when
// there is nothing to cut, unless KAFKA-10706 is not fixed; this is the only
// place where a high watermark falls by truncation.
func (p *Protocol) truncateTo(b *Broker, o Offset) {
	if o < b.Log.End || p.CacheTruncOnNoop {
		b.Cache.truncateFromEnd(min(o, b.Log.End))
	}
	if o < b.Log.End && b.HalfAt.AtLeast(o) {
		b.HalfAt, b.HalfRecord = 0, 0
	}
	for b.Log.End > o {
		b.Log.End--
		b.Log.Records[b.Log.End] = 0
	}
	b.HW = min(b.HW, b.Log.End)
	b.Flushed, b.RecoveryPoint = min(b.Flushed, b.Log.End), min(b.RecoveryPoint, b.Log.End)
	b.Start, b.StartOnDisk = min(b.Start, b.Log.End), min(b.StartOnDisk, b.Log.End)
	b.Local = min(b.Local, b.Log.End)
}

// startFollowing prepares a follower's log for a new leader epoch. One that has
// no epoch to fetch with has to cut first, and takes no answer before that.
func (p *Protocol) startFollowing(b *Broker, f int) {
	c := p.CacheOf(b)
	_, cached := c.Latest()
	switch {
	case p.TruncationOfRemovedKillsThread && !cached:
		b.Response = Response{Kind: CutToHW, From: b.Leader}
	case p.Truncation == HighWatermark || !cached:
		p.cutAtHW(b, f)
		b.Response = Response{}
	case p.Truncation != OnFetch:
		b.Truncating = true
	}
}

// cutAtHW cuts the log at its high watermark. There is no cut at -1: the fetcher fails.
func (p *Protocol) cutAtHW(b *Broker, f int) {
	if b.NoHW {
		p.failPartition(b, f)
		return
	}
	p.truncateTo(b, b.HW)
}

// lookup asks the leader for the end of the follower's last epoch.
func (p *Protocol) lookup(s *State, out *steps) {
	for f := range p.Brokers {
		b := &s.Brokers[f]
		if !b.Truncating {
			continue
		}
		l, ok := p.reachable(s, f)
		if !ok || p.FenceLookup && b.Epoch != s.Brokers[l].Epoch {
			continue
		}
		n := out.Step(uint8(f))
		_, r, _ := p.epochEndOf(&n.Brokers[f], &n.Brokers[l])
		if p.SplitLookup {
			n.Brokers[f].Response = r
			p.asked(&n.Brokers[f])
			continue
		}
		p.applyEpochEnd(&n.Brokers[f], f, &r)
	}
}

// epochEndOf is the epoch that follower b asks for, and what the leader answers.
// There is nothing to ask for if the cache has been emptied since the new leader
// was learned of (KAFKA-15608); that counts as an unknown epoch.
func (p *Protocol) epochEndOf(b, lead *Broker) (e Epoch, r Response, asks bool) {
	r = Response{Kind: EpochEnd}
	own, leads := p.CacheOf(b), p.CacheOf(lead)
	if e, asks = own.Latest(); !asks {
		return e, r, false
	}
	if floor, end, ok := leads.endOffsetFor(e, lead.Log.End); ok {
		r.Epoch, r.End = Know(floor), end
	}
	return e, r, true
}

// applyEpochEnd cuts the follower's log by the leader's answer to a lookup.
func (p *Protocol) applyEpochEnd(b *Broker, f int, r *Response) {
	b.Truncating = false
	switch {
	case !r.Epoch.Known(): // the leader cannot tell
		p.cutAtHW(b, f)
	case p.Truncation == EpochOffset:
		p.truncateTo(b, r.End)
	default:
		b.Truncating = !p.truncateByPair(b, r)
	}
}

// truncateDiverging cuts the log by a diverging fetch answer; the next fetch
// may report another divergence.
func (p *Protocol) truncateDiverging(b *Broker, r *Response) { p.truncateByPair(b, r) }

// truncateByPair cuts by the leader's (epoch, end); it reports false if the
// follower had to fall back to an older epoch and must ask again.
func (p *Protocol) truncateByPair(b *Broker, r *Response) bool {
	epoch := r.Epoch.Value()
	own := p.CacheOf(b)
	floor, end, ok := own.endOffsetFor(epoch, b.Log.End)
	switch {
	case !ok:
		p.truncateTo(b, r.End)
	case floor == epoch:
		p.truncateTo(b, min(end, r.End))
	default:
		p.truncateTo(b, end)
		own = p.CacheOf(b)
		_, left := own.Latest()
		return !left
	}
	return true
}

// cutHeld says of a follower of a new leader that it keeps what is beyond its high
// watermark, where it was cut off once.
func (p *Protocol) cutHeld(before, after *State, b int) (about, words string) {
	was, is := &before.Brokers[b], &after.Brokers[b]
	if is.Role != Follower || is.Leader == Nobody || is.Epoch == was.Epoch || is.Log.End <= is.HW || is.Log.End < was.Log.End {
		return "", ""
	}
	axis := [...]string{HighWatermark: "high-watermark", EpochOffset: "epoch-offset", EpochPair: "epoch-pair", OnFetch: "on-fetch"}[p.Truncation]
	return "the log of " + name(b), fmt.Sprintf("%s does not cut its log to its high watermark, %d: it is to hear from the leader "+
		"where to (truncation=%s).", name(b), is.HW, axis)
}
