package kafka

import (
	"mc/model"
	"mc/model/kafka"
)

// progressFamily is what faults of liveness look like to safety: a state or a
// step after which something that should go on cannot. They are checked where
// a spec names them.
func (c *catalogue) progressFamily() {
	c.family = "where progress ends"
	c.request(c.always("pending-change-under-way", nil, "KAFKA-14154, KAFKA-15353",
		"A leader's pending ISR change is on its way to the controller or back, or will be sent again, or there "+
			"is metadata that ends the wait. "+
			"A request that is lost where nobody resends is not under way. The safe side of pending-resolves.",
		c.pendingUnderWay))
	c.request(c.always("stale-leader-has-news", nil, "KAFKA-2729, KAFKA-13858",
		"Metadata will reach whoever takes itself for the leader and is behind the controller.", c.staleLeaderHasNews))
	c.request(c.step("hw-raised-when-possible", nil, "KAFKA-13091",
		"A leader whose ISR, log or knowledge of its followers' logs changes raises its high watermark as far as its "+
			"own rule lets it then. Excused: what time and the controller change (a lag timeout, a fence, a "+
			"proposal that is refused), which nobody looks at before the next of these, and a new min ISR. "+
			"The safe side of hw-advances.",
		c.raisedWhenPossible))
	c.request(c.always("hw-waits-only-for-eligible", nil, "KAFKA-15021",
		"Outside its maximal ISR a true leader's high watermark waits for nobody who is fenced or stopping. The safe side of produce-answered. Needs hw_waits_for_caught_up.", c.waitsForEligible))
	c.request(c.step("epoch-start-fixed", nil, "KAFKA-13790",
		"While a broker leads one epoch, the start of that epoch does not move: a newcomer that has reached it may join. The safe side of joins-isr.", c.epochStartFixed))
	c.request(c.step("newcomer-caught-up", nil, "KAFKA-4313",
		"Whom a leader takes into its maximal ISR is within the lag window, not only at the high watermark. "+
			"Expected to fail with three replicas: a newcomer may join beside a slow member of the ISR. Needs "+
			"hw_waits_for_caught_up.", c.newcomerCaughtUp))
	c.request(c.step("newcomer-not-alone-behind", nil, "KAFKA-19996",
		"Whom a leader takes into its maximal ISR is within the lag window, or no further behind than another for "+
			"whom the high watermark waits. "+
			"Excused: where the high watermark is below what its rule would make it (hw-raised-when-possible). "+
			"The safe side of isr-stabilises. Needs hw_waits_for_caught_up.", c.newcomerNotAlone))
	c.request(c.step("removes-only-laggards", nil, "KAFKA-7152",
		"No leader removes a follower that is known to have everything.", c.removesLaggards))
	c.request(c.step("divergence-shrinks", nil, "KAFKA-10706",
		"A follower that has processed a diverging answer has a shorter log or a shorter epoch cache, and one that has looked up an epoch is not where it was; if not, it gets the same answer again. The safe side of follower-catches-up.", c.divergenceShrinks))
	c.request(c.always("fetcher-alive", nil, "KAFKA-8346, KAFKA-8012, KAFKA-5758",
		"The fetcher of a follower runs, if its leader runs and leads in the epoch that the follower knows: its thread has not "+
			"died, its partition has not failed, and its requests do not fail because of another partition. Excused: where newer metadata are on their way to the follower. "+
			"The safe side of follower-catches-up.", c.fetcherAlive))
	c.request(c.step("nobody-halts", nil, "KAFKA-7414, KAFKA-3410",
		"No broker goes down in a step that is no kill, power failure or stop, whatever was stopped before. The "+
			"safe side of broker-recovers.", c.nobodyHalts))
}

// request keeps a property out of every default set.
func (c *catalogue) request(p *property) { p.OnRequest = true }

func (c *catalogue) pendingUnderWay(s *State) error {
	for l := range c.p.Brokers {
		x := &s.Brokers[l]
		waits := x.Role == kafka.Leader && (x.Change.Kind == kafka.Expand || x.Change.Kind == kafka.Shrink)
		if !waits || c.p.HasNews(s, l) {
			continue
		}
		switch stage := c.p.StageOf(s, l); {
		case stage == kafka.Nothing:
			return wrong("%s waits for its ISR change (%s), but neither a request nor an answer nor metadata is on its way", name(l), x.Change)
		case stage == kafka.Lost && !c.can("Resend"):
			return wrong("%s waits for its ISR change (%s), but the request or its answer is lost, and nobody "+
				"sends it again", name(l), x.Change)
		}
	}
	return nil
}

