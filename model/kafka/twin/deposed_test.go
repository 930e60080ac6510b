package twin

// depose: a controller that has decided on b pauses, and another is in its place.
func (t *twin) depose(s state) []step {
	return t.each(s, "Depose", func(to *state, b int) bool {
		c := &to.ctl
		if t.byController() || c.intended.leader != 0 || !(t.active(to) & c.isr).has(b) || c.leader == b ||
			int(c.epoch) >= t.number("max_leader_epoch") || !t.spend(to, "controller_failovers") {
			return false
		}
		c.intended = news{leader: b, epoch: c.epoch + 1, isr: c.isr}
		return true
	})
}

// deposedWrites: it goes on, and what it writes is a new version, if it is not refused.
func (t *twin) deposedWrites(s state) []step {
	if s.ctl.intended.leader == 0 {
		return nil
	}
	to := s
	to.ctl.intended = news{}
	if t.on("deposed_controller_writes") {
		if t.is("metadata", "any-newer") {
			to.past[s.ctl.version] = s.ctl.news
		}
		to.ctl.leader, to.ctl.epoch, to.ctl.isr = s.ctl.intended.leader, s.ctl.intended.epoch, s.ctl.intended.isr
		to.ctl.version++
	}
	return []step{{"DeposedWrites", to}}
}
