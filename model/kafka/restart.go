package kafka

import "mc/model"

// String is the stage of a start as programs have it.
func (b Boot) String() string { return [...]string{"InService", "Starting", "Registered"}[b] }

// kill ends a process; what the operating system has cached survives.
func (p *Protocol) kill(s *State, out *steps) {
	spent := p.killBudget.spent(s.Used.Kills)
	for b := range p.Brokers {
		if s.Brokers[b].Down() {
			continue
		}
		if spent != 0 {
			out.Stopped(spent)
			return
		}
		n := out.Step(uint8(b))
		p.killBudget.spend(&n.Used.Kills)
		p.stopProcess(n, b)
	}
}

// lossyCrash is a power failure: what was not flushed is gone.
func (p *Protocol) lossyCrash(s *State, out *steps) {
	spent := p.lossyBudget.spent(s.Used.LossyCrashes)
	for b := range p.Brokers {
		if s.Brokers[b].Down() {
			continue
		}
		if spent != 0 {
			out.Stopped(spent)
			return
		}
		p.crashTo(out.Step(uint8(b)), b, s.Brokers[b].Flushed)
	}
}

// partialCrash is a power failure that keeps some records beyond the flushed
// ones, by luck.
func (p *Protocol) partialCrash(s *State, out *steps) {
	if !p.PartialLoss {
		return
	}
	spent := p.lossyBudget.spent(s.Used.LossyCrashes)
	for b := range p.Brokers {
		x := &s.Brokers[b]
		for keeps := max(x.Flushed, p.KeptStart(x)) + 1; !x.Down() && keeps < x.Log.End; keeps++ {
			if spent != 0 {
				out.Stopped(spent)
				return
			}
			p.crashTo(out.Step(uint8(b), uint8(keeps)), b, keeps)
		}
	}
}

// crashTo stops a broker and leaves it keeps records.
func (p *Protocol) crashTo(s *State, b int, keeps Offset) {
	p.lossyBudget.spend(&s.Used.LossyCrashes)
	p.stopProcess(s, b)
	p.losePower(s, b, keeps)
}

// ToldToStop reports whether broker b is stopping and holds to it: the answer to a
// heartbeat while it is fenced is that it may stop now. (With ZooKeeper a session
// that expires is a stop that failed.)
func (p *Protocol) ToldToStop(c *Controller, b int) bool {
	return p.IsrUpdate == AlterPartition && c.ShuttingDown.Has(b)
}

// shutDown is the controller's part of a controlled shutdown.
func (p *Protocol) shutDown(s *State, out *steps) {
	spent := p.cleanBudget.spent(s.Used.CleanStops)
	for b := range p.Brokers {
		if s.Controller.ShuttingDown.Has(b) || s.Brokers[b].Down() || s.Brokers[b].Boot == Starting {
			continue
		}
		n := p.step(out, uint8(b))
		p.cleanBudget.spend(&n.Used.CleanStops)
		n.Controller.ShuttingDown |= Of(b)
		if o := p.leave(n, b); p.decided(s, n, out, spent, o) {
			p.orElse(n, out, o, uint8(b))
		}
	}
}

// stop is the end of a controlled shutdown, once the broker leads nothing:
// everything is flushed and the clean-shutdown file is written.
func (p *Protocol) stop(s *State, out *steps) {
	for b := range p.Brokers {
		if !s.Controller.ShuttingDown.Has(b) || s.Brokers[b].Down() || s.Controller.Leader == NodeOf(b) {
			continue
		}
		n := out.Step(uint8(b))
		x := &n.Brokers[b]
		offline := p.Offline(x)
		if p.keepsFlushed && !offline {
			x.Flushed = x.Log.End
			p.advanceRecoveryPoint(x)
		}
		if p.keepsCheckpoints && !offline {
			x.Checkpoint = x.HW
		}
		p.saveStart(x)
		p.stopProcess(n, b)
		x.Clean = s.Brokers[b].Boot != Starting && !offline // its file has the broker epoch of a registration
		n.Controller.ShuttingDown &^= Of(b)
		n.Controller.Fenced |= Of(b)
	}
}

// stopProcess drops what only memory holds. What loading does to the files when
// the broker is back is done here already: nobody reads them in between.
func (p *Protocol) stopProcess(s *State, b int) {
	x := &s.Brokers[b]
	x.Start = p.KeptStart(x)
	if x.Half != 0 {
		x.Log.Records[x.Log.End] = 0
	}
	if p.keepsCheckpoints {
		p.takeHW(x, x.Checkpoint)
	}
	if p.CacheRepairedOnLoad {
		x.Cache.truncateFromEnd(x.Log.End)
	}
	p.abandon(s, b)
	for o := range p.Brokers {
		s.Brokers[o].Sessions &^= Of(b)
		s.Brokers[o].Starved &^= Of(b)
	}
	for v := range s.Outlived {
		if s.Outlived[v].At() == NodeOf(b) {
			s.Outlived[v] = 0
		}
	}
	*x = Broker{Role: Stopped, Log: x.Log, HW: x.HW, Checkpoint: x.Checkpoint, Flushed: x.Flushed, Cache: x.Cache,
		RecoveryPoint: x.RecoveryPoint, IndexTorn: x.IndexTorn, HalfAt: x.HalfAt, HalfRecord: x.HalfRecord,
		Start: x.Start, StartOnDisk: x.StartOnDisk, Local: x.Local}
}

