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
