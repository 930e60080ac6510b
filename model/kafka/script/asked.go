package script

import (
	"fmt"

	"mc/model"
	"mc/model/ask"
	"mc/model/kafka"
)

// asked are the terms in which predicates speak of a state, under the names that
// scripts have for the same sights.
type asked struct {
	p              *kafka.Protocol
	broker, record *ask.Domain
	role, pending  *ask.Domain
	entry          *ask.Domain
	brokers        []ask.Type // parameters
	terms          []ask.Term
}

// Ask offers the vocabulary of predicates about the model.
func Ask(_ *model.Model[kafka.State], v model.Values) (*ask.Vocabulary, error) {
	p, err := kafka.NewProtocol(v)
	if err != nil {
		return nil, err
	}
	records := v["records"] + v["markers"]
	a := &asked{p: p,
		broker: &ask.Domain{One: "broker", Many: "brokers", None: []string{"nobody"},
			Names: names("b", p.Brokers), Part: func(name string) any { return model.LaneName(name) }},
		record: &ask.Domain{One: "record", Many: "records", Names: names("r", records),
			Part: func(name string) any { return model.RecordName(name) }},
		role:    &ask.Domain{One: "role", Many: "roles", Names: []string{"idle", "follower", "leader", "down"}},
		pending: &ask.Domain{One: "kind of change", Many: "kinds of change", Names: []string{"none", "expand", "shrink", "decided"}},
		entry:   &ask.Domain{One: "entry of an epoch cache", Many: "entries of an epoch cache"},
	}
	a.brokers = []ask.Type{{Shape: ask.Thing, Of: a.broker}, {Shape: ask.Thing, Of: a.broker}}
	a.ofBrokers()
	a.ofLeaders()
	a.ofLogs()
	a.ofController()
	a.ofClients()
	a.forget()
	return &ask.Vocabulary{Terms: a.terms, Default: a.broker, Domains: []*ask.Domain{a.broker, a.record},
		Numbers: map[string]int{"max_leader_epoch": v["max_leader_epoch"], "replicas": p.Brokers, "records": v["records"]},
		Memory:  func(s ask.State) *ask.Memory { return (*ask.Memory)(&(*kafka.State)(s).Asked) },
		Roles: []ask.Role{{Name: "b", Among: "brokers"}, {Name: "f", Among: "followers"}, {Name: "l", Among: "leaders"},
			{Name: "v", Among: "all_records"}, {Name: "e", Among: "0..max_leader_epoch"}}}, nil
}

// names are b1 to bn.
func names(letter string, n int) (all []string) {
	for i := range n {
		all = append(all, fmt.Sprint(letter, i+1))
	}
	return all
}

func (a *asked) thing(d *ask.Domain) ask.Type { return ask.Type{Shape: ask.Thing, Of: d} }
func (a *asked) set(d *ask.Domain) ask.Type   { return ask.Type{Shape: ask.Set, Of: d} }

func (a *asked) add(name string, params []ask.Type, typ ask.Type, doc string, see func(s *kafka.State, x ask.Args) int) {
	a.terms = append(a.terms, ask.Term{Name: name, Doc: doc, Params: params, Type: typ,
		Num: func(s ask.State, x ask.Args) int { return see((*kafka.State)(s), x) }})
}

// of adds a term about a broker.
func (a *asked) of(name string, typ ask.Type, doc string, see func(b *kafka.Broker) int) {
	a.add(name, a.brokers[:1], typ, doc, func(s *kafka.State, x ask.Args) int { return see(&s.Brokers[x[0]]) })
}

// at adds a term about the controller.
func (a *asked) at(name string, typ ask.Type, doc string, see func(c *kafka.Controller) int) {
	a.add(name, nil, typ, doc, func(s *kafka.State, _ ask.Args) int { return see(&s.Controller) })
}

func (a *asked) list(name string, params []ask.Type, of *ask.Domain, doc string, see func(s *kafka.State, x ask.Args) ask.Items) {
	a.terms = append(a.terms, ask.Term{Name: name, Doc: doc, Params: params,
		Type: ask.Type{Shape: ask.List, Of: of},
		List: func(s ask.State, x ask.Args) ask.Items { return see((*kafka.State)(s), x) }})
}

var aNumber, aTruth = ask.Type{Shape: ask.Number}, ask.Type{Shape: ask.Truth}

func bit(is bool) int { return map[bool]int{true: 1}[is] }

