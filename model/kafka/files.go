package kafka

import (
	"fmt"

	"mc/model"
)

// Torn is the value of a record that a power failure has spoilt: its offset is taken,
// and nobody can read it.
const Torn Value = 31

// checkpointEarly is the file of high watermarks, written whole by a broker that
// has started and has not been told yet that it hosts the partition.
func (p *Protocol) checkpointEarly(s *State, out *steps) {
	if !p.CheckpointDropsUnhosted {
		return
	}
	spent := p.earlyBudget.spent(s.Used.EarlyCheckpoints)
	for b := range p.Brokers {
		x := &s.Brokers[b]
		if x.Role != Idle || x.Dir != DirWorks || x.Checkpoint == 0 {
			continue
		}
		if spent != 0 {
			out.Stopped(spent)
			return
		}
		n := out.Step(uint8(b))
		p.earlyBudget.spend(&n.Used.EarlyCheckpoints)
		n.Brokers[b].Checkpoint, n.Brokers[b].HW = 0, 0 // no entry is as one of 0
	}
}

// losePower leaves keeps records to a broker that does not run. What was not flushed
// beyond them is spoilt, or, without torn writes, found to be so at once.
func (p *Protocol) losePower(s *State, b int, keeps Offset) {
	x := &s.Brokers[b]
	if x.HalfAt.AtLeast(keeps) {
		x.HalfAt, x.HalfRecord = 0, 0
	}
	switch {
	case p.TornWrites:
		for o := keeps; o < x.Log.End; o++ {
			x.Log.Records[o] = NewRecord(x.Log.Records[o].Epoch(), Torn)
		}
	case !x.Clean:
		p.recoverTo(x, keeps)
	}
	if p.TrackRestarts {
		s.Ghosts.Suspects |= Of(b)
	}
}

// load is what a process does with its files before anything else. It takes them as
// they are if it finds the marker of a clean stop; else log recovery looks through
// them, from the recovery point on, and cuts the log at what it cannot read.
func (p *Protocol) load(x *Broker) {
	if p.halfBudget.some() {
		p.firstWins(x)
	}
	if x.Clean {
		return
	}
	x.IndexTorn = false
	if !p.TornWrites {
		return
	}
	whole := x.RecoveryPoint
	for whole < x.Log.End && x.Log.Records[whole].Value() != Torn {
		whole++
	}
	p.recoverTo(x, whole)
	if p.RecoveryPointAtEnd {
		p.advanceRecoveryPoint(x)
	}
}

// recoverTo is a log recovery that finds keeps records.
func (p *Protocol) recoverTo(x *Broker, keeps Offset) {
	stale := x.Cache
	p.truncateTo(x, keeps)
	x.Cache.truncateFromEnd(x.Log.End)
	if !p.CacheRepairedOnLoad {
		x.Cache = stale
	}
	if !p.RecoveryKeepsEpochZero {
		x.Cache[0] = 0
	}
}

// advanceRecoveryPoint moves the recovery point to the end of the log, where it
// may be elsewhere than at what is flushed.
func (p *Protocol) advanceRecoveryPoint(x *Broker) {
	if p.keepsRecoveryPoint {
		x.RecoveryPoint = x.Log.End
	}
}

// loadingCrash is a power failure while a broker that has started loads its files.
// The marker of a clean stop is gone by then; where it is removed later, what loading
// has done to the indexes is taken for whole the next time.
func (p *Protocol) loadingCrash(s *State, out *steps) {
	spent := p.loadingBudget.spent(s.Used.LoadingCrashes)
	p.whileLoading(s, out, spent, func(n *State, b int) {
		p.loadingBudget.spend(&n.Used.LoadingCrashes)
		x := &n.Brokers[b]
		x.Clean = x.Clean && p.MarkerRemovedAfterLoading
		x.IndexTorn = x.Clean
		p.losePower(n, b, x.Flushed)
	})
}

// loadFails is an I/O error while a broker that has started loads its files: it stops
// before it has looked through them.
func (p *Protocol) loadFails(s *State, out *steps) {
	spent := p.dirBudget.spent(s.Used.DirFailures)
	p.whileLoading(s, out, spent, func(n *State, b int) {
		p.dirBudget.spend(&n.Used.DirFailures)
		x := &n.Brokers[b]
		x.Clean = p.LoadErrorStopsCleanly || x.Clean && p.MarkerRemovedAfterLoading
	})
}

// whileLoading emits a step for each broker that is down: it starts, and what goes wrong
// before it has loaded its files stops it.
func (p *Protocol) whileLoading(s *State, out *steps, spent model.Budgets, wrong func(n *State, b int)) {
	for b := range p.Brokers {
		if !s.Brokers[b].Down() {
			continue
		}
		if spent != 0 {
			out.Stopped(spent)
			return
		}
		wrong(out.Step(uint8(b)), b)
	}
}

