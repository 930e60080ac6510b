package kafkaspec

import (
	"fmt"

	"mc/model"
)

func (b Broker) String() string {
	if b == Nobody {
		return "nobody"
	}
	return fmt.Sprintf("b%d", b+1)
}

func (e Epoch) String() string {
	if e == 0 {
		return "none"
	}
	return fmt.Sprint(uint8(e) - 1)
}

func (i ISR) String() string {
	text := "{"
	for rest := i; rest != 0; {
		var b Broker
		b, rest = rest.Pop()
		text += b.String()
		if rest != 0 {
			text += ","
		}
	}
	return text + "}"
}

func (r Record) String() string { return fmt.Sprintf("m%d", r.ID()) }

func showBroker(v uint8) string { return Broker(v).String() }
func showEpoch(v uint8) string  { return "e" + Epoch(v).String() }

// broker is an argument that is one of so many brokers.
func broker(name string, replicas Broker) model.Param {
	return model.Param{Name: name, Show: showBroker, Values: model.Range(0, int(replicas)-1)}
}

// rules are the actions that the five protocols share, and the one that only
// a protocol which truncates as it fetches has.
func (p *partition) rules() []model.Rule[State] {
	epoch := model.Param{Name: "epoch", Show: showEpoch, Values: model.Range(1, int(p.epochs))}
	rules := []model.Rule[State]{
		{Name: "ControllerElectLeader", Doc: "The controller elects a member of the ISR in a new epoch.",
			Params: []model.Param{broker("leader", p.replicas)}, Expand: p.electLeader, Tell: tellElect},
		{Name: "ControllerShrinkIsr", Fault: true, Doc: "The controller takes a broker for dead: out of the leadership, out of the ISR unless it is the last there.",
			Params: []model.Param{broker("broker", p.replicas)}, Expand: p.shrinkIsr, Tell: tellShrink},
		{Name: "BecomeLeader", Doc: "A broker acts on a newer request that appoints it.",
			Params: []model.Param{broker("leader", p.replicas), epoch}, Expand: p.becomeLeader, Tell: tellBecomeLeader},
		{Name: "LeaderWrite", Doc: "A leader, deposed or not, appends a record.",
			Params: []model.Param{broker("leader", p.replicas)}, Expand: p.write, Tell: tellWrite},
		{Name: "LeaderShrinkIsr", Doc: "The leader removes a follower that has fallen behind from the ISR.", Ref: p.fencingRef,
			Params: []model.Param{broker("leader", p.replicas), broker("follower", p.replicas)}, Expand: p.leaderShrinkIsr, Tell: tellLeaderISR},
		{Name: "LeaderExpandIsr", Doc: "The leader adds a follower that has reached the high watermark to the ISR.", Ref: p.fencingRef,
			Params: []model.Param{broker("leader", p.replicas), broker("follower", p.replicas)}, Expand: p.leaderExpandIsr, Tell: tellLeaderISR},
		{Name: "LeaderIncHighWatermark", Doc: "A leader commits the next record: all of its ISR have it.", Ref: p.fencingRef,
			Params: []model.Param{broker("leader", p.replicas)}, Expand: p.raiseHighWatermark, Tell: tellRaise},
		{Name: "BecomeFollower", Doc: "A broker acts on a newer request that appoints another, and truncates its log as the protocol says.", Ref: p.truncationRef,
			Params: []model.Param{broker("follower", p.replicas), epoch}, Expand: p.becomeFollower, Tell: tellFollow},
		{Name: "FollowerFetch", Doc: "A follower copies the next record from its leader and takes over its high watermark.", Ref: p.fencingRef,
			Params: []model.Param{broker("follower", p.replicas)}, Expand: p.fetch, Tell: tellFetch},
	}
	if p.fetchTruncate {
		rules = append(rules, model.Rule[State]{Name: "FollowerTruncate", Doc: "A follower whose fetch shows that it has diverged cuts its log.", Ref: p.fencingRef,
			Params: []model.Param{broker("follower", p.replicas)}, Expand: p.followerTruncate, Tell: tellTruncate})
	}
	for i := range rules {
		rules[i].Published = p.published[rules[i].Name]
	}
	return rules
}
