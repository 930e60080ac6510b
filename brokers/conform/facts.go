package main

import (
	"slices"

	"mc/model"
	"mc/model/kafka"
)

// facts is the model's state as the harness would write it.
func facts(p *kafka.Protocol, s *kafka.State) *snapshot {
	out := &snapshot{Controller: controller(p, &s.Controller)}
	for b := range p.Brokers {
		x := broker(p, &s.Brokers[b])
		if x.Role != "stopped" {
			x.Request = stages[p.StageOf(s, b)]
		}
		out.Brokers = append(out.Brokers, x)
	}
	if p.TrackAcks == kafka.AcksSeparate {
		out.Acknowledged, out.RefusedLate = values(s.Ghosts.AckedAll), values(s.Ghosts.Nacked)
	}
	return out
}

func controller(p *kafka.Protocol, c *kafka.Controller) controllerFacts {
	f := controllerFacts{
		Leader:         int(c.Leader),
		Epoch:          int(c.Epoch),
		PartitionEpoch: c.Version.Int(),
		Isr:            members(c.Isr),
		Elr:            members(c.Elr),
		Fenced:         members(c.Fenced),
		Stopping:       members(c.ShuttingDown &^ c.Fenced),
		LastKnown:      members(c.LastKnown),
	}
	for b := range p.Brokers {
		f.Incarnations = append(f.Incarnations, int(c.Incarnations[b]))
		if !c.Removed.Has(b) {
			f.Replicas = append(f.Replicas, b+1)
		}
	}
	return f
}

func broker(p *kafka.Protocol, x *kafka.Broker) brokerFacts {
	f := brokerFacts{Role: roles[x.Role]}
	if x.Role == kafka.Stopped {
		return f
	}
	f.Flushed = int(x.Flushed)
	f.LogStart, f.LEO = int(x.Start), int(x.Log.End)
	f.Log, f.Cache = records(&x.Log, x.Start, x.Log.End), entries(p.CacheOf(x))
	if x.Role == kafka.Idle {
		return f
	}
	f.Leader, f.Epoch, f.HW, f.Waits = int(x.Leader), int(x.Epoch), int(x.HW), x.Response.Kind != kafka.NoResponse
	if x.Role == kafka.Leader {
		leadership(p, x, &f)
	}
	return f
}

var roles = map[kafka.Role]string{
	kafka.Idle: "started", kafka.Follower: "follower", kafka.Leader: "leader", kafka.Stopped: "stopped",
}

var stages = map[kafka.Stage]string{
	kafka.Nothing: "none", kafka.Requested: "requested", kafka.Answered: "answered", kafka.Lost: "lost",
}

func leadership(p *kafka.Protocol, x *kafka.Broker, f *brokerFacts) {
	f.PartitionEpoch, f.EpochStart, f.MinIsr = x.Version.Int(), int(x.EpochStart), p.KnownMinIsr(x)
	f.Isr, f.MaximalIsr = members(x.Isr), members(p.MaximalIsr(x))
	f.Change = map[kafka.ChangeKind]string{kafka.Expand: "expand", kafka.Shrink: "shrink"}[x.Change.Kind]
	if f.Change == "" {
		f.Change = "none"
	} else {
		f.Changing = members(x.Change.Brokers)
	}
	for b := range p.Brokers {
		r, end, incarnation := &x.Remotes[b], -1, -1
		if kafka.NodeOf(b) != x.Leader && r.End.Known() {
			end = r.End.Int()
			if r.Incarnation != kafka.Unregistered {
				incarnation = int(r.Incarnation)
			}
		}
		f.Recorded, f.RecordedOf = append(f.Recorded, end), append(f.RecordedOf, incarnation)
		if kafka.NodeOf(b) != x.Leader && r.CaughtUp {
			f.CaughtUp = append(f.CaughtUp, b+1)
		}
	}
}

func members(x kafka.Set) (list []int) {
	for b := range kafka.MaxBrokers {
		if x.Has(b) {
			list = append(list, b+1)
		}
	}
	return list
}

func values(x kafka.Values) (list []int) {
	for v := range kafka.Value(32) {
		if x.Has(v) {
			list = append(list, int(v))
		}
	}
	return list
}

func records(log *kafka.Log, start, end kafka.Offset) (list [][2]int) {
	for _, r := range log.Records[min(start, end):end] {
		list = append(list, [2]int{int(r.Epoch()), int(r.Value())})
	}
	return list
}

func entries(c kafka.Cache) (list [][2]int) {
	for e, start := range c {
		if start.Known() {
			list = append(list, [2]int{e, start.Int()})
		}
	}
	return list
}

// told is what a client's step is told by the model, beside the state after it.
func (y *system) told(a model.Action, before *kafka.State, after *snapshot) {
	x := &before.Brokers[max(0, y.acting(a))]
	switch rule := y.rule(a); {
	case rule == "ListLatest":
		after.Client.Told = int(x.HW)
	case rule == "Read" && y.ConsumerReadAtomic:
		after.Client.Read = records(&x.Log, x.Start, x.HW)
	case rule == "FinishRead":
		after.Client.Read = records(&x.Log, x.Start, min(x.Reading.Value(), x.Log.End))
	}
}

// excuse blanks what the model does not speak of: a broker that is no replica
// any more deletes its log when it learns so, and in the model keeps it.
func excuse(p *kafka.Protocol, s *kafka.State, acting int, model, brokers *snapshot) {
	for b := range model.Brokers {
		m, k := &model.Brokers[b], &brokers.Brokers[b]
		if p.LossyCrashes() == 0 { // then nobody keeps count
			m.Flushed, k.Flushed = 0, 0
		}
		if !p.HWWaitsForCaughtUp { // then nobody asks
			m.CaughtUp, k.CaughtUp = nil, nil
		}
	}
	for b := range model.Brokers {
		if !s.Controller.Removed.Has(b) {
			continue
		}
		for i := range model.Brokers {
			forget(&model.Brokers[i], b)
			forget(&brokers.Brokers[i], b)
		}
		if brokers.Brokers[b].Role != "started" && model.Brokers[b].Role != "started" {
			continue
		}
		model.Brokers[b], brokers.Brokers[b] = brokerFacts{}, brokerFacts{}
		if b == acting {
			brokers.Refused = ""
		}
	}
}

// forget blanks what a leader has recorded of a broker.
func forget(x *brokerFacts, b int) {
	if b < len(x.Recorded) {
		x.Recorded[b], x.RecordedOf[b] = -1, -1
	}
	x.CaughtUp = slices.DeleteFunc(x.CaughtUp, func(id int) bool { return id == b+1 })
}