// restart brings a broker back in a new incarnation. It registers and is
// unfenced in the same step; if the partition has no leader, it is looked at
// again.
func (p *Protocol) restart(s *State, out *steps) {
	if p.RestartInSteps {
		return
	}
	for b := range p.Brokers {
		x, c := &s.Brokers[b], &s.Controller
		if !x.Down() || !p.RestartBeforeFence && !c.Fenced.Has(b) {
			continue
		}
		n := p.step(out, uint8(b))
		n.Brokers[b].Role = Idle
		p.load(&n.Brokers[b])
		n.Brokers[b].Clean = false
		o := p.register(n, b, x.Clean)
		unclean := p.uncleanAtRegistration(s, n)
		if o.fits {
			o = p.backInService(n, b, o)
		}
		if unclean != 0 && o.fits && n.Controller.Leader != Nobody {
			out.Stopped(unclean, uint8(b))
		}
		if p.decided(s, n, out, 0, o, uint8(b)) {
			p.orElse(n, out, o, uint8(b))
		}
	}
}

// uncleanAtRegistration are the budgets without which a registration that changes the
// partition would have an unclean leader, before the broker is unfenced and may lead.
func (p *Protocol) uncleanAtRegistration(s, n *State) model.Budgets {
	if s.Controller.Version == n.Controller.Version {
		return 0
	}
	return p.uncleanStopped(s, n)
}

// start brings a process up. It reads the metadata and fetches, but leads
// nothing before it is registered.
func (p *Protocol) start(s *State, out *steps) {
	for b := range p.Brokers {
		if p.RestartInSteps && s.Brokers[b].Down() {
			x := &out.Step(uint8(b)).Brokers[b]
			x.Role, x.Boot = Idle, Starting
			p.load(x)
		}
	}
}

// registration is accepted when the session of the incarnation before has ended.
func (p *Protocol) registration(s *State, out *steps) {
	for b := range p.Brokers {
		x := &s.Brokers[b]
		if x.Boot != Starting || !s.Controller.Fenced.Has(b) {
			continue
		}
		n := p.step(out, uint8(b))
		n.Brokers[b].Boot, n.Brokers[b].Clean = Registered, false
		if o := p.register(n, b, x.Clean); p.decided(s, n, out, 0, o, uint8(b)) {
			p.orElse(n, out, o, uint8(b))
		}
	}
}

// register is the controller's part of a restart; the new incarnation starts
// fenced. A broker that may have lost records leaves the ISR and the ELR
// (KIP-966, KAFKA-18106).
func (p *Protocol) register(s *State, b int, clean bool) outcome {
	c := &s.Controller
	if p.countsIncarnations {
		c.Incarnations[b]++
	}
	c.ShuttingDown &^= Of(b)
	c.Offline &^= Of(b)
	if !p.ReregRemovesIsr || !(c.Isr | c.Elr).Has(b) {
		return outcome{fits: true}
	}
	c.Fenced |= Of(b)
	if clean && p.CleanShutdownDetection {
		return p.leave(s, b)
	}
	return p.change(s, c.Isr&^Of(b), Of(b))
}

// backInService unfences a broker that has registered; a partition without a
// leader is looked at again. Else all there is to say came of the registration.
func (p *Protocol) backInService(s *State, b int, registered outcome) outcome {
	c := &s.Controller
	c.Fenced &^= Of(b)
	if c.Leader != Nobody {
		return registered
	}
	return p.change(s, c.Isr, 0)
}

// swapLog moves a replica to another directory of its broker; its epoch cache
// may come back without the epoch that has no records yet (KAFKA-15608).
func (p *Protocol) swapLog(s *State, out *steps) {
	if p.SwapKeepsEpoch {
		return
	}
	spent := p.swapBudget.spent(s.Used.LogSwaps)
	for b := range p.Brokers {
		if s.Brokers[b].Down() || p.Offline(&s.Brokers[b]) || s.Brokers[b].Half != 0 {
			continue
		}
		if spent != 0 {
			out.Stopped(spent)
			return
		}
		n := out.Step(uint8(b))
		p.swapBudget.spend(&n.Used.LogSwaps)
		n.Brokers[b].Cache.truncateFromEnd(n.Brokers[b].Log.End)
	}
}

// checkpoint writes the high watermark to disk. The file has the partitions that the broker
// hosts as far as it has been told: until then an entry of before stays, even if the log has
// come back shorter.
func (p *Protocol) checkpoint(s *State, out *steps) {
	spent := p.checkpointBudget.spent(s.Used.Checkpoints)
	for b := range p.Brokers {
		x := &s.Brokers[b]
		if x.Down() || x.Role == Idle || x.Checkpoint == x.HW || p.Offline(x) {
			continue
		}
		if spent != 0 {
			out.Stopped(spent)
			return
		}
		n := out.Step(uint8(b))
		p.checkpointBudget.spend(&n.Used.Checkpoints)
		n.Brokers[b].Checkpoint = x.HW
	}
}

// flush forces the log to disk.
func (p *Protocol) flush(s *State, out *steps) {
	if !p.keepsFlushed {
		return
	}
	spent := p.flushBudget.spent(s.Used.Flushes)
	for b := range p.Brokers {
		x := &s.Brokers[b]
		if x.Down() || x.Flushed == x.Log.End || p.Offline(x) {
			continue
		}
		if spent != 0 {
			out.Stopped(spent)
			return
		}
		n := out.Step(uint8(b))
		p.flushBudget.spend(&n.Used.Flushes)
		n.Brokers[b].Flushed = x.Log.End
		p.advanceRecoveryPoint(&n.Brokers[b])
	}
}
