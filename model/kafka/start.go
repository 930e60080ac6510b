package kafka

import (
	"fmt"

	"mc/model"
)

// Starting is a model of p whose runs start in s, where somebody has found it so.
func (p *Protocol) Starting(m *model.Model[State], s State, said *model.Start) (*model.Model[State], error) {
	later := *p
	later.firstVersion = s.Controller.Version.Value()
	if last := later.versions(); last >= 255 || p.AnyNewer && last > maxVersions {
		return nil, fmt.Errorf("partition_epoch: %d is too high; with these budgets it may rise to %d", later.firstVersion, last)
	}
	if p.Numbers == Sliding {
		return nil, fmt.Errorf("numbers: sliding needs the model's own start; use renumbered")
	}
	out := *m
	out.Init, out.Start = func(add func(State)) { add(s) }, said
	out.Widest = later.widest()
	return &out, nil
}

// Keep leaves out of a state what this run does not keep, and gives what has no
// meaning there its zero.
func (p *Protocol) Keep(s *State) {
	for b := range p.Brokers {
		x := &s.Brokers[b]
		if !p.keepsCache() {
			x.Cache = Cache{}
		}
		if !p.keepsCheckpoints {
			x.Checkpoint = 0
		}
		if !p.keepsFlushed {
			x.Flushed = 0
		}
		if !p.keepsSessions {
			x.Sessions = 0
		}
		if !p.keepsFailed {
			x.Failed = 0
		}
		if p.Truncation == HighWatermark || p.Truncation == OnFetch {
			x.Truncating = false
		}
		if !p.KeepsStarts {
			x.Start = 0
		}
		if !p.keepsStartOnDisk {
			x.StartOnDisk = 0
		}
		x.NoHW = x.NoHW && p.losesHW
		x.Clean = x.Clean && p.cleanBudget.some()
		if x.Role == Leader {
			p.keepOfLeader(s, b)
		}
	}
	p.keepOfController(&s.Controller)
	p.keepOfClients(&s.Ghosts)
}

func (p *Protocol) keepOfLeader(s *State, b int) {
	x := &s.Brokers[b]
	if !p.KeepsEpochStart {
		x.EpochStart = 0
	}
	if p.TrackAcks == AcksOff {
		x.Waiting = 0
	}
	for f := range p.Brokers {
		r := &x.Remotes[f]
		r.CaughtUp = r.CaughtUp && p.HWWaitsForCaughtUp
		if p.keepsIncarnations && r.End.Known() {
			r.Incarnation = s.Controller.Incarnations[f]
		}
	}
}

func (p *Protocol) keepOfController(c *Controller) {
	if !p.Elr {
		c.Elr = 0
	}
	if p.Recovery == RecoverNone {
		c.LastKnown = 0
	}
	if !p.cleanBudget.some() {
		c.ShuttingDown = 0
	}
	if !p.minIsrBudget.some() {
		c.MinIsr = 0
	}
}

func (p *Protocol) keepOfClients(g *Ghosts) {
	if p.TrackAcks == AcksOff {
		g.AckedAll, g.AckedOne, g.Nacked = 0, 0, 0
	}
	g.AfterAppend = g.Nacked != 0
	if !p.TracksReads() {
		g.Consumed = Log{}
	}
}

// LeadsFrom is where a leader's epoch starts in its log, as far as the records tell.
func (l *Log) LeadsFrom(e Epoch) Offset {
	for o := range l.End {
		if l.Records[o].Epoch() >= e {
			return o
		}
	}
	return l.End
}

// Entries is the cache of a replica that has appended all of its log, and has since led
// in epoch e, if it leads.
func (p *Protocol) Entries(b *Broker) Cache {
	c := b.Log.derived()
	switch {
	case b.Start == 0:
	case b.Start == b.Log.End:
		c = Cache{}
	default:
		c.truncateFromStart(b.Start)
	}
	if b.Role == Leader && p.RegisterEpochOnElection && !c[b.Epoch].Known() {
		c.assign(b.Epoch, b.Log.End)
	}
	return c
}

// Commit notes what the leaders of a state have covered, the one that covers most
// first.
func (g *Ghosts) Commit(logs []*Broker) {
	known := &g.Committed
	for _, x := range logs {
		for o := x.Start; o < min(x.HW, known.End); o++ {
			if known.Records[o] == 0 {
				known.Records[o] = x.Log.Records[o]
			}
		}
		g.commit(x, x.HW)
	}
}

// GiveUp notes up to where records are deleted and not lost: where the log of somebody
// who leads begins, and what nobody has to whom the high watermarks belong.
func (g *Ghosts) GiveUp(brokers []Broker) {
	for b := range brokers {
		if x := &brokers[b]; x.Role == Leader {
			g.Deleted = max(g.Deleted, x.Start)
		}
	}
	for o := range g.Committed.End {
		if g.Committed.Records[o] == 0 {
			g.Deleted = max(g.Deleted, o+1)
		}
	}
}
