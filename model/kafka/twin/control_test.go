package twin

import "fmt"

func (t *twin) active(s *state) set {
	return t.all &^ (s.ctl.fenced | s.ctl.stopping | s.ctl.removed | s.ctl.offline)
}

// ctlMinISR is the min ISR that the controller goes by.
func (t *twin) ctlMinISR(s *state) int {
	if s.ctl.minISR != 0 {
		return int(s.ctl.minISR)
	}
	return t.configured()
}

// publish makes a change a new version of the partition, and remembers the
// version before where brokers may learn of it.
func (t *twin) publish(s *state, do func()) {
	before := s.ctl.news
	do()
	s.ctl.version = before.version + 1
	if t.is("metadata", "any-newer") {
		s.past[before.version] = before
	}
}

// change changes the partition to a target ISR; restarted has lost its claim to
// the ELR. It reports false if the leader epoch does not allow it.
func (t *twin) change(s *state, target, restarted set) bool {
	return t.changeSince(s, s.ctl, target, restarted)
}

// changeSince is change in a step that has changed the assignment already; was is
// the controller before that.
func (t *twin) changeSince(s *state, was controller, target, restarted set) bool {
	c := &s.ctl
	if !t.zookeeper() {
		target = t.ended(c, target)
	}
	if target == 0 && !t.on("elr") {
		target = c.isr
	}
	if t.on("elr") {
		t.recount(s, was, target, restarted)
		c.last &^= c.removed &^ was.removed
	}
	c.isr = target
	t.chooseLeader(s)
	if (t.on("shrink_bumps_leader_epoch") || t.on("zk_mode_brokers") && !t.on("migration_shrink_keeps_leader_epoch")) && c.leader == was.leader && was.isr&^c.isr != 0 {
		c.epoch++
	}
	if c.epoch == was.epoch && t.raises(was, *c) {
		c.epoch++
	}
	return t.changed(s, was)
}

// changed publishes what has become of the partition, if anything has.
func (t *twin) changed(s *state, was controller) bool {
	now := s.ctl
	if now.epoch == was.epoch && now.isr == was.isr && now.elr == was.elr && now.last == was.last && sameReplicas(was, now) {
		return true
	}
	s.ctl.news = was.news
	t.publish(s, func() { s.ctl.news = now.news })
	return int(now.epoch) <= t.number("max_leader_epoch")
}

// recount finds the ELR of a target ISR; was is the controller before the step.
func (t *twin) recount(s *state, was controller, target, restarted set) {
	c := &s.ctl
	if target.size() >= min(t.ctlMinISR(s), (t.all&^was.removed).size()) {
		c.elr, c.last = 0, 0
		return
	}
	before := c.isr | c.elr
	c.elr = before &^ target &^ restarted
	if t.is("recovery", "balanced") || t.is("recovery", "aggressive") {
		c.last = (before | c.last) &^ target &^ c.elr
	}
}

func (t *twin) chooseLeader(s *state) {
	c, active := &s.ctl, t.active(s)
	if c.leader != 0 && (c.isr & active).has(c.leader) {
		return
	}
	if in := c.isr & active; in != 0 {
		t.lead(s, t.pick(in))
		return
	}
	if in := c.elr & active; c.isr == 0 && in != 0 {
		t.leadAlone(s, t.pick(in))
		return
	}
	if c.isr == 0 && c.elr == 0 {
		if in := t.recovered(s); in != 0 {
			t.leadAlone(s, t.pick(in))
			c.last = 0
			return
		}
	}
	if active != 0 && t.spend(s, "unclean_elections") {
		t.leadAlone(s, t.pick(active))
		c.elr, c.last = 0, 0
		return
	}
	if c.leader != 0 {
		if t.is("recovery", "last-leader") && c.last == 0 {
			c.last = of(c.leader)
		}
		c.leader = 0
		c.epoch++
	}
}

// pick is who is elected of some: whose turn it is, or the first.
func (t *twin) pick(in set) int {
	if t.held = in.members()[0]; t.turns && in.has(t.turn) {
		t.held = t.turn
	}
	return t.held
}

// electing are the rules that may elect of several.
var electing = map[string]bool{"AlterPartition": true, "LateAlterPartition": true, "Fence": true, "FenceTogether": true, "Unfence": true,
	"ShutDown": true, "RemoveReplica": true, "Reassign": true, "CompleteReassignment": true, "CancelReassignment": true,
	"Restart": true, "Register": true, "ReportDir": true}

// steps are those of a rule, for all who may be elected.
func (t *twin) steps(r rule, s state) (all []step) {
	if t.turns = t.is("next_leader", "any") && electing[r.name]; !t.turns {
		return r.all(t, s)
	}
	for t.turn = 0; t.turn <= t.n; t.turn++ {
		all = append(all, r.all(t, s)...)
	}
	return all
}

// turned tries a step; it reports whether there is one that elects whose turn it is.
func (t *twin) turned(try func() bool) bool {
	t.held = 0
	return try() && (!t.turns || t.held == t.turn)
}

// whom is what a step's name says of that.
func (t *twin) whom() string {
	switch {
	case !t.turns:
		return ""
	case t.turn == 0:
		return " nobody"
	}
	return fmt.Sprintf(" b%d", t.turn)
}

func (t *twin) lead(s *state, b int) {
	s.ctl.leader = b
	s.ctl.epoch++
	if t.is("recovery", "last-leader") {
		s.ctl.last = 0
	}
}

func (t *twin) leadAlone(s *state, b int) {
	t.lead(s, b)
	s.ctl.isr = of(b)
	s.ctl.elr = s.ctl.elr.without(b)
}