func roleOf(b *kafka.Broker) int {
	return [...]int{kafka.Idle: 0, kafka.Follower: 1, kafka.Leader: 2, kafka.Stopped: 3}[b.Role]
}

func (a *asked) ofBrokers() {
	a.of("log_start", aNumber, "Where its log begins.", func(b *kafka.Broker) int { return int(b.Start) })
	a.of("local_start", aNumber, "Where its log begins on its own disks.", func(b *kafka.Broker) int { return int(b.LocalStart()) })
	a.add("copied", a.brokers[:1], aNumber, "Up to where it takes its log to be in remote storage.",
		func(s *kafka.State, x ask.Args) int { return int(a.p.CopiedUpTo(s, x[0])) })
	a.of("leo", aNumber, "Where its log ends.", func(b *kafka.Broker) int { return int(b.Log.End) })
	a.of("hw", aNumber, "Its high watermark.", func(b *kafka.Broker) int { return int(b.HW) })
	a.of("flushed", aNumber, "How much of its log survives a power failure.", func(b *kafka.Broker) int { return int(b.Flushed) })
	a.of("checkpoint", aNumber, "The high watermark in its replication-offset-checkpoint file.",
		func(b *kafka.Broker) int { return int(b.Checkpoint) })
	a.of("up", aTruth, "Whether its process runs.", func(b *kafka.Broker) int { return bit(!b.Down()) })
	a.of("role", a.thing(a.role), "What it takes itself for: leader, follower, idle or down.", roleOf)
	a.of("follows", a.thing(a.broker), "Whom it takes for the leader.", func(b *kafka.Broker) int { return b.Leader.Index() })
	a.of("epoch", aNumber, "The leader epoch that it knows.", func(b *kafka.Broker) int { return int(b.Epoch) })
	a.of("truncating", aTruth, "Whether it must look up where its last epoch ends before it fetches.",
		func(b *kafka.Broker) int { return bit(b.Truncating) })
	a.add("incarnation", a.brokers[:1], aNumber, "How often it has registered again.",
		func(s *kafka.State, x ask.Args) int { return int(s.Controller.Incarnations[x[0]]) })
}

func (a *asked) ofLeaders() {
	leading := func(see func(b *kafka.Broker) kafka.Set) func(b *kafka.Broker) int {
		return func(b *kafka.Broker) int {
			if b.Role != kafka.Leader {
				return ask.Unknown
			}
			return int(see(b))
		}
	}
	a.of("known_isr", a.set(a.broker), "The committed ISR as a leader knows it; unknown of who does not lead.",
		leading(func(b *kafka.Broker) kafka.Set { return b.Isr }))
	a.of("maximal_isr", a.set(a.broker), "The ISR that a leader's high watermark waits for; unknown of who does not lead.",
		leading(a.p.MaximalIsr))
	a.of("pending", a.thing(a.pending), "A leader's ISR change that is not confirmed: none, expand, shrink, or decided (an expansion "+
		"that is not sent yet).", func(b *kafka.Broker) int { return int(b.Change.Kind) })
	a.of("epoch_start", aNumber, "Where a leader's epoch starts.", func(b *kafka.Broker) int { return int(b.EpochStart) })
	a.add("waiting", a.brokers[:1], a.set(a.record), "The acks=all requests that wait at a leader, or since a broker led.",
		func(s *kafka.State, x ask.Args) int { return int(s.WaitingAt(x[0]) >> 1) })
	known := func(s *kafka.State, f, l int) int {
		if end := s.Brokers[l].Remotes[f].End; end.Known() && f != l {
			return int(end.Value())
		}
		return ask.Unknown
	}
	lag := func(s *kafka.State, f, l int) int {
		if end := known(s, f, l); end != ask.Unknown {
			return int(s.Brokers[l].Log.End) - end
		}
		return ask.Unknown
	}
	caughtUp := func(s *kafka.State, f, l int) int {
		lead := &s.Brokers[l]
		r := &lead.Remotes[f]
		return bit(r.CaughtUp || a.p.IdleStuckStays && r.End.Is(lead.Log.End))
	}
	a.remote("known_leo", aNumber, "The LEO of a follower as a leader knows it, or unknown", known)
	a.remote("lag", aNumber, "How far a follower is behind as a leader knows it: leo(l) - known_leo(f, l)", lag)
	a.remote("caught_up", aTruth, "Whether a leader counts a follower as caught up", caughtUp)
}

