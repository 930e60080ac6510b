package kafka

import (
	"fmt"
	"strings"

	"mc/model"
)

// view lays a state out: the clients, the controller, then each broker with
// its log.
func (p *Protocol) view(s *State) model.View {
	v := model.View{Lanes: []model.Lane{p.clientsLane(s), p.controllerLane(s)}}
	for b := range p.Brokers {
		v.Lanes = append(v.Lanes, p.brokerLane(s, b))
	}
	return v
}

// fields collects those that say something.
type fields []model.Field

func (f *fields) add(name string, value any) {
	*f = append(*f, model.Field{Name: name, Value: fmt.Sprint(value)})
}

func (f *fields) addIf(cond bool, name string, value any) {
	if cond {
		f.add(name, value)
	}
}

func (p *Protocol) clientsLane(s *State) model.Lane {
	g, f := &s.Ghosts, fields{}
	f.add("committed", &g.Committed)
	f.addIf(g.Conflict, "conflict", "two leaders committed different records at one offset")
	if p.TrackAcks != AcksOff {
		f = append(f, model.Field{Name: "acked", Value: g.AckedAll.String(), Kind: model.Acknowledged})
		f.addIf(g.AckedOne != 0, "acked by the leader alone", g.AckedOne)
		f.addIf(g.Nacked != 0, "refused after append", g.Nacked)
	}
	f.addIf(p.transactional, "transaction", [...]string{"none", "ongoing", "its marker is owed"}[s.Txn])
	f.addIf(s.Markers != 0, "markers", s.Markers)
	f.addIf(p.HasReader, "reader at", s.Reader.Position)
	f.addIf(s.Reader.From != Nobody, "reader reads from", s.Reader.From)
	if p.readBudget.limit > 0 || p.HasReader {
		f.add("consumed", &g.Consumed)
		f.addIf(g.ReadConflict, "read conflict", "a consumer was given another record than before")
		f.addIf(g.Latest != 0, "latest offset told", g.Latest)
		f.addIf(g.LatestWentBack, "latest offset", "went back")
	}
	return model.Lane{Name: "clients", Fields: f}
}

func (p *Protocol) controllerLane(s *State) model.Lane {
	c, f := &s.Controller, fields{}
	f.add("leader", c.Leader)
	f.add("leader epoch", c.Epoch)
	f.add("partition epoch", c.Version.Value())
	f.add("ISR", c.Isr)
	f.addIf(p.Elr, "ELR", c.Elr)
	f.addIf(p.Elr && p.Recovery != RecoverNone, "last known", c.LastKnown)
	f.addIf(c.Fenced != 0, "fenced", c.Fenced)
	f.addIf(c.ShuttingDown != 0, "stopping", c.ShuttingDown)
	f.addIf(!p.Reassigns && c.Removed != 0, "no replicas any more", c.Removed)
	f.addIf(p.Reassigns, "replicas", p.Replicas(c))
	f.addIf(c.Adding != 0, "adding", c.Adding)
	f.addIf(c.Removing != 0, "removing", c.Removing)
	f.addIf(c.Offline != 0, "offline replicas", c.Offline)
	f.addIf(c.Decided.Leader != Nobody, "deposed controller", fmt.Sprintf("about to write leader %s, epoch %d, ISR %s", c.Decided.Leader, c.Decided.Epoch, c.Decided.Isr))
	f.addIf(p.minIsrBudget.limit > 0, "min ISR", p.ControllerMinIsr(c))
	for b := range p.Brokers {
		f.addIf(c.Incarnations[b] != 0, "incarnation of "+name(b), c.Incarnations[b])
	}
	if words := p.requestWords(s); words != "" {
		f.add("AlterPartition", words)
	}
	for i := range s.Tier.Segments {
		words := segmentWords(&s.Tier.Segments[i])
		f.addIf(words != "", fmt.Sprintf("remote segment %d", i+1), words)
	}
	return model.Lane{Name: "controller", Fields: f}
}

