package kafka

// deleteRecords is a client's DeleteRecords request: a leader deletes the beginning of
// its log, and tells its followers in its answers.
func (p *Protocol) deleteRecords(s *State, out *steps) {
	spent := p.deleteBudget.spent(s.Used.Deletes)
	for l := range p.Brokers {
		lead := &s.Brokers[l]
		if lead.Role != Leader || !p.LogStartReplicated || lead.Half != 0 {
			continue
		}
		for o := lead.Start + 1; o <= lead.HW; o++ {
			if spent != 0 {
				out.Stopped(spent)
				return
			}
			n := out.Step(uint8(l), uint8(o))
			p.deleteBudget.spend(&n.Used.Deletes)
			p.answerDeleted(n, l, o)
			p.raiseStart(&n.Brokers[l], o)
			p.noteDeleted(n, l)
			p.answersLeave(n, l)
		}
	}
}

// retain is retention: any broker deletes the beginning of its log by itself, whether
// it leads or not; since KAFKA-5634 nothing beyond its high watermark.
func (p *Protocol) retain(s *State, out *steps) {
	if p.Tiered {
		return
	}
	spent := p.retentionBudget.spent(s.Used.Retentions)
	for b := range p.Brokers {
		x := &s.Brokers[b]
		for o := x.Start + 1; !x.Down() && x.Half == 0 && o <= p.Retainable(x); o++ {
			if spent != 0 {
				out.Stopped(spent)
				return
			}
			n := out.Step(uint8(b), uint8(o))
			p.retentionBudget.spend(&n.Used.Retentions)
			p.answerDeleted(n, b, o)
			p.raiseStart(&n.Brokers[b], o)
			p.saveStart(&n.Brokers[b])
			p.noteDeleted(n, b)
			p.answersLeave(n, b)
		}
	}
}

// answerDeleted ends the wait of requests whose records go, since they are known by
// these: who is covered is answered, who is not will never hear.
func (p *Protocol) answerDeleted(s *State, l int, to Offset) {
	lead := &s.Brokers[l]
	for o := lead.Start; o < to && lead.Waiting != 0; o++ {
		switch v := lead.Log.Records[o].Value(); {
		case !lead.Waiting.Has(v):
		case o < lead.HW:
			p.answer(s, l, v)
		default:
			lead.Waiting &^= 1 << v
		}
	}
}

// noteDeleted notes where the log of a leader begins: it gives up what is below.
func (p *Protocol) noteDeleted(s *State, l int) {
	if s.Brokers[l].Role == Leader {
		s.Ghosts.Deleted = max(s.Ghosts.Deleted, s.Brokers[l].Start)
	}
}

// Retainable is up to where retention may delete a log.
func (p *Protocol) Retainable(b *Broker) Offset {
	if p.RetentionStopsAtHW {
		return b.HW
	}
	return b.Log.End
}

// raiseStart lets a log begin at offset o. The files go when that is on disk.
func (p *Protocol) raiseStart(b *Broker, o Offset) {
	b.Start = o
	b.Cache.truncateFromStart(o)
	if !p.keepsStartOnDisk {
		clear(b.Log.Records[:o])
	}
}

// saveStart puts on disk where a log begins, and deletes what is below.
func (p *Protocol) saveStart(b *Broker) {
	if !p.keepsStartOnDisk {
		return
	}
	b.StartOnDisk = b.Start
	if p.StartCheckpointSkipsAligned && b.Start <= b.Local {
		b.StartOnDisk = 0
	}
	clear(b.Log.Records[:b.Start])
	if p.Tiered {
		b.Local = max(b.Local, b.Start)
	}
}

// KeptStart is where the log begins if the process ends now.
func (p *Protocol) KeptStart(b *Broker) Offset {
	if p.keepsStartOnDisk {
		return b.StartOnDisk
	}
	return b.Start
}

// checkpointStart writes the start of a log to disk.
func (p *Protocol) checkpointStart(s *State, out *steps) {
	if !p.keepsStartOnDisk {
		return
	}
	spent := p.checkpointBudget.spent(s.Used.Checkpoints)
	for b := range p.Brokers {
		x := &s.Brokers[b]
		if x.Down() || x.StartOnDisk == x.Start {
			continue
		}
		if spent != 0 {
			out.Stopped(spent)
			return
		}
		n := out.Step(uint8(b))
		p.checkpointBudget.spend(&n.Used.Checkpoints)
		p.saveStart(&n.Brokers[b])
	}
}

// tellStartOf notes in a fetch answer where the leader's log begins.
func (p *Protocol) tellStartOf(lead *Broker, r *Response) {
	if p.takesStarts {
		r.Start = lead.Start
	}
}

// answersLeave is the moment at which leader l's answers leave, where the log start in
// them is read only then: those that leave before a deletion are processed before it
// just as well (KAFKA-7104).
func (p *Protocol) answersLeave(s *State, l int) {
	if p.ReplyStart != StartAfter || s.Brokers[l].Role != Leader {
		return
	}
	for f := range p.Brokers {
		x := &s.Brokers[f]
		if x.Role == Follower && x.Leader == NodeOf(l) && x.Response.Kind == Fetched && !p.OfAnother(x) {
			p.tellStartOf(&s.Brokers[l], &x.Response)
		}
	}
}

