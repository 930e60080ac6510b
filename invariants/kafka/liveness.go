package kafka

import (
	"mc/model"
	"mc/model/kafka"
)

// liveness names the claims about progress of the literature, L1 to L12, that
// scenarios are about. A spec that names one under this key leaves it alone; one
// that checks it says under which fairness. Nothing decides acked-everywhere.
var liveness = []string{
	"offline-heals", "follower-catches-up", "joins-isr", "pending-resolves", "produce-answered", "isr-stabilises",
	"hw-advances", "broker-recovers", "follower-hw-converges", "shutdown-completes", "acked-everywhere", "elr-recovers",
}

// livenessFamily is what the literature calls L1 to L12: claims about runs that go
// on for ever. They are checked where a spec names them, under the fairness that it
// names.
func (c *catalogue) livenessFamily() {
	c.family = "progress"
	c.again("offline-heals", "L1", "KAFKA-13173",
		"A running, unfenced broker leads at the controller's leader epoch, again and again, unless no such broker is left "+
			"in the ISR and the ELR.", c.led)
	c.eachAgain("follower-catches-up", "L2", "KAFKA-9030",
		"Each broker, again and again, follows in the leader's epoch with the leader's log, or leads, or is down, "+
			"or there is no leader.", c.caughtUp)
	c.eachAgain("joins-isr", "L3", "KAFKA-13858",
		"Each broker that is up, unfenced, not stopping, and has the leader's log, is in the ISR again and again.", c.joined)
	c.eachAgain("pending-resolves", "L4", "KAFKA-14154", "No leader waits for an ISR change for ever.", nonePending)
	c.eachAgain("produce-answered", "L5", "KAFKA-13091", "No leader keeps producers waiting for ever.", noneWaits)
	c.add(model.CeasingStep("isr-stabilises",
		"From some moment on no leader takes anybody into the ISR who is neither within the lag window nor as far as "+
			"another for whom the high watermark waits. Needs hw_waits_for_caught_up.",
		c.joinsBehind), []string{"L6"}, "KAFKA-19996")
	c.request(&c.list[len(c.list)-1])
	c.request(c.add(model.CeasingStep("isr-settles", "From some moment on the ISR stays as it is.", isrChanges), nil, "KAFKA-7152"))
	c.each(whileInTime, "fetcher-joins-isr", "", "KAFKA-4485, KAFKA-13790",
		"Each broker that is up, unfenced, and not stopping, and that falls out of the lag window finitely often, is in the "+
			"ISR again and again, however much is written meanwhile.", c.fetches)
	c.again("hw-advances", "L7", "KAFKA-13091",
		"The high watermark of a true leader reaches the least log end of the ISR, again and again, unless the ISR "+
			"is below min ISR.", c.hwThere)
	c.eachLasting("broker-recovers", "L8", "KAFKA-7414",
		"From some moment on each broker is up, has learned of the partition, and is not fenced: who comes back "+
			"only to stop again has not recovered.", recovered)
	c.eachAgain("follower-hw-converges", "L9", "",
		"Each follower has its leader's high watermark, again and again.", c.sameHW)
	c.eachAgain("shutdown-completes", "L10", "", "No broker waits for ever to be let go.", stopped)
	c.again("reader-advances", "", "KAFKA-14372",
		"The reader has been given all that the true leader shows, again and again. Needs reader.", c.read)
	c.needs("reader=on")
	c.again("lso-advances", "", "KAFKA-20716",
		"The last stable offset of the true leader is its high watermark, again and again. Needs markers.", c.stable)
	c.needs("markers")
	c.again("elr-recovers", "L12", "KIP-966",
		"There is a leader again and again, unless no running, unfenced broker is left in the ELR.", c.elrBack)
}

// again adds the claim that it is so again and again.
func (c *catalogue) again(name, alias, ref, doc string, so func(*State) bool) {
	c.request(c.add(model.Recurrence(name, doc, so), aliasesOf(alias), ref))
}

// eachAgain adds the claim that it is so of each broker, again and again.
func (c *catalogue) eachAgain(claim, alias, ref, doc string, so func(s *State, b int) bool) {
	c.each(model.Recurrence, claim, alias, ref, doc, so)
}

// eachLasting adds the claim that it is so of each broker from some moment on.
func (c *catalogue) eachLasting(claim, alias, ref, doc string, so func(s *State, b int) bool) {
	c.each(model.Persistence, claim, alias, ref, doc, so)
}

func (c *catalogue) each(kind func(name, doc string, to func(*State) bool) property, claim, alias, ref, doc string,
	so func(s *State, b int) bool) {
	var each []property
	for b := range c.p.Brokers {
		each = append(each, kind(string(name(b)), doc, func(s *State) bool { return so(s, b) }))
	}
	c.request(c.add(model.ForEach(claim, doc, each...), aliasesOf(alias), ref))
}

