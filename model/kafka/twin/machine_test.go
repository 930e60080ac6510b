package twin

import "fmt"

// end ends the process of b: what only memory holds is gone.
func (t *twin) end(s *state, b int) {
	x := s.brokers[b]
	gone := broker{role: down, log: x.log, cache: x.cache, hw: x.hw, flushed: x.flushed, checkpoint: x.checkpoint,
		recoveryPoint: x.recoveryPoint, indexTorn: x.indexTorn, logStart: x.logStart, startOnDisk: x.startOnDisk,
		local: x.local}
	if t.keepsStartOnDisk() {
		gone.logStart = x.startOnDisk
	}
	if t.keepsCheckpoint() {
		t.takeHW(&gone, x.checkpoint)
	}
	if t.on("cache_repaired_on_load") {
		gone.cache.dropFrom(x.log.end)
	}
	switch how := t.underWay(s, b); {
	case how == answered, how == lost:
		*t.request(s, b) = noRequestAtAll()
	case how == requested && !t.is("alter_requests", "one"):
		s.request = x.request
		s.request.from = b
	}
	s.brokers[b] = asFresh(gone)
	s.brokers[b].halfAt, s.brokers[b].halfRec = x.halfAt, x.halfRec
	s.forgetKept(b)
	for o := range s.brokers {
		s.brokers[o].sessions = s.brokers[o].sessions.without(b)
		s.brokers[o].starved = s.brokers[o].starved.without(b)
	}
}

// asFresh gives a broker whose memory is empty its unknowns.
func asFresh(b broker) broker {
	b.version, b.reading, b.stopAsked, b.request, b.halfAt = none, none, none, noRequestAtAll(), none
	for f := range b.fellows {
		b.fellows[f] = fellow{end: none, leaderEnd: none}
	}
	return b
}

func (t *twin) kill(s state) []step {
	return t.each(s, "Kill", func(to *state, b int) bool {
		if to.brokers[b].role == down || !t.spend(to, "kills") {
			return false
		}
		t.end(to, b)
		return true
	})
}

// crash is a power failure that leaves b some of its records.
func (t *twin) crash(s *state, b int, keeps int8) bool {
	if !t.spend(s, "lossy_crashes") {
		return false
	}
	t.end(s, b)
	t.powerGoes(s, b, keeps)
	return true
}

func (t *twin) lossyCrash(s state) []step {
	return t.each(s, "LossyCrash", func(to *state, b int) bool {
		return to.brokers[b].role != down && t.crash(to, b, to.brokers[b].flushed)
	})
}

func (t *twin) partialCrash(s state) (all []step) {
	for b := 1; b <= t.n && t.on("partial_loss"); b++ {
		x := &s.brokers[b]
		least := x.logStart
		if t.keepsStartOnDisk() {
			least = x.startOnDisk
		}
		for keeps := max(x.flushed, least) + 1; keeps < x.log.end; keeps++ {
			to := s
			if x.role != down && t.crash(&to, b, keeps) {
				all = append(all, step{fmt.Sprintf("PartialCrash b%d %d", b, keeps), to})
			}
		}
	}
	return all
}

func (t *twin) stop(s state) []step {
	return t.each(s, "Stop", func(to *state, b int) bool {
		x := &to.brokers[b]
		if !to.ctl.stopping.has(b) || x.role == down || to.ctl.leader == b {
			return false
		}
		if !t.isOffline(x) {
			if t.keepsFlushed() {
				t.allFlushed(x)
			}
			if t.keepsCheckpoint() {
				x.checkpoint = x.hw
			}
		}
		t.writeStart(x)
		clean := x.boot != starting && !t.isOffline(x)
		t.end(to, b)
		x.clean = clean
		to.ctl.stopping = to.ctl.stopping.without(b)
		to.ctl.fenced = to.ctl.fenced.with(b)
		return true
	})
}

func (t *twin) restart(s state) []step {
	return t.each(s, "Restart", func(to *state, b int) bool {
		x, c := &to.brokers[b], &to.ctl
		if t.is("restart", "in-steps") || x.role != down || !t.on("restart_before_fence") && !c.fenced.has(b) {
			return false
		}
		x.role = started
		t.openFiles(x)
		if !t.registered(to, b) {
			return false
		}
		c.fenced = c.fenced.without(b)
		return c.leader != 0 || t.change(to, c.isr, 0)
	})
}

// registered registers b; it reports false if the leader epoch does not allow it.
func (t *twin) registered(s *state, b int) bool {
	x, c := &s.brokers[b], &s.ctl
	clean := x.clean && t.on("clean_shutdown_detection")
	x.clean = false
	if t.countsIncarnations() {
		c.incarnations[b]++
	}
	c.stopping = c.stopping.without(b)
	c.offline = c.offline.without(b)
	if !t.on("rereg_removes_isr") || !(c.isr | c.elr).has(b) {
		return true
	}
	c.fenced = c.fenced.with(b)
	if clean {
		return !c.isr.has(b) || t.change(s, c.isr.without(b), 0)
	}
	return t.change(s, c.isr.without(b), of(b))
}

func (t *twin) startProcess(s state) []step {
	return t.each(s, "Start", func(to *state, b int) bool {
		x := &to.brokers[b]
		if !t.is("restart", "in-steps") || x.role != down {
			return false
		}
		x.role, x.boot = started, starting
		t.openFiles(x)
		return true
	})
}

func (t *twin) register(s state) []step {
	return t.each(s, "Register", func(to *state, b int) bool {
		x := &to.brokers[b]
		if x.boot != starting || !to.ctl.fenced.has(b) {
			return false
		}
		x.boot = registered
		return t.registered(to, b)
	})
}

func (t *twin) swapLog(s state) []step {
	return t.each(s, "SwapLog", func(to *state, b int) bool {
		x := &to.brokers[b]
		if t.on("swap_keeps_epoch") || x.half != 0 || x.role == down || t.isOffline(x) || !t.spend(to, "log_swaps") {
			return false
		}
		x.cache.dropFrom(x.log.end)
		return true
	})
}

func (t *twin) writeCheckpoint(s state) []step {
	return t.each(s, "Checkpoint", func(to *state, b int) bool {
		x := &to.brokers[b]
		if x.role == down || x.role == started || t.isOffline(x) || x.checkpoint == x.hw || !t.spend(to, "checkpoints") {
			return false
		}
		x.checkpoint = x.hw
		return true
	})
}

func (t *twin) flush(s state) []step {
	return t.each(s, "Flush", func(to *state, b int) bool {
		x := &to.brokers[b]
		if !t.keepsFlushed() || x.role == down || t.isOffline(x) || x.flushed == x.log.end || !t.spend(to, "flushes") {
			return false
		}
		t.allFlushed(x)
		return true
	})
}
