package kafka

// learn is a broker's jump to the newest metadata.
func (p *Protocol) learn(s *State, out *steps) {
	for b := range p.Brokers {
		if p.HasNews(s, b) && s.Brokers[b].Half == 0 {
			p.take(out.Step(uint8(b)), b, s.Controller.news())
		}
	}
}

// learnOlder is a broker's jump to metadata that it does not know and that is
// not the newest either.
func (p *Protocol) learnOlder(s *State, out *steps) {
	if !p.AnyNewer {
		return
	}
	for b := range p.Brokers {
		x := &s.Brokers[b]
		if x.Down() || x.Role == Idle || x.Boot == Starting || x.Half != 0 { // a broker that starts reads all there is
			continue
		}
		for _, v := range s.Published {
			if v.Epoch > x.Epoch || x.Role == Leader && (v.Version > x.Version || x.NewsDue && v.Version == x.Version) {
				p.take(out.Step(uint8(b), uint8(v.Version.Value())), b, v)
			}
		}
	}
}

// take makes broker b act on a version of the metadata. One that has no fetcher any
// more drops what is in flight to it.
func (p *Protocol) take(s *State, b int, v News) {
	if p.Reassigns {
		if v.Removed.Has(b) {
			s.Brokers[b].dropReplica(b)
			return
		}
		p.learnAssignment(&s.Brokers[b], b, v)
	} else {
		s.Brokers[b].Gone = v.Removed
	}
	switch x := &s.Brokers[b]; {
	case x.Role != Idle && (x.Epoch > v.Epoch || x.Epoch == v.Epoch && x.Leader != v.Leader):
		x.MinIsr = v.MinIsr // the rest is not newer than what it knows (KAFKA-6082)
	case v.Leader == NodeOf(b):
		p.becomeLeader(s, b, v)
	case x.Role == Idle || x.Epoch != v.Epoch:
		p.becomeFollower(s, b, v)
	default: // it follows on, and has learned of settings alone
		x.MinIsr = v.MinIsr
	}
	if p.Reassigns {
		p.forgetStrangers(&s.Brokers[b])
	}
	if x := &s.Brokers[b]; x.Role == Follower && p.leavesFetcher(s, b, v) {
		x.Response = Response{}
	}
}

// leavesFetcher reports a broker that is stopping and learns that it has left the ISR:
// as a follower it has no fetcher any more, and so nobody to cut its log.
func (p *Protocol) leavesFetcher(s *State, b int, v News) bool {
	return p.ToldToStop(&s.Controller, b) && !v.Isr.Has(b)
}

// news is the newest version of the metadata.
func (c *Controller) news() News {
	return News{c.Leader, c.Epoch, c.Version, c.MinIsr, c.Isr, c.Removed}
}

// publish numbers a change of the partition; was is what it changes.
func (p *Protocol) publish(s *State, was News) {
	s.Controller.Version++
	if p.AnyNewer {
		s.Published[was.Version.Value()] = was
	}
}

// HasNews reports whether the controller has anything to tell broker b that
// will reach it. Of the partition followers need the leader and its epoch only;
// leaders need every version.
func (p *Protocol) HasNews(s *State, b int) bool {
	x, c := &s.Brokers[b], &s.Controller
	switch {
	case x.Down(), x.Boot == Starting && c.Leader == NodeOf(b), p.Offline(x), p.DeafWhileStopping && c.ShuttingDown.Has(b) && x.Role != Idle:
		return false
	case p.Reassigns && c.Removed.Has(b):
		return p.MovedBy == ByKRaft && x.hosts()
	case x.Role == Idle || x.Epoch < c.Epoch:
		return true
	}
	leads := x.Role == Leader && x.Epoch == c.Epoch && x.Leader == c.Leader && (x.Version != c.Version || x.NewsDue)
	return !p.IsrNewsLost && (leads || x.MinIsr != c.MinIsr)
}

