package twin

// torn is the value of a record that is spoilt.
const torn = 31

// isOffline reports that x does not host its replica, whose directory has failed.
func (t *twin) isOffline(x *broker) bool {
	return x.dir != 0 && !t.on("replica_recreated_in_other_dir")
}

// allFlushed notes that the whole log is on disk, and that recovery may begin there.
func (t *twin) allFlushed(x *broker) {
	x.flushed = x.log.end
	if t.keepsRecoveryPoint() {
		x.recoveryPoint = x.log.end
	}
}

// powerGoes is what a power failure does to the files of b, of which keeps records
// are left.
func (t *twin) powerGoes(s *state, b int, keeps int8) {
	x := &s.brokers[b]
	if t.on("track_restarts") {
		s.ghosts.suspects = s.ghosts.suspects.with(b)
	}
	if x.halfAt >= keeps {
		x.halfAt, x.halfRec = none, rec{}
	}
	if t.on("torn_writes") {
		for o := keeps; o < x.log.end; o++ {
			x.log.recs[o].value = torn
		}
	} else if !x.clean {
		t.recoverLog(x, keeps)
	}
}

// recoverLog keeps what is whole, and brings the cache in line.
func (t *twin) recoverLog(x *broker, whole int8) {
	unrepaired := x.cache
	t.cut(x, whole)
	if !t.keepsCache() {
		return
	}
	x.cache.dropFrom(x.log.end)
	if !t.on("cache_repaired_on_load") {
		x.cache = unrepaired
	}
	if !t.on("recovery_keeps_epoch_zero") {
		x.cache[0] = none
	}
}

// openFiles is loading: a process that was not stopped cleanly recovers its log.
func (t *twin) openFiles(x *broker) {
	if x.halfAt != none {
		if x.halfAt == x.log.end {
			flushed, recoveryPoint := x.flushed, x.recoveryPoint
			t.append(x, x.halfRec)
			x.flushed, x.recoveryPoint = flushed, recoveryPoint
		}
		x.log.recs[x.halfAt] = x.halfRec
		x.halfAt, x.halfRec = none, rec{}
	}
	if x.clean {
		return
	}
	x.indexTorn = false
	if !t.on("torn_writes") {
		return
	}
	for o := x.recoveryPoint; o < x.log.end; o++ {
		if x.log.recs[o].value == torn {
			t.recoverLog(x, o)
			if t.keepsRecoveryPoint() {
				x.recoveryPoint = x.log.end
			}
			return
		}
	}
	t.recoverLog(x, x.log.end)
	if t.keepsRecoveryPoint() {
		x.recoveryPoint = x.log.end
	}
}

func (t *twin) checkpointEarly(s state) []step {
	return t.each(s, "CheckpointEarly", func(to *state, b int) bool {
		x := &to.brokers[b]
		if !t.on("checkpoint_drops_unhosted") || x.role != started || x.dir != 0 || x.checkpoint == 0 ||
			!t.spend(to, "early_checkpoints") {
			return false
		}
		x.checkpoint = 0
		x.hw = 0
		return true
	})
}

func (t *twin) loadingCrash(s state) []step {
	return t.each(s, "LoadingCrash", func(to *state, b int) bool {
		x := &to.brokers[b]
		if x.role != down || !t.spend(to, "loading_crashes") {
			return false
		}
		x.indexTorn = x.clean && t.on("marker_removed_after_loading")
		x.clean = x.indexTorn
		t.powerGoes(to, b, x.flushed)
		return true
	})
}

func (t *twin) loadFails(s state) []step {
	return t.each(s, "LoadFails", func(to *state, b int) bool {
		x := &to.brokers[b]
		if x.role != down || !t.spend(to, "dir_failures") {
			return false
		}
		if !t.on("marker_removed_after_loading") {
			x.clean = false
		}
		if t.on("load_error_stops_cleanly") {
			x.clean = true
		}
		return true
	})
}

func (t *twin) halfAppend(s state) []step {
	return t.each(s, "HalfAppend", func(to *state, l int) bool {
		x := &to.brokers[l]
		if x.role != leader || x.halfAt != none || !t.spend(to, "half_appends") || !t.spend(to, "records") {
			return false
		}
		x.halfAt, x.halfRec = x.log.end, rec{x.epoch, to.used[counter("records")]}
		if !t.on("append_after_failed_append") {
			t.end(to, l)
		}
		return true
	})
}

func (t *twin) dirFails(s state) []step {
	return t.each(s, "DirFails", func(to *state, b int) bool {
		x := &to.brokers[b]
		if x.dir != 0 || x.role == down || x.role == started || !t.spend(to, "dir_failures") {
			return false
		}
		boot := x.boot
		t.end(to, b)
		if !t.on("directory_fails_alone") {
			return true
		}
		if t.on("replica_recreated_in_other_dir") {
			*x = asFresh(broker{cache: noCache()})
		}
		x.role, x.boot, x.dir = started, boot, 1
		return true
	})
}

func (t *twin) reportDir(s state) []step {
	return t.each(s, "ReportDir", func(to *state, b int) bool {
		x := &to.brokers[b]
		if x.dir != 1 || x.boot == starting {
			return false
		}
		x.dir = 2
		to.ctl.offline = to.ctl.offline.with(b)
		return !to.ctl.isr.has(b) || t.change(to, to.ctl.isr.without(b), 0)
	})
}
