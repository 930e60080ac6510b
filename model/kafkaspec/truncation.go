package kafkaspec

// truncateTo is the axis of truncation: the offset to which f cuts its log
// when it becomes a follower of l. An offset beyond f's end means that f
// cannot become a follower yet.
type truncateTo func(s *State, l, f Broker) Offset

// toHighWatermark is Kafka before KIP-101: the follower trusts its own high
// watermark, which may lag behind what is committed.
func toHighWatermark(s *State, _, f Broker) Offset { return s.Replicas[f].HighWatermark }

// toEndOfLastEpoch is KIP-101: the follower asks the leader where the epoch
// of its own last record ends. If the leader knows nothing of such an epoch or
// a later one, the high watermark has to do.
func toEndOfLastEpoch(s *State, l, f Broker) Offset {
	leader, follower := &s.Replicas[l], &s.Replicas[f]
	if follower.End == 0 {
		return 0
	}
	if leader.End == 0 {
		return follower.HighWatermark
	}
	last := follower.Log.At(follower.End - 1).Epoch()
	if leader.Log.At(leader.End-1).Epoch() == last {
		return leader.End
	}
	for o := range leader.End {
		if leader.Log.At(o).Epoch() > last {
			return o
		}
	}
	return follower.HighWatermark
}

// toLastMatch is KIP-279: leader and follower step back through their epochs
// until they agree; what remains ends with the last record that both have at
// the same offset.
func toLastMatch(s *State, l, f Broker) Offset {
	leader, follower := &s.Replicas[l], &s.Replicas[f]
	n := min(leader.End, follower.End)
	for n > 0 && leader.Log.At(n-1) != follower.Log.At(n-1) {
		n--
	}
	return n
}

// toEnd keeps the whole log: the follower truncates later, when a fetch shows
// that it has diverged.
func toEnd(s *State, _, f Broker) Offset { return s.Replicas[f].End }
