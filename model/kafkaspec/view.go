package kafkaspec

import (
	"fmt"
	"strings"

	"mc/model"
)

// view lays a state out: the controller, then the brokers.
func (p *partition) view(s *State) model.View {
	v := model.View{Lanes: []model.Lane{controllerView(s)}}
	for b := range p.replicas {
		v.Lanes = append(v.Lanes, p.brokerView(s, b))
	}
	return v
}

func controllerView(s *State) model.Lane {
	requests := make([]string, 0, s.Epoch)
	for e := Epoch(1); e <= s.Epoch; e++ {
		q := s.Requests.At(e)
		requests = append(requests, fmt.Sprintf("e%v %v %v", e, leaderText(q.Leader()), q.ISR()))
	}
	return model.Lane{Name: controllerLane, Fields: []model.Field{
		{Name: "leader", Value: leaderText(s.Leader())},
		{Name: "epoch", Value: s.Epoch.String()},
		{Name: "ISR", Value: s.ISR.String()},
		{Name: "requests", Value: strings.Join(requests, "; ")},
	}}
}

func leaderText(l Broker) string {
	if l == Nobody {
		return "none"
	}
	return l.String()
}

func (p *partition) brokerView(s *State, b Broker) model.Lane {
	r := &s.Replicas[b]
	return model.Lane{Name: b.String(), Badge: badge(s, b), Log: p.logView(r), Fields: []model.Field{
		{Name: "ISR", Value: r.ISR.String()},
		{Name: "HW", Value: fmt.Sprint(r.HighWatermark)},
		{Name: "LEO", Value: fmt.Sprint(r.End)},
	}}
}

func badge(s *State, b Broker) string {
	l := s.LeaderOf(b)
	switch {
	case l == Nobody:
		return ""
	case l == b && s.TrueLeader() != b:
		return fmt.Sprintf("leader e%v, stale", s.Replicas[b].Epoch)
	case l == b:
		return fmt.Sprintf("leader e%v", s.Replicas[b].Epoch)
	}
	return fmt.Sprintf("follower of %v e%v", l, s.Replicas[b].Epoch)
}

func (p *partition) logView(r *Replica) *model.Log {
	log := &model.Log{HighWatermark: int(r.HighWatermark), Capacity: int(min(p.logSize, Offset(p.records)))}
	for o := range r.End {
		x := r.Log.At(o)
		log.Cells = append(log.Cells, model.Cell{Text: x.String(), Epoch: int(x.Epoch()) - 1})
	}
	return log
}

// Named is the set to programs.
func (i ISR) Named() any {
	names := model.Names{}
	for rest := i; rest != 0; {
		var b Broker
		b, rest = rest.Pop()
		names = append(names, b.String())
	}
	return names
}

// Named is the epoch to programs, -1 for none yet.
func (e Epoch) Named() any { return int(e) - 1 }

// Named is the replica to programs, with the records of its log.
func (r Replica) Named() any {
	log := []string{}
	for o := range r.End {
		log = append(log, fmt.Sprintf("%s@e%d", r.Log.At(o), int(r.Log.At(o).Epoch())-1))
	}
	return struct {
		Log                []string
		End, HighWatermark Offset
		Epoch              Epoch
		ISR                ISR
	}{log, r.End, r.HighWatermark, r.Epoch, r.ISR}
}

// named is a request to programs.
type named struct {
	Epoch  Epoch
	Leader string
	ISR    ISR
}

// Named are the requests to programs.
func (q Requests) Named() any {
	all := []named{}
	for e := Epoch(1); e <= MaxLeaderEpoch+1; e++ {
		if r := q.At(e); r != 0 {
			all = append(all, named{e, r.Leader().String(), r.ISR()})
		}
	}
	return all
}
