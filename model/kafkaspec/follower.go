package kafkaspec

import "mc/model"

// becomeFollower lets a broker act on a newer request that appoints another.
// It cuts its log by the leader's present one, whatever epoch the leader is
// in, unless the protocol makes it wait for the leader of that epoch. (A
// request without leader is never acted on.)
func (p *partition) becomeFollower(s *State, out *model.Steps[State]) {
	for e := Epoch(1); e <= s.Epoch; e++ {
		q := s.Requests.At(e)
		l := q.Leader()
		if l == Nobody || p.awaitLeader && s.Replicas[l].Epoch != e {
			continue
		}
		for f := range p.replicas {
			if f != l && s.Replicas[f].Epoch < e {
				p.follow(s, f, e, out)
			}
		}
	}
}

func (p *partition) follow(s *State, f Broker, e Epoch, out *model.Steps[State]) {
	q := s.Requests.At(e)
	to := p.truncateTo(s, q.Leader(), f)
	if to > s.Replicas[f].End {
		return
	}
	r := &out.Step(uint8(f), uint8(e)).Replicas[f]
	r.truncate(to)
	r.Epoch, r.ISR = e, q.ISR()
}

func (r *Replica) truncate(to Offset) {
	r.Log, r.End = r.Log.First(to), to
	r.HighWatermark = min(r.HighWatermark, to)
}

// fetch copies the next record from the leader and learns its high watermark,
// which may take the follower's own back.
func (p *partition) fetch(s *State, out *model.Steps[State]) {
	for f := range p.replicas {
		l := s.LeaderOf(f)
		if l == Nobody {
			continue
		}
		end, leader := s.Replicas[f].End, &s.Replicas[l]
		if end < leader.End && s.Presumes(l) && p.caughtUp(s, l, f, end) {
			r := &out.Step(uint8(f)).Replicas[f]
			r.append(leader.Log.At(end))
			r.HighWatermark = min(leader.HighWatermark, r.End)
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