// takeStart deletes what the leader has deleted. A start beyond the follower's own high
// watermark is an error, and its fetcher fails; it reports false then.
func (p *Protocol) takeStart(b *Broker, f int, r *Response) bool {
	switch {
	case r.Start <= b.Start:
	case r.Start > b.HW:
		p.failPartition(b, f)
		return false
	default:
		p.raiseStart(b, r.Start)
	}
	return true
}

// MinusOne stands in an answer for the high watermark of a leader that has none.
const MinusOne Offset = 31

// toldHW is the high watermark as a leader's answers have it.
func (b *Broker) toldHW() Offset {
	if b.NoHW {
		return MinusOne
	}
	return b.HW
}

// placeHW looks a new leader's high watermark up in its log. One that is below it
// becomes -1, until it is raised (until KAFKA-3978).
func (p *Protocol) placeHW(b *Broker) {
	if b.HW < b.Start && p.losesHW {
		b.HW, b.NoHW = 0, true
	}
}

// takeHW takes over a high watermark, as far as the log goes.
func (p *Protocol) takeHW(b *Broker, hw Offset) {
	if b.NoHW = hw == MinusOne; b.NoHW {
		hw = 0
	}
	b.HW = min(hw, b.Log.End)
	if b.HW < b.Start && p.HWStaysAboveStart {
		b.HW = b.Start
	}
}

// AsksOn reports whether broker f is out of its leader's range, and that one can be
// asked for it.
func (p *Protocol) AsksOn(s *State, f int) bool {
	b := &s.Brokers[f]
	r := &b.Response
	if r.Kind != AskedLatest && (r.Kind != OutOfRange && r.Kind != MovedToTier || p.stale(b, r)) {
		return false
	}
	lead := &s.Brokers[b.Leader.Index()]
	return lead.Role == Leader && (!p.FenceFetch || lead.Epoch == b.Epoch)
}

// askLatest asks where the leader's log ends by now. Only if that is below its own end
// the follower is beyond the leader's log, and cuts, or stops.
func (p *Protocol) askLatest(s *State, out *steps) {
	for f := range p.Brokers {
		if s.Brokers[f].Response.Kind != OutOfRange || !p.asksRange || !p.AsksOn(s, f) {
			continue
		}
		n := out.Step(uint8(f))
		b := &n.Brokers[f]
		end := n.Brokers[b.Leader.Index()].Log.End
		b.Response = Response{}
		switch {
		case end >= b.Log.End:
			b.Response.Kind = AskedLatest
		case p.halts():
			p.stopProcess(n, f)
		case p.OutOfRange != RangeRetry:
			p.truncateTo(b, end)
		}
	}
}

// askEarliest asks where the leader's log begins by now. Only if that is beyond its own
// end the follower starts anew from there (since KAFKA-2143).
func (p *Protocol) askEarliest(s *State, out *steps) {
	for f := range p.Brokers {
		if s.Brokers[f].Response.Kind != AskedLatest || !p.AsksOn(s, f) {
			continue
		}
		n := out.Step(uint8(f))
		b := &n.Brokers[f]
		start := n.Brokers[b.Leader.Index()].Start
		b.Response = Response{}
		if start > b.Log.End || p.OutOfRangeEmptiesLog {
			p.truncateFullyAndStartAt(b, start)
		}
	}
}

// truncateFullyAndStartAt empties a log, which begins and ends at offset o from now on.
func (p *Protocol) truncateFullyAndStartAt(b *Broker, o Offset) {
	b.Log = Log{End: o}
	b.Start, b.Local, b.Cache = o, 0, Cache{}
	p.saveStart(b)
	p.takeHW(b, b.toldHW())
	if p.keepsFlushed {
		b.Flushed = o
	}
}

// truncateFromStart lets a cache begin at offset o: of the entries up to there only the
// last stays, and starts there.
func (c *Cache) truncateFromStart(o Offset) {
	last, any := Epoch(0), false
	for e := range c {
		if c[e].Known() && c[e].Value() <= o {
			last, any, c[e] = Epoch(e), true, 0
		}
	}
	if any {
		c[last] = Know(o)
	}
}

// AsksRange reports whether a follower that is out of its leader's range asks for it, in
// steps of their own.
func (p *Protocol) AsksRange() bool { return p.asksRange }

// checkStarts refuses what was never looked at together.
func (p *Protocol) checkStarts(refuse func(bool, string, ...any)) {
	const unseen = "what comes of the two together is not established"
	starts := p.KeepsStarts || p.RangeInSteps || p.ReadsBeyondEnd
	refuse(starts && p.readsBad, "deletes, retentions, range_questions: in-steps and reads_beyond_end do not go with torn_writes and half_appends: %s", unseen)
	refuse(starts && p.dirBudget.some(), "deletes, retentions, range_questions: in-steps and reads_beyond_end do not go with dir_failures: %s", unseen)
	refuse(starts && p.Reassigns, "deletes, retentions, range_questions: in-steps and reads_beyond_end do not go with reassignment: process: %s", unseen)
	refuse(starts && p.HasReader, "deletes, retentions, range_questions: in-steps and reads_beyond_end do not go with reader: %s", unseen)
	refuse(starts && (p.retryBudget.some() || p.transactional || p.Idempotence && p.ReadsBeyondEnd),
		"deletes, retentions, range_questions: in-steps and reads_beyond_end do not go with retries and markers: %s", unseen)
	refuse(p.Reassigns && (p.failoverBudget.some() || p.ZkModeBrokers || p.CasRetrySeesOwnWrite),
		"reassignment: process does not go with controller_failovers, zk_mode_brokers and cas_retry_sees_own_write: %s", unseen)
}
