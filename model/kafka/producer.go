package kafka

import (
	"fmt"
	"iter"

	"mc/model"
)

// retry is a producer that sends a record again, to a broker that takes itself for
// the leader: it got an error, or no answer. Any answer may have been lost on its way,
// so that every record with acks may be sent again. A leader knows nothing of the
// first time, unless the producer is idempotent.
func (p *Protocol) retry(s *State, out *steps) {
	spent := p.retryBudget.spent(s.Used.Retries)
	for l := range p.Brokers {
		lead := &s.Brokers[l]
		if lead.Role != Leader {
			continue
		}
		for v := Value(1); v <= Value(s.Used.Records); v++ {
			found := p.Sequence(&lead.Log, v)
			for acks := p.firstAcks; acks <= min(p.lastAcks, AcksOne); acks++ {
				if found == OutOfOrder || acks == AcksAll && !p.acceptsAcksAll(lead) {
					continue
				}
				if spent != 0 {
					out.Stopped(spent)
					return
				}
				n := out.Step(uint8(l), acks, uint8(v))
				p.retryBudget.spend(&n.Used.Retries)
				n.Outlived[v-1] = 0 // given up
				p.takeAgain(n, l, acks, v, found)
			}
		}
	}
}

// takeAgain is what a leader does with a record that is sent again. A duplicate is
// not appended: the request waits for what the log has.
func (p *Protocol) takeAgain(s *State, l int, acks uint8, v Value, found Sequence) {
	if found != Duplicate {
		p.append(s, l, acks, v)
		return
	}
	p.awaitAnswer(s, l, acks, v)
	if p.TrackAcks == AcksWithHW {
		p.answerCovered(s, l)
	}
}

// Sequence is what a leader finds of a record's sequence number.
type Sequence uint8

const (
	InSequence Sequence = iota
	Duplicate           // among the last batches of its producer: the old offset is the answer
	OutOfOrder          // OUT_OF_ORDER_SEQUENCE_NUMBER: refused
)

// remembered is how many batches of a producer a broker knows.
const remembered = 5

// Sequence compares the n-th record of an idempotent producer with the last that a
// log has of it (KIP-98). Brokers keep these by producer; there is one, and the log
// tells them. Where nothing is known of the producer, anything is in sequence.
func (p *Protocol) Sequence(log *Log, v Value) Sequence {
	if !p.Idempotence || log.End == 0 {
		return InSequence
	}
	for _, r := range log.Records[max(log.End, remembered)-remembered : log.End] {
		if r.Value() == v {
			return Duplicate
		}
	}
	if log.Records[log.End-1].Value()+1 != v {
		return OutOfOrder
	}
	return InSequence
}

// Waiting are the requests at broker b that a high watermark at end would answer: those
// for what lies below it, and of former leaderships those for an offset up to it,
// whatever is there by now (KAFKA-2960).
func (p *Protocol) Waiting(s *State, b int, end Offset) iter.Seq[Value] {
	return func(yield func(Value) bool) {
		x := &s.Brokers[b]
		for o := range min(end, x.Log.End) {
			if p.awaits(x, o) && !yield(x.Log.Records[o].Value()) {
				return
			}
		}
		if !p.keepsWaits {
			return
		}
		for i, w := range s.Outlived {
			if w.At() == NodeOf(b) && w.End() <= end && !yield(Value(i+1)) {
				return
			}
		}
	}
}

// awaits reports whether a request waits for the record at an offset: of one that was
// sent again, for the last copy, since its producer has given up those before.
func (p *Protocol) awaits(lead *Broker, o Offset) bool {
	v := lead.Log.Records[o].Value()
	if !lead.Waiting.Has(v) || !p.retryBudget.some() {
		return lead.Waiting.Has(v)
	}
	for _, r := range lead.Log.Records[o+1 : lead.Log.End] {
		if r.Value() == v {
			return false
		}
	}
	return true
}

// outlive keeps the requests that wait at a leader that becomes a follower, where that
// answers none of them: each with the offset that it waits for. Nothing that happens to
// a follower concerns them.
func (p *Protocol) outlive(s *State, b int) {
	x := &s.Brokers[b]
	for o := range x.Log.End {
		if p.awaits(x, o) {
			s.Outlived[x.Log.Records[o].Value()-1] = NewWait(NodeOf(b), o+1)
		}
	}
}

// Named is the set to programs.
func (x Values) Named() any {
	names := model.Names{}
	for v := Value(1); v < 32; v++ {
		if x.Has(v) {
			names = append(names, v.String())
		}
	}
	return names
}

// String is who keeps the request and the offset that it waits for.
func (w Wait) String() string { return fmt.Sprintf("%s until %d", w.At(), w.End()) }

// WaitingAt are the acks=all requests that wait at a broker, whether it leads or not.
func (s *State) WaitingAt(b int) Values {
	list := s.Brokers[b].Waiting
	for v, w := range s.Outlived {
		if w.At() == NodeOf(b) {
			list |= 1 << (v + 1)
		}
	}
	return list
}

func (p *Protocol) tellAck(args model.Args, before, after *State) story {
	l, v := name(int(args[0])), Value(args[1])
	if before.Outlived[v-1] != 0 {
		return story{Title: fmt.Sprintf("%s answers for %s, which it took before it lost its role", l, v),
			Words: fmt.Sprintf("%s leads again, and its high watermark is at %d: there it was to be for %s, when it led before.", l,
				before.Brokers[args[0]].HW, v),
			Arrows: []arrow{send(l, clientsLane, "success "+v.String())}}
	}
	if after.Ghosts.AckedAll.Has(v) {
		return story{Title: fmt.Sprintf("%s acknowledges %s", l, v), Words: fmt.Sprintf("%s finds %s below its high watermark and answers the producer: success.", l, v),
			Arrows: []arrow{send(l, clientsLane, "success "+v.String())}}
	}
	return story{Title: fmt.Sprintf("%s refuses %s after the append", l, v),
		Words:  fmt.Sprintf("%s finds %s below its high watermark, but the ISR is smaller than min ISR by now: NOT_ENOUGH_REPLICAS_AFTER_APPEND.", l, v),
		Arrows: []arrow{send(l, clientsLane, "NOT_ENOUGH_REPLICAS_AFTER_APPEND")}}
}

func (p *Protocol) tellRetry(args model.Args, before, after *State) story {
	l, v := int(args[0]), Value(args[2])
	x := &before.Brokers[l]
	does := fmt.Sprintf("%s appends it at offset %d", name(l), x.Log.End)
	if after.Brokers[l].Log.End == x.Log.End {
		does = fmt.Sprintf("%s finds it in its log (DUPLICATE_SEQUENCE_NUMBER), appends nothing, and answers as for the first", name(l))
	}
	return story{Title: fmt.Sprintf("%s is sent again, to %s", v, name(l)),
		Words: fmt.Sprintf("The producer of %s has no success in hand and sends it again with acks=%s; %s.", v, acksParam.Show(args[1]), does) +
			hwWords(before, after, l),
		Arrows: []arrow{send(clientsLane, name(l), fmt.Sprintf("Produce %s acks=%s", v, acksParam.Show(args[1])))}}
}

func (p *Protocol) tellTimeout(args model.Args, _, _ *State) story {
	l, v := name(int(args[0])), Value(args[1])
	return story{Title: fmt.Sprintf("the request for %s times out", v), Words: fmt.Sprintf("The producer of %s waited too long: REQUEST_TIMED_OUT. The record stays where it is.", v),
		Arrows: []arrow{send(l, clientsLane, "REQUEST_TIMED_OUT")}}
}
