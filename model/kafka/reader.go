package kafka

// Reader is a consumer that goes on from where it is. It is in the rack of the last
// broker, where consumers may read from followers (KIP-392).
type Reader struct {
	Position Offset
	From     Node // the follower that it was sent to; nobody: it reads from the leader
}

// poll is a fetch of the reader. One that is answered with no records changes nothing.
func (p *Protocol) poll(s *State, out *steps) {
	if !p.HasReader {
		return
	}
	for b := range p.Brokers {
		x := &s.Brokers[b]
		sent := s.Reader.From == NodeOf(b) && x.Role == Follower
		if !sent && (x.Role != Leader || s.Reader.From != Nobody && s.Reader.From != NodeOf(b)) {
			continue
		}
		if n := out.Step(uint8(b)); !p.serveReader(n, b) {
			out.Drop()
		}
	}
}

// serveReader answers the reader: whom to ask instead, OFFSET_OUT_OF_RANGE, or what lies
// between its position and the high watermark. It reports false if that is nothing.
func (p *Protocol) serveReader(s *State, b int) bool {
	x, r := &s.Brokers[b], &s.Reader
	end := x.Log.End
	if p.ReadAboveHWIsError {
		end = x.HW
	}
	f, sent := p.PreferredReplica(s, b)
	switch {
	case sent && r.From == Nobody:
		r.From = NodeOf(f)
	case r.Position > end && r.From != Nobody:
		r.From = Nobody
	case r.Position > end && p.ResetToLatest:
		r.Position = x.HW
	case r.Position > end:
		r.Position = 0
	case r.Position < x.HW:
		s.Ghosts.give(&x.Log, r.Position, x.HW)
		r.Position = x.HW
	default:
		return false
	}
	return true
}

// PreferredReplica is the follower in the reader's rack, if leader l sends the reader
// there: one that is live and known to have its position, since KAFKA-14372 only of the
// ISR.
func (p *Protocol) PreferredReplica(s *State, l int) (f int, sent bool) {
	f = p.Brokers - 1
	lead := &s.Brokers[l]
	if !p.FetchFromFollower || f == l || lead.Role != Leader || s.Controller.Fenced.Has(f) {
		return f, false
	}
	return f, lead.Remotes[f].End.AtLeast(s.Reader.Position) && (p.PreferredMayLag || lead.Isr.Has(f))
}

// returnToLeader is the end of a preferred replica's lease (metadata.max.age.ms), or of
// the replica: the reader asks the leader again.
func (p *Protocol) returnToLeader(s *State, out *steps) {
	if from := s.Reader.From; from != Nobody {
		out.Step(uint8(from.Index())).Reader.From = Nobody
	}
}

// give notes what the reader was given, in place of what was given before.
func (g *Ghosts) give(log *Log, from, to Offset) {
	for o := from; o < to; o++ {
		g.ReadConflict = g.ReadConflict || o < g.Consumed.End && g.Consumed.Records[o] != log.Records[o]
		g.Consumed.Records[o] = log.Records[o]
	}
	g.Consumed.End = max(g.Consumed.End, to)
}
