package kafka

import (
	"fmt"

	"mc/model"
)

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
	case r.Position < p.LastStable(s, b):
		to := p.LastStable(s, b)
		s.Ghosts.give(&x.Log, r.Position, to)
		r.Position = to
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

func (p *Protocol) tellRead(args model.Args, before, after *State) story {
	b := int(args[0])
	x := &before.Brokers[b]
	shown := x.Log
	shown.End = x.HW
	if !p.ConsumerReadAtomic {
		return story{Title: fmt.Sprintf("a consumer starts to read from %s", name(b)), Words: fmt.Sprintf("A consumer's read from %s finds the high watermark at %d.", name(b), x.HW)}
	}
	return story{Title: fmt.Sprintf("a consumer reads from %s", name(b)), Words: fmt.Sprintf("A consumer reads %s up to its high watermark %d: %s.", name(b), x.HW, &shown),
		Arrows: []arrow{send(clientsLane, name(b), "read"), send(name(b), clientsLane, fmt.Sprintf("records up to %d", x.HW))}}
}

func (p *Protocol) tellPoll(args model.Args, before, after *State) story {
	b, was, is := name(int(args[0])), before.Reader, after.Reader
	s := story{Title: "the reader reads from " + b, Arrows: []arrow{send(clientsLane, b, fmt.Sprintf("Fetch at %d", was.Position))}}
	switch {
	case was.From == Nobody && is.From != Nobody:
		s.Title = fmt.Sprintf("%s sends the reader to %s", b, is.From)
		s.Words = fmt.Sprintf("The reader asks %s from offset %d, and is told to read from %s, in its own rack.", b, was.Position, is.From)
	case was.From != Nobody && is.From == Nobody:
		s.Words = fmt.Sprintf("Offset %d is out of range at %s: the reader turns to the leader again.", was.Position, b)
	case is.Position < was.Position:
		s.Title = fmt.Sprintf("the reader is set back to %d", is.Position)
		s.Words = fmt.Sprintf("Offset %d is out of range at %s, whose high watermark is %d: the reader goes on at %d.", was.Position, b,
			before.Brokers[args[0]].HW, is.Position)
	default:
		given := Log{End: is.Position - was.Position}
		copy(given.Records[:], before.Brokers[args[0]].Log.Records[was.Position:is.Position])
		s.Words = fmt.Sprintf("The reader is given %s by %s, and goes on at %d.", &given, b, is.Position)
	}
	return s
}

func (p *Protocol) tellReturn(_ model.Args, before, _ *State) story {
	return story{Title: "the reader asks the leader again",
		Words: fmt.Sprintf("The reader has its metadata refreshed: it leaves %s and asks the leader whom to read from.", before.Reader.From)}
}

func (p *Protocol) tellFinishRead(args model.Args, before, _ *State) story {
	b := int(args[0])
	x := &before.Brokers[b]
	shown := x.Log
	shown.End = min(x.Reading.Value(), x.Log.End)
	begun := fmt.Sprintf("was %d", x.Reading.Value())
	if x.Reading == toTheEnd {
		begun = "was the end of its log"
	}
	return story{Title: fmt.Sprintf("a read from %s ends", name(b)),
		Words:  fmt.Sprintf("The consumer's read from %s, begun when its high watermark %s, returns %s.", name(b), begun, &shown),
		Arrows: []arrow{send(name(b), clientsLane, "records")}}
}

func (p *Protocol) tellLatest(args model.Args, before, _ *State) story {
	b := int(args[0])
	return story{Title: fmt.Sprintf("%s tells the latest offset", name(b)), Words: fmt.Sprintf("A client asks %s for the latest offset and is told %d.", name(b), before.Brokers[b].HW),
		Arrows: []arrow{send(name(b), clientsLane, fmt.Sprintf("latest %d", before.Brokers[b].HW))}}
}
