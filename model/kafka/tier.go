package kafka

// tierSwitches are the switches about remote storage, with their columns.
type tierSwitches struct {
	RemoteStorage, CopiedIgnoresLineage, HWPositionMustBeLocal, StartCheckpointSkipsAligned bool
}

var (
	remoteStorage = flag("remote_storage", func(p *Protocol) *bool { return &p.RemoteStorage },
		"--  off off off off on  on", "KIP-405",
		"Leaders copy closed segments to remote storage, and what is copied may go from the brokers' own disks.").
		when(needsEpochs).needing("copies")
	copiedIgnoresLineage = flag("copied_ignores_lineage", func(p *Protocol) *bool { return &p.CopiedIgnoresLineage },
		"--  --  --  --  --  on  off", "KAFKA-15241",
		"A broker takes for copied whatever remote storage has of an epoch, also beyond where that epoch ends in its own "+
			"log.").when("remote_storage=on").needing("copies")
	hwPositionMustBeLocal = flag("hw_position_must_be_local", func(p *Protocol) *bool { return &p.HWPositionMustBeLocal },
		"--  --  --  --  --  on  off", "KAFKA-16452",
		"A leader whose high watermark is below what it has on its own disks fails every fetch; off: the high watermark "+
			"rises by them.").when("remote_storage=on").needing("copies", "retentions", "checkpoints")
	startCheckpointSkipsAligned = flag("start_checkpoint_skips_aligned", func(p *Protocol) *bool { return &p.StartCheckpointSkipsAligned },
		"--  --  --  --  --  on  off", "KAFKA-16146",
		"A log start is written to disk only where it is beyond the first local segment's.").
		when("remote_storage=on").needing("copies", "retentions", "checkpoints")
)

// maxCopies is how many segments of a run remote storage can have.
const maxCopies = 2

// Tier is remote storage (KIP-405): the segments that leaders have copied there, the
// oldest first. One has its records at their offsets.
type Tier struct {
	Segments [maxCopies][Capacity]Record
	_        [20]uint8
}

// LocalStart is where a log begins on the broker's own disks. What is between its start
// and there is in remote storage only.
func (b *Broker) LocalStart() Offset { return max(b.Start, b.Local) }

// copySegment copies what a leader has and has not copied to remote storage, up to its
// high watermark. Every offset is one at which a segment can end.
func (p *Protocol) copySegment(s *State, out *steps) {
	spent := p.copyBudget.spent(s.Used.Copies)
	for l := range p.Brokers {
		lead := &s.Brokers[l]
		if !p.Tiered || lead.Role != Leader {
			continue
		}
		from := max(p.CopiedUpTo(s, l), lead.LocalStart())
		for o := from + 1; o <= lead.HW; o++ {
			if spent != 0 {
				out.Stopped(spent)
				return
			}
			n := out.Step(uint8(l), uint8(o))
			p.copyBudget.spend(&n.Used.Copies)
			copy(n.Tier.free()[from:o], lead.Log.Records[from:o])
		}
	}
}

// free is room for one more segment: the budget allows no more than there is.
func (t *Tier) free() *[Capacity]Record {
	for i := range t.Segments {
		if t.Segments[i] == ([Capacity]Record{}) {
			return &t.Segments[i]
		}
	}
	panic("kafka: more segments than a run can copy")
}

// highest is where what remote storage has of an epoch ends.
func (t *Tier) highest(e Epoch) (end Offset, any bool) {
	for i := range t.Segments {
		for o, r := range t.Segments[i] {
			if r != 0 && r.Epoch() == e && Offset(o) >= end {
				end, any = Offset(o)+1, true
			}
		}
	}
	return end, any
}

// CopiedUpTo is up to where broker b takes its log to be copied: the end, in remote
// storage, of the newest epoch in its cache that has something there, but no further
// than its own log goes in that epoch (since KAFKA-15241).
func (p *Protocol) CopiedUpTo(s *State, b int) Offset {
	x := &s.Brokers[b]
	for e, any := x.Cache.Latest(); any; e, any = x.Cache.before(e) {
		end, copied := s.Tier.highest(e)
		if !copied {
			continue
		}
		if _, own, _ := x.Cache.endOffsetFor(e, x.Log.End); !p.CopiedIgnoresLineage {
			end = min(end, own)
		}
		return end
	}
	return 0
}

// before is the newest epoch that has an entry and is older than e.
func (c *Cache) before(e Epoch) (Epoch, bool) {
	if e == 0 {
		return 0, false
	}
	return c.Floor(e - 1)
}

