package kafkaspec

// caughtUp is the axis of fencing: it reports whether, for all that leader l
// can tell, follower f has l's log up to offset n. Shrinking and expanding
// the ISR, raising the high watermark and serving a fetch all ask it.
type caughtUp func(s *State, l, f Broker, n Offset) bool

// byPosition believes every fetch: f follows l and both logs reach n. Neither
// epochs nor contents are looked at, nor whether l still takes itself for the
// leader.
func byPosition(s *State, l, f Broker, n Offset) bool {
	return s.LeaderOf(f) == l && min(s.Replicas[l].End, s.Replicas[f].End) >= n
}

// byLastEpoch asks in addition that the records before n were written in the
// same epoch on both sides: the fetch carries the epoch of the follower's
// last record, but not the epoch the follower believes in.
func byLastEpoch(s *State, l, f Broker, n Offset) bool {
	if !s.Presumes(l) || !byPosition(s, l, f, n) {
		return false
	}
	return n == 0 || s.Replicas[l].Log.At(n-1).Epoch() == s.Replicas[f].Log.At(n-1).Epoch()
}

// byLeaderEpoch is KIP-320: the fetch carries the leader epoch that the
// follower believes in, and a leader of another epoch refuses it.
func byLeaderEpoch(s *State, l, f Broker, n Offset) bool {
	leader, follower := &s.Replicas[l], &s.Replicas[f]
	return leader.Epoch == follower.Epoch && follower.End >= n && leader.End >= n && s.Presumes(l)
}

// highWatermarkInEpoch reports that the next record to be committed by l, if
// there is one, was written in l's own epoch.
func highWatermarkInEpoch(s *State, l Broker) bool {
	r := &s.Replicas[l]
	return r.HighWatermark == r.End || r.Log.At(r.HighWatermark).Epoch() == r.Epoch
}