func (c *catalogue) fetcherAlive(s *State) error {
	for f := range c.p.Brokers {
		x := &s.Brokers[f]
		l := x.Leader.Index()
		if x.Failed|x.Starved == 0 || x.Role != kafka.Follower || l < 0 {
			continue
		}
		lead, newer := &s.Brokers[l], x.Epoch != s.Controller.Epoch && c.p.HasNews(s, f)
		if newer || lead.Role != kafka.Leader || lead.Epoch != x.Epoch {
			continue
		}
		switch {
		case x.Failed.Has(l):
			return wrong("%s follows %s, which leads in the same epoch, but its fetcher thread to %s has died", name(f), name(l), name(l))
		case x.Starved.Has(l):
			return wrong("%s follows %s, which leads in the same epoch, but its requests fail there, because of another partition",
				name(f), name(l))
		case x.Failed.Has(f):
			return wrong("%s follows %s, which leads in the same epoch, but its fetcher has left the partition alone since that failed", name(f), name(l))
		}
	}
	return nil
}

func (c *catalogue) staleLeaderHasNews(s *State) error {
	k := &s.Controller
	for l := range c.p.Brokers {
		x := &s.Brokers[l]
		if x.Role != kafka.Leader || c.p.HasNews(s, l) || x.StopReplica.Known() {
			continue
		}
		if x.Epoch != k.Epoch || x.Version != k.Version {
			return wrong("%s leads by leader epoch %d and partition epoch %d, the %s is at %d and %d, and nothing will tell it",
				name(l), x.Epoch, x.Version.Int(), controller, k.Epoch, k.Version.Int())
		}
	}
	return nil
}

func (c *catalogue) raisedWhenPossible(before *State, _ model.Action, after *State) error {
	for l := range c.p.Brokers {
		was, is := &before.Brokers[l], &after.Brokers[l]
		if is.Role != kafka.Leader || was.MinIsr != is.MinIsr || c.sameToLeader(was, is) {
			continue
		}
		_, already := c.p.CanRaiseHW(before, l)
		if hw, late := c.p.CanRaiseHW(after, l); late && !(already && was.Role == kafka.Leader) {
			return wrong("the high watermark of %s is %d; all that it waits for allow %d", name(l), is.HW, hw)
		}
	}
	return nil
}

// sameToLeader reports that nothing has changed that makes a leader look at its
// high watermark.
func (c *catalogue) sameToLeader(was, is *kafka.Broker) bool {
	for f := range c.p.Brokers {
		if was.Remotes[f].End != is.Remotes[f].End {
			return false
		}
	}
	return was.Role == is.Role && was.Epoch == is.Epoch && was.Isr == is.Isr && was.Log.End == is.Log.End
}

func (c *catalogue) waitsForEligible(s *State) error {
	l, ok := c.trueLeader(s)
	if !ok {
		return nil
	}
	x := &s.Brokers[l]
	gone := (s.Controller.Fenced | s.Controller.ShuttingDown) &^ c.p.MaximalIsr(x)
	for f := range c.p.Brokers {
		end := x.Remotes[f].End
		below := end.Known() && end <= kafka.Know(x.HW) && end < kafka.Know(x.Log.End)
		if gone.Has(f) && below && c.p.HeldBack(s, l, f) {
			return wrong("%s may not join the ISR and its log is known up to %d, but %s, whose log ends at %d, still waits for it", name(f), end.Value(), name(l), x.Log.End)
		}
	}
	return nil
}

// leadsOn calls check for every broker that leads the same epoch before and
// after a step.
func (c *catalogue) leadsOn(before, after *State, check func(l int, was, is *kafka.Broker) error) error {
	for l := range c.p.Brokers {
		was, is := &before.Brokers[l], &after.Brokers[l]
		if was.Role != kafka.Leader || is.Role != kafka.Leader || was.Epoch != is.Epoch {
			continue
		}
		if err := check(l, was, is); err != nil {
			return err
		}
	}
	return nil
}

func (c *catalogue) epochStartFixed(before *State, _ model.Action, after *State) error {
	return c.leadsOn(before, after, func(l int, was, is *kafka.Broker) error {
		if was.EpochStart != is.EpochStart {
			return wrong("%s moves the start of its epoch %d from %d to %d", name(l), is.Epoch, was.EpochStart, is.EpochStart)
		}
		return nil
	})
}

