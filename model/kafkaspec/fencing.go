package kafkaspec

// fetchers is the axis of fencing: the brokers whose fetches leader l
// accepts. Their positions are all that l knows of its followers: the ISR, the
// high watermark and who may fetch depend on it.
type fetchers func(p *partition, s *State, l Broker) ISR

// fromFollowers accepts the fetch of whoever follows l, in whatever epoch.
func (p *partition) fromFollowers(s *State, l Broker) ISR {
	set := where(s.Follows(0, l), s.Follows(1, l), s.Follows(2, l))
	if p.many {
		set |= beyond(s.Follows(3, l), s.Follows(4, l))
	}
	return set
}

// fromEpoch is KIP-320: the fetch carries the leader epoch that the follower
// believes in, and a leader of another epoch refuses it.
func (p *partition) fromEpoch(s *State, l Broker) ISR {
	r, e := &s.Replicas, s.Replicas[l].Epoch
	set := where(r[0].Epoch == e, r[1].Epoch == e, r[2].Epoch == e)
	if p.many {
		set |= beyond(r[3].Epoch == e, r[4].Epoch == e)
	}
	return set
}

// caughtUp are the brokers that, for all that leader l can tell, have its log
// up to offset n, which is not beyond its end.
func (p *partition) caughtUp(s *State, l Broker, n Offset) ISR {
	reach := p.fetchers(p, s, l) &^ p.shorter(s, n)
	if p.compareLast && n > 0 {
		reach &= p.agree(s, l, n)
	}
	return reach
}

// agree are the brokers that have a record of the same epoch as l's before
// offset n: the fetch carries the epoch of the follower's last record.
func (p *partition) agree(s *State, l Broker, n Offset) ISR {
	r, e := &s.Replicas, s.Replicas[l].Log.At(n-1).Epoch()
	set := where(r[0].Log.At(n-1).Epoch() == e, r[1].Log.At(n-1).Epoch() == e, r[2].Log.At(n-1).Epoch() == e)
	if p.many {
		set |= beyond(r[3].Log.At(n-1).Epoch() == e, r[4].Log.At(n-1).Epoch() == e)
	}
	return set
}

// leaders are the brokers that presume to lead.
func (p *partition) leaders(s *State) ISR {
	set := where(s.Presumes(0), s.Presumes(1), s.Presumes(2))
	if p.many {
		set |= beyond(s.Presumes(3), s.Presumes(4))
	}
	return set
}

// uncommitted are the brokers whose log goes beyond their high watermark.
func (p *partition) uncommitted(s *State) ISR {
	r := &s.Replicas
	set := where(r[0].HighWatermark < r[0].End, r[1].HighWatermark < r[1].End, r[2].HighWatermark < r[2].End)
	if p.many {
		set |= beyond(r[3].HighWatermark < r[3].End, r[4].HighWatermark < r[4].End)
	}
	return set
}

// shorter are the brokers whose log ends before offset n.
func (p *partition) shorter(s *State, n Offset) ISR {
	r := &s.Replicas
	set := where(r[0].End < n, r[1].End < n, r[2].End < n)
	if p.many {
		set |= beyond(r[3].End < n, r[4].End < n)
	}
	return set
}

// older are the brokers in an older epoch than e.
func (p *partition) older(s *State, e Epoch) ISR {
	r := &s.Replicas
	set := where(r[0].Epoch < e, r[1].Epoch < e, r[2].Epoch < e)
	if p.many {
		set |= beyond(r[3].Epoch < e, r[4].Epoch < e)
	}
	return set
}

// highWatermarkInEpoch reports that the next record to be committed by l, if
// there is one, was written in l's own epoch.
func highWatermarkInEpoch(s *State, l Broker) bool {
	r := &s.Replicas[l]
	return r.HighWatermark == r.End || r.Log.At(r.HighWatermark).Epoch() == r.Epoch
}
