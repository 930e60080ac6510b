package kafka

import "math/bits"

// ones is the smallest mask of low bits that holds every number up to n.
func ones[T ~uint8](n int) T { return T(1<<bits.Len(uint(n)) - 1) }

// versions is the largest number that a partition version can reach: every
// event that changes the partition, and one expansion for every removal. An
// uncounted lag budget has no such limit; there the width is 31 and an
// overflow ends the run.
func (p *Protocol) versions() int {
	switch {
	case p.lagBudget.counted:
	case p.Numbers != NumbersKept: // the controller's, and two of each broker, or of one that has stopped
		return 2*p.Brokers + 2 + int(p.firstVersion)
	default:
		return 31 + int(p.firstVersion)
	}
	restarts := p.mostStops()
	removals := int(p.fenceBudget.limit) + int(p.lagBudget.limit) + int(p.cleanBudget.limit) + restarts
	if p.RestartInSteps { // who is unfenced may be elected
		restarts *= 2
	}
	others := restarts + int(p.unfenceBudget.limit) + int(p.electBudget.limit) + int(p.minIsrBudget.limit) + int(p.reassignBudget.limit) +
		int(p.failoverBudget.limit)
	if p.Reassigns { // whoever is taken out may be put back, and joins when it is back
		others += int(p.reassignBudget.limit)*(1+2*p.Brokers) + int(p.cancelBudget.limit)*(1+p.Brokers)
	}
	return min(1+int(p.firstVersion)+2*removals+others, 255)
}

// mostStops is how often processes may end, or lose their replica.
func (p *Protocol) mostStops() (n int) {
	for _, b := range []*budget{&p.killBudget, &p.lossyBudget, &p.cleanBudget, &p.halfBudget, &p.dirBudget} {
		n += int(b.limit)
	}
	return n
}

// widest is the state in which every bit is set that this run may set.
func (p *Protocol) widest() *State {
	w := &State{}
	log := p.widestLog()
	end, epoch, node := ones[Offset](p.room()), ones[Epoch](int(p.maxLeaderEpoch)), ones[Node](p.Brokers)
	version := ones[Version](p.versions())
	for b := range p.Brokers {
		x := &w.Brokers[b]
		x.Log, x.HW = log, end
		x.Cache = p.widestCache()
		x.Clean = p.cleanBudget.limit > 0 || p.LoadErrorStopsCleanly && p.dirBudget.some()
		x.Role, x.Leader, x.Epoch, x.Version, x.Isr = 3, node, epoch, version, p.all
		if p.IsrUpdate == AlterPartition {
			x.Change = Change{p.widestChange(), p.all &^ Of(b)}
		}
		p.widestRemotes(x, b, end)
		p.widestResponse(x, epoch, end)
		p.widestOptions(x, end)
		p.widestFiles(x, end)
	}
	if p.AnyNewer {
		for v := range min(p.versions(), maxVersions) {
			w.Published[v] = News{node, epoch, version, ones[uint8](p.Brokers), p.all, p.all}
		}
	}
	w.Controller = Controller{Leader: node, Epoch: epoch, Version: version, Isr: p.all, Fenced: p.all}
	for v := range p.values() {
		if p.keepsWaits {
			w.Outlived[v] = NewWait(node, end)
		}
	}
	if p.transactional {
		w.Txn, w.Markers = Ongoing|Completing, p.widestValues()
	}
	for i := range p.copyBudget.limit {
		if p.Tiered {
			w.Tier.Segments[i] = log.Records
		}
	}
	if p.HasReader {
		w.Reader.Position = end
		if p.FetchFromFollower {
			w.Reader.From = node
		}
	}
	p.widestController(&w.Controller)
	p.widestRequests(w, node, epoch, version)
	p.widestGhosts(&w.Ghosts, log)
	p.widestUsed(&w.Used)
	return w
}

// widestChange leaves out the kinds of change that this run cannot propose.
func (p *Protocol) widestChange() ChangeKind {
	if p.SplitExpand || p.lagBudget.limit > 0 {
		return 3
	}
	return Expand
}

func (p *Protocol) widestLog() (log Log) {
	most := ones[Value](p.room())
	if p.TornWrites {
		most = Torn
	}
	for o := range p.room() {
		log.Records[o] = NewRecord(ones[Epoch](int(p.maxLeaderEpoch)), most)
	}
	log.End = ones[Offset](p.room())
	return log
}