// remote adds a term about a follower at a leader, by default the controller's.
func (a *asked) remote(name string, typ ask.Type, doc string, see func(s *kafka.State, f, l int) int) {
	a.add(name, a.brokers, typ, doc+".", func(s *kafka.State, x ask.Args) int { return see(s, x[0], x[1]) })
	a.add(name, a.brokers[:1], typ, doc+"; the leader is the controller's.", func(s *kafka.State, x ask.Args) int {
		l := s.Controller.Leader.Index()
		switch {
		case l >= 0:
			return see(s, x[0], l)
		case typ == aTruth:
			return 0
		}
		return ask.Unknown
	})
}

func (a *asked) ofLogs() {
	a.list("log", a.brokers[:1], a.record, "The records in its log.",
		func(s *kafka.State, x ask.Args) ask.Items {
			return valuesOf(records(&s.Brokers[x[0]], s.Brokers[x[0]].Log.End))
		})
	a.list("sees", a.brokers[:1], a.record, "What a consumer is given that reads from the start now.",
		func(s *kafka.State, x ask.Args) ask.Items {
			return valuesOf(records(&s.Brokers[x[0]], s.Brokers[x[0]].HW))
		})
	a.list("epochs", a.brokers[:1], nil, "The leader epoch of each record in its log.", func(s *kafka.State, x ask.Args) (l ask.Items) {
		b := &s.Brokers[x[0]]
		for _, r := range records(b, b.Log.End) {
			l.Add(uint8(r.Epoch()))
		}
		return l
	})
	a.list("cache", a.brokers[:1], a.entry, "Its epoch cache.", func(s *kafka.State, x ask.Args) (l ask.Items) {
		c := a.p.CacheOf(&s.Brokers[x[0]])
		for e := range kafka.Epoch(kafka.MaxLeaderEpoch + 1) {
			if start, there := c.Start(e); there {
				l.Add(uint8(e)<<5 | uint8(start))
			}
		}
		return l
	})
	a.add("cache", []ask.Type{a.brokers[0], aNumber}, aNumber, "Where an epoch starts by its epoch cache, or none.",
		func(s *kafka.State, x ask.Args) int {
			c := a.p.CacheOf(&s.Brokers[x[0]])
			if x[1] < 0 || x[1] > kafka.MaxLeaderEpoch {
				return ask.Unknown
			}
			if start, there := c.Start(kafka.Epoch(x[1])); there {
				return int(start)
			}
			return ask.Unknown
		})
}

// valuesOf are records, but for those that were deleted before anybody saw them.
func valuesOf(records []kafka.Record) (l ask.Items) {
	for _, r := range records {
		if r != 0 {
			l.Add(uint8(r.Value()) - 1)
		}
	}
	return l
}

func (a *asked) ofController() {
	brokers, one := a.set(a.broker), a.thing(a.broker)
	a.at("leader", one, "The leader, at the controller.", func(c *kafka.Controller) int { return c.Leader.Index() })
	a.at("leader_epoch", aNumber, "The leader epoch, at the controller.", func(c *kafka.Controller) int { return int(c.Epoch) })
	a.at("partition_epoch", aNumber, "The partition epoch, at the controller.", func(c *kafka.Controller) int { return c.Version.Int() })
	a.at("isr", brokers, "The ISR, at the controller.", func(c *kafka.Controller) int { return int(c.Isr) })
	a.at("elr", brokers, "The eligible leader replicas.", func(c *kafka.Controller) int { return int(c.Elr) })
	a.at("last_known", brokers, "The last known ELR, or the last leader.", func(c *kafka.Controller) int { return int(c.LastKnown) })
	a.at("fenced", brokers, "The fenced brokers.", func(c *kafka.Controller) int { return int(c.Fenced) })
	a.at("stopping", brokers, "The brokers in controlled shutdown.", func(c *kafka.Controller) int { return int(c.ShuttingDown) })
	a.at("min_isr", aNumber, "min.insync.replicas, at the controller.", func(c *kafka.Controller) int { return a.p.ControllerMinIsr(c) })
	a.at("under_replicated", aTruth, "Whether the ISR lacks replicas.",
		func(c *kafka.Controller) int { return bit(a.p.UnderReplicated(c)) })
	a.at("under_min_isr", aTruth, "Whether the ISR is below min ISR.",
		func(c *kafka.Controller) int { return bit(c.Isr.Len() < a.p.ControllerMinIsr(c)) })
	a.at("assigned", brokers, "The replicas in the assignment.",
		func(c *kafka.Controller) int { return int(a.p.Replicas(c)) })
	a.at("adding", brokers, "The replicas that a reassignment under way brings.", func(c *kafka.Controller) int { return int(c.Adding) })
	a.at("removing", brokers, "The replicas that are to go when it ends.", func(c *kafka.Controller) int { return int(c.Removing) })
	a.at("brokers", brokers, "All brokers.", func(*kafka.Controller) int { return 1<<a.p.Brokers - 1 })
	inRole := func(role int) func(s *kafka.State, _ ask.Args) int {
		return func(s *kafka.State, _ ask.Args) (set int) {
			for b := range a.p.Brokers {
				if roleOf(&s.Brokers[b]) == role {
					set |= 1 << b
				}
			}
			return set
		}
	}
	a.add("true_leader", nil, one, "The leader, at the controller, once it knows that it leads; until then none.",
		func(s *kafka.State, _ ask.Args) int {
			l := s.Controller.Leader.Index()
			if l < 0 || s.Brokers[l].Role != kafka.Leader || s.Brokers[l].Epoch != s.Controller.Epoch {
				return ask.None
			}
			return l
		})
	a.add("leaders", nil, brokers, "The brokers that take themselves for the leader.", inRole(2))
	a.add("followers", nil, brokers, "The brokers that take themselves for followers.", inRole(1))
}