// aliasesOf are a claim's names in the literature: one, or none.
func aliasesOf(alias string) []string {
	if alias == "" {
		return nil
	}
	return []string{alias}
}

// live are the brokers that run and are not fenced.
func (c *catalogue) live(s *State) (live kafka.Set) {
	for b := range c.p.Brokers {
		if !s.Brokers[b].Down() && !s.Controller.Fenced.Has(b) {
			live |= kafka.Of(b)
		}
	}
	return live
}

func (c *catalogue) led(s *State) bool {
	l, is := c.trueLeader(s)
	live := c.live(s)
	return is && live.Has(l) || (s.Controller.Isr|s.Controller.Elr)&live == 0
}

func (c *catalogue) elrBack(s *State) bool {
	return s.Controller.Leader != kafka.Nobody || s.Controller.Elr&c.live(s) == 0
}

// sameLog reports whether two brokers have the same log, as far back as both go.
func sameLog(a, b *kafka.Broker) bool {
	if a.LocalStart() == b.LocalStart() || a.Log.End != b.Log.End {
		return a.Log == b.Log
	}
	for o := max(a.LocalStart(), b.LocalStart()); o < a.Log.End; o++ {
		if a.Log.Records[o] != b.Log.Records[o] {
			return false
		}
	}
	return true
}

// leaderOf is the true leader, if there is one, of a replica that runs.
func (c *catalogue) leaderOf(s *State, f int) (l int, is bool) {
	l, is = c.trueLeader(s)
	return l, is && !s.Brokers[f].Down() && !s.Controller.Removed.Has(f)
}

func (c *catalogue) caughtUp(s *State, f int) bool {
	l, is := c.leaderOf(s, f)
	x := &s.Brokers[f]
	return !is || l == f || x.Role == kafka.Follower && x.Epoch == s.Controller.Epoch && sameLog(x, &s.Brokers[l])
}

func (c *catalogue) joined(s *State, f int) bool {
	l, is := c.trueLeader(s)
	k := &s.Controller
	return k.Isr.Has(f) || !is || s.Brokers[f].Down() || (k.Fenced | k.ShuttingDown | k.Removed).Has(f) ||
		!sameLog(&s.Brokers[f], &s.Brokers[l])
}

func nonePending(s *State, l int) bool {
	return s.Brokers[l].Role != kafka.Leader || s.Brokers[l].Change.Kind == kafka.NoChange
}

func noneWaits(s *State, l int) bool {
	x, kept := &s.Brokers[l], s.WaitingAt(l)
	return kept == 0 || kept == x.Waiting && x.Role != kafka.Leader
}

// fetches reports whether a broker that can be in the ISR is, whatever its log has.
func (c *catalogue) fetches(s *State, f int) bool {
	_, is := c.trueLeader(s)
	k := &s.Controller
	return k.Isr.Has(f) || !is || s.Brokers[f].Down() || (k.Fenced | k.ShuttingDown | k.Removed).Has(f)
}

// whileInTime is a recurrence for a broker, by its name, that leaders find out of the
// lag window finitely often.
func whileInTime(broker, doc string, to func(*State) bool) property {
	return model.Recurrence(broker, doc, to).If(model.FinitelyOften[State]("LagTimeout * " + broker))
}

func isrChanges(before *State, _ model.Action, after *State) bool {
	return before.Controller.Isr != after.Controller.Isr
}

// joinsBehind reports a step in which a leader takes somebody into the ISR who is
// behind. It is the leader's decision that counts: between that and the controller's
// a lag window may end.
func (c *catalogue) joinsBehind(before *State, a model.Action, after *State) bool {
	return c.newcomerNotAlone(before, a, after) != nil
}

func (c *catalogue) hwThere(s *State) bool {
	l, is := c.trueLeader(s)
	isr := s.Controller.Isr
	if !is || isr.Len() < c.p.ControllerMinIsr(&s.Controller) {
		return true
	}
	least := s.Brokers[l].Log.End
	for b := range c.p.Brokers {
		if isr.Has(b) {
			least = min(least, s.Brokers[b].Log.End)
		}
	}
	return s.Brokers[l].HW >= least
}

func recovered(s *State, b int) bool {
	x := &s.Brokers[b]
	return (x.Role == kafka.Leader || x.Role == kafka.Follower) && x.Boot == kafka.InService && !s.Controller.Fenced.Has(b)
}

func (c *catalogue) sameHW(s *State, f int) bool {
	l, is := c.leaderOf(s, f)
	return !is || s.Brokers[f].HW == s.Brokers[l].HW
}

func stopped(s *State, b int) bool { return !s.Controller.ShuttingDown.Has(b) || s.Brokers[b].Down() }
