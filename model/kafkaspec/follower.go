package kafkaspec

import "mc/model"

// becomeFollower lets a broker act on a newer request that appoints another.
// It cuts its log by the leader's present one, whatever epoch the leader is
// in, unless the protocol makes it wait for the leader of that epoch. (A
// request without leader is never acted on.)
func (p *partition) becomeFollower(s *State, out *model.Steps[State]) {
	if p.awaitLeader {
		for rest := p.leaders(s); rest != 0; {
			var l Broker
			l, rest = rest.Pop()
			p.follow(s, l, s.Replicas[l].Epoch, out)
		}
		return
	}
	for e := Epoch(1); e <= s.Epoch; e++ {
		if l := s.Requests.At(e).Leader(); l != Nobody {
			p.follow(s, l, e, out)
		}
	}
}

// follow makes each broker that is in an older epoch than e, in which l leads,
// a follower.
func (p *partition) follow(s *State, l Broker, e Epoch, out *model.Steps[State]) {
	for rest := p.older(s, e).Without(l) & p.everybody; rest != 0; {
		var f Broker
		f, rest = rest.Pop()
		if to := p.truncateTo(s, l, f); to <= s.Replicas[f].End {
			r := &out.Step(uint8(f), uint8(e)).Replicas[f]
			r.truncate(to)
			r.Epoch, r.ISR = e, s.Requests.At(e).ISR()
		}
	}
}

func (r *Replica) truncate(to Offset) {
	r.Log, r.End = r.Log.First(to), to
	r.HighWatermark = min(r.HighWatermark, to)
}

// fetch copies the next record from the leader and learns its high watermark,
// which may take the follower's own back.
func (p *partition) fetch(s *State, out *model.Steps[State]) {
	for presume := p.leaders(s); presume != 0; {
		var l Broker
		l, presume = presume.Pop()
		for rest := p.fetchers(p, s, l) & p.shorter(s, s.Replicas[l].End); rest != 0; {
			var f Broker
			f, rest = rest.Pop()
			leader, end := &s.Replicas[l], s.Replicas[f].End
			if !p.compareLast || end == 0 || p.agree(s, l, end).Has(f) {
				r := &out.Step(uint8(f)).Replicas[f]
				r.append(leader.Log.At(end))
				r.HighWatermark = min(leader.HighWatermark, r.End)
			}
		}
	}
}

// followerTruncate cuts the log of a follower whose fetch shows that it has
// diverged: it is ahead of the leader, or its last record is of another epoch
// than the leader's at that offset.
func (p *partition) followerTruncate(s *State, out *model.Steps[State]) {
	for f := range p.replicas {
		if l := s.LeaderOf(f); l != Nobody && s.Presumes(l) && diverged(s, l, f) {
			out.Step(uint8(f)).Replicas[f].truncate(toLastMatch(s, l, f))
		}
	}
}

func diverged(s *State, l, f Broker) bool {
	leader, follower := &s.Replicas[l], &s.Replicas[f]
	end := follower.End
	return end > leader.End || end > 0 && leader.Log.At(end-1).Epoch() != follower.Log.At(end-1).Epoch()
}
