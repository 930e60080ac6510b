package kafka

import (
	"fmt"
	"math/bits"
	"strings"

	"mc/model"
)

// Numbers says what tells states apart of numbers that only rise.
type Numbers uint8

const (
	NumbersKept Numbers = iota
	Renumbered          // of partition epochs, only which is the newer
	Sliding             // of logs, too, only what not everybody has and knows to be committed
)

// forgetting is what a run leaves out of its states; nil if nothing.
func (p *Protocol) forgetting() *model.Forgetting[State] {
	f := &model.Forgetting[State]{Adds: added}
	switch p.Numbers {
	case Renumbered:
		f.Doc, f.Apply = "up to the numbers of partition epochs", p.renumber
	case Sliding:
		f.Doc = "up to the numbers of partition epochs, and from the last record on that everybody has and knows to be committed"
		f.Apply = func(s *State) {
			p.renumber(s)
			p.slide(s)
		}
	default:
		return nil
	}
	return f
}

// renumber gives the partition epochs that are known to anybody the numbers from 0
// on, in their order. They are only compared, and a new one is beyond all others.
func (p *Protocol) renumber(s *State) {
	var known ranks
	known.note(s.Controller.Version)
	known.note(s.Alter.Version)
	for b := range p.Brokers {
		known.note(s.Brokers[b].Version)
		known.note(s.Brokers[b].Request.Version)
	}
	s.Controller.Version = known.of(s.Controller.Version)
	s.Alter.Version = known.of(s.Alter.Version)
	for b := range p.Brokers {
		x := &s.Brokers[b]
		x.Version, x.Request.Version = known.of(x.Version), known.of(x.Request.Version)
	}
}

// ranks are the partition epochs that there are, one bit each.
type ranks [4]uint64

func (r *ranks) note(v Version) {
	if v.Known() {
		r[v/64] |= 1 << (v % 64)
	}
}

// of is the place of a version among those that there are, if it is one.
func (r *ranks) of(v Version) Version {
	if !v.Known() {
		return v
	}
	before := bits.OnesCount64(r[v/64] & (1<<(v%64) - 1))
	for i := range v / 64 {
		before += bits.OnesCount64(r[i])
	}
	return Know(PartitionEpoch(before))
}

// shared is how many records everybody has and knows to be committed, whether up and
// in the ISR or not. Nothing goes back below it within a leader epoch: it is the least
// of all that a log could be cut to or a high watermark could fall to. (What a leader
// knows of its followers' ends may be less, and says no more than that it is.)
func (p *Protocol) shared(s *State) Offset {
	least := s.Ghosts.Committed.End
	for b := range p.Brokers {
		x := &s.Brokers[b]
		least = min(least, x.Log.End, x.HW)
		if p.keepsCheckpoints {
			least = min(least, x.Checkpoint)
		}
		switch r := &x.Response; r.Kind {
		case NoResponse:
		case Fetched:
			least = min(least, r.HW)
		default:
			least = min(least, r.End)
		}
	}
	return least
}

// full reports whether producers may write no more: as many records as the bound
// says are written, or, if they are counted from there, are not shared.
func (p *Protocol) full(s *State) bool {
	if p.Numbers == Sliding {
		return s.Used.Records-uint8(p.shared(s)) >= p.records
	}
	return s.Used.Records >= p.records
}

// room is how many records a log may hold in a state as it is kept.
func (p *Protocol) room() int {
	if p.Numbers == Sliding {
		return int(p.records) + 1
	}
	return p.values() + int(p.retryBudget.limit)
}

// values is how many records there may be, each with its value.
func (p *Protocol) values() int { return int(p.records) + int(p.markerBudget.limit) }