func (a *asked) ofClients() {
	ghosts := func(name string, doc string, see func(g *kafka.Ghosts) kafka.Values) {
		a.add(name, nil, a.set(a.record), doc, func(s *kafka.State, _ ask.Args) int { return int(see(&s.Ghosts) >> 1) })
	}
	a.list("committed", nil, a.record, "The records that some leader has covered with its high watermark.",
		func(s *kafka.State, _ ask.Args) ask.Items {
			return valuesOf(s.Ghosts.Committed.Records[:s.Ghosts.Committed.End])
		})
	a.list("consumed", nil, a.record, "What consumers were given so far.",
		func(s *kafka.State, _ ask.Args) ask.Items {
			return valuesOf(s.Ghosts.Consumed.Records[:s.Ghosts.Consumed.End])
		})
	a.add("lso", a.brokers[:1], aNumber, "Its last stable offset.",
		func(s *kafka.State, x ask.Args) int { return int(a.p.LastStable(s, x[0])) })
	a.add("position", nil, aNumber, "Where the reader reads on.",
		func(s *kafka.State, _ ask.Args) int { return int(s.Reader.Position) })
	a.add("reads_from", nil, a.thing(a.broker), "The follower that the reader was sent to, or nobody: it reads from the leader.",
		func(s *kafka.State, _ ask.Args) int { return s.Reader.From.Index() })
	a.add("conflict", nil, aTruth, "Whether two leaders have committed different records at one offset.",
		func(s *kafka.State, _ ask.Args) int { return bit(s.Ghosts.Conflict) })
	ghosts("acked", "The records acknowledged for acks=all.", func(g *kafka.Ghosts) kafka.Values { return g.AckedAll })
	ghosts("acked_by_leader", "The records acknowledged for acks=1.", func(g *kafka.Ghosts) kafka.Values { return g.AckedOne })
	ghosts("refused_after_append", "The records refused after they were written.", func(g *kafka.Ghosts) kafka.Values { return g.Nacked })
	all := 1<<len(a.record.Names) - 1
	a.add("all_records", nil, a.set(a.record), "All records that can be produced.", func(*kafka.State, ask.Args) int { return all })
}

// kept are the terms that mean the same whatever offsets and partition epochs are
// counted from.
var kept = map[string]bool{"up": true, "role": true, "follows": true, "epoch": true, "truncating": true, "incarnation": true,
	"known_isr": true, "maximal_isr": true, "pending": true, "lag": true, "caught_up": true, "leader": true, "true_leader": true, "leader_epoch": true,
	"isr": true, "elr": true, "last_known": true, "fenced": true, "stopping": true, "min_isr": true, "under_replicated": true,
	"under_min_isr": true, "assigned": true, "adding": true, "removing": true, "brokers": true, "leaders": true, "followers": true, "conflict": true}

// forget marks what this run does not tell states apart by.
func (a *asked) forget() {
	for i := range a.terms {
		t := &a.terms[i]
		switch a.p.Numbers {
		case kafka.NumbersKept:
		case kafka.Sliding:
			t.Forgotten = !kept[t.Name]
		default:
			t.Forgotten = t.Name == "partition_epoch"
		}
	}
}
