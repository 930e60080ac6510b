package kafkaspec

// fetchers is the axis of fencing: the brokers whose fetches leader l
// accepts. Their positions are all that l knows of its followers: the ISR, the
// high watermark and who may fetch depend on it.
type fetchers func(s *State, l Broker) ISR

// fromFollowers accepts the fetch of whoever follows l, in whatever epoch.
func fromFollowers(s *State, l Broker) ISR {
	return where(s.LeaderOf(0) == l, s.LeaderOf(1) == l, s.LeaderOf(2) == l, s.LeaderOf(3) == l, s.LeaderOf(4) == l)
}

// fromEpoch is KIP-320: the fetch carries the leader epoch that the follower
// believes in, and a leader of another epoch refuses it.
func fromEpoch(s *State, l Broker) ISR {
	r, e := &s.Replicas, s.Replicas[l].Epoch
	return where(r[0].Epoch == e, r[1].Epoch == e, r[2].Epoch == e, r[3].Epoch == e, r[4].Epoch == e)
}

// caughtUp are the brokers that, for all that leader l can tell, have its log
// up to offset n, which is not beyond its end.
func (p *partition) caughtUp(s *State, l Broker, n Offset) ISR {
	r := &s.Replicas
	reach := p.fetchers(s, l) & where(r[0].End >= n, r[1].End >= n, r[2].End >= n, r[3].End >= n, r[4].End >= n)
	if p.compareLast && n > 0 {
		reach &= agree(s, l, n)
	}
	return reach
}

// agree are the brokers that have a record of the same epoch as l's before
// offset n: the fetch carries the epoch of the follower's last record.
func agree(s *State, l Broker, n Offset) ISR {
	r, e := &s.Replicas, s.Replicas[l].Log.At(n-1).Epoch()
	return where(r[0].Log.At(n-1).Epoch() == e, r[1].Log.At(n-1).Epoch() == e, r[2].Log.At(n-1).Epoch() == e, r[3].Log.At(n-1).Epoch() == e, r[4].Log.At(n-1).Epoch() == e)
}

// leaders are the brokers that presume to lead.
func leaders(s *State) ISR {
	return where(s.LeaderOf(0) == 0, s.LeaderOf(1) == 1, s.LeaderOf(2) == 2, s.LeaderOf(3) == 3, s.LeaderOf(4) == 4)
}

// uncommitted are the brokers whose log goes beyond their high watermark.
func uncommitted(s *State) ISR {
	r := &s.Replicas
	return where(r[0].HighWatermark < r[0].End,
		r[1].HighWatermark < r[1].End,
		r[2].HighWatermark < r[2].End,
		r[3].HighWatermark < r[3].End,
		r[4].HighWatermark < r[4].End)
}

// shorter are the brokers whose log ends before offset n.
func shorter(s *State, n Offset) ISR {
	r := &s.Replicas
	return where(r[0].End < n, r[1].End < n, r[2].End < n, r[3].End < n, r[4].End < n)
}

// older are the brokers in an older epoch than e.
func older(s *State, e Epoch) ISR {
	r := &s.Replicas
	return where(r[0].Epoch < e, r[1].Epoch < e, r[2].Epoch < e, r[3].Epoch < e, r[4].Epoch < e)
}

// highWatermarkInEpoch reports that the next record to be committed by l, if
// there is one, was written in l's own epoch.
func highWatermarkInEpoch(s *State, l Broker) bool {
	r := &s.Replicas[l]
	return r.HighWatermark == r.End || r.Log.At(r.HighWatermark).Epoch() == r.Epoch
}