// requestWords are all requests and answers that are under way.
func (p *Protocol) requestWords(s *State) string {
	var words []string
	for l := range p.Brokers {
		if p.StageOf(s, l) != Nothing {
			words = append(words, alterWords(p.Request(s, l), name(l)))
		}
	}
	if a := &s.Alter; !p.OneRequest && a.Progress != Nothing {
		words = append(words, alterWords(a, a.From.String()+", before it stopped,"))
	}
	return strings.Join(words, "; ")
}

func alterWords(a *Alter, from string) string {
	switch {
	case a.Progress == Requested && a.Version.Known():
		return fmt.Sprintf("%s asks for ISR %s (leader epoch %d, partition epoch %d)", from, a.Isr, a.Epoch, a.Version.Value())
	case a.Progress == Requested:
		return fmt.Sprintf("%s asks again for what was decided (leader epoch %d)", from, a.Epoch)
	case a.Progress == Lost:
		return fmt.Sprintf("answer to %s is lost", from)
	}
	return fmt.Sprintf("answer to %s: %s", from, a.Answer)
}

func (p *Protocol) brokerLane(s *State, b int) model.Lane {
	x, f := &s.Brokers[b], fields{}
	cells := make([]model.Cell, x.Log.End)
	for i, r := range x.Log.Records[:x.Log.End] {
		if i < int(x.LocalStart()) {
			cells[i].Epoch = -1 // deleted
			continue
		}
		cells[i] = model.Cell{Text: r.Value().String(), Epoch: int(r.Epoch())}
	}
	f.add("LEO", x.Log.End)
	f.add("HW", x.HW)
	f.addIf(x.Half != 0, "half written", x.Log.Records[min(x.Log.End, Capacity-1)].Value())
	f.addIf(x.NoHW, "its HW", "-1")
	f.addIf(p.KeepsStarts, "log start", x.Start)
	f.addIf(p.Tiered, "its own disks begin at", x.LocalStart())
	f.addIf(p.keepsStartOnDisk, "log start on disk", x.StartOnDisk)
	f.addIf(p.Truncation != HighWatermark, "epochs", p.CacheOf(x))
	f.addIf(p.transactional, "LSO", p.LastStable(s, b))
	f.addIf(p.keepsCheckpoints, "HW on disk", x.Checkpoint)
	f.addIf(p.keepsFlushed, "flushed", x.Flushed)
	f.addIf(p.keepsRecoveryPoint, "recovery point", x.RecoveryPoint)
	f.addIf(x.IndexTorn, "time index", "torn")
	f.addIf(x.HalfAt.Known(), "in the file and not in the log", x.HalfRecord)
	f.addIf(x.Dir != DirWorks, "log directory", "has failed")
	f.addIf(x.Sessions != 0, "fetch session with", x.Sessions)
	f.addIf(x.Failed.Has(b), "fetcher", "this partition has failed")
	f.addIf(x.Failed&^Of(b) != 0, "dead fetcher thread to", x.Failed&^Of(b))
	f.addIf(s.WaitingAt(b) != x.Waiting, "waiting since it led", s.WaitingAt(b)&^x.Waiting)
	f.addIf(x.Boot == Starting, "registration", "to come")
	f.addIf(x.Boot == Registered, "registration", "accepted, first heartbeat to come")
	f.addIf(x.Starved != 0, "requests fail at", x.Starved)
	f.addIf(x.StopReplica.Known(), "StopReplica", fmt.Sprintf("on its way, of leader epoch %d", x.StopReplica.Int()))
	if x.Role == Leader {
		p.leaderFields(x, b, &f)
	} else {
		p.followerFields(x, &f)
	}
	return model.Lane{Name: name(b), Badge: badge(x), Off: x.Down(), Fields: f,
		Log: &model.Log{Cells: cells, HighWatermark: int(x.HW), Capacity: p.room()}}
}

func (p *Protocol) leaderFields(x *Broker, b int, f *fields) {
	f.add("ISR", x.Isr)
	f.addIf(p.Reassigns, "replicas", p.all&^x.Gone)
	f.add("partition epoch", x.Version.Value())
	f.addIf(x.NewsDue, "news of it", "to come")
	f.addIf(x.Change.Kind != NoChange, "pending", x.Change)
	f.addIf(x.Change.Kind != NoChange, "maximal ISR", p.MaximalIsr(x))
	f.addIf(p.KeepsEpochStart, "epoch start", x.EpochStart)
	f.addIf(x.Response.Kind != NoResponse, "in flight", p.responseWords(&x.Response))
	f.addIf(x.Waiting != 0, "waiting", x.Waiting)
	for r := range p.Brokers {
		if r == b {
			continue
		}
		known := "unknown"
		if end := x.Remotes[r].End; end.Known() {
			known = fmt.Sprint(end.Value())
		}
		f.add("LEO of "+name(r), known)
	}
}