// becomeLeader takes over the controller's ISR. A broker that did not lead
// before forgets what it knew of the others; one that leads on in the same
// epoch keeps everything but a change that is decided now, or that it proposed
// on a version that it has from an answer and whose news come only now
// (KAFKA-13790). The settings of the topic come after the partition, and nobody
// looks at the high watermark because of them.
func (p *Protocol) becomeLeader(s *State, b int, v News) {
	x := &s.Brokers[b]
	if x.Role == Idle { // a log is loaded with the settings that there are
		x.MinIsr = v.MinIsr
	}
	again := x.Role == Leader
	if !again {
		p.placeHW(x)
	}
	newVersion := !again || x.Epoch != v.Epoch || x.Version != v.Version || x.NewsDue
	newEpoch := !again || x.Epoch != v.Epoch || !p.SameEpochKeepsState && newVersion
	if newVersion {
		x.Change = Change{}
	}
	x.Role, x.Leader, x.Epoch, x.Version, x.Isr = Leader, NodeOf(b), v.Epoch, v.Version, v.Isr
	x.Truncating, x.EpochForgot, x.NewsDue = false, false, false
	x.Failed &^= Of(b)
	p.dropStale(x, false)
	p.noteDeleted(s, b)
	if newEpoch {
		x.EpochStart = p.keptEpochStart(x)
		p.registerElection(x)
		p.resetRemotes(x, again && !p.ReelectionResetsRemotes)
	}
	if newVersion {
		p.raiseHW(s, b)
	}
	x.MinIsr = v.MinIsr
}

// keptEpochStart is the leader's LEO, kept only if some rule or property of
// this run asks for it.
func (p *Protocol) keptEpochStart(x *Broker) Offset {
	if p.KeepsEpochStart {
		return x.Log.End
	}
	return 0
}

// resetRemotes starts the leader's knowledge of its followers anew.
func (p *Protocol) resetRemotes(x *Broker, again bool) {
	for f := range p.Brokers {
		if NodeOf(f) == x.Leader {
			continue
		}
		r := &x.Remotes[f]
		if again {
			p.restartLagClock(x, r, x.Isr.Has(f))
		} else {
			*r = Remote{}
		}
		if p.HWWaitsForCaughtUp {
			r.CaughtUp = x.Isr.Has(f)
		}
	}
}

// restartLagClock keeps, for a leader that leads on, what it has now as what it
// had at the follower's last fetch. That fetch counts as one of now; since
// KAFKA-13790 only if the follower is in the ISR.
func (p *Protocol) restartLagClock(lead *Broker, r *Remote, inIsr bool) {
	if !p.HWWaitsForCaughtUp || !p.CaughtUpByPreviousFetch {
		return
	}
	r.LeaderEnd = 0
	if inIsr || !p.LagClockOfIsrOnly {
		r.LeaderEnd = Know(lead.Log.End)
	}
}

// becomeFollower gives up leadership and, in a new epoch, prepares the log
// for the new leader. Before KAFKA-7164 that was left out if the leader's
// name had not changed.
func (p *Protocol) becomeFollower(s *State, b int, v News) {
	x := &s.Brokers[b]
	same := x.Role == Follower && x.Leader == v.Leader && v.Leader != Nobody
	x.Role, x.Leader, x.Epoch = Follower, v.Leader, v.Epoch
	x.Version, x.Isr, x.MinIsr, x.Change, x.EpochStart, x.NewsDue = 0, 0, v.MinIsr, Change{}, 0, false
	if p.keepsWaits {
		p.outlive(s, b)
	}
	x.Remotes, x.Waiting = [MaxBrokers]Remote{}, 0
	if same && !p.TruncateEveryEpochBump && p.Truncation != HighWatermark {
		return
	}
	x.Truncating = false
	x.Failed &^= Of(b)
	p.dropStale(x, same)
	if v.Leader != Nobody && !p.leavesFetcher(s, b, v) {
		p.startFollowing(x, b)
	}
}