func (p *Protocol) widestCache() (c Cache) {
	if p.DerivedCache || p.Truncation == HighWatermark {
		return c
	}
	for e := range p.maxLeaderEpoch + 1 {
		c[e] = ones[Known[Offset]](p.room() + 1)
	}
	// A cut out of its time, or an entry without records that no cut takes, may leave an
	// older epoch's records behind a newer entry, which they replace.
	stray := !p.DropStaleFetches || p.RemovedPartitionIsCut || !p.CacheTruncOnNoop
	if p.RecoveryKeepsEpochZero && p.CacheRepairedOnLoad && p.SwapKeepsEpoch && !p.CacheWithoutBatchEpochs && !stray && !p.KeepsStarts {
		c[0] = Know(Offset(0)) // epoch 0 starts at offset 0 wherever it is known
	}
	return c
}

func (p *Protocol) widestRemotes(x *Broker, b int, end Offset) {
	for f := range p.Brokers {
		if f == b {
			continue
		}
		r := &x.Remotes[f]
		r.End = ones[Known[Offset]](p.room() + 1)
		r.CaughtUp = p.HWWaitsForCaughtUp
		if p.HWWaitsForCaughtUp && p.CaughtUpByPreviousFetch {
			r.LeaderEnd = r.End
		}
		if p.keepsIncarnations {
			r.Incarnation = p.widestIncarnation()
			if p.RestartInSteps {
				r.Incarnation |= Unregistered
			}
		}
	}
}

func (p *Protocol) widestIncarnation() Incarnation {
	if !p.countsIncarnations {
		return 0
	}
	if p.halts() { // no budget counts how often a broker stops itself and is started again
		return 127
	}
	return ones[Incarnation](p.mostStops())
}

func (p *Protocol) widestResponse(x *Broker, epoch Epoch, end Offset) {
	r := &x.Response
	r.Kind, r.HW = 1, end
	for i := range min(p.fetchRecords, Offset(p.room())) {
		r.Records[i] = x.Log.Records[0]
	}
	if p.Truncation == OnFetch {
		r.Kind, r.Epoch, r.End = 3, ones[Known[Epoch]](int(p.maxLeaderEpoch)+1), end
		if p.cutsLater() {
			r.Kind = 7
		}
	}
	if p.FetchWaits {
		r.Epoch = ones[Known[Epoch]](int(p.maxLeaderEpoch) + 1)
	}
	outlive := !p.DropStaleFetches || p.RemovedPartitionIsCut || p.TruncationOfRemovedKillsThread
	if outlive {
		r.From = ones[Node](p.Brokers)
	}
	if outlive || !p.DropStaleLookups && p.SplitLookup {
		r.Asked = end
	}
	if p.takesStarts {
		r.Start = end
	}
	if p.losesHW {
		r.HW = MinusOne
	}
	switch {
	case p.Tiered:
		r.Kind = 15
	case p.asksRange:
		r.Kind = 7
	case p.OutOfRange != RangeRetry:
		r.Kind, r.End = r.Kind|3, end
	}
	if p.TruncationOfRemovedKillsThread {
		r.Kind |= 7
	}
	if p.SplitLookup {
		r.Kind, r.Epoch, r.End = r.Kind|7, ones[Known[Epoch]](int(p.maxLeaderEpoch)+1), end
	}
}

func (p *Protocol) widestOptions(x *Broker, end Offset) {
	if p.keepsCheckpoints {
		x.Checkpoint = end
	}
	if p.keepsFlushed {
		x.Flushed = end
	}
	if p.KeepsEpochStart {
		x.EpochStart = end
	}
	if p.minIsrBudget.limit > 0 {
		x.MinIsr = ones[uint8](p.Brokers)
	}
	if p.reassignBudget.limit > 0 || p.Reassigns {
		x.Gone = p.all
	}
	if p.Reassigns && p.MovedBy == ByZooKeeper {
		x.StopReplica = ones[Known[Epoch]](int(p.maxLeaderEpoch) + 1)
	}
	if p.RestartInSteps {
		x.Boot = Starting | Registered
	}
	if p.TrackAcks != AcksOff {
		x.Waiting = p.widestValues()
	}
	if p.readBudget.limit > 0 && !p.ConsumerReadAtomic {
		x.Reading = toTheEnd
	}
	x.Truncating = p.Truncation == EpochOffset || p.Truncation == EpochPair
	x.EpochForgot = p.forgetsEpochs
	if p.keepsSessions {
		x.Sessions = p.all
	}
	if p.keepsFailed {
		x.Failed = p.all
	}
	if p.starves() {
		x.Starved = p.all
	}
	if p.KeepsStarts {
		x.Start = end
	}
	if p.Tiered {
		x.Local = end
	}
	x.NoHW = p.losesHW
	if p.ReadsBeyondEnd {
		x.Half = 3
	}
	if p.keepsStartOnDisk {
		x.StartOnDisk = end
	}
	x.NewsDue = p.EqualEpochNews
}