func (p *Protocol) followerFields(x *Broker, f *fields) {
	f.addIf(x.Truncating, "phase", "truncating")
	r := &x.Response
	if r.Kind != NoResponse {
		f.add("in flight", p.responseWords(r))
	}
}

func (p *Protocol) responseWords(r *Response) string {
	switch r.Kind {
	case Diverging, DivergingApplied:
		if !p.carriesHW(r) {
			return "diverging: " + epochEnd(r)
		}
		return fmt.Sprintf("diverging: %s, HW %d", epochEnd(r), r.HW)
	case OutOfRange:
		if p.asksRange {
			return "out of range"
		}
		return fmt.Sprintf("out of range, the leader's log ends at %d", r.End)
	case EpochEnd:
		return "epoch lookup: " + epochEnd(r)
	case CutToHW:
		return "its fetcher is about to cut at the high watermark"
	case MovedToTier:
		return "that offset is in remote storage only"
	case AskedLatest:
		return "its fetcher is about to ask where the leader's log begins"
	}
	words := "no records"
	if len(r.Carried()) > 0 {
		words = recordWords(r)
	}
	words += fmt.Sprintf(", HW %d", shownHW(r.HW))
	if p.takesStarts {
		words += fmt.Sprintf(", log start %d", r.Start)
	}
	return words
}

// shownHW is the high watermark of an answer as a number.
func shownHW(hw Offset) int {
	if hw == MinusOne {
		return -1
	}
	return int(hw)
}

// recordWords names the records of an answer that has some.
func recordWords(r *Response) string {
	carried := r.Carried()
	words := carried[0].Value().String()
	if n := len(carried); n > 1 {
		words += ".." + carried[n-1].Value().String()
	}
	return words
}

// epochEnd is the leader's answer about an epoch, in words.
func epochEnd(r *Response) string {
	if !r.Epoch.Known() {
		return "unknown epoch"
	}
	return fmt.Sprintf("epoch %d ends at %d", r.Epoch.Value(), r.End)
}

// badge says what the broker takes itself for.
func badge(x *Broker) string {
	switch {
	case x.Down():
		return "down"
	case x.Role == Leader:
		return fmt.Sprintf("leader e%d", x.Epoch)
	case x.Role == Idle:
		return "just started"
	case x.Leader == Nobody:
		return fmt.Sprintf("no leader e%d", x.Epoch)
	}
	return fmt.Sprintf("follower of %s e%d", x.Leader, x.Epoch)
}

// turns are what a step means for the run, whatever its rule.
func (p *Protocol) turns(before, after *State) (out []model.Turn) {
	add := func(kind model.TurnKind, words, cause string) {
		out = append(out, model.Turn{Kind: kind, Words: words, Cause: cause})
	}
	for b := range p.Brokers {
		p.lostTurn(before, after, b, add)
	}
	p.controlTurn(before, after, add)
	for b := range p.Brokers {
		p.beliefTurn(before, after, b, add)
	}
	p.commitTurn(before, after, add)
	return out
}

type addTurn = func(kind model.TurnKind, words, cause string)