// slide drops the shared records but for the last, which stands for them: a log that
// has none, or an epoch that begins at its end, is something else than one that had
// some. There is one leader epoch, and no log was ever cut below what others have,
// so that record n lies at offset n-1 everywhere.
func (p *Protocol) slide(s *State) {
	by := p.shared(s)
	if by <= 1 {
		return
	}
	by--
	s.Used.Records -= uint8(by)
	s.Ghosts.Committed.slide(by)
	for b := range p.Brokers {
		x := &s.Brokers[b]
		x.Log.slide(by)
		for _, o := range []*Offset{&x.HW, &x.EpochStart, &x.Checkpoint, &x.Response.HW, &x.Response.End, &x.Response.Asked} {
			*o = less(*o, by)
		}
		slideRecords(x.Response.Carried(), by)
		slideKnown(&x.Cache[0], by)
		for f := range p.Brokers {
			slideKnown(&x.Remotes[f].End, by)
			slideKnown(&x.Remotes[f].LeaderEnd, by)
		}
	}
}

// less is an offset after some records were dropped; one among them is the first.
func less(o, by Offset) Offset { return max(o, by) - by }

func (l *Log) slide(by Offset) {
	l.End -= by
	copy(l.Records[:], l.Records[by:])
	clear(l.Records[l.End:])
	slideRecords(l.Records[:l.End], by)
}

func slideRecords(records []Record, by Offset) {
	for i := range records {
		records[i] -= Record(by)
	}
}

// slideKnown is less for an offset that may be unknown.
func slideKnown(o *Known[Offset], by Offset) {
	if o.Known() {
		*o = Know(less(o.Value(), by))
	}
}

// added says what a state has more of than one that becomes the same.
func added(before, after *State) string {
	var list []string
	count := func(n int, what string) {
		switch {
		case n == 1:
			list = append(list, "1 "+what)
		case n > 1:
			list = append(list, fmt.Sprintf("%d %ss", n, what))
		}
	}
	count(int(after.Used.Records)-int(before.Used.Records), "record")
	count(int(after.Controller.Version)-int(before.Controller.Version), "partition epoch")
	return strings.Join(list, " and ")
}

// checkNumbers refuses to forget where that it changes nothing is not established.
func (p *Protocol) checkNumbers(refuse func(bad bool, format string, args ...any)) {
	refuse(p.Numbers != NumbersKept && p.AnyNewer,
		"numbers: renumbered needs metadata: newest: a version that somebody may still learn of is known by its number")
	if p.Numbers != Sliding {
		return
	}
	refuse(p.Reassigns, "numbers: sliding does not go with reassignment: process: who becomes a replica begins with the first record; use renumbered")
	const unsure = "that nothing else changes then is not established; use renumbered"
	refuse(p.maxLeaderEpoch > 0, "numbers: sliding needs max_leader_epoch: 0: a new leader cuts logs, and epochs begin anew; %s", unsure)
	refuse(p.lossyBudget.some(), "numbers: sliding does not go with lossy_crashes: they take records that everybody has; %s", unsure)
	refuse(p.loadingBudget.some() || p.halfBudget.some() || p.dirBudget.some(), "numbers: sliding does not go with loading_crashes, half_appends and dir_failures: they take records that everybody has; %s", unsure)
	refuse(p.readBudget.some(), "numbers: sliding does not go with reads: consumers begin with the first record; %s", unsure)
	refuse(p.HasReader, "numbers: sliding does not go with reader: it begins with the first record; %s", unsure)
	refuse(p.ReadsBeyondEnd, "numbers: sliding does not go with reads_beyond_end: a log has a record beyond its end; %s", unsure)
	refuse(p.KeepsStarts, "numbers: sliding does not go with deletes and retentions: logs begin where these say; %s", unsure)
	refuse(p.TrackAcks != AcksOff, "numbers: sliding does not go with track_acks: requests are known by their records; %s", unsure)
	refuse(p.markerBudget.some(), "numbers: sliding does not go with markers: transactions are known by their records; %s", unsure)
	refuse(p.retryBudget.some(), "numbers: sliding does not go with retries: records are known by their offsets; %s", unsure)
	refuse(int(p.records) >= Capacity, "numbers: sliding keeps one record more than the %d of records, and a log holds %d; give fewer", p.records, Capacity)
}
