package kafkaspec

import (
	"fmt"
	"strings"

	"mc/model"
)

func tellAsyncShrink(args model.Args, _, after *AsyncState) model.Story {
	return tell(fmt.Sprintf("controller removes %v from the ISR", Broker(args[0])),
		fmt.Sprintf("The controller removes %v: version %d has ISR %v.", Broker(args[0]), after.Version, after.ISR))
}

func tellHandleRequest(_ model.Args, _, after *AsyncState) model.Story {
	return tell(fmt.Sprintf("controller grants ISR %v", after.ISR),
		fmt.Sprintf("The controller grants the request for ISR %v made in version %d: version %d has it.", after.ISR, after.Version-1, after.Version))
}

func tellAsk(args model.Args, before, after *AsyncState) model.Story {
	b := Broker(args[0])
	isr := before.LeaderISR ^ 1<<b
	title := fmt.Sprintf("%v asks for ISR %v", asyncLeader, isr)
	return tell(title, fmt.Sprintf("%s in version %d; until it hears more, its maximal ISR is %v and its high watermark %d.",
		title, after.LeaderVersion, after.maximalISR(), after.highWatermark()),
		model.Arrow{From: asyncLeader.String(), To: controllerLane, Text: fmt.Sprintf("AlterIsr %v v%d", isr, after.LeaderVersion)})
}

func tellAsyncWrite(_ model.Args, _, after *AsyncState) model.Story {
	title := fmt.Sprintf("%v writes at offset %d", asyncLeader, after.Offsets[asyncLeader]-1)
	return tell(title, title+".")
}

func tellHandleUpdate(args model.Args, _, after *AsyncState) model.Story {
	title := fmt.Sprintf("%v learns of version %d", asyncLeader, args[0])
	return tell(title, fmt.Sprintf("%s: its ISR is %v, and nothing is pending. Its high watermark is %d.", title, after.LeaderISR, after.highWatermark()),
		model.Arrow{From: controllerLane, To: asyncLeader.String(), Text: fmt.Sprintf("ISR %v v%d", after.LeaderISR, args[0])})
}

func tellReplicate(args model.Args, before, after *AsyncState) model.Story {
	b := Broker(args[0])
	return tell(fmt.Sprintf("%v replicates offset %d", b, before.Offsets[b]),
		fmt.Sprintf("%v copies the record at offset %d from %v. The high watermark is %d.", b, before.Offsets[b], asyncLeader, after.highWatermark()),
		model.Arrow{From: asyncLeader.String(), To: b.String(), Text: fmt.Sprintf("record at %d", before.Offsets[b])})
}

func (p *asyncPartition) view(s *AsyncState) model.View {
	v := model.View{Lanes: []model.Lane{asyncControllerView(s)}}
	for b := range p.replicas {
		lane := model.Lane{Name: b.String(), Badge: "follower", Fields: []model.Field{{Name: "LEO", Value: fmt.Sprint(s.Offsets[b])}}}
		if b == asyncLeader {
			lane.Badge = "leader"
			lane.Fields = append(lane.Fields, asyncLeaderFields(s)...)
		}
		v.Lanes = append(v.Lanes, lane)
	}
	return v
}

func asyncLeaderFields(s *AsyncState) []model.Field {
	pending := "none"
	if s.PendingISR != 0 {
		pending = fmt.Sprintf("%v v%d", s.PendingISR, s.pendingVersion())
	}
	return []model.Field{
		{Name: "HW", Value: fmt.Sprint(s.highWatermark())},
		{Name: "ISR", Value: fmt.Sprintf("%v v%d", s.LeaderISR, s.LeaderVersion)},
		{Name: "pending", Value: pending},
	}
}

func asyncControllerView(s *AsyncState) model.Lane {
	var requests, updates []string
	for v, sets := range s.Requests {
		for followers := range ISR(16) {
			if sets>>followers&1 != 0 {
				requests = append(requests, fmt.Sprintf("%v v%d", followers<<1|1, v))
			}
		}
	}
	for v, isr := range s.Updates[:s.Version] {
		updates = append(updates, fmt.Sprintf("%v v%d", isr, v+1))
	}
	return model.Lane{Name: controllerLane, Fields: []model.Field{
		{Name: "ISR", Value: fmt.Sprintf("%v v%d", s.ISR, s.Version)},
		{Name: "requests", Value: strings.Join(requests, "; ")},
		{Name: "updates", Value: strings.Join(updates, "; ")},
	}}
}