func (p *Protocol) widestFiles(x *Broker, end Offset) {
	if p.keepsRecoveryPoint {
		x.RecoveryPoint = end
	}
	x.IndexTorn = p.MarkerRemovedAfterLoading && p.loadingBudget.some()
	if p.halfBudget.some() {
		x.HalfAt, x.HalfRecord = ones[Known[Offset]](p.room()+1), x.Log.Records[0]
	}
	if p.dirBudget.some() && p.DirectoryFailsAlone {
		x.Dir = DirFailed | DirTold
	}
}

func (p *Protocol) widestValues() Values { return 1<<(p.values()+1) - 2 }

func (p *Protocol) widestController(c *Controller) {
	if p.Elr {
		c.Elr = p.all
	}
	if p.reassignBudget.limit > 0 || p.Reassigns {
		c.Removed = p.all
	}
	if p.Reassigns {
		c.Adding, c.Removing = p.all, p.all
	}
	if p.dirBudget.some() && p.DirectoryFailsAlone {
		c.Offline = p.all
	}
	if p.failoverBudget.some() && p.IsrUpdate == ZkCas {
		c.Decided = Decided{c.Leader, c.Epoch, p.all}
	}
	if p.Recovery != RecoverNone {
		c.LastKnown = p.all
	}
	if p.cleanBudget.limit > 0 {
		c.ShuttingDown = p.all
	}
	if p.minIsrBudget.limit > 0 {
		c.MinIsr = ones[uint8](p.Brokers)
	}
	for b := range p.Brokers {
		c.Incarnations[b] = p.widestIncarnation()
	}
}

// widestRequests are one of each broker, and one without a sender if processes
// can end; or the only one.
func (p *Protocol) widestRequests(w *State, node Node, epoch Epoch, version Version) {
	a := p.widestAlter(epoch, version)
	if p.OneRequest {
		w.Alter = a
		w.Alter.From = node
		return
	}
	for b := range p.Brokers {
		w.Brokers[b].Request = a
	}
	if a.Progress != 0 && p.loses() {
		w.Alter = a
		w.Alter.From, w.Alter.Progress, w.Alter.Answer = node, Requested, NoAnswer
	}
}

func (p *Protocol) widestAlter(epoch Epoch, version Version) (a Alter) {
	if p.IsrUpdate != AlterPartition {
		return a
	}
	a = Alter{Progress: 3, Epoch: epoch, Version: version, Isr: p.all, Answer: 3}
	if p.ShrinkBumpsLeaderEpoch || !p.ControllerChecksLeaderInIsr || !p.FenceOneAtATime || p.Reassigns {
		a.Answer = 7 // the proposal may end a leadership
	}
	if p.ApCarriesSenderBrokerEpoch {
		a.Sender = p.widestIncarnation()
	}
	if p.keepsIncarnations {
		for b := range p.Brokers {
			a.Incarnations[b] = ones[Known[Incarnation]](int(p.widestIncarnation()) + 1)
		}
	}
	return a
}

func (p *Protocol) widestGhosts(g *Ghosts, log Log) {
	g.Committed, g.Conflict = log, true
	if p.KeepsStarts {
		g.Deleted = log.End
	}
	if p.TrackRestarts {
		g.Suspects = p.all
	}
	if p.HasReader {
		g.Consumed, g.ReadConflict = log, true
	}
	if p.readBudget.limit > 0 {
		g.Consumed, g.ReadConflict, g.Latest, g.LatestWentBack = log, true, log.End, true
	}
	if p.TrackAcks != AcksOff {
		g.AckedAll, g.AckedOne, g.Nacked, g.AfterAppend = p.widestValues(), p.widestValues(), p.widestValues(), true
	}
}
