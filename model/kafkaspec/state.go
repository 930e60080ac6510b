package kafkaspec

import "math/bits"

// Limits of the encoding. A run uses as much of it as its constants ask for.
const (
	MaxReplicas    = 5
	MaxLogSize     = 4
	MaxRecords     = 16
	MaxLeaderEpoch = 6
)

// Broker is one of the replicas of the partition, from 0; people see b1, b2.
type Broker uint8

// Nobody stands where a leader is missing.
const Nobody Broker = 0xFF

// Offset is a position in a log, or the number of records before it.
type Offset uint8

// Epoch is a leader epoch plus one: 0 is "none yet", 1 is epoch 0.
type Epoch uint8

// ISR is a set of brokers, one bit each.
type ISR uint8

// Has reports whether b is in the set.
func (i ISR) Has(b Broker) bool { return i>>b&1 != 0 }

// With adds b.
func (i ISR) With(b Broker) ISR { return i | 1<<b }

// Without removes b.
func (i ISR) Without(b Broker) ISR { return i &^ (1 << b) }

// where is the set of those of the first three brokers for which a condition
// holds. Asking all of them, without loop or branch, is what makes the rules
// fast; the others are asked only in a run that has them.
func where(b1, b2, b3 bool) ISR { return bit(b1) | bit(b2)<<1 | bit(b3)<<2 }

// beyond is the same for the fourth and the fifth.
func beyond(b4, b5 bool) ISR { return bit(b4)<<3 | bit(b5)<<4 }

func bit(in bool) ISR {
	if in {
		return 1
	}
	return 0
}

// Pop splits off the lowest member of a set that is not empty.
func (i ISR) Pop() (Broker, ISR) { return Broker(bits.TrailingZeros8(uint8(i))), i & (i - 1) }

// Record is one entry of a log: its number, unique in a run, in the high four
// bits, and the epoch of the leader that wrote it, from 0, in the low four.
type Record uint8

func newRecord(id uint8, e Epoch) Record { return Record(id<<4 | uint8(e-1)) }

// ID is the number of the record.
func (r Record) ID() uint8 { return uint8(r >> 4) }

// Epoch is the epoch that the record was written in.
func (r Record) Epoch() Epoch { return Epoch(r&0xF) + 1 }

// Log holds up to four records, that at offset 0 in the low byte. Bytes at
// and beyond the log's end are zero, which is not to be told from record 0 of
// epoch 0: the end offset is kept beside it.
type Log uint32

// At is the record at offset o.
func (l Log) At(o Offset) Record { return Record(l >> (8 * (o & 3))) }

// Append is the log with r at its end, offset end.
func (l Log) Append(end Offset, r Record) Log { return l | Log(r)<<(8*(end&3)) }

// First is the log's first n records.
func (l Log) First(n Offset) Log { return l & Log(uint64(1)<<(8*n&63)-1) }

// Request is a LeaderAndIsr message: the leader plus one (0 is none) in the
// high three bits, the ISR in the low five. Its epoch is its place among the
// Requests.
type Request uint8

func newRequest(leader Broker, isr ISR) Request { return Request(leader+1)<<5 | Request(isr) }

// Leader is the broker that the request appoints, or Nobody.
func (q Request) Leader() Broker { return Broker(q>>5) - 1 }

// ISR is the set that the request carries.
func (q Request) ISR() ISR { return ISR(q & 0x1F) }

// Requests holds every request ever published, one byte each, that of epoch
// e in byte e. None is ever withdrawn, and the controller uses an epoch once.
// Byte 0 stays zero, so that the request of "no epoch yet" appoints nobody.
type Requests uint64

// At is the request of epoch e.
func (q Requests) At(e Epoch) Request { return Request(q >> (8 * (e & 7))) }

func (q Requests) with(e Epoch, r Request) Requests { return q | Requests(r)<<(8*(e&7)) }

// Replica is what one broker keeps: its log, and what it knows of the
// partition. The leader it follows is not kept, it is that of the request of
// its epoch: a broker takes both from the same request, always.
type Replica struct {
	Log           Log
	End           Offset // the log end offset, LEO
	HighWatermark Offset
	Epoch         Epoch
	ISR           ISR
}

// State is one partition: its brokers, every request, and the controller's
// truth. The controller's leader is that of its newest request, and its epoch
// counts the requests.
type State struct {
	Replicas   [MaxReplicas]Replica `name:"b%d"`
	Requests   Requests
	Epoch      Epoch // of the controller's newest request
	ISR        ISR   // the controller's; a leader may change it without a request
	NextRecord uint8
	Pad        [5]uint8 `name:"-"`
}

// Leader is the broker that the controller takes for the leader.
func (s *State) Leader() Broker { return s.Requests.At(s.Epoch).Leader() }

// LeaderOf is the broker that b follows; a leader follows itself.
func (s *State) LeaderOf(b Broker) Broker { return s.Requests.At(s.Replicas[b].Epoch).Leader() }

// Presumes reports that l takes itself for the leader. It may be a zombie,
// deposed without knowing.
func (s *State) Presumes(l Broker) bool { return s.Follows(l, l) }

// Follows reports that the request of f's epoch appoints l.
func (s *State) Follows(f, l Broker) bool {
	return s.Requests>>(8*(s.Replicas[f].Epoch&7))&0xE0 == Requests(l+1)<<5
}

// TrueLeader is the broker that both the controller and the broker itself
// take for the leader in the newest epoch, or Nobody.
func (s *State) TrueLeader() Broker {
	l := s.Leader()
	if l == Nobody || s.Replicas[l].Epoch != s.Epoch {
		return Nobody
	}
	return l
}
