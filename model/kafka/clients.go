package kafka

import "fmt"

// The acks of a produce request, as arguments of Produce.
const (
	AcksAll  uint8 = iota // wait until the high watermark covers it
	AcksOne               // answer as soon as the leader has it
	AcksNone              // no answer
)

// produce appends a record at a broker that takes itself for the leader.
func (p *Protocol) produce(s *State, out *steps) {
	if s.Txn == Completing {
		return // CONCURRENT_TRANSACTIONS
	}
	spent := p.full(s)
	for l := range p.Brokers {
		x := &s.Brokers[l]
		if x.Role != Leader || x.Half != 0 || p.Idempotence && p.Sequence(&x.Log, Value(s.Used.Records+1)) != InSequence {
			continue
		}
		for acks := p.firstAcks; acks <= p.lastAcks; acks++ {
			if acks == AcksAll && !p.acceptsAcksAll(&s.Brokers[l]) {
				continue
			}
			if spent {
				out.Stopped(ofRecords)
				return
			}
			n := out.Step(uint8(l), acks)
			if int(s.Used.Records) == Capacity { // where they slide, on the way of a trace, which has them all
				out.Overflow(fmt.Sprintf("a log holds %d records", Capacity))
				return
			}
			n.Used.Records++
			if p.transactional {
				n.Txn = Ongoing
			}
			p.append(n, l, acks, n.Used.Values())
		}
	}
}

// AcceptsAcks reports whether producers of this run send with these acks.
func (p *Protocol) AcceptsAcks(acks uint8) bool { return p.firstAcks <= acks && acks <= p.lastAcks }

// acceptsAcksAll is the gate before the append: NOT_ENOUGH_REPLICAS if the
// committed ISR, as the leader knows it, is too small.
func (p *Protocol) acceptsAcksAll(lead *Broker) bool {
	return lead.Isr.Len() >= p.KnownMinIsr(lead)
}

// KnownMinIsr is the min ISR that a leader goes by; since 3.7 no more than there
// are replicas, as far as it has learned.
func (p *Protocol) KnownMinIsr(lead *Broker) int {
	n := p.BrokerMinIsr
	if lead.MinIsr != 0 {
		n = int(lead.MinIsr)
	}
	if p.StrictMinIsrHW && lead.Gone != 0 {
		n = min(n, p.Brokers-lead.Gone.Len())
	}
	return n
}

func (p *Protocol) append(s *State, l int, acks uint8, v Value) {
	lead := &s.Brokers[l]
	p.registerAppend(lead, lead.Epoch, lead.Log.End)
	lead.Log.Records[lead.Log.End] = NewRecord(lead.Epoch, v)
	if p.ReadsBeyondEnd {
		lead.Half = acks + 1
		return
	}
	p.moveEnd(s, l, v, acks)
}

// endMoves is the second half of an append: the end covers the record (KAFKA-2477).
func (p *Protocol) endMoves(s *State, out *steps) {
	for l := range p.Brokers {
		x := &s.Brokers[l]
		if x.Half == 0 {
			continue
		}
		n := out.Step(uint8(l))
		n.Brokers[l].Half = 0
		p.moveEnd(n, l, x.Log.Records[x.Log.End].Value(), x.Half-1)
	}
}

// moveEnd lets the log of a leader end behind the record that it has just written.
func (p *Protocol) moveEnd(s *State, l int, v Value, acks uint8) {
	lead := &s.Brokers[l]
	lead.Log.End++
	p.synced(lead)
	p.awaitAnswer(s, l, acks, v)
	p.raiseHW(s, l)
}

// awaitAnswer notes a request, if anybody keeps count: one with acks=1 is answered.
func (p *Protocol) awaitAnswer(s *State, l int, acks uint8, v Value) {
	switch {
	case p.TrackAcks == AcksOff:
	case acks == AcksAll:
		s.Brokers[l].Waiting |= 1 << v
	case acks == AcksOne:
		s.Ghosts.AckedOne |= 1 << v
	}
}

// synced keeps the durable prefix where every write is forced to disk.
func (p *Protocol) synced(b *Broker) {
	if p.FsyncEachWrite && p.keepsFlushed {
		b.Flushed = b.Log.End
		p.advanceRecoveryPoint(b)
	}
}

// TrackAcks says how acks=all requests are answered, if anybody keeps count.
type TrackAcks uint8

const (
	AcksOff      TrackAcks = iota
	AcksWithHW             // in the step in which the high watermark covers them
	AcksSeparate           // in a step of their own, AckCheck
)

// answerCovered answers every waiting request that the high watermark covers.
func (p *Protocol) answerCovered(s *State, l int) {
	for v := range p.Waiting(s, l, s.Brokers[l].HW) {
		p.answer(s, l, v)
	}
}