// InTier is what broker b reads from remote storage at offset o: the record of the epoch
// that its own cache has there.
func (s *State) InTier(b int, o Offset) (Record, bool) {
	for e, any := s.Brokers[b].Cache.Latest(); any; e, any = s.Brokers[b].Cache.before(e) {
		if start, _ := s.Brokers[b].Cache.Start(e); start > o {
			continue
		}
		for i := range s.Tier.Segments {
			if r := s.Tier.Segments[i][o]; r != 0 && r.Epoch() == e {
				return r, true
			}
		}
		return 0, false
	}
	return 0, false
}

// retainLocal is local retention: any broker deletes from its own disks what it takes
// for copied.
func (p *Protocol) retainLocal(s *State, out *steps) {
	spent := p.retentionBudget.spent(s.Used.Retentions)
	for b := range p.Brokers {
		x := &s.Brokers[b]
		if !p.Tiered || x.Down() {
			continue
		}
		for o := x.LocalStart() + 1; o <= min(p.CopiedUpTo(s, b), x.HW); o++ {
			if spent != 0 {
				out.Stopped(spent)
				return
			}
			n := out.Step(uint8(b), uint8(o))
			p.retentionBudget.spend(&n.Used.Retentions)
			p.answerDeleted(n, b, o)
			n.Brokers[b].Local = o
			clear(n.Brokers[b].Log.Records[:o])
		}
	}
}

// retainRemote is retention of all of a log: its leader deletes the beginning of what is
// in remote storage, and the log begins there.
func (p *Protocol) retainRemote(s *State, out *steps) {
	spent := p.retentionBudget.spent(s.Used.Retentions)
	for l := range p.Brokers {
		lead := &s.Brokers[l]
		if !p.Tiered || lead.Role != Leader {
			continue
		}
		for o := lead.Start + 1; o <= min(lead.Local, lead.HW); o++ {
			if spent != 0 {
				out.Stopped(spent)
				return
			}
			n := out.Step(uint8(l), uint8(o))
			p.retentionBudget.spend(&n.Used.Retentions)
			for i := range n.Tier.Segments {
				clear(n.Tier.Segments[i][:o])
			}
			p.raiseStart(&n.Brokers[l], o)
			p.noteDeleted(n, l)
			p.answersLeave(n, l)
		}
	}
}

// askEarliestLocal asks where the leader's log begins on its own disks by now, and starts
// there, with what the segment before it says of the epochs. Without that segment the
// follower tries again.
func (p *Protocol) askEarliestLocal(s *State, out *steps) {
	for f := range p.Brokers {
		if s.Brokers[f].Response.Kind != MovedToTier || !p.AsksOn(s, f) {
			continue
		}
		n := out.Step(uint8(f))
		b := &n.Brokers[f]
		l := b.Leader.Index()
		b.Response = Response{}
		lead := &n.Brokers[l]
		if lead.Local <= lead.Start {
			continue
		}
		if _, there := n.InTier(l, lead.Local-1); there {
			p.startAtLocal(b, lead)
		}
	}
}

// startAtLocal empties a log, which begins on the broker's own disks where the leader's
// does. The segment has the leader's epochs up to there.
func (p *Protocol) startAtLocal(b, lead *Broker) {
	b.Log = Log{End: lead.Local}
	b.Start, b.Local, b.HW = lead.Start, lead.Local, lead.Local
	b.Cache = lead.Cache
	b.Cache.truncateFromEnd(b.Log.End)
}

// HWOutOfSight reports a leader whose high watermark is not on its own disks. To look for
// its position there is an error, of which every fetch fails (until KAFKA-16452).
func (p *Protocol) HWOutOfSight(lead *Broker) bool {
	return p.HWPositionMustBeLocal && lead.HW < lead.Local
}

// checkTiers refuses what was never looked at together with remote storage.
func (p *Protocol) checkTiers(refuse func(bool, string, ...any)) {
	const unseen = "what comes of the two together is not established"
	t := p.Tiered
	refuse(t && p.deleteBudget.some(), "copies does not go with deletes: %s", unseen)
	refuse(t && p.losesPower(), "copies does not go with lossy_crashes and loading_crashes: %s", unseen)
	refuse(t && p.readBudget.some(), "copies does not go with reads: %s", unseen)
	refuse(t && p.RangeInSteps, "copies does not go with range_questions: in-steps: it asks in steps anyway")
	refuse(t && p.ReadsBeyondEnd, "copies does not go with reads_beyond_end: %s", unseen)
	refuse(t && p.losesHW, "copies does not go with hw_stays_above_start: off: %s", unseen)
	refuse(t && p.CacheWithoutBatchEpochs, "copies does not go with cache_without_batch_epochs: %s", unseen)
	refuse(t && p.swapBudget.some(), "copies does not go with log_swaps: %s", unseen)
}