// joins calls check for every replica that a leader takes into its maximal ISR
// though it is not within the lag window.
func (c *catalogue) joins(before, after *State, check func(l, f int, was, is *kafka.Broker) error) error {
	return c.leadsOn(before, after, func(l int, was, is *kafka.Broker) error {
		joins := c.p.MaximalIsr(is) &^ c.p.MaximalIsr(was)
		for f := range c.p.Brokers {
			if r := &is.Remotes[f]; !joins.Has(f) || r.CaughtUp || r.End.Is(is.Log.End) {
				continue
			}
			if err := check(l, f, was, is); err != nil {
				return err
			}
		}
		return nil
	})
}

func (c *catalogue) newcomerCaughtUp(before *State, _ model.Action, after *State) error {
	return c.joins(before, after, func(l, f int, _, is *kafka.Broker) error {
		return wrong("%s takes %s into the ISR at offset %d: that is its high watermark, but its log ends at %d "+
			"and %s is not within the lag window",
			name(l), name(f), at(is.Remotes[f].End.Value()), is.Log.End, name(f))
	})
}

// newcomerNotAlone is about a high watermark that stands by its rule though
// nobody holds it, not about one that was not computed again.
func (c *catalogue) newcomerNotAlone(before *State, _ model.Action, after *State) error {
	return c.joins(before, after, func(l, f int, was, is *kafka.Broker) error {
		end := is.Remotes[f].End
		if _, late := c.p.CanRaiseHW(before, l); late {
			return nil
		}
		for other := range c.p.Brokers {
			waits := c.p.MaximalIsr(was).Has(other) || c.p.HeldBack(after, l, other)
			if other != l && waits && is.Remotes[other].End <= end {
				return nil // its end is not known, or as low
			}
		}
		return wrong("%s takes %s into the ISR at offset %d, its high watermark: its log ends at %d, %s is not "+
			"within the lag window, and nobody else is that far behind",
			name(l), name(f), at(end.Value()), is.Log.End, name(f))
	})
}

func (c *catalogue) removesLaggards(before *State, _ model.Action, after *State) error {
	return c.leadsOn(before, after, func(l int, was, is *kafka.Broker) error {
		leaves := is.Change.Brokers
		if is.Change.Kind != kafka.Shrink || was.Change == is.Change {
			// In ZooKeeper the leader writes the ISR itself.
			leaves = before.Controller.Isr &^ after.Controller.Isr & was.Isr &^ is.Isr
		}
		for f := range c.p.Brokers {
			if leaves.Has(f) && was.Remotes[f].End.Is(was.Log.End) {
				return wrong("%s removes %s, which it knows to have its whole log (up to %d)", name(l), name(f), was.Log.End)
			}
		}
		return nil
	})
}

func (c *catalogue) divergenceShrinks(before *State, _ model.Action, after *State) error {
	same := *before == *after
	for f := range c.p.Brokers {
		was, is := &before.Brokers[f], &after.Brokers[f]
		if same && is.Truncating {
			return wrong("%s has looked up where its last epoch ends, cuts nothing, keeps the epoch cache %s and has to ask the same again", name(f), is.Cache)
		}
		kind := was.Response.Kind
		if kind != kafka.Diverging && kind != kafka.DivergingApplied || is.Response.Kind != kafka.NoResponse {
			continue
		}
		if is.Role == kafka.Follower && is.Epoch == was.Epoch && is.Log.End == was.Log.End && is.Cache == was.Cache {
			return wrong("%s has processed a diverging answer, but its log still ends at %d and its epoch cache is still %s; its next fetch is the same",
				name(f), is.Log.End, is.Cache)
		}
	}
	return nil
}

// nobodyHalts looks at the step alone: to count who is down against all kills
// of a run would let one kill hide one halt for good.
func (c *catalogue) nobodyHalts(before *State, _ model.Action, after *State) error {
	u, v := &before.Used, &after.Used
	if u.Kills != v.Kills || u.LossyCrashes != v.LossyCrashes {
		return nil
	}
	for b := range c.p.Brokers {
		was, is := &before.Brokers[b], &after.Brokers[b]
		if !was.Down() && is.Down() && !is.Clean {
			return wrong("%s stops by itself: nobody killed or stopped it, and its power did not fail", name(b))
		}
	}
	return nil
}