// lostTurn is what b's log has no longer, and that b has stopped.
func (p *Protocol) lostTurn(before, after *State, b int, add addTurn) {
	was, is, known := &before.Brokers[b], &after.Brokers[b], &before.Ghosts.Committed
	var gone []string
	committed := false
	for o := max(was.LocalStart(), is.LocalStart()); o < was.Log.End; o++ {
		if o >= is.Log.End || is.Log.Records[o] != was.Log.Records[o] {
			gone = append(gone, was.Log.Records[o].String())
			committed = committed || o < known.End && was.Log.Records[o] == known.Records[o]
		}
	}
	records, stops := strings.Join(gone, ", "), is.Down() && !was.Down()
	switch {
	case len(gone) > 0 && (stops || after.Used.LossyCrashes != before.Used.LossyCrashes):
		add(model.Loss, fmt.Sprintf("%s loses %s", name(b), records), ", which it had not flushed")
	case len(gone) > 0 && committed && p.Truncation == HighWatermark && is.Log.End == was.HW:
		add(model.Cut, fmt.Sprintf("%s cuts %s", name(b), records), fmt.Sprintf(", which is committed, at its own high watermark, %d", was.HW))
	case len(gone) > 0 && committed:
		add(model.Cut, fmt.Sprintf("%s cuts %s", name(b), records), ", which is committed")
	case len(gone) > 0:
		add(model.Cut, fmt.Sprintf("%s cuts %s", name(b), records), "")
	case stops:
		add(model.Failure, name(b)+" stops", "")
	}
}

// controlTurn is another leader epoch, or a session that has expired without one.
func (p *Protocol) controlTurn(before, after *State, add addTurn) {
	was, c := &before.Controller, &after.Controller
	switch {
	case c.Leader == Nobody && was.Leader != Nobody:
		add(model.Election, fmt.Sprintf("nobody leads epoch %d", c.Epoch), "")
	case c.Leader == was.Leader && c.Epoch == was.Epoch && c.Fenced&^was.Fenced != 0:
		add(model.Failure, (c.Fenced&^was.Fenced).joined(" and ")+" is fenced", "")
	case c.Leader == Nobody || c.Epoch == was.Epoch && c.Leader == was.Leader:
	case leadsOn(before, after):
		add(model.Election, fmt.Sprintf("%s leads on in epoch %d", c.Leader, c.Epoch), "")
	default:
		how := [...]string{fromElr: " from the ELR", lastKnown: " as the last known leader", unclean: " uncleanly"}[p.claim(before, after)]
		cause := lacking(after, c.Leader.Index())
		switch {
		case cause != "":
			cause = ", though it lacks " + cause
		case p.claim(before, after) == unclean:
			cause = ", though it was in neither ISR nor ELR"
		}
		add(model.Election, fmt.Sprintf("%s is elected in epoch %d%s", c.Leader, c.Epoch, how), cause)
	}
}

// beliefTurn is what b goes by from this step on though it is not so.
func (p *Protocol) beliefTurn(before, after *State, b int, add addTurn) {
	was, is, c := &before.Brokers[b], &after.Brokers[b], &after.Controller
	if is.Role != Leader {
		return
	}
	missed := was.Role == Leader && is.Epoch > was.Epoch+1
	if missed {
		add(model.Missed, fmt.Sprintf("%s leads epoch %d having missed epoch %d", name(b), is.Epoch, was.Epoch+1), ", of which it has learned nothing")
	}
	if v := after.Used.Values(); is.Log.End > was.Log.End && v > before.Used.Values() && !p.trueLeader(after, b) {
		add(model.Belief, fmt.Sprintf("%s appends %s as the leader of epoch %d", name(b), v, is.Epoch),
			fmt.Sprintf(", though epoch %d has begun, which %s is to lead", c.Epoch, c.Leader))
	}
	for f := range p.Brokers {
		if !p.mistaken(after, b, f) || p.mistaken(before, b, f) || after.Brokers[f].Log.End < before.Brokers[f].Log.End {
			continue // what f has lost in this step is told
		}
		kept := ""
		if missed {
			kept = ": it kept what it knew of its followers (reelection_resets_remotes=off)"
		}
		add(model.Belief, fmt.Sprintf("%s counts on %s to have its log up to %d", name(b), name(f), is.Remotes[f].End.Value()),
			fmt.Sprintf(", though that ends at %d", after.Brokers[f].Log.End)+kept)
	}
}

// mistaken reports that b, which leads and knows it, counts on f, of the ISR that it
// knows, for more than f has.
func (p *Protocol) mistaken(s *State, b, f int) bool {
	lead := &s.Brokers[b]
	end := lead.Remotes[f].End
	return f != b && p.trueLeader(s, b) && lead.Isr.Has(f) && end.Known() && end.Value() > s.Brokers[f].Log.End
}
