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
