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
	spent := p.full(s)
	for l := range p.Brokers {
		if s.Brokers[l].Role != Leader {
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
			p.append(n, l, acks)
		}
	}
}

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

func (p *Protocol) append(s *State, l int, acks uint8) {
	lead := &s.Brokers[l]
	s.Used.Records++
	v := Value(s.Used.Records)
	p.registerAppend(lead, lead.Epoch, lead.Log.End)
	lead.Log.Records[lead.Log.End] = NewRecord(lead.Epoch, v)
	lead.Log.End++
	p.synced(lead)
	if p.TrackAcks != AcksOff {
		switch acks {
		case AcksAll:
			lead.Waiting |= 1 << v
		case AcksOne:
			s.Ghosts.AckedOne |= 1 << v
		}
	}
	p.raiseHW(s, l)
}

// synced keeps the durable prefix where every write is forced to disk.
func (p *Protocol) synced(b *Broker) {
	if p.FsyncEachWrite && p.keepsFlushed {
		b.Flushed = b.Log.End
	}
}
