package kafka

// learn is a broker's jump to the newest metadata.
func (p *Protocol) learn(s *State, out *steps) {
	for b := range p.Brokers {
		if !p.hasNews(s, b) {
			continue
		}
		n := out.Step(uint8(b))
		if n.Controller.Leader == Node(b+1) {
			p.becomeLeader(n, b)
		} else {
			p.becomeFollower(n, b)
		}
	}
}

// hasNews reports whether the controller has anything to tell broker b.
// Followers need the leader and its epoch only; leaders need every version.
func (p *Protocol) hasNews(s *State, b int) bool {
	x, c := &s.Brokers[b], &s.Controller
	switch {
	case x.Down:
		return false
	case x.Role == Idle || x.Epoch != c.Epoch:
		return true
	}
	return x.Role == Leader && (x.Version != c.Version || x.MinIsr != c.MinIsr)
}

// becomeLeader takes over the controller's ISR. A broker that did not lead
// before forgets what it knew of the others; one that leads on in the same
// epoch keeps everything but a change that is decided now.
func (p *Protocol) becomeLeader(s *State, b int) {
	x, c := &s.Brokers[b], &s.Controller
	again := x.Role == Leader
	newEpoch := !again || x.Epoch != c.Epoch
	if again && x.Version != c.Version || newEpoch {
		x.Change = Change{}
	}
	x.Role, x.Leader, x.Epoch, x.Version = Leader, Node(b+1), c.Epoch, c.Version
	x.Isr, x.MinIsr = c.Isr, c.MinIsr
	x.Truncating, x.EpochForgot, x.Response = false, false, Response{}
	if newEpoch {
		x.EpochStart = p.keptEpochStart(x)
		p.registerElection(x)
		p.resetRemotes(x, again)
	}
	p.raiseHW(s, b)
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
		if Node(f+1) == x.Leader {
			continue
		}
		r := &x.Remotes[f]
		if again {
			if p.HWWaitsForCaughtUp && p.CaughtUpByPreviousFetch {
				r.LeaderEnd = x.Log.End + 1
			}
		} else {
			*r = Remote{}
		}
		if p.HWWaitsForCaughtUp {
			r.CaughtUp = x.Isr.Has(f)
		}
	}
}

// becomeFollower gives up leadership and, in a new epoch, prepares the log
// for the new leader. Before KAFKA-7164 that was left out if the leader's
// name had not changed.
func (p *Protocol) becomeFollower(s *State, b int) {
	x, c := &s.Brokers[b], &s.Controller
	same := x.Role == Follower && x.Leader == c.Leader && c.Leader != 0
	x.Role, x.Leader, x.Epoch = Follower, c.Leader, c.Epoch
	x.Version, x.Isr, x.MinIsr, x.Change, x.EpochStart = 0, 0, 0, Change{}, 0
	x.Remotes, x.Waiting = [MaxBrokers]Remote{}, 0
	if same && !p.TruncateEveryEpochBump && p.Truncation != HighWatermark {
		return
	}
	x.Truncating, x.Response = false, Response{}
	if c.Leader != 0 {
		p.startFollowing(x)
	}
}