// recovered are those of whom one leads when ISR and ELR are both empty.
func (t *twin) recovered(s *state) set {
	last, active := s.ctl.last, t.active(s)
	switch {
	case t.is("recovery", "last-leader") && t.on("last_known_leader_must_be_alive"):
		return last & active
	case t.is("recovery", "last-leader"):
		return last
	case t.is("recovery", "balanced") && last&^active == 0:
		return longest(s, last)
	case t.is("recovery", "aggressive"):
		return longest(s, last&active)
	}
	return 0
}

// longest are those whose logs have the highest last epoch and, of these, are longest.
func longest(s *state, candidates set) (best set) {
	for _, b := range candidates.members() {
		lasts := true
		for _, o := range candidates.members() {
			lasts = lasts && !further(&s.brokers[o].log, &s.brokers[b].log)
		}
		if lasts {
			best = best.with(b)
		}
	}
	return best
}

func further(a, b *log) bool {
	if a.last() != b.last() {
		return a.last() > b.last()
	}
	return a.end > b.end
}

// last is the epoch of the last record; an empty log counts as of epoch 0.
func (g *log) last() int8 {
	if g.end == 0 {
		return 0
	}
	return g.recs[g.end-1].epoch
}

func (t *twin) fence(s state) []step {
	return t.each(s, "Fence", func(to *state, b int) bool {
		if to.ctl.fenced.has(b) || !t.spend(to, "fences") {
			return false
		}
		to.ctl.fenced = to.ctl.fenced.with(b)
		return !to.ctl.isr.has(b) || t.change(to, to.ctl.isr.without(b), 0)
	})
}

func (t *twin) fenceTogether(s state) []step {
	return t.pairs(s, "FenceTogether", func(to *state, a, b int) bool {
		if !t.byController() || t.on("fence_one_at_a_time") || to.ctl.fenced&(of(a)|of(b)) != 0 {
			return false
		}
		for range 2 {
			if !t.spend(to, "fences") {
				return false
			}
		}
		to.ctl.fenced = to.ctl.fenced.with(b)
		fits := t.change(to, to.ctl.isr.without(b), 0)
		to.ctl.fenced = to.ctl.fenced.with(a)
		return fits
	})
}

func (t *twin) unfence(s state) []step {
	return t.each(s, "Unfence", func(to *state, b int) bool {
		x := &to.brokers[b]
		if !to.ctl.fenced.has(b) || x.role == down || x.boot == starting || t.byController() && to.ctl.stopping.has(b) {
			return false
		}
		if x.boot == registered {
			x.boot = inService
		} else if !t.spend(to, "unfences") {
			return false
		}
		to.ctl.fenced = to.ctl.fenced.without(b)
		return to.ctl.leader != 0 || t.change(to, to.ctl.isr, 0)
	})
}

func (t *twin) elect(s state) []step {
	return t.each(s, "Elect", func(to *state, b int) bool {
		if !(t.active(to) & to.ctl.isr).has(b) || to.ctl.leader == b || !t.spend(to, "elections") {
			return false
		}
		was := to.ctl
		if t.on("elr") {
			t.recount(to, was, to.ctl.isr, 0)
		}
		to.ctl.leader = b
		to.ctl.epoch++
		to.ctl.last = 0
		return t.changed(to, was)
	})
}

func (t *twin) shutDown(s state) []step {
	return t.each(s, "ShutDown", func(to *state, b int) bool {
		if to.ctl.stopping.has(b) || to.brokers[b].role == down || to.brokers[b].boot == starting ||
			!t.spend(to, "clean_stops") {
			return false
		}
		to.ctl.stopping = to.ctl.stopping.with(b)
		return !to.ctl.isr.has(b) || t.change(to, to.ctl.isr.without(b), 0)
	})
}

func (t *twin) removeReplica(s state) []step {
	return t.each(s, "RemoveReplica", func(to *state, b int) bool {
		c := &to.ctl
		left, stay := c.isr.without(b), (t.all &^ c.removed).without(b)
		if t.reassigns() || c.removed.has(b) || stay == 0 || stay&^left != 0 || !t.spend(to, "reassignments") {
			return false
		}
		was := *c
		if t.on("elr") {
			t.recount(to, was, left, 0)
			c.last = c.last.without(b)
		}
		c.removed = c.removed.with(b)
		c.isr = left
		t.chooseLeader(to)
		if c.epoch == was.epoch {
			c.epoch++
		}
		return t.changed(to, was)
	})
}

func (t *twin) changeMinISR(s state) (all []step) {
	for v := 1; v <= t.n; v++ {
		to := s
		if v == t.ctlMinISR(&s) || !t.spend(&to, "min_isr_changes") {
			continue
		}
		was := to.ctl
		to.ctl.minISR = int8(v)
		was.minISR = s.ctl.minISR
		to.ctl.elr, to.ctl.last = 0, 0
		t.changed(&to, was)
		all = append(all, step{fmt.Sprintf("ChangeMinIsr %d", v), to})
	}
	return all
}

// learnOlder is Learn with a version that is neither known nor the newest.
func (t *twin) learnOlder(s state) (all []step) {
	if !t.is("metadata", "any-newer") {
		return nil
	}
	for b := 1; b <= t.n; b++ {
		x := &s.brokers[b]
		for _, n := range s.past[:max(s.ctl.version, 0)] {
			isNew := n.epoch > x.epoch || x.role == leader && (n.version > x.version || x.newsDue && n.version == x.version)
			if x.half != 0 || x.role == down || x.role == started || x.boot == starting || !isNew {
				continue
			}
			to := s
			t.take(&to, b, n)
			all = append(all, step{fmt.Sprintf("LearnOlder b%d %d", b, n.version), to})
		}
	}
	return all
}