// answer answers one covered request: success, or NOT_ENOUGH_REPLICAS_AFTER_APPEND
// if the ISR has become too small meanwhile.
func (p *Protocol) answer(s *State, l int, v Value) {
	lead := &s.Brokers[l]
	lead.Waiting &^= 1 << v
	s.Outlived[v-1] = 0
	if p.MaximalIsr(lead).Len() < p.KnownMinIsr(lead) {
		s.Ghosts.Nacked |= 1 << v
		s.Ghosts.AfterAppend = true
		return
	}
	s.Ghosts.AckedAll |= 1 << v
	s.acknowledged(v)
}

// ackCheck is the purgatory's look at one leader's waiting requests.
func (p *Protocol) ackCheck(s *State, out *steps) {
	if p.TrackAcks != AcksSeparate {
		return
	}
	for l := range p.Brokers {
		if s.Brokers[l].Role != Leader {
			continue
		}
		for v := range p.Waiting(s, l, s.Brokers[l].HW) {
			p.answer(out.Step(uint8(l), uint8(v)), l, v)
		}
	}
}

// produceTimeout gives up on a waiting request: the outcome is unknown.
func (p *Protocol) produceTimeout(s *State, out *steps) {
	spent := p.timeoutBudget.spent(s.Used.ProduceTimeouts)
	for l := range p.Brokers {
		for v := range p.Waiting(s, l, Capacity) {
			if spent != 0 {
				out.Stopped(spent)
				return
			}
			n := out.Step(uint8(l), uint8(v))
			p.timeoutBudget.spend(&n.Used.ProduceTimeouts)
			n.Brokers[l].Waiting &^= 1 << v
			n.Outlived[v-1] = 0
		}
	}
}

// consumerRead is a consumer's fetch from the start of the log.
func (p *Protocol) consumerRead(s *State, out *steps) {
	spent := p.readBudget.spent(s.Used.Reads)
	for b := range p.Brokers {
		x := &s.Brokers[b]
		if x.Role != Leader && !(p.FetchFromFollower && x.Role == Follower) || x.HW == 0 {
			continue
		}
		if x.Reading.Known() {
			continue
		}
		if spent != 0 {
			out.Stopped(spent)
			return
		}
		n := out.Step(uint8(b))
		p.readBudget.spend(&n.Used.Reads)
		if p.ConsumerReadAtomic {
			n.Ghosts.consume(x, x.HW)
		} else if n.Brokers[b].Reading = Know(x.HW); x.HW == x.Log.End {
			n.Brokers[b].Reading = toTheEnd
		}
	}
}

// toTheEnd is the bound of a read in progress that found the high watermark
// at the end of the log, beyond every log: it takes the file as long as it is
// by then (KAFKA-9835).
const toTheEnd Known[Offset] = 31

// finishRead is the second half of a read that looks at the high watermark
// first and at the log later (KAFKA-9807).
func (p *Protocol) finishRead(s *State, out *steps) {
	for b := range p.Brokers {
		x := &s.Brokers[b]
		if !x.Reading.Known() {
			continue
		}
		n := out.Step(uint8(b))
		n.Brokers[b].Reading = 0
		n.Ghosts.consume(x, min(x.Reading.Value(), x.Log.End))
	}
}

// consume notes what a consumer was given, who begins where the log does.
func (g *Ghosts) consume(b *Broker, hw Offset) {
	log, known := &b.Log, &g.Consumed
	for o := b.Start; o < hw; o++ {
		switch {
		case o >= known.End && log.Records[o].Value() == Torn:
			return
		case o >= known.End:
			known.Records[o], known.End = log.Records[o], o+1
		case log.Records[o].Value() == Torn: // it cannot be read
		case known.Records[o] == 0:
			known.Records[o] = log.Records[o]
		case known.Records[o] != log.Records[o]:
			g.ReadConflict = true
		}
	}
}

// listLatest is a client's question for the latest offset. Since KIP-207 a
// leader does not answer before its high watermark has reached the start of
// its epoch.
func (p *Protocol) listLatest(s *State, out *steps) {
	spent := p.readBudget.spent(s.Used.Reads)
	for b := range p.Brokers {
		x := &s.Brokers[b]
		if x.Role != Leader || p.OffsetNotAvailable && x.HW < x.EpochStart {
			continue
		}
		if spent != 0 {
			out.Stopped(spent)
			return
		}
		n := out.Step(uint8(b))
		p.readBudget.spend(&n.Used.Reads)
		if p.CommitBy == TrueLeader && !p.trueLeader(s, b) {
			continue
		}
		g := &n.Ghosts
		g.LatestWentBack = g.LatestWentBack || x.HW < g.Latest
		g.Latest = max(g.Latest, x.HW)
	}
}
