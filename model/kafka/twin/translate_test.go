package twin

import "mc/model/kafka"

// translate says a state of the model as one of the twin.
func translate(s *kafka.State) (t state) {
	t.ctl = controllerOf(&s.Controller)
	t.request = requestOf(&s.Alter)
	t.brokers[0] = asFresh(broker{cache: noCache()})
	for b := range s.Brokers {
		t.brokers[b+1] = brokerOf(&s.Brokers[b])
		own := kafka.Of(b)
		t.brokers[b+1].failed = s.Brokers[b].Failed&own != 0
		t.brokers[b+1].deadThreads = setOf(s.Brokers[b].Failed &^ own)
	}
	u := &s.Used
	t.used = [len(budgets)]int8{int8(u.Records), int8(u.Kills), int8(u.LossyCrashes), int8(u.Fences), int8(u.Unfences),
		int8(u.Elections), int8(u.UncleanElections), int8(u.CleanStops), int8(u.MinIsrChanges), int8(u.LagTimeouts),
		int8(u.Checkpoints), int8(u.Flushes), int8(u.LostAnswers), int8(u.Reads), int8(u.ProduceTimeouts),
		int8(u.LogSwaps), int8(u.Reassignments), int8(u.FetcherFailures), int8(u.ControllerErrors),
		int8(u.Retries), int8(u.Cancels), int8(u.Markers), int8(u.EarlyCheckpoints), int8(u.LoadingCrashes),
		int8(u.HalfAppends), int8(u.DirFailures), int8(u.Failovers), int8(u.Deletes), int8(u.Retentions), int8(u.Copies)}
	g := &s.Ghosts
	t.ghosts = ghosts{committed: logOf(g.Committed.Records[:g.Committed.End]), conflict: g.Conflict,
		suspects: setOf(g.Suspects), deleted: int8(g.Deleted), afterAppend: g.AfterAppend, ackedAll: uint32(g.AckedAll),
		ackedOne: uint32(g.AckedOne), nacked: uint32(g.Nacked), consumed: logOf(g.Consumed.Records[:g.Consumed.End]),
		readConflict: g.ReadConflict, latestWentBack: g.LatestWentBack, latest: int8(g.Latest)}
	t.markers, t.txn = uint32(s.Markers), int8(s.Txn)
	t.reader.at, t.reader.from = int8(s.Reader.Position), int(s.Reader.From)
	for i := range room {
		t.kept[i+1] = keptWait{int(s.Outlived[i].At()), int8(s.Outlived[i].End())}
	}
	for i := range t.remote {
		for o := range t.remote[i] {
			r := s.Tier.Segments[i][o]
			t.remote[i][o] = rec{int8(r.Epoch()), int8(r.Value())}
		}
	}
	for v := range t.past {
		t.past[v] = newsOf(s.Published[v])
	}
	return t
}

func setOf(x kafka.Set) set { return set(x << 1) }

func logOf(recs []kafka.Record) (g log) {
	for _, r := range recs {
		g.add(rec{int8(r.Epoch()), int8(r.Value())})
	}
	return g
}

func newsOf(n kafka.News) news {
	return news{leader: int(n.Leader), epoch: int8(n.Epoch), version: int8(n.Version.Int()), isr: setOf(n.Isr),
		minISR: int8(n.MinIsr), removed: setOf(n.Removed)}
}

func controllerOf(c *kafka.Controller) controller {
	out := controller{news: newsOf(kafka.News{Leader: c.Leader, Epoch: c.Epoch, Version: c.Version, MinIsr: c.MinIsr,
		Isr: c.Isr, Removed: c.Removed}), elr: setOf(c.Elr), last: setOf(c.LastKnown), fenced: setOf(c.Fenced),
		stopping: setOf(c.ShuttingDown), adding: setOf(c.Adding), removing: setOf(c.Removing), offline: setOf(c.Offline)}
	if d := c.Decided; d.Leader != kafka.Nobody {
		out.intended = news{leader: int(d.Leader), epoch: int8(d.Epoch), isr: setOf(d.Isr)}
	}
	for b, i := range c.Incarnations {
		out.incarnations[b+1] = int8(i)
	}
	return out
}

func requestOf(a *kafka.Alter) request {
	r := request{stage: stage(a.Progress), from: int(a.From), epoch: int8(a.Epoch), version: int8(a.Version.Int()),
		isr: setOf(a.Isr), sender: int8(a.Sender), claims: noClaims()}
	r.verdict = map[kafka.Answer]verdict{kafka.NewLeaderEpoch: acceptedInNewEpoch, kafka.StaleRequest: stale,
		kafka.Ineligible: ineligible}[a.Answer]
	for b, i := range a.Incarnations {
		r.claims[b+1] = int8(i.Int())
	}
	return r
}

func brokerOf(x *kafka.Broker) broker {
	b := broker{log: logOf(x.Log.Records[:x.Log.End]), hw: int8(x.HW), flushed: int8(x.Flushed),
		checkpoint: int8(x.Checkpoint), clean: x.Clean, recoveryPoint: int8(x.RecoveryPoint), indexTorn: x.IndexTorn,
		halfAt: int8(x.HalfAt.Int()), halfRec: rec{int8(x.HalfRecord.Epoch()), int8(x.HalfRecord.Value())}, dir: int8(x.Dir),
		role: role(x.Role), leader: int(x.Leader), epoch: int8(x.Epoch),
		mustAsk: x.Truncating, unnamed: x.EpochForgot, answer: answerOf(&x.Response), version: int8(x.Version.Int()),
		isr: setOf(x.Isr), newsDue: x.NewsDue, start: int8(x.EpochStart), minISR: int8(x.MinIsr), reading: int8(x.Reading.Int()),
		waiting: uint32(x.Waiting), request: requestOf(&x.Request),
		gone: setOf(x.Gone), boot: boot(x.Boot), sessions: setOf(x.Sessions), stopAsked: int8(x.StopReplica.Int()),
		starved: setOf(x.Starved), logStart: int8(x.Start), startOnDisk: int8(x.StartOnDisk), noHW: x.NoHW, half: int8(x.Half), local: int8(x.Local)}
	if x.Half != 0 {
		r := x.Log.Records[x.Log.End]
		b.written = rec{int8(r.Epoch()), int8(r.Value())}
	}
	for e := range b.cache {
		b.cache[e] = int8(x.Cache[e].Int())
	}
	if c := x.Change; c.Kind != kafka.NoChange {
		b.change = change{sent: c.Kind != kafka.ExpandDecided, shrink: c.Kind == kafka.Shrink, who: setOf(c.Brokers)}
	}
	b.fellows[0] = fellow{end: none, leaderEnd: none}
	for f, r := range x.Remotes {
		b.fellows[f+1] = fellow{end: int8(r.End.Int()), incarnation: incarnationOf(r.Incarnation), inWindow: r.CaughtUp,
			leaderEnd: int8(r.LeaderEnd.Int())}
	}
	return b
}

func incarnationOf(i kafka.Incarnation) int8 {
	if i == kafka.Unregistered {
		return unregistered
	}
	return int8(i)
}

func answerOf(r *kafka.Response) answer {
	if r.Kind == kafka.NoResponse {
		return answer{}
	}
	a := answer{kind: kind(r.Kind), hw: int8(r.HW), epoch: int8(r.Epoch.Int()), end: int8(r.End), from: int(r.From),
		asked: int8(r.Asked), start: int8(r.Start)}
	if r.Kind == kafka.EpochEnd && a.epoch == none {
		a.end = none
	}
	a.recs = logOf(r.Carried())
	return a
}