// halfAppend is an append that fails after the record is in the file and before the
// end of the log has moved. The broker stops, unless others append before its log
// is closed.
func (p *Protocol) halfAppend(s *State, out *steps) {
	spent := p.halfBudget.spent(s.Used.HalfAppends)
	if p.full(s) {
		spent |= ofRecords
	}
	for l := range p.Brokers {
		x := &s.Brokers[l]
		if x.Role != Leader || x.HalfAt.Known() {
			continue
		}
		if spent != 0 {
			out.Stopped(spent)
			return
		}
		n := out.Step(uint8(l))
		p.halfBudget.spend(&n.Used.HalfAppends)
		n.Used.Records++
		lead := &n.Brokers[l]
		lead.HalfAt, lead.HalfRecord = Know(x.Log.End), NewRecord(x.Epoch, Value(n.Used.Records))
		if !p.AppendAfterFailedAppend {
			p.stopProcess(n, l)
		}
	}
}

// firstWins is what loading makes of a record that the broker did not know of: of two
// at one offset the first in the file is read.
func (p *Protocol) firstWins(x *Broker) {
	if !x.HalfAt.Known() {
		return
	}
	at := x.HalfAt.Value()
	if at == x.Log.End {
		p.registerAppend(x, x.HalfRecord.Epoch(), at)
		x.Log.End++
	}
	x.Log.Records[at] = x.HalfRecord
	x.HalfAt, x.HalfRecord = 0, 0
}

// stopAtBad ends an answer before a record that its follower would refuse: one that
// is spoilt, or the first of two at one offset.
func stopAtBad(lead *Broker, r *Response, from Offset) {
	for i, rec := range r.Carried() {
		if rec.Value() == Torn || lead.HalfAt.Is(from+Offset(i)) {
			clear(r.Records[i:])
			return
		}
	}
}

// String is the directory's state as programs have it.
func (d Directory) String() string { return [...]string{"Works", "Failed", "Told"}[d] }

// Offline reports a replica that its broker does not host, because its log directory
// has failed.
func (p *Protocol) Offline(x *Broker) bool {
	return x.Dir != DirWorks && !p.ReplicaRecreatedInOtherDir
}

// dirFails is an I/O error of the log directory that has a broker's replica. The
// broker stops, or lives on without the replica; one that hosts it anew elsewhere
// begins with an empty log.
func (p *Protocol) dirFails(s *State, out *steps) {
	spent := p.dirBudget.spent(s.Used.DirFailures)
	for b := range p.Brokers {
		x := &s.Brokers[b]
		if x.Role != Follower && x.Role != Leader || x.Dir != DirWorks {
			continue
		}
		if spent != 0 {
			out.Stopped(spent)
			return
		}
		n := out.Step(uint8(b))
		p.dirBudget.spend(&n.Used.DirFailures)
		p.stopProcess(n, b)
		if p.DirectoryFailsAlone {
			p.withoutReplica(&n.Brokers[b], x.Boot)
		}
	}
}

// withoutReplica is a broker that lives on when the replica's directory has failed.
func (p *Protocol) withoutReplica(x *Broker, boot Boot) {
	if p.ReplicaRecreatedInOtherDir {
		*x = Broker{}
	}
	x.Role, x.Boot, x.Dir = Idle, boot, DirFailed
}

// reportDir tells the controller of it: the replica is offline, leaves the ISR and is
// not elected, until the broker registers again.
func (p *Protocol) reportDir(s *State, out *steps) {
	if !p.DirectoryFailsAlone {
		return
	}
	for b := range p.Brokers {
		if s.Brokers[b].Dir != DirFailed || s.Brokers[b].Boot == Starting {
			continue
		}
		n := p.step(out, uint8(b))
		n.Brokers[b].Dir = DirTold
		n.Controller.Offline |= Of(b)
		if o := p.leave(n, b); p.decided(s, n, out, 0, o, uint8(b)) {
			p.orElse(n, out, o, uint8(b))
		}
	}
}

func (p *Protocol) tellDirFails(args model.Args, before, after *State) story {
	b := int(args[0])
	words := fmt.Sprintf("The log directory of %s that has the replica fails.", name(b))
	switch is := &after.Brokers[b]; {
	case is.Down():
		words += " The broker stops."
	case p.ReplicaRecreatedInOtherDir:
		words += " The replica is hosted anew, empty, in another directory."
	default:
		words += " The broker lives on without the replica."
	}
	return story{Title: fmt.Sprintf("a directory of %s fails", name(b)), Words: words + cutWords(before, after, b)}
}
